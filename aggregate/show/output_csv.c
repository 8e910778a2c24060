/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CSV as RFC 4180 has it: CRLF, quotes where needed.  A value that does not
 * exist is an empty field.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/costs.h"
#include "aggregate/show/csv.h"
#include "aggregate/show/output.h"
#include "aggregate/show/rating_text.h"
#include "aggregate/analysis/sampling.h"

/* The end of a line of the job: its rating, and the runs it is made of, where
 * runs were joined.  */
static void
end_row (FILE *out, const struct hpm_result *result, uint64_t runs,
         const char *rating, const char *suspect)
{
    char text[HPM_JOINED_TEXT];

    hpm_csv_text (out, rating, 0);
    hpm_csv_text (out, suspect, 0);
    if (result->joined.count)
        hpm_csv_text (out, hpm_joined_text (runs, text), 0);
    fputs ("\r\n", out);
}

static void
put_spread (FILE *out, const struct hpm_statistics *statistics, double coverage,
            double error)
{
    hpm_csv_real (out, hpm_statistics_deviation (statistics));
    hpm_csv_integer (out, (int64_t)statistics->count, 1);
    hpm_csv_integer (out, (int64_t)statistics->missing, 1);
    hpm_csv_real (out, coverage);
    hpm_csv_real (out, error);
}

static uint64_t
event_run (const struct hpm_result *result, int event)
{
    return result->joined.count
               ? UINT64_C (1) << result->joined.event_run[event]
               : 0;
}

static void
put_event (FILE *out, const struct hpm_result *result, int region, int event)
{
    size_t at = (size_t)(region * result->event_count + event);
    const struct hpm_statistics *statistics = &result->job.counts[at];
    int any = statistics->count > 0;

    hpm_csv_text (out, "event", 1);
    hpm_csv_text (out, result->regions[region], 0);
    hpm_csv_text (out, result->events[event].name, 0);
    hpm_csv_text (out, result->events[event].unit, 0);
    hpm_csv_text (out, hpm_quality_word (hpm_statistics_quality (statistics)),
                  0);
    hpm_csv_wide (out, statistics->sum_low, statistics->sum_high,
                  any && !result->job.refused[at]);
    hpm_csv_real (out, statistics->mean);
    hpm_csv_integer (out, statistics->min_integer, any);
    hpm_csv_integer (out, statistics->min_rank, any);
    hpm_csv_integer (out, statistics->max_integer, any);
    hpm_csv_integer (out, statistics->max_rank, any);
    put_spread (out, statistics,
                hpm_sampling_coverage (&result->job.sampling[at]),
                hpm_count_error (&result->job, at));
    end_row (out, result, event_run (result, event), "", "");
}

static void
put_metric (FILE *out, const struct hpm_result *result, int region, int metric)
{
    int at = region * result->metrics.count + metric;
    const struct hpm_statistics *statistics = &result->job.metrics[at];
    const struct hpm_metric *definition = &result->metrics.metrics[metric];
    int any = statistics->count > 0;
    char reasons[HPM_RATING_REASONS];
    struct hpm_job_rating job;

    hpm_csv_text (out, "metric", 1);
    hpm_csv_text (out, result->regions[region], 0);
    hpm_csv_text (out, definition->name, 0);
    hpm_csv_text (out, definition->unit, 0);
    hpm_csv_text (
        out, hpm_quality_word (hpm_metric_quality (&result->job, (size_t)at)),
        0);
    hpm_csv_real (out, definition->total
                               && result->job.totals[at].status == HPM_METRIC_OK
                           ? result->job.totals[at].value
                           : NAN);
    hpm_csv_real (out, statistics->mean);
    hpm_csv_real (out, statistics->min);
    hpm_csv_integer (out, statistics->min_rank, any);
    hpm_csv_real (out, statistics->max);
    hpm_csv_integer (out, statistics->max_rank, any);
    put_spread (out, statistics, NAN,
                hpm_metric_error (&result->job, result, (size_t)at));
    hpm_rate_job (result, region, metric, &job);
    end_row (out, result, result->job.metric_runs[metric],
             hpm_rating_word (job.rating),
             hpm_rating_reasons (reasons, result, region, metric, &job));
}

/* A number of each rank that is no count: what, region, name and unit are
 * written.  */
static void
put_integers (FILE *out, const struct hpm_result *result,
              const struct hpm_statistics *statistics, int adds_up)
{
    int any = statistics->count > 0;

    hpm_csv_text (out, hpm_quality_word (hpm_statistics_quality (statistics)),
                  0);
    hpm_csv_wide (out, statistics->sum_low, statistics->sum_high,
                  any && adds_up);
    hpm_csv_real (out, statistics->mean);
    hpm_csv_integer (out, statistics->min_integer, any);
    hpm_csv_integer (out, statistics->min_rank, any);
    hpm_csv_integer (out, statistics->max_integer, any);
    hpm_csv_integer (out, statistics->max_rank, any);
    put_spread (out, statistics, NAN, NAN);
    end_row (out, result, 0, "", "");
}

