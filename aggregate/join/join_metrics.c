/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The definitions of metrics of several runs.
 */
#include "config.h"

#include "aggregate/join/join.h"

#include <stdlib.h>

#include "aggregate/input/definitions.h"

/* Read the definitions of one set over those of another.  */
static int
read_over (struct hpm_metric_set *all, const struct hpm_metric_set *set,
           const char *name, struct hpm_error *error)
{
    char *text = hpm_metric_set_text (set);
    int failed = text ? hpm_metric_set_read_stored (all, name, text, error)
                      : hpm_error_set (error, "out of memory");

    free (text);
    return failed;
}

/* Of the same name, that of the first run, which is read last.  */
static int
read_runs (struct hpm_metric_set *all, const struct hpm_join *join,
           struct hpm_error *error)
{
    int failed = 0;

    for (int i = 0; !failed && i <= join->count; i++) {
        const struct hpm_join_run *run = &join->runs[i % join->count];

        failed = read_over (all, &run->result.metrics, run->reader.path, error);
    }
    return failed;
}

/* What has no definition is none of the set's.  */
static int
add_members (struct hpm_metric_set *all, const struct hpm_metric_set *of)
{
    int failed = 0;

    for (int g = 0; g < of->group_count; g++)
        for (int m = 0; m < of->groups[g].metric_count; m++) {
            const char *metric = of->groups[g].metrics[m];

            if (hpm_metric_set_find (all, metric) >= 0)
                failed |= hpm_metric_set_add_to_group (all, of->groups[g].name,
                                                       metric);
        }
    return failed;
}

/* A run's file has of a group what it counted for, so that each knows another
 * part of it.  In the order of what is installed here, which knows what takes
 * the events of several runs, too.  */
static int
unite_groups (struct hpm_metric_set *all, const struct hpm_metric_set *here,
              const struct hpm_join *join)
{
    int failed;

    hpm_metric_set_empty_groups (all);
    failed = add_members (all, here);
    for (int i = 0; i < join->count; i++)
        failed |= add_members (all, &join->runs[i].result.metrics);
    return failed;
}

int
hpm_join_metrics (const struct hpm_join *join, struct hpm_result *result,
                  struct hpm_error *error)
{
    struct hpm_metric_set here;
    int failed;

    hpm_metric_set_init (&here);
    /* As far as it can be read: the runs have what they need.  */
    hpm_definitions_read (&here, NULL, NULL, NULL);
    failed = read_over (&result->metrics, &here, "what is installed", error)
             || read_runs (&result->metrics, join, error);
    if (!failed && unite_groups (&result->metrics, &here, join))
        failed = hpm_error_set (error, "out of memory");
    hpm_metric_set_release (&here);
    if (failed || hpm_metric_set_check (&result->metrics, error))
        return -1;
    return hpm_definitions_trim (result, NULL)
               ? hpm_error_set (error, "out of memory")
               : 0;
}
