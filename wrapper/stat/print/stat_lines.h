/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A line for each interval: of the node, of each socket, processor or process.
 */
#ifndef HPM_WRAPPER_STAT_LINES_H
#define HPM_WRAPPER_STAT_LINES_H

#include <stdint.h>
#include <stdio.h>

#include "wrapper/stat/command/stat_flags.h"
#include "wrapper/stat/print/stat_metrics.h"
#include "wrapper/stat/print/stat_sums.h"

struct hpm_stat_lines {
    FILE *out;
    const struct hpm_stat_table *table;
    const struct hpm_stat_metrics *metrics;
    const char *host; /* of the lines, or NULL; not owned */
    int decimals;     /* of the seconds at which a line ends */
    struct hpm_stat_sums sums;
};

/* Table, metrics, targets and host must outlive the lines, which have a column
 * of the latter where it is not NULL, and end every `interval` ns, or once (0).
 * Returns 0, or -1 without memory; release in either case.  */
int hpm_stat_lines_init (struct hpm_stat_lines *lines, FILE *out,
                         const struct hpm_stat_table *table,
                         const struct hpm_stat_metrics *metrics,
                         const struct hpm_targets *targets,
                         enum hpm_stat_place place, const char *host,
                         int64_t interval);
void hpm_stat_lines_release (struct hpm_stat_lines *lines);

/* What the columns are called; the first, with the seconds since the start, as
 * the caller says.  Returns 0, or -1 where it can't be written.  */
int hpm_stat_lines_head (const struct hpm_stat_lines *lines, const char *first);

/* What was counted in an interval that ended `elapsed` ns after the start.
 * Returns 0, or -1 where it can't be written.  */
int hpm_stat_lines_write (const struct hpm_stat_lines *lines, int64_t elapsed,
                          const struct hpm_stat_counted *counted);

#endif /* HPM_WRAPPER_STAT_LINES_H */
