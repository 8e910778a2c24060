/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/job_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/projection.h"
#include "aggregate/analysis/sampling.h"
#include "aggregate/analysis/cost_report.h"

/* A column and where it is; JSON leaves what is there for some rows only out of
 * the others.  */
#define COLUMN(name, kind, in, field)                                          \
    {                                                                          \
        name, kind, in, offsetof (struct hpm_job_row, field), NULL, NULL       \
    }
#define IF_ANY (HPM_IN_BOTH | HPM_IF_ANY)
#define JSON_ONLY (HPM_IN_JSON | HPM_IF_ANY)

static const struct hpm_column job_columns[] = {
    COLUMN ("what", HPM_TEXT, HPM_IN_CSV, what),
    COLUMN ("region", HPM_TEXT, HPM_IN_BOTH, region),
    COLUMN ("name", HPM_TEXT, HPM_IN_BOTH, name),
    COLUMN ("unit", HPM_TEXT, HPM_IN_BOTH, unit),
    COLUMN ("quality", HPM_TEXT, HPM_IN_BOTH, quality),
    COLUMN ("total", HPM_NUMBER, HPM_IN_BOTH, total),
    COLUMN ("mean", HPM_REAL, HPM_IN_BOTH, mean),
    COLUMN ("min", HPM_NUMBER, HPM_IN_BOTH, min),
    COLUMN ("min_rank", HPM_INTEGER, HPM_IN_BOTH, min_rank),
    COLUMN ("max", HPM_NUMBER, HPM_IN_BOTH, max),
    COLUMN ("max_rank", HPM_INTEGER, HPM_IN_BOTH, max_rank),
    COLUMN ("stddev", HPM_REAL, HPM_IN_BOTH, stddev),
    COLUMN ("values", HPM_INTEGER, HPM_IN_BOTH, values),
    COLUMN ("missing", HPM_INTEGER, HPM_IN_BOTH, missing),
    COLUMN ("coverage", HPM_REAL, IF_ANY, coverage),
    COLUMN ("error", HPM_REAL, IF_ANY, error),
    COLUMN ("rating", HPM_TEXT, IF_ANY, rating),
    COLUMN ("suspect", HPM_TEXT, IF_ANY, suspect),
    COLUMN ("runs", HPM_RUNS, HPM_IN_BOTH, runs),
    COLUMN ("imbalance", HPM_REAL, HPM_IN_JSON, imbalance),
    COLUMN ("total_exact", HPM_TEXT, JSON_ONLY, exact),
    COLUMN ("added", HPM_INTEGER, JSON_ONLY, added),
    COLUMN ("projected", HPM_FLAG, JSON_ONLY, projected),
    COLUMN ("title", HPM_TEXT, JSON_ONLY, title),
    COLUMN ("formula", HPM_TEXT, JSON_ONLY, formula),
    COLUMN ("source", HPM_TEXT, JSON_ONLY, source),
    COLUMN ("description", HPM_TEXT, JSON_ONLY, description),
    COLUMN ("reason", HPM_TEXT, JSON_ONLY, reason),
};

_Static_assert(sizeof job_columns / sizeof *job_columns == HPM_JOB_COLUMNS,
               "as many columns as the header says");

void
hpm_job_columns (const struct hpm_result *result,
                 struct hpm_column columns[HPM_JOB_COLUMNS])
{
    memcpy (columns, job_columns, sizeof job_columns);
    for (int i = 0; i < HPM_JOB_COLUMNS; i++)
        if (columns[i].kind == HPM_RUNS && !result->joined.count)
            columns[i].in = 0;
        else if (!strcmp (columns[i].name, "region")
                 && result->region_count == 1)
            columns[i].in = HPM_IN_CSV;
}

