/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counters of a processor, or of a thread: what adds up to a row.
 */
#ifndef HPM_WRAPPER_STAT_PART_H
#define HPM_WRAPPER_STAT_PART_H

#include <sys/types.h>

#include "pmpi/perf/perf_counter.h"
#include "wrapper/stat/rows/stat_table.h"

struct hpm_stat_part {
    struct hpm_backend_set *set; /* NULL: nothing of the backend's, because */
    enum hpm_reason reason;
    enum hpm_reason refused; /* why counters of the kernel's are not open */
    int lacks_files;         /* such as found no descriptor */
    struct hpm_perf_counter *counters; /* [columns] of the kernel, owned */
};

/* Open and start all counters of a processor (tid -1), or of a thread and those
 * that it creates from here on (processor -1).  What can't be counted has a
 * reason.  Returns 0, or -1 without memory; close in either case.  */
int hpm_stat_part_open (struct hpm_stat_part *part,
                        const struct hpm_stat_table *table, pid_t tid,
                        int processor);
void hpm_stat_part_close (struct hpm_stat_part *part,
                          const struct hpm_stat_table *table);

/* Add what they have counted to cells[columns], which are absent at first;
 * asked[backend_count] is for the reading.  Others of the row's cells are left
 * alone.  */
void hpm_stat_part_add (const struct hpm_stat_part *part,
                        const struct hpm_stat_table *table,
                        struct hpm_cell *asked, struct hpm_cell *cells);

/* Whether it is permitted to count on that processor, or in that thread.
 * Returns 0 or errno.  */
int hpm_stat_part_try (pid_t tid, int processor);

#endif /* HPM_WRAPPER_STAT_PART_H */
