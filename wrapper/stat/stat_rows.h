/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counters of all processors: a row each, with a cell for each column.
 *
 * Cells that are read hold counts since some moment before; what happened
 * between two readings is their difference (hpm_stat_rows_between).
 */
#ifndef HPM_WRAPPER_STAT_ROWS_H
#define HPM_WRAPPER_STAT_ROWS_H

#include <stdint.h>

#include "pmpi/perf/perf_counter.h"
#include "wrapper/stat/proc_stat.h"
#include "wrapper/stat/processors.h"
#include "wrapper/stat/stat_table.h"

struct hpm_stat_row {
    struct hpm_backend_set *set; /* NULL: nothing of the backend's, because */
    enum hpm_reason reason;
    struct hpm_perf_counter *counters; /* [columns] of the kernel, owned */
};

struct hpm_stat_rows {
    const struct hpm_stat_table *table;
    const struct hpm_processors *processors;
    struct hpm_stat_row *rows;   /* [processors] */
    struct hpm_proc_stat *times; /* [processors], for a reading */
    struct hpm_cell *asked;      /* [backend_count], for a reading */
    int64_t tick;                /* ns */
};

/* Open all counters and let them run.  That it is not permitted is an error,
 * with the remedy; what else can't be counted has a reason.  Table and
 * processors must outlive the rows.  Returns 0 or -1; close in either case.  */
int hpm_stat_rows_open (struct hpm_stat_rows *rows,
                        const struct hpm_stat_table *table,
                        const struct hpm_processors *processors,
                        struct hpm_error *error);
void hpm_stat_rows_close (struct hpm_stat_rows *rows);

/* Read all into cells[processors][columns].  Columns of the whole node are
 * absent.  */
void hpm_stat_rows_read (struct hpm_stat_rows *rows, struct hpm_cell *cells);

/* What happened from one reading of all cells to a later one.  */
void hpm_stat_rows_between (const struct hpm_stat_rows *rows,
                            const struct hpm_cell *from,
                            const struct hpm_cell *to, struct hpm_cell *cells);

#endif /* HPM_WRAPPER_STAT_ROWS_H */