/* A row of which nothing but this is known.  */
void
hpm_job_row_start (struct hpm_job_row *row, const struct hpm_result *result,
                   int region, const char *what, const char *name,
                   const char *unit)
{
    memset (row, 0, sizeof *row);
    row->what = what;
    row->region = result->regions[region];
    row->name = name;
    row->unit = unit;
    row->min_rank = row->max_rank = HPM_NO_INTEGER;
    row->values = row->missing = row->added = HPM_NO_INTEGER;
    row->mean = row->stddev = row->imbalance = NAN;
    row->coverage = row->error = row->sum = NAN;
}

static void
set_quality (struct hpm_job_row *row, uint32_t quality)
{
    row->quality = hpm_quality_word (quality);
    row->uncertain
        = quality == HPM_QUALITY_SCALED || quality == HPM_QUALITY_PARTIAL;
}

/* What integers and reals have alike; `factor` makes a time of a count.  */
static void
set_statistics (struct hpm_job_row *row,
                const struct hpm_statistics *statistics, double factor)
{
    set_quality (row, hpm_statistics_quality (statistics));
    row->mean = factor * statistics->mean;
    row->least = factor * statistics->min;
    row->greatest = factor * statistics->max;
    row->min = hpm_number_real (row->least);
    row->max = hpm_number_real (row->greatest);
    row->stddev = factor * hpm_statistics_deviation (statistics);
    row->imbalance = hpm_statistics_imbalance (statistics);
    row->values = (int64_t)statistics->count;
    row->missing = (int64_t)statistics->missing;
    if (!statistics->count)
        return;
    row->min_rank = statistics->min_rank;
    row->max_rank = statistics->max_rank;
}

static void
set_integers (struct hpm_job_row *row, const struct hpm_statistics *statistics,
              int adds_up)
{
    int any = statistics->count > 0;

    set_statistics (row, statistics, 1);
    row->min = hpm_number_integer (statistics->min_integer, any);
    row->max = hpm_number_integer (statistics->max_integer, any);
    if (!any || !adds_up)
        return;
    row->total = (struct hpm_number){ HPM_NUMBER_INTEGER, statistics->sum_low,
                                      statistics->sum_high, NAN };
    if (!hpm_is_narrow (statistics->sum_low, statistics->sum_high))
        row->exact = hpm_integer128_text (row->digits, statistics->sum_low,
                                          statistics->sum_high);
}

static uint64_t
event_run (const struct hpm_result *result, int event)
{
    return result->joined.count
               ? UINT64_C (1) << result->joined.event_run[event]
               : 0;
}

void
hpm_job_event (struct hpm_job_row *row, const struct hpm_result *result,
               int region, int event)
{
    size_t at = (size_t)region * (size_t)result->event_count + (size_t)event;
    const struct hpm_event_record *record = &result->events[event];
    const struct hpm_aggregate *job = &result->job;
    enum hpm_reason reason = hpm_reason_dominant (job->events[at].reasons);

    hpm_job_row_start (row, result, region, "event", record->name,
                       record->unit);
    set_integers (row, &job->events[at].statistics, !job->events[at].refused);
    row->sum = hpm_count_total (job, at);
    row->coverage = hpm_sampling_coverage (&job->events[at].sampling);
    row->error = hpm_count_error (job, at);
    row->runs = event_run (result, event);
    if (region == HPM_REGION_PROGRAM && result->added[event] > 0)
        row->added = result->added[event];
    row->projected = job->events[at].projected;
    row->source = record->source;
    row->description = record->description;
    if (reason)
        row->reason = hpm_reason_text (reason);
}

static void
set_rating (struct hpm_job_row *row, const struct hpm_result *result,
            int region, int metric)
{
    struct hpm_job_rating rating;

    hpm_rate_job (result, region, metric, &rating);
    row->how_good = rating.rating;
    if (rating.rating)
        row->rating = hpm_rating_word (rating.rating);
    if (*hpm_rating_reasons (row->reasons, result, region, metric, &rating))
        row->suspect = row->reasons;
}

