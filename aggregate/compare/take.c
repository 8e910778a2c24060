/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/take.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/sampling.h"
#include "base/event/event_list.h"
#include "base/metric/metric_events.h"
#include "base/metric/metric_unit.h"
#include "hpm_quality.h"

static int
take_text (char **kept, const char *text)
{
    char *copy = strdup (text);

    if (!copy)
        return -1;
    free (*kept);
    *kept = copy;
    return 0;
}

/* Settings that say where a result goes and what is told differ in every run.
 */
static int
is_about_output (const char *line)
{
    static const char *const names[]
        = { "HPM_OUTPUT=", "HPM_DIRECTORY=", "HPM_SUMMARY=",    "HPM_QUIET=",
            "HPM_FORCE=",  "HPM_VERBOSE=",   "HPM_CHECKPOINT=", "HPM_WRITER=" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp (line, names[i], strlen (names[i])))
            return 1;
    return 0;
}

static int
take_options (char **kept, const char *lines)
{
    char *copy = strdup (lines), *rest = copy, *line, *text = NULL;
    size_t size;
    FILE *out = copy ? open_memstream (&text, &size) : NULL;
    int failed;

    while (out && (line = strsep (&rest, "\n")))
        if (*line && !is_about_output (line))
            fprintf (out, "%s%s", ftell (out) > 0 ? "\n" : "", line);
    failed = !out || fclose (out) || take_text (kept, text);
    free (text);
    free (copy);
    return failed ? -1 : 0;
}

static int
take_hosts (char **kept, const struct hpm_result *result)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int failed;

    for (int i = 0; out && i < (int)result->hosts.count; i++)
        fprintf (out, "%s%s", i ? ", " : "", result->hosts.texts[i]);
    failed = !out || fclose (out) || take_text (kept, text);
    free (text);
    return failed ? -1 : 0;
}

static int
take_texts (struct hpm_compared_run *run, const struct hpm_result *result)
{
    static const enum hpm_run_field fields[] = {
#define HPM_X(identifier, field, name) HPM_RUN_##field,
        HPM_COMPARED_TEXTS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_COMPARED_TEXT_COUNT; i++) {
        const char *text = hpm_result_run (result, fields[i], "");

        if (i == HPM_COMPARED_OPTIONS ? take_options (&run->text[i], text)
                                      : take_text (&run->text[i], text))
            return -1;
    }
    run->ranks = (double)result->ranks;
    run->wall = result->wall.max;
    run->threads = (double)result->threads;
    return take_hosts (&run->hosts, result)
           || take_text (&run->start,
                         hpm_result_run (result, HPM_RUN_start_time, ""))
           || take_text (&run->job,
                         hpm_result_run (result, HPM_RUN_job_id, ""));
}

/* The lower end of what the verdict tells as a range; the number itself where
 * it is none.  */
static int
take_least (struct hpm_compared_run *run, const double *e)
{
    int is_range = hpm_efficiency_is_range (e);

    return hpm_quantity_add (
               run, HPM_QUANTITY_JOB, "overall" HPM_QUANTITY_LEAST, "", "",
               is_range ? hpm_efficiency_least (e) : e[HPM_EFFICIENCY_OVERALL],
               0)
           || hpm_quantity_add (run, HPM_QUANTITY_JOB,
                                "processors" HPM_QUANTITY_LEAST, "", "",
                                e[is_range ? HPM_EFFICIENCY_PROCESSORS_LEAST
                                           : HPM_EFFICIENCY_PROCESSORS],
                                0);
}

static int
take_job (struct hpm_compared_run *run, const struct hpm_result *result)
{
    static const struct {
        const char *name;
        enum hpm_efficiency field;
    } parts[] = { { "overall", HPM_EFFICIENCY_OVERALL },
                  { "processors", HPM_EFFICIENCY_PROCESSORS },
                  { "parallel", HPM_EFFICIENCY_PARALLEL },
                  { "load_balance", HPM_EFFICIENCY_BALANCE },
                  { "communication", HPM_EFFICIENCY_COMMUNICATION } };
    int failed = hpm_quantity_add (run, HPM_QUANTITY_JOB, "wall", "", "s",
                                   1e-9 * result->wall.max, 0);

    for (size_t i = 0; !failed && i < sizeof parts / sizeof *parts; i++)
        failed
            = hpm_quantity_add (run, HPM_QUANTITY_JOB, parts[i].name, "", "",
                                result->verdict.efficiency[parts[i].field], 0);
    return failed || take_least (run, result->verdict.efficiency);
}

