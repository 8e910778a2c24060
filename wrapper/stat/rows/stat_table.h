/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hpmstat counts: the columns of its cells.  A column is an event of the
 * backend, one of the whole node, or what the system tells of a processor or of
 * a process.
 */
#ifndef HPM_WRAPPER_STAT_TABLE_H
#define HPM_WRAPPER_STAT_TABLE_H

#include "base/option/option.h"
#include "include/hpm_processor_events.h"
#include "pmpi/count/event_table.h"
#include "wrapper/launch/places.h"
#include "wrapper/plan/backend_load.h"
#include "wrapper/stat/rows/targets.h"

/* Where what the system tells comes from.  */
enum hpm_stat_source { HPM_STAT_CLOCK, HPM_STAT_STAT, HPM_STAT_SOFTWARE };

struct hpm_stat_system {
    const char *name, *unit, *description;
    enum hpm_stat_source source;
    int what; /* fields of /proc/stat, or a PERF_COUNT_SW_... */
    int always;
};

struct hpm_stat_table {
    const struct hpm_stat_system *known; /* [known_count]: what the system can
                                          * tell of such targets */
    int known_count;
    struct hpm_event_table events;          /* of its columns, os is not used */
    const struct hpm_stat_system **systems; /* [events.count], NULL where the
                                             * column is no such; owned */
    struct hpm_source source;
    int asked;      /* columns from the first on that somebody named, or that
                     * groups or defaults did */
    int by_default; /* nobody named an event or a group */
};

/* Turn groups and events of the options, which are changed, into columns for
 * targets of that kind.  What
 * nobody knows is an error; what can't be counted is told to `warn`, and has a
 * column with a reason.  Returns 0 or -1; close in either case.  */
int hpm_stat_table_open (struct hpm_stat_table *table,
                         struct hpm_options *options,
                         const struct hpm_places *places,
                         enum hpm_target_kind kind, hpm_warn_fn *warn,
                         void *data, struct hpm_error *error);
void hpm_stat_table_close (struct hpm_stat_table *table);

/* The column of that name, or -1.  */
int hpm_stat_table_find (const struct hpm_stat_table *table, const char *name);

#endif /* HPM_WRAPPER_STAT_TABLE_H */