void
hpm_job_metric (struct hpm_job_row *row, const struct hpm_result *result,
                int region, int metric)
{
    size_t at = (size_t)region * (size_t)result->metrics.count + (size_t)metric;
    const struct hpm_metric *definition = &result->metrics.metrics[metric];
    const struct hpm_aggregate *job = &result->job;

    hpm_job_row_start (row, result, region, "metric", definition->name,
                       definition->unit);
    set_statistics (row, &job->metrics[at].statistics, 1);
    set_quality (row, hpm_metric_quality (job, at));
    if (definition->total && job->metrics[at].total.status == HPM_METRIC_OK)
        row->sum = job->metrics[at].total.value;
    row->total = hpm_number_real (row->sum);
    row->error = hpm_metric_error (job, result, at);
    row->runs = job->metric_runs[metric];
    row->title = definition->title;
    row->formula = definition->formula_text;
    if (!hpm_result_has_metric (result, region, metric))
        row->reason = "events not counted, or all 0";
    set_rating (row, result, region, metric);
}

void
hpm_job_node (struct hpm_job_row *row, const struct hpm_result *result,
              int event)
{
    struct hpm_node_sum sum = hpm_nodes_sum (result, event, -1);

    hpm_job_row_start (row, result, 0, "node_event", result->events[event].name,
                       result->events[event].unit);
    row->quality = hpm_quality_word (sum.quality);
    row->uncertain = sum.quality != HPM_QUALITY_EXACT;
    row->sum = sum.amount;
    row->total = hpm_number_real (sum.amount);
    row->mean = sum.amount / (double)sum.places;
    row->least = sum.least;
    row->greatest = sum.most;
    row->min = hpm_number_real (sum.least);
    row->max = hpm_number_real (sum.most);
    row->values = (int64_t)sum.places;
    row->missing = (int64_t)sum.uncounted;
    if (sum.error > 0)
        row->error = sum.error / sum.amount;
    row->runs = event_run (result, event);
    if (sum.reason)
        row->reason = hpm_reason_text (sum.reason);
}

/* One row for each sum over the calls of a function: "mpi_time", "MPI_Send".
 */
static void
put_function (const struct hpm_output *output, int function, hpm_job_put *put,
              void *data)
{
    static const struct {
        const char *what, *unit;
    } sums[] = {
#define HPM_X(identifier, name, unit, meaning) { "mpi_" name, unit },
        HPM_CALL_SUMS (HPM_X)
#undef HPM_X
    };
    const struct hpm_calls *calls = &output->result->calls;
    struct hpm_job_row row;

    for (int sum = 0; sum < HPM_CALL_SUM_COUNT; sum++) {
        hpm_job_row_start (&row, output->result, 0, sums[sum].what,
                           calls->functions[function].name, sums[sum].unit);
        set_integers (&row,
                      hpm_calls_sum (calls, function, (enum hpm_call_sum)sum),
                      sum != HPM_SUM_MIN_TIME && sum != HPM_SUM_MAX_TIME);
        put (data, &row);
    }
}

/* What measuring MPI calls cost.  */
static void
put_mpi_record (const struct hpm_output *output, hpm_job_put *put, void *data)
{
    static const struct {
        int field;
        const char *name, *unit;
        int adds_up;
    } fields[] = { { HPM_MPI_FIELD_calls, "calls", "1", 1 },
                   { HPM_MPI_FIELD_call_overhead, "call_overhead", "ps", 0 },
                   { HPM_MPI_FIELD_call_inside, "call_inside", "ps", 0 },
                   { HPM_MPI_FIELD_overhead, "overhead", "ns", 1 },
                   { HPM_MPI_FIELD_removed, "removed", "ns", 1 },
                   { HPM_MPI_FIELD_larger, "larger", "1", 1 } };
    struct hpm_job_row row;

    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const struct hpm_statistics *statistics
            = &output->result->calls.fields[fields[i].field];

        if (!statistics->count)
            continue;
        hpm_job_row_start (&row, output->result, 0, "mpi_record",
                           fields[i].name, fields[i].unit);
        set_integers (&row, statistics, fields[i].adds_up);
        put (data, &row);
    }
}