static int
take_functions (struct hpm_compared_run *run, const struct hpm_result *result)
{
    const struct hpm_calls *calls = &result->calls;

    if (!hpm_calls_recorded (calls))
        return 0;
    run->recorded |= 1 << HPM_QUANTITY_FUNCTION;
    for (int i = 0; i < calls->count; i++) {
        const struct hpm_function_record *function = &calls->functions[i];
        double sums[HPM_CALL_SUM_COUNT];

        for (int k = 0; k < HPM_CALL_SUM_COUNT; k++)
            sums[k] = hpm_calls_total (calls, i, (enum hpm_call_sum)k);
        if (hpm_quantity_add (run, HPM_QUANTITY_FUNCTION, function->name,
                              "calls", "", sums[HPM_SUM_CALLS], 1)
            || hpm_quantity_add (run, HPM_QUANTITY_FUNCTION, function->name,
                                 "time", "s", 1e-9 * sums[HPM_SUM_TIME], 0)
            || hpm_quantity_add (run, HPM_QUANTITY_FUNCTION, function->name,
                                 "sent", "byte", sums[HPM_SUM_SENT], 1)
            || hpm_quantity_add (run, HPM_QUANTITY_FUNCTION, function->name,
                                 "received", "byte", sums[HPM_SUM_RECEIVED], 1))
            return -1;
    }
    return 0;
}

static int
take_regions (struct hpm_compared_run *run, const struct hpm_result *result)
{
    const struct hpm_region_tree *tree = &result->tree;

    if (!tree->count || !tree->sums)
        return 0;
    run->recorded |= 1 << HPM_QUANTITY_REGION;
    for (int i = 0; i < tree->count; i++) {
        const struct hpm_statistics *sums
            = tree->sums + (size_t)i * HPM_REGION_SUM_COUNT;
        const char *path = tree->regions[i].path;

        if (hpm_quantity_add (
                run, HPM_QUANTITY_REGION, path, "entries", "",
                hpm_statistics_sum (&sums[HPM_REGION_SUM_ENTRIES]), 1)
            || hpm_quantity_add (
                run, HPM_QUANTITY_REGION, path, "time", "s",
                1e-9 * hpm_statistics_sum (&sums[HPM_REGION_SUM_TIME]), 0)
            || hpm_quantity_add (
                run, HPM_QUANTITY_REGION, path, "mpi_time", "s",
                1e-9 * hpm_statistics_sum (&sums[HPM_REGION_SUM_MPI_TIME]), 0))
            return -1;
    }
    return 0;
}

static int
take_site (struct hpm_compared_run *run, const struct hpm_result *result,
           const struct hpm_site *site)
{
    char *name = NULL;
    int failed;

    if (!site->place || site->function < 0
        || site->function >= result->calls.count)
        return 0;
    if (asprintf (&name, "%s %s", site->place,
                  result->calls.functions[site->function].name)
        < 0)
        return -1;
    failed = hpm_quantity_add (run, HPM_QUANTITY_SITE, name, "calls", "",
                               (double)site->calls, 1)
             || hpm_quantity_add (run, HPM_QUANTITY_SITE, name, "time", "s",
                                  1e-9 * (double)site->time, 0)
             || hpm_quantity_add (run, HPM_QUANTITY_SITE, name, "sent", "byte",
                                  (double)site->sent, 1);
    free (name);
    return failed ? -1 : 0;
}

static int
take_sites (struct hpm_compared_run *run, const struct hpm_result *result)
{
    if (result->sites.count)
        run->recorded |= 1 << HPM_QUANTITY_SITE;
    for (int i = 0; i < result->sites.count; i++)
        if (take_site (run, result, &result->sites.list[i]))
            return -1;
    return 0;
}

