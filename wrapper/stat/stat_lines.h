/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A line for each interval: of the node, of each socket or of each processor.
 */
#ifndef HPM_WRAPPER_STAT_LINES_H
#define HPM_WRAPPER_STAT_LINES_H

#include <stdint.h>
#include <stdio.h>

#include "wrapper/stat/stat_flags.h"
#include "wrapper/stat/stat_rows.h"

struct hpm_stat_lines {
    FILE *out;
    const struct hpm_stat_table *table;
    const struct hpm_processors *processors;
    enum hpm_stat_place place;
    int *groups; /* [processors]: which line it is part of, owned */
    int *names;  /* [group_count]: number of socket or processor, owned */
    int group_count;
    int asked; /* columns from the first on that somebody named */
};

/* Table and processors must outlive the lines.  Returns 0, or -1 without
 * memory; release in either case.  */
int hpm_stat_lines_init (struct hpm_stat_lines *lines, FILE *out,
                         const struct hpm_stat_table *table,
                         const struct hpm_processors *processors,
                         enum hpm_stat_place place);
void hpm_stat_lines_release (struct hpm_stat_lines *lines);

/* What the columns are called.  */
void hpm_stat_lines_head (const struct hpm_stat_lines *lines);

/* What was counted in an interval that ended `elapsed` ns after the start;
 * cells[processors][columns] are of the interval.  Returns 0, or -1 where it
 * can't be written.  */
int hpm_stat_lines_write (const struct hpm_stat_lines *lines, int64_t elapsed,
                          const struct hpm_cell *cells);

#endif /* HPM_WRAPPER_STAT_LINES_H */