static void
put_calls (const struct hpm_output *output, hpm_job_put *put, void *data)
{
    const struct hpm_calls *calls = &output->result->calls;
    int *order = hpm_calls_order (calls);

    for (int i = 0; order && i < calls->count; i++)
        if (hpm_selection_has (&output->selection->mpi,
                               calls->functions[order[i]].name))
            put_function (output, order[i], put, data);
    free (order);
    put_mpi_record (output, put, data);
}

/* The time an event took, by each estimate: its count as seconds.  */
static void
put_cost (const struct hpm_output *output, const struct hpm_event_cost *cost,
          hpm_job_put *put, void *data)
{
    static const char *const whats[]
        = { "cost_minimum", "cost_typical", "cost_maximum" };
    const struct hpm_result *result = output->result;
    size_t at = (size_t)cost->event;
    struct hpm_job_row row;

    for (int k = 0; k < HPM_COST_ESTIMATES; k++) {
        hpm_job_row_start (&row, result, 0, whats[k],
                           result->events[cost->event].name, "s");
        set_statistics (&row, hpm_event_cost_statistics (result, cost),
                        cost->ns[k] / 1e9);
        row.total = hpm_number_real (cost->total[k] / 1e9);
        row.coverage = hpm_sampling_coverage (&result->job.events[at].sampling);
        row.error = hpm_count_error (&result->job, at);
        row.runs = event_run (result, cost->event);
        put (data, &row);
    }
}

/* What has a total alone: the clock, and the share of each event.  */
static void
put_costs (const struct hpm_output *output, hpm_job_put *put, void *data)
{
    struct hpm_cost_report report;
    struct hpm_job_row row;

    if (!output->selection->costs_wanted
        || hpm_cost_report_make (&report, output->result, output->selection))
        return;
    hpm_job_row_start (&row, output->result, 0, "cost_clock",
                       report.clock_source, "MHz");
    if (report.clock_hz > 0)
        row.total = hpm_number_real (1e-6 * report.clock_hz);
    put (data, &row);
    for (int i = 0; i < report.count; i++) {
        const struct hpm_event_cost *cost = &report.costs[i];

        put_cost (output, cost, put, data);
        hpm_job_row_start (&row, output->result, 0, "cost_share",
                           output->result->events[cost->event].name, "%");
        row.total
            = hpm_number_real (100 * hpm_event_cost_share (&report, cost));
        put (data, &row);
    }
    hpm_cost_report_release (&report);
}

void
hpm_job_rows (const struct hpm_output *output, unsigned what, hpm_job_put *put,
              void *data)
{
    const struct hpm_result *result = output->result;
    const struct hpm_chosen *chosen = output->chosen;
    struct hpm_job_row row;

    for (int r = 0; r < result->region_count; r++) {
        for (int e = 0; e < result->event_count; e++)
            if (what & HPM_JOB_EVENTS && output->shown[e]
                && hpm_result_has_event (result, r, e)) {
                hpm_job_event (&row, result, r, e);
                put (data, &row);
            }
        for (int e = 0; !r && e < result->event_count; e++)
            if (what & HPM_JOB_NODES && output->shown[e]
                && hpm_result_is_node (result, (size_t)e)) {
                hpm_job_node (&row, result, e);
                put (data, &row);
            }
        for (int i = 0; i < chosen->count; i++)
            if (what & HPM_JOB_METRICS
                && hpm_chosen_is_shown (result, output->selection, r,
                                        chosen->metrics[i])) {
                hpm_job_metric (&row, result, r, chosen->metrics[i]);
                put (data, &row);
            }
    }
    if (!(what & HPM_JOB_OTHERS))
        return;
    put_calls (output, put, data);
    hpm_job_put_verdict (output, put, data);
    put_costs (output, put, data);
}
