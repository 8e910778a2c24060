/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/interval_rows.h"

#include <math.h>

#include "aggregate/show/rows/rows.h"

int
hpm_intervals (const struct hpm_result *result)
{
    return result->timeline.count ? result->timeline.count : 1;
}

/* The whole run, of which no parts are known; what 64 bits do not hold is none.
 */
static int64_t
count_of_run (const struct hpm_statistics *statistics)
{
    int64_t sum = (int64_t)statistics->sum_low;

    return statistics->count && statistics->sum_high == (sum < 0 ? -1 : 0)
               ? sum
               : HPM_NO_COUNT;
}

/* Nothing of an event that does not add up over time.  */
static int64_t
count_in (const struct hpm_result *result, int interval, int event)
{
    const struct hpm_timeline *timeline = &result->timeline;
    const struct hpm_statistics *run = &result->job.events[event].statistics;

    if (result->events[event].kind == HPM_KIND_PEAK)
        return HPM_NO_COUNT;
    return timeline->count
               ? timeline->counts[(size_t)event * (size_t)timeline->count
                                  + (size_t)interval]
               : count_of_run (run);
}

void
hpm_interval_values (const struct hpm_result *result, int interval,
                     struct hpm_value *values, double *from, double *to)
{
    const struct hpm_timeline *timeline = &result->timeline;

    *from = 0;
    *to = 1e-9 * result->wall.max;
    if (timeline->count) {
        *from = 1e-9
                * (double)(hpm_timeline_begin (timeline, interval)
                           - timeline->start);
        *to = 1e-9 * (double)(timeline->ends[interval] - timeline->start);
    }
    for (int e = 0; e < result->event_count; e++) {
        int64_t count = count_in (result, interval, e);
        struct hpm_value *value = &values[e];

        value->count = count == HPM_NO_COUNT ? 0 : count;
        value->number = (double)value->count;
        value->quality
            = count == HPM_NO_COUNT
                  ? HPM_QUALITY_UNAVAILABLE
                  : hpm_statistics_quality (&result->job.events[e].statistics);
        value->reason = HPM_REASON_NOT_RECORDED;
    }
}

/* A count in s of ns, or NAN.  */
static double
seconds_of (const struct hpm_result *result, const struct hpm_value *values,
            const char *event)
{
    int place = hpm_result_find_event (result, event);

    return place < 0 || !hpm_quality_has_value (values[place].quality)
               ? NAN
               : 1e-9 * values[place].number;
}

double
hpm_interval_threads (const struct hpm_result *result,
                      const struct hpm_value *values, double seconds)
{
    double lives = seconds_of (result, values, "os::WALL_TIME");

    return lives > 0 && seconds > 0 ? lives / seconds : (double)result->threads;
}

double
hpm_interval_mpi (const struct hpm_result *result,
                  const struct hpm_value *values)
{
    return seconds_of (result, values, "mpi::TIME");
}

double
hpm_interval_mpi_share (const struct hpm_result *result,
                        const struct hpm_value *values, double seconds)
{
    double ranks = (double)(result->ranks - result->ranks_missing);

    return hpm_interval_mpi (result, values) / (ranks * seconds);
}

static void
take_metrics (struct hpm_row *row, const struct hpm_result *result,
              struct hpm_values *values, double seconds)
{
    struct hpm_metric_input input
        = { .events = result->events,
            .values = values->counts,
            .count = result->event_count,
            .wall_s = seconds,
            .threads = hpm_interval_threads (result, values->counts, seconds),
            .ranks = (double)(result->ranks - result->ranks_missing),
            .clock_hz = values->clock_hz,
            .line_bytes = values->line_bytes,
            .costs = result->cost_constants };

    hpm_joined_evaluate (result, values->binding, &input, values->metrics);
    for (int m = 0; m < result->metrics.count; m++) {
        row->metrics[m] = values->metrics[m].status == HPM_METRIC_OK
                              ? values->metrics[m].value
                              : NAN;
        row->qualities[m] = values->metrics[m].quality;
    }
}

void
hpm_row_of_interval (struct hpm_row *row, const struct hpm_result *result,
                     struct hpm_values *values, int interval)
{
    hpm_interval_values (result, interval, values->counts, &row->from_s,
                         &row->to_s);
    row->wall_s = row->to_s - row->from_s;
    row->mpi_s = hpm_interval_mpi (result, values->counts);
    row->mpi_share
        = hpm_interval_mpi_share (result, values->counts, row->wall_s);
    for (int e = 0; e < result->event_count; e++) {
        const struct hpm_value *value = &values->counts[e];

        row->counts[e] = (struct hpm_count){ (uint64_t)value->count,
                                             value->count < 0 ? -1 : 0,
                                             value->quality, value->reason };
    }
    take_metrics (row, result, values, row->wall_s);
}