/* What measuring MPI calls cost: "mpi_record,program,overhead,ns".  */
static void
put_mpi_record (FILE *out, const struct hpm_result *result)
{
    static const struct {
        int field;
        const char *name, *unit;
        int adds_up;
    } rows[] = { { HPM_MPI_FIELD_calls, "calls", "1", 1 },
                 { HPM_MPI_FIELD_call_overhead, "call_overhead", "ps", 0 },
                 { HPM_MPI_FIELD_call_inside, "call_inside", "ps", 0 },
                 { HPM_MPI_FIELD_overhead, "overhead", "ns", 1 },
                 { HPM_MPI_FIELD_removed, "removed", "ns", 1 },
                 { HPM_MPI_FIELD_larger, "larger", "1", 1 } };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct hpm_statistics *statistics
            = &result->calls.fields[rows[i].field];

        if (!statistics->count)
            continue;
        hpm_csv_text (out, "mpi_record", 1);
        hpm_csv_text (out, result->regions[0], 0);
        hpm_csv_text (out, rows[i].name, 0);
        hpm_csv_text (out, rows[i].unit, 0);
        put_integers (out, result, statistics, rows[i].adds_up);
    }
}

/* One number of all ranks of a function: "mpi_time,program,MPI_Send,ns".  */
static void
put_call (FILE *out, const struct hpm_result *result, int function, int sum)
{
    static const char *const whats[] = {
#define HPM_X(identifier, name, unit, meaning) "mpi_" name,
        HPM_CALL_SUMS (HPM_X)
#undef HPM_X
    };
    static const char *const units[] = {
#define HPM_X(identifier, name, unit, meaning) unit,
        HPM_CALL_SUMS (HPM_X)
#undef HPM_X
    };
    const struct hpm_statistics *statistics
        = hpm_calls_sum (&result->calls, function, (enum hpm_call_sum)sum);

    hpm_csv_text (out, whats[sum], 1);
    hpm_csv_text (out, result->regions[0], 0);
    hpm_csv_text (out, result->calls.functions[function].name, 0);
    hpm_csv_text (out, units[sum], 0);
    put_integers (out, result, statistics,
                  sum != HPM_SUM_MIN_TIME && sum != HPM_SUM_MAX_TIME);
}

static void
put_calls (const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    int *order = hpm_calls_order (&result->calls);

    for (int i = 0; order && i < result->calls.count; i++)
        if (hpm_selection_has (&output->selection->mpi,
                               result->calls.functions[order[i]].name))
            for (int sum = 0; sum < HPM_CALL_SUM_COUNT; sum++)
                put_call (output->out, result, order[i], sum);
    free (order);
    put_mpi_record (output->out, result);
}

