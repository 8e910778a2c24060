/* SPDX-License-Identifier: BSD-3-Clause
 *
 * JSON.  A number that does not exist is null; an integer that leaves 64 bits
 * is a real, with its digits as a text beside it.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/json_private.h"
#include "aggregate/show/rating_text.h"
#include "aggregate/analysis/sampling.h"

json_t *
hpm_json_real (double value)
{
    return isfinite (value) ? json_real (value) : json_null ();
}

static json_t *
integer (int64_t value, int exists)
{
    return exists ? json_integer ((json_int_t)value) : json_null ();
}

/* Text of a run may be in any encoding; JSON is UTF-8.  */
json_t *
hpm_json_text (const char *value)
{
    json_t *string = json_string (value);
    char *ascii;

    if (string)
        return string;
    ascii = strdup (value);
    for (char *c = ascii; c && *c; c++)
        if ((unsigned char)*c > 126)
            *c = '?';
    string = json_string (ascii ? ascii : "");
    free (ascii);
    return string;
}

static int
is_narrow (uint64_t low, int64_t high)
{
    return high == ((int64_t)low < 0 ? -1 : 0);
}

static json_t *
wide (uint64_t low, int64_t high, int exists)
{
    struct hpm_count count = { low, high, 0, 0 };

    if (!exists)
        return json_null ();
    return is_narrow (low, high) ? json_integer ((json_int_t)low)
                                 : json_real (hpm_count_number (&count));
}

static void
set_exact (json_t *object, uint64_t low, int64_t high)
{
    char digits[41];

    if (!is_narrow (low, high))
        json_object_set_new (
            object, "sum_exact",
            json_string (hpm_integer128_text (digits, low, high)));
}

/* Where counting paused on some rank.  */
static void
set_pauses (json_t *run, const struct hpm_result *result)
{
    if (!(result->paused.max > 0))
        return;
    json_object_set_new (run, "paused_s",
                         hpm_json_real (result->paused.max / 1e9));
    json_object_set_new (run, "periods",
                         json_integer ((json_int_t)result->periods.max));
}

/* Numbers as such, where they are.  */
static json_t *
run_value (const struct hpm_result *result, enum hpm_run_field field)
{
    const char *text = result->run[field];
    char *end;
    double number = strtod (text, &end);

    if (!hpm_result_run_is_number (field) || end == text || *end)
        return hpm_json_text (text);
    return number == floor (number) && fabs (number) < 0x1p53
               ? json_integer ((json_int_t)number)
               : hpm_json_real (number);
}

static json_t *
run_object (const struct hpm_output *output)
{
    static const char *const names[] = {
#define HPM_X(name, description) #name,
        HPM_RUN_FIELDS (HPM_X)
#undef HPM_X
    };
    const struct hpm_result *result = output->result;
    int partial = result->ranks_missing || result->ranks_partial;
    json_t *run = json_object (), *hosts = json_array ();

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (result->run[i])
            json_object_set_new (run, names[i], run_value (result, i));
    for (int i = 0; i < result->hosts.count; i++)
        json_array_append_new (hosts, hpm_json_text (result->hosts.texts[i]));
    json_object_set_new (run, "status",
                         json_string (partial ? "partial" : "complete"));
    json_object_set_new (run, "ranks",
                         json_integer ((json_int_t)result->ranks));
    json_object_set_new (run, "ranks_partial",
                         json_integer ((json_int_t)result->ranks_partial));
    json_object_set_new (run, "ranks_missing",
                         json_integer ((json_int_t)result->ranks_missing));
    json_object_set_new (run, "threads",
                         json_integer ((json_int_t)result->threads));
    json_object_set_new (run, "mpi_threads",
                         json_integer ((json_int_t)result->mpi_threads));
    json_object_set_new (run, "hosts", json_integer (result->hosts.count));
    json_object_set_new (run, "host_names", hosts);
    json_object_set_new (run, "wall_s", hpm_json_real (result->wall.max / 1e9));
    json_object_set_new (run, "overhead_start_s",
                         hpm_json_real (result->overhead_start.mean / 1e9));
    json_object_set_new (run, "overhead_stop_s",
                         hpm_json_real (result->overhead_stop.mean / 1e9));
    set_pauses (run, result);
    return run;
}

/* What events and metrics have alike.  */
static void
set_common (json_t *object, const struct hpm_result *result, int region,
            const char *name, const char *unit,
            const struct hpm_statistics *statistics, uint32_t quality)
{
    json_object_set_new (object, "name", hpm_json_text (name));
    json_object_set_new (object, "unit", hpm_json_text (unit));
    if (result->region_count > 1)
        json_object_set_new (object, "region",
                             hpm_json_text (result->regions[region]));
    json_object_set_new (object, "quality",
                         json_string (hpm_quality_word (quality)));
    json_object_set_new (object, "mean", hpm_json_real (statistics->mean));
    json_object_set_new (object, "stddev",
                         hpm_json_real (hpm_statistics_deviation (statistics)));
    json_object_set_new (object, "imbalance",
                         hpm_json_real (hpm_statistics_imbalance (statistics)));
    json_object_set_new (object, "min_rank",
                         integer (statistics->min_rank, statistics->count > 0));
    json_object_set_new (object, "max_rank",
                         integer (statistics->max_rank, statistics->count > 0));
    json_object_set_new (object, "ranks",
                         json_integer ((json_int_t)statistics->count));
    json_object_set_new (object, "ranks_missing",
                         json_integer ((json_int_t)statistics->missing));
}

