/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a line stands for, the node, a socket, a processor or a process, and
 * what its counts add up to.
 */
#ifndef HPM_WRAPPER_STAT_SUMS_H
#define HPM_WRAPPER_STAT_SUMS_H

#include "base/metric/metric.h"
#include "include/hpm_record.h"
#include "wrapper/stat/rows/stat_amounts.h"
#include "wrapper/stat/command/stat_flags.h"
#include "wrapper/stat/rows/stat_table.h"
#include "wrapper/stat/rows/targets.h"

struct hpm_stat_sums {
    const struct hpm_stat_table *table;
    const struct hpm_targets *targets;
    enum hpm_stat_place place;
    int *groups; /* [targets]: which line it is part of, owned */
    int *names;  /* [count]: number of socket, processor or process, owned */
    int count;   /* of lines */
};

/* What was counted in an interval, or in all.  */
struct hpm_stat_counted {
    const struct hpm_cell *cells; /* [targets][columns] */
    const struct hpm_stat_amounts *amounts;
};

/* Table and targets must outlive the sums.  Returns 0, or -1 without memory;
 * release in either case.  */
int hpm_stat_sums_init (struct hpm_stat_sums *sums,
                        const struct hpm_stat_table *table,
                        const struct hpm_targets *targets,
                        enum hpm_stat_place place);
void hpm_stat_sums_release (struct hpm_stat_sums *sums);

/* Whether events of the node are part of such lines: no processor and no
 * process has a share of them that is known.  */
int hpm_stat_sums_have_nodes (enum hpm_stat_place place);

/* Sum of a column over the targets of a line.  Returns 0, or -1 where one
 * of them has no value, or where there is no such column (-1).  */
int hpm_stat_sums_cell (const struct hpm_stat_sums *sums,
                        const struct hpm_stat_counted *counted, int line,
                        int column, struct hpm_cell *sum);

/* What formulas take of a column, in the event's unit: the sum of its cells or,
 * of an event of the node, of the amounts on the processors that the line
 * stands for.  The latter is unavailable where one of them was not counted and,
 * of sockets, where the event is not counted on each of them: what is counted
 * once for several sockets is of none.  */
struct hpm_value hpm_stat_sums_value (const struct hpm_stat_sums *sums,
                                      const struct hpm_stat_counted *counted,
                                      int line, int column);

/* How many targets a line has.  */
int hpm_stat_sums_targets (const struct hpm_stat_sums *sums, int line);

/* What a share of a line is a part of, in ns: the time of all processors
 * together or, of processes, that which has passed, of which a process with
 * several threads may have more than all.  0 where it is not known.  */
double hpm_stat_sums_whole (const struct hpm_stat_sums *sums,
                            const struct hpm_stat_counted *counted, int line);

/* The seconds that have passed for a line.  */
double hpm_stat_sums_seconds (const struct hpm_stat_sums *sums,
                              const struct hpm_stat_counted *counted, int line);

#endif /* HPM_WRAPPER_STAT_SUMS_H */