/* One line each, the value as the mean.  */
static void
put_efficiencies (FILE *out, const struct hpm_result *result)
{
    static const char *const units[] = {
#define HPM_X(identifier, name, unit, meaning) unit,
        HPM_EFFICIENCIES (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++) {
        if (isnan (result->verdict.efficiency[i]))
            continue;
        hpm_csv_text (out, "efficiency", 1);
        hpm_csv_text (out, result->regions[0], 0);
        hpm_csv_text (out, hpm_efficiency_word (i), 0);
        hpm_csv_text (out, units[i], 0);
        hpm_csv_text (out, "", 0);
        hpm_csv_real (out, NAN);
        hpm_csv_real (out, result->verdict.efficiency[i]);
        fputs (",,,,,,,,,", out);
        end_row (out, result, 0, "", "");
    }
}

/* Time of an event: the columns of its count, in seconds.  */
static void
put_cost (FILE *out, const struct hpm_result *result,
          const struct hpm_event_cost *cost, int estimate)
{
    static const char *const whats[]
        = { "cost_minimum", "cost_typical", "cost_maximum" };
    const struct hpm_statistics *statistics
        = hpm_event_cost_statistics (result, cost);
    uint32_t quality = hpm_statistics_quality (statistics);
    double seconds = 1e-9 * cost->ns[estimate];
    size_t at = (size_t)cost->event;
    int any = statistics->count > 0;

    hpm_csv_text (out, whats[estimate], 1);
    hpm_csv_text (out, result->regions[0], 0);
    hpm_csv_text (out, result->events[cost->event].name, 0);
    hpm_csv_text (out, "s", 0);
    hpm_csv_text (out, hpm_quality_word (quality), 0);
    hpm_csv_real (out, 1e-9 * cost->total[estimate]);
    hpm_csv_real (out, seconds * statistics->mean);
    hpm_csv_real (out, seconds * statistics->min);
    hpm_csv_integer (out, statistics->min_rank, any);
    hpm_csv_real (out, seconds * statistics->max);
    hpm_csv_integer (out, statistics->max_rank, any);
    hpm_csv_real (out, seconds * hpm_statistics_deviation (statistics));
    hpm_csv_integer (out, (int64_t)statistics->count, 1);
    hpm_csv_integer (out, (int64_t)statistics->missing, 1);
    hpm_csv_real (out, hpm_sampling_coverage (&result->job.sampling[at]));
    hpm_csv_real (out, hpm_count_error (&result->job, at));
    end_row (out, result, event_run (result, cost->event), "", "");
}

/* What has a total alone.  */
static void
put_cost_total (FILE *out, const struct hpm_result *result, const char *what,
                const char *name, const char *unit, double total)
{
    hpm_csv_text (out, what, 1);
    hpm_csv_text (out, result->regions[0], 0);
    hpm_csv_text (out, name, 0);
    hpm_csv_text (out, unit, 0);
    hpm_csv_text (out, "", 0);
    hpm_csv_real (out, total);
    fputs (",,,,,,,,,,", out);
    end_row (out, result, 0, "", "");
}

static void
put_costs (const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    struct hpm_cost_report report;

    if (!output->selection->costs_wanted
        || hpm_cost_report_make (&report, result, output->selection))
        return;
    put_cost_total (output->out, result, "cost_clock", report.clock_source,
                    "MHz", report.clock_hz > 0 ? 1e-6 * report.clock_hz : NAN);
    for (int i = 0; i < report.count; i++) {
        for (int k = 0; k < HPM_COST_ESTIMATES; k++)
            put_cost (output->out, result, &report.costs[i], k);
        put_cost_total (output->out, result, "cost_share",
                        result->events[report.costs[i].event].name, "%",
                        100 * hpm_event_cost_share (&report, &report.costs[i]));
    }
    hpm_cost_report_release (&report);
}

/* An event that was counted for hosts: no rank has it.  */
static void
put_node (FILE *out, const struct hpm_result *result, int event)
{
    struct hpm_node_sum sum = hpm_nodes_sum (result, event, -1);

    hpm_csv_text (out, "node_event", 1);
    hpm_csv_text (out, result->regions[0], 0);
    hpm_csv_text (out, result->events[event].name, 0);
    hpm_csv_text (out, result->events[event].unit, 0);
    hpm_csv_text (out, hpm_quality_word (sum.quality), 0);
    hpm_csv_real (out, sum.amount);
    hpm_csv_real (out, sum.amount / (double)sum.places);
    hpm_csv_real (out, sum.least);
    fputc (',', out);
    hpm_csv_real (out, sum.most);
    fputs (",,", out);
    hpm_csv_integer (out, (int64_t)sum.places, 1);
    hpm_csv_integer (out, (int64_t)sum.uncounted, 1);
    fputc (',', out);
    hpm_csv_real (out, sum.error > 0 ? sum.error / sum.amount : NAN);
    end_row (out, result, event_run (result, event), "", "");
}

static void
put_job (const struct hpm_output *output)
{
    const struct hpm_chosen *chosen = output->chosen;

    fputs ("what,region,name,unit,quality,total,mean,min,min_rank,max,max_rank,"
           "stddev,values,missing,coverage,error,rating,suspect",
           output->out);
    fputs (output->result->joined.count ? ",runs\r\n" : "\r\n", output->out);
    for (int r = 0; r < output->result->region_count; r++) {
        for (int e = 0; e < output->result->event_count; e++)
            if (output->shown[e] && hpm_result_has_event (output->result, r, e))
                put_event (output->out, output->result, r, e);
        for (int e = 0; !r && e < output->result->event_count; e++)
            if (hpm_result_is_node (output->result, (size_t)e)
                && output->shown[e])
                put_node (output->out, output->result, e);
        for (int i = 0; i < chosen->count; i++)
            if (hpm_result_has_metric (output->result, r, chosen->metrics[i]))
                put_metric (output->out, output->result, r, chosen->metrics[i]);
    }
    put_calls (output);
    put_efficiencies (output->out, output->result);
    put_costs (output);
}

int
hpm_output_csv (const struct hpm_output *output, struct hpm_error *error)
{
    int failed = 0;

    if (output->rows->per == HPM_PER_JOB)
        put_job (output);
    else
        failed = hpm_csv_rows (output, error);
    return failed || ferror (output->out) ? -1 : 0;
}
