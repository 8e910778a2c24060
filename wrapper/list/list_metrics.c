/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/list.h"

#include <libsmartcols.h>

#include "wrapper/plan/definitions.h"
#include "wrapper/launch/table.h"

static int
print_metrics (const struct hpm_metric_set *set, struct hpm_error *error)
{
    static const char *const headings[]
        = { "METRIC", "UNIT", "TITLE", "WHAT IT TELLS", NULL };
    struct libscols_table *table = hpm_table_create (headings);
    int failed = 0;

    if (!table)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < set->count; i++) {
        const struct hpm_metric *metric = &set->metrics[i];

        failed |= hpm_table_add (
            table, (const char *const[]){ metric->name, metric->unit,
                                          metric->title, metric->about });
    }
    failed |= hpm_table_print (table);
    return failed ? hpm_error_set (error, "out of memory") : 0;
}

int
hpm_list_metrics (const struct hpm_options *options,
                  const struct hpm_places *places, struct hpm_error *error)
{
    struct hpm_definitions definitions;
    int failed = hpm_run_definitions_read (&definitions, options, places, error)
                 || print_metrics (&definitions.set, error);

    hpm_run_definitions_release (&definitions);
    return failed ? -1 : 0;
}
