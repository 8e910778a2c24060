/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Intervals of the run, or several of them that follow each other, as rows.
 */
#include "config.h"

#include <math.h>

#include "aggregate/course/span.h"
#include "aggregate/course/span_account.h"
#include "aggregate/model/row_names.h"
#include "aggregate/show/rows/rows.h"
#include "base/event/tick_time.h"

/* hpmstat shows no metric of an interval that the errors of its counts may
 * change by so much, and its file has what its lines have.  */
static int
is_told (const struct hpm_result *result, const struct hpm_metric_value *metric)
{
    return metric->status == HPM_METRIC_OK
           && !(hpm_result_is_observed (result)
                && hpm_tick_hides (metric->error, metric->value));
}

static void
take_metrics (struct hpm_row *row, const struct hpm_result *result,
              struct hpm_values *values, double ranks)
{
    double seconds = row->wall_s;
    struct hpm_metric_input input
        = { .events = result->events,
            .values = values->counts,
            .count = result->event_count,
            .wall_s = seconds,
            .threads = hpm_span_threads (result, values->counts, seconds),
            .ranks = ranks,
            .clock_hz = values->clock_hz,
            .line_bytes = values->line_bytes,
            .costs = result->cost_constants };

    hpm_joined_evaluate (result, values->binding, &input, values->metrics);
    for (int m = 0; m < result->metrics.count; m++) {
        row->metrics[m] = is_told (result, &values->metrics[m])
                              ? values->metrics[m].value
                              : NAN;
        row->qualities[m] = values->metrics[m].quality;
    }
}

/* A share that may err by more, of the whole, is told as one that is not exact.
 */
#define EXACT_SHARE 0.01

/* What the account is of the time of the threads.  */
static void
take_shares (struct hpm_row *row)
{
    double whole = 0;

    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++)
        whole += row->span.part[i];
    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++) {
        row->span_percent[i] = 100 * row->span.part[i] / whole;
        row->span_qualities[i] = row->span.error[i] > EXACT_SHARE * whole
                                     ? HPM_QUALITY_SCALED
                                     : HPM_QUALITY_EXACT;
    }
}

static void
take_counts (struct hpm_row *row, const struct hpm_result *result,
             const struct hpm_value *values)
{
    for (int e = 0; e < result->event_count; e++) {
        const struct hpm_value *value = &values[e];

        row->counts[e]
            = hpm_count_of (value->count, value->quality, value->reason);
        if (hpm_result_is_node (result, (size_t)e)) {
            row->counts[e].quality = HPM_QUALITY_UNAVAILABLE;
            row->amounts[e] = value->number;
        }
    }
}

/* All that is made of the values, of so many ranks.  */
static void
take_values (struct hpm_row *row, const struct hpm_result *result,
             struct hpm_values *values, double ranks)
{
    row->wall_s = row->to_s - row->from_s;
    row->mpi_s = hpm_span_mpi (result, values->counts);
    row->mpi_share
        = row->mpi_s
          / hpm_span_life (result, values->counts, ranks, row->wall_s);
    take_counts (row, result, values->counts);
    take_shares (row);
    take_metrics (row, result, values, ranks);
}

void
hpm_row_of_span (struct hpm_row *row, const struct hpm_result *result,
                 struct hpm_values *values, int first, int last)
{
    hpm_span_times (result, first, last, &row->from_s, &row->to_s);
    hpm_span_values (result, first, last, values->counts);
    hpm_span_account (&row->span, result, first, last, values->counts);
    take_values (row, result, values,
                 (double)(result->ranks - result->ranks_missing));
}

void
hpm_row_of_member_span (struct hpm_row *row, const struct hpm_result *result,
                        struct hpm_values *values, int interval)
{
    hpm_span_times (result, interval, interval, &row->from_s, &row->to_s);
    hpm_span_account_of_member (&row->span, result, values->counts);
    take_values (row, result, values, (double)row->ranks);
}