/* Only where there is one.  */
static void
set_real (json_t *object, const char *key, double value)
{
    if (isfinite (value))
        json_object_set_new (object, key, json_real (value));
}

static json_t *
event_object (const struct hpm_result *result, int region, int event)
{
    int at = region * result->event_count + event;
    const struct hpm_statistics *statistics = &result->job.counts[at];
    enum hpm_reason reason = hpm_reason_dominant (
        result->job.reasons + (size_t)at * HPM_REASON_COUNT);
    json_t *object = json_object ();
    int any = statistics->count > 0;

    set_common (object, result, region, result->events[event].name,
                result->events[event].unit, statistics,
                hpm_statistics_quality (statistics));
    json_object_set_new (object, "sum",
                         wide (statistics->sum_low, statistics->sum_high,
                               any && !result->job.refused[at]));
    if (result->job.projected[at])
        json_object_set_new (object, "projected", json_true ());
    if (any && !result->job.refused[at])
        set_exact (object, statistics->sum_low, statistics->sum_high);
    json_object_set_new (object, "min", integer (statistics->min_integer, any));
    json_object_set_new (object, "max", integer (statistics->max_integer, any));
    set_real (object, "coverage",
              hpm_sampling_coverage (&result->job.sampling[at]));
    set_real (object, "error", hpm_count_error (&result->job, (size_t)at));
    json_object_set_new (object, "source",
                         hpm_json_text (result->events[event].source));
    json_object_set_new (object, "description",
                         hpm_json_text (result->events[event].description));
    if (result->joined.count)
        hpm_json_set_runs (object, result,
                           UINT64_C (1) << result->joined.event_run[event]);
    if (reason)
        json_object_set_new (object, "reason",
                             hpm_json_text (hpm_reason_text (reason)));
    return object;
}

/* Only where it has one.  */
static void
set_rating (json_t *object, const struct hpm_result *result, int region,
            int metric)
{
    char reasons[HPM_RATING_REASONS];
    struct hpm_job_rating job;

    hpm_rate_job (result, region, metric, &job);
    if (job.rating)
        json_object_set_new (object, "rating",
                             json_string (hpm_rating_word (job.rating)));
    if (*hpm_rating_reasons (reasons, result, region, metric, &job))
        json_object_set_new (object, "suspect", json_string (reasons));
}

static json_t *
metric_object (const struct hpm_result *result, int region, int metric)
{
    int at = region * result->metrics.count + metric;
    const struct hpm_statistics *statistics = &result->job.metrics[at];
    const struct hpm_metric_value *total = &result->job.totals[at];
    const struct hpm_metric *definition = &result->metrics.metrics[metric];
    json_t *object = json_object ();

    set_common (object, result, region, definition->name, definition->unit,
                statistics, hpm_metric_quality (&result->job, (size_t)at));
    json_object_set_new (object, "title", hpm_json_text (definition->title));
    json_object_set_new (object, "formula",
                         hpm_json_text (definition->formula_text));
    json_object_set_new (
        object, "total",
        hpm_json_real (definition->total && total->status == HPM_METRIC_OK
                           ? total->value
                           : NAN));
    set_real (object, "error",
              hpm_metric_error (&result->job, result, (size_t)at));
    json_object_set_new (object, "min", hpm_json_real (statistics->min));
    json_object_set_new (object, "max", hpm_json_real (statistics->max));
    set_rating (object, result, region, metric);
    hpm_json_set_runs (object, result, result->job.metric_runs[metric]);
    return object;
}

static void
set_lists (json_t *root, const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    const struct hpm_chosen *chosen = output->chosen;
    json_t *events = json_array (), *metrics = json_array ();

    for (int r = 0; r < result->region_count; r++) {
        for (int e = 0; e < result->event_count; e++)
            if (output->shown[e] && hpm_result_has_event (result, r, e))
                json_array_append_new (events, event_object (result, r, e));
        for (int i = 0; i < chosen->count; i++)
            if (hpm_result_has_metric (result, r, chosen->metrics[i]))
                json_array_append_new (
                    metrics, metric_object (result, r, chosen->metrics[i]));
    }
    json_object_set_new (root, "events", events);
    json_object_set_new (root, "metrics", metrics);
}

/* The document up to its last brace, to which rows may be added.  */
static void
put_members (FILE *out, json_t *root)
{
    const char *key;
    json_t *value;
    int first = 1;

    fputc ('{', out);
    json_object_foreach (root, key, value)
    {
        hpm_json_put_key (out, key, first, 1);
        hpm_json_print (out, value, 1);
        first = 0;
    }
}

int
hpm_output_json (const struct hpm_output *output, struct hpm_error *error)
{
    static const char *const names[] = { "job", "host", "rank", "thread" };
    enum hpm_per per = output->rows->per;
    json_t *root = json_object ();
    int failed = 0;

    json_object_set_new (root, "run", run_object (output));
    set_lists (root, output);
    hpm_json_set_calls (root, output);
    hpm_json_set_verdict (root, output);
    hpm_json_set_costs (root, output);
    hpm_json_set_joined (root, output);
    hpm_json_set_nodes (root, output);
    put_members (output->out, root);
    json_decref (root);
    if (per != HPM_PER_JOB) {
        hpm_json_put_key (output->out, names[per], 0, 1);
        failed = hpm_json_rows (output, error);
    }
    fputs ("\n}\n", output->out);
    return failed || ferror (output->out) ? -1 : 0;
}