/* Times and energies vary, even if they are the same by chance.  */
static int
is_amount (const char *event, const char *unit)
{
    const char *usual = hpm_unit_of_event (event);

    return strcmp (unit, "ns") && strcmp (unit, "J")
           && (!usual || (strcmp (usual, "ns") && strcmp (usual, "J")));
}

static int
has_time (const char *unit)
{
    struct hpm_dimension dimension;

    return !hpm_unit_find (&dimension, unit)
           && (dimension.second || dimension.joule);
}

/* Whether a metric is made of amounts that the program alone decides on, and of
 * no time.  Returns -1 without memory.  */
static int
is_of_program (const struct hpm_metric_set *set, int metric)
{
    struct hpm_event_list events = { 0 };
    int found
        = hpm_metric_all_events (set, metric, &events) ? -1 : events.count > 0;

    if (found > 0 && has_time (set->metrics[metric].unit))
        found = 0;
    for (int i = 0; found > 0 && i < events.count; i++)
        found = strncmp (events.names[i], "os::", 4) != 0
                && is_amount (events.names[i], "");
    hpm_event_list_release (&events);
    return found;
}

/* Of the whole run, which is the first region.  */
static int
take_metrics (struct hpm_compared_run *run, const struct hpm_result *result)
{
    for (int i = 0; i < result->metrics.count; i++) {
        const struct hpm_metric *metric = &result->metrics.metrics[i];
        const struct hpm_metric_aggregate *of = &result->job.metrics[i];
        double value = metric->total && of->total.status == HPM_METRIC_OK
                           ? of->total.value
                           : of->statistics.mean;
        uint32_t quality = hpm_metric_quality (&result->job, (size_t)i);
        int is_count = is_of_program (&result->metrics, i);

        if (is_count < 0)
            return -1;
        if (quality == HPM_QUALITY_UNAVAILABLE
            || !hpm_result_has_metric (result, 0, i)
            || hpm_error_hides (
                hpm_metric_error (&result->job, result, (size_t)i)))
            continue;
        if (hpm_quantity_add (run, HPM_QUANTITY_METRIC, metric->name, "",
                              metric->unit, value,
                              is_count && quality == HPM_QUALITY_EXACT))
            return -1;
    }
    return 0;
}

/* What the kernel counts depends on what else runs; time, on everything.  */
static int
is_deterministic (const struct hpm_event_record *event)
{
    return is_amount (event->name, event->unit)
           && strcmp (event->source, "os") != 0
           && strncmp (event->name, "os::", 4) != 0;
}

static int
take_events (struct hpm_compared_run *run, const struct hpm_result *result)
{
    for (int i = 0; i < result->event_count; i++) {
        const struct hpm_event_record *event = &result->events[i];
        const struct hpm_event_aggregate *of = &result->job.events[i];
        int is_exact
            = hpm_statistics_quality (&of->statistics) == HPM_QUALITY_EXACT
              && !of->projected;

        /* Those of the system are metrics, too, and those of MPI sums over its
         * functions.  */
        if (!of->statistics.count || of->refused || !is_deterministic (event)
            || !strncmp (event->name, "mpi::", 5)
            || hpm_error_hides (hpm_count_error (&result->job, (size_t)i)))
            continue;
        if (hpm_quantity_add (run, HPM_QUANTITY_EVENT, event->name, "",
                              event->unit, hpm_statistics_sum (&of->statistics),
                              is_exact))
            return -1;
    }
    return 0;
}

int
hpm_compared_run_take (struct hpm_compared_run *run,
                       const struct hpm_result *result)
{
    /* A time of 0 is that of a run in which counting never began.  */
    run->is_empty = !(result->wall.max > 0);
    if (run->is_empty)
        return take_texts (run, result);
    if (take_texts (run, result) || take_job (run, result)
        || take_functions (run, result) || take_regions (run, result)
        || take_sites (run, result) || take_metrics (run, result)
        || take_events (run, result))
        return -1;
    hpm_compared_run_sort (run);
    return 0;
}
