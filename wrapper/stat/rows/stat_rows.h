/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counters of all processors or processes: a row each, with a cell for each
 * column.
 *
 * Cells that are read hold counts since some moment before; what happened
 * between two readings is their difference (hpm_stat_rows_between).
 */
#ifndef HPM_WRAPPER_STAT_ROWS_H
#define HPM_WRAPPER_STAT_ROWS_H

#include <stdint.h>

#include "wrapper/stat/rows/proc_stat.h"
#include "wrapper/stat/rows/stat_part.h"
#include "wrapper/stat/rows/stat_table.h"
#include "wrapper/stat/rows/targets.h"

struct hpm_stat_row {
    struct hpm_stat_part *parts; /* [count]: of a processor one, of a process
                                  * one for each thread; owned */
    int count;
};

struct hpm_stat_rows {
    const struct hpm_stat_table *table;
    const struct hpm_targets *targets;
    struct hpm_stat_row *rows;   /* [targets] */
    struct hpm_proc_stat *times; /* [targets], for a reading */
    int64_t *started;            /* [targets]: ticks when a process began */
    struct hpm_cell *asked;      /* [backend_count], for a reading */
    int64_t *told;               /* [targets][columns]: times by ticks of the
                                  * last reading, ns */
    int64_t *before;             /* the same of the one before it */
    int64_t last;                /* CLOCK_MONOTONIC of it, ns; 0: none yet */
    int64_t tick;                /* ns */
};

/* Open all counters and let them run.  That it is not permitted is an error,
 * with the remedy; what else can't be counted has a reason, and threads of a
 * process that began in between are told to `warn`.  Table and targets must
 * outlive the rows.  Returns 0 or -1; close in either case.  */
int hpm_stat_rows_open (struct hpm_stat_rows *rows,
                        const struct hpm_stat_table *table,
                        const struct hpm_targets *targets, hpm_warn_fn *warn,
                        void *data, struct hpm_error *error);
void hpm_stat_rows_close (struct hpm_stat_rows *rows);

/* Note what can be had of a process only while it is there.  */
void hpm_stat_rows_look (struct hpm_stat_rows *rows);

/* Read all into cells[targets][columns].  Columns of the whole node are absent.
 */
void hpm_stat_rows_read (struct hpm_stat_rows *rows, struct hpm_cell *cells);

/* The part of it that is by ticks, of a target whose times have been looked at:
 * into cells[columns].  Times of a processor go on no faster than the clock
 * from one reading to the next, all its states together; those in user code and
 * in the kernel add up to the busy time.  */
void hpm_stat_times_read (struct hpm_stat_rows *rows, int target, int64_t now,
                          struct hpm_cell *cells);

/* What happened from one reading of all cells to a later one.  Times by ticks
 * that are too coarse for it are unavailable (HPM_REASON_TICKS).  */
void hpm_stat_rows_between (const struct hpm_stat_rows *rows,
                            const struct hpm_cell *from,
                            const struct hpm_cell *to, struct hpm_cell *cells);

#endif /* HPM_WRAPPER_STAT_ROWS_H */
