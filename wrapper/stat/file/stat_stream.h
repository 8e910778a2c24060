/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What was counted, as a record stream (include/hpm_stream.h): each processor
 * is a rank of it, with one thread; or each process, with all of its threads in
 * one row.
 */
#ifndef HPM_WRAPPER_STAT_STREAM_H
#define HPM_WRAPPER_STAT_STREAM_H

#include <stdint.h>

#include "base/option/option.h"
#include "wrapper/stat/file/stat_course.h"
#include "wrapper/stat/rows/stat_table.h"
#include "wrapper/stat/rows/targets.h"

/* What is known at the end.  Times in ns, as in the records.  */
struct hpm_stat_facts {
    char *const *argv;  /* of hpmstat */
    int64_t start, end; /* since 1970 */
    int64_t wall;
    int64_t overhead_start, overhead_stop;
    const struct hpm_cell *cells; /* [targets][columns]; owned */
    int *threads;                 /* [targets]: that had counters; owned */
    struct hpm_stat_course course;
    int unwritten; /* errno of lines that the standard output did not take */
};

void hpm_stat_facts_release (struct hpm_stat_facts *facts);

/* Write the stream to a new file, with what the counters of the node have been
 * stopped at.  Returns 0 or -1.  */
int hpm_stat_stream_write (const char *path, const struct hpm_stat_facts *facts,
                           const struct hpm_stat_table *table,
                           const struct hpm_targets *targets,
                           const struct hpm_options *options,
                           struct hpm_error *error);

/* Write what is in the buffer to a new file.  Returns 0 or -1.  */
int hpm_stat_stream_save (const char *path,
                          const struct hpm_stream_buffer *stream,
                          struct hpm_error *error);

#endif /* HPM_WRAPPER_STAT_STREAM_H */
