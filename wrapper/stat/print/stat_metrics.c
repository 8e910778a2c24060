/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/print/stat_metrics.h"

#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/machine.h"
#include "wrapper/stat/print/stat_sums.h"

/* Where no group is asked for.  */
#define DEFAULT_METRIC "ipc"

#define HZ_PER_MHZ 1e6

/* ---- which of them ------------------------------------------------------ */

static int
can_count (const struct hpm_event_table *events, int column,
           enum hpm_stat_place place)
{
    int backend = events->columns[column].backend;
    int node = events->columns[column].node;

    if (events->records[column].scope == HPM_SCOPE_NODE
        && !hpm_stat_sums_have_nodes (place))
        return 0;
    return (backend < 0 || !events->asked[backend].reason)
           && (node < 0 || events->nodes[node].cpu_count);
}

/* Each column that can have a count as 1: what is missing then always is.  */
static void
try_all (const struct hpm_stat_metrics *metrics,
         const struct hpm_stat_table *table, enum hpm_stat_place place)
{
    const struct hpm_event_table *events = &table->events;

    for (int c = 0; c < events->count; c++) {
        int has_count = can_count (events, c, place);

        metrics->values[c] = (struct hpm_value){
            .count = has_count,
            .number = has_count,
            .quality = has_count ? HPM_QUALITY_EXACT : HPM_QUALITY_UNAVAILABLE
        };
    }
    hpm_stat_metrics_evaluate (metrics, 1, 1);
}

static void
show (struct hpm_stat_metrics *metrics, int metric)
{
    if (metric < 0 || metrics->results[metric].status == HPM_METRIC_MISSING)
        return;
    for (int i = 0; i < metrics->count; i++)
        if (metrics->shown[i] == metric)
            return;
    metrics->shown[metrics->count++] = metric;
}

static void
show_group (struct hpm_stat_metrics *metrics, const char *name)
{
    const struct hpm_metric_set *set = &metrics->definitions.set;
    int group = hpm_metric_set_find_group (set, name);

    for (int i = 0; group >= 0 && i < set->groups[group].metric_count; i++)
        show (metrics,
              hpm_metric_set_find (set, set->groups[group].metrics[i]));
}

static int
show_groups (struct hpm_stat_metrics *metrics, const char *names,
             struct hpm_error *error)
{
    struct hpm_event_list groups = { NULL, 0 };

    if (hpm_event_list_parse (&groups, names, error))
        return -1;
    for (int i = 0; i < groups.count; i++)
        show_group (metrics, groups.names[i]);
    hpm_event_list_release (&groups);
    return 0;
}

static void
show_file (struct hpm_stat_metrics *metrics, const char *path)
{
    const struct hpm_metric_set *set = &metrics->definitions.set;

    for (int i = 0; *path && i < set->count; i++)
        if (set->metrics[i].origin.file
            && !strcmp (set->metrics[i].origin.file, path))
            show (metrics, i);
}

/* ---- open --------------------------------------------------------------- */

static int
allocate (struct hpm_stat_metrics *metrics, const struct hpm_stat_table *table)
{
    const struct hpm_metric_set *set = &metrics->definitions.set;
    const struct hpm_event_table *events = &table->events;
    size_t count = (size_t)set->count + 1;

    metrics->binding
        = hpm_metric_binding_create (set, events->records, events->count);
    metrics->shown = calloc (count, sizeof *metrics->shown);
    metrics->results = calloc (count, sizeof *metrics->results);
    metrics->values
        = calloc ((size_t)events->count + 1, sizeof *metrics->values);
    return metrics->binding && metrics->shown && metrics->results
                   && metrics->values
               ? 0
               : -1;
}

int
hpm_stat_metrics_open (struct hpm_stat_metrics *metrics,
                       const struct hpm_stat_table *table,
                       const struct hpm_options *options,
                       const struct hpm_places *places,
                       enum hpm_stat_place place, int wanted,
                       struct hpm_error *error)
{
    struct hpm_machine machine;

    memset (metrics, 0, sizeof *metrics);
    if (!wanted)
        return 0;
    if (hpm_run_definitions_read (&metrics->definitions, options, places,
                                  error))
        return -1;
    if (allocate (metrics, table))
        return hpm_error_set (error, "out of memory");
    hpm_machine_read (&machine, "");
    metrics->clock_hz = HZ_PER_MHZ * machine.cpu_mhz;
    try_all (metrics, table, place);
    if (show_groups (metrics, options->groups, error))
        return -1;
    show_file (metrics, options->metrics);
    if (!*options->groups)
        show (metrics,
              hpm_metric_set_find (&metrics->definitions.set, DEFAULT_METRIC));
    return 0;
}

void
hpm_stat_metrics_close (struct hpm_stat_metrics *metrics)
{
    hpm_metric_binding_destroy (metrics->binding);
    hpm_run_definitions_release (&metrics->definitions);
    free (metrics->shown);
    free (metrics->results);
    free (metrics->values);
    memset (metrics, 0, sizeof *metrics);
}

/* ---- values ------------------------------------------------------------- */

const char *
hpm_stat_metrics_name (const struct hpm_stat_metrics *metrics, int shown)
{
    return metrics->definitions.set.metrics[metrics->shown[shown]].name;
}

void
hpm_stat_metrics_evaluate (const struct hpm_stat_metrics *metrics,
                           double seconds, int targets)
{
    const struct hpm_metric_input in = { .values = metrics->values,
                                         .wall_s = seconds,
                                         .threads = targets,
                                         .ranks = targets,
                                         .clock_hz = metrics->clock_hz };

    hpm_metric_binding_evaluate (metrics->binding, &in, metrics->results);
}

const struct hpm_metric_value *
hpm_stat_metrics_result (const struct hpm_stat_metrics *metrics, int shown)
{
    return &metrics->results[metrics->shown[shown]];
}
