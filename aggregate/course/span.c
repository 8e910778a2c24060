/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/span.h"

#include <math.h>

#include "aggregate/model/row_names.h"
#include "base/event/tick_time.h"
#include "base/quality.h"
#include "hpm_schema.h"

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
count_in (const struct hpm_result *result, int first, int last, int event)
{
    const struct hpm_timeline *timeline = &result->timeline;
    const int64_t *counts
        = timeline->counts + (size_t)event * (size_t)timeline->count;
    int64_t sum = 0;

    if (result->events[event].kind == HPM_KIND_PEAK)
        return HPM_NO_COUNT;
    if (!timeline->count)
        return count_of_run (&result->job.events[event].statistics);
    for (int i = first; i <= last; i++)
        if (counts[i] == HPM_NO_COUNT
            || __builtin_add_overflow (sum, counts[i], &sum))
            return HPM_NO_COUNT;
    return sum;
}

void
hpm_span_times (const struct hpm_result *result, int first, int last,
                double *from, double *to)
{
    const struct hpm_timeline *timeline = &result->timeline;

    *from = 0;
    *to = 1e-9 * result->wall.max;
    if (!timeline->count)
        return;
    *from = 1e-9
            * (double)(hpm_timeline_begin (timeline, first) - timeline->start);
    *to = 1e-9 * (double)(timeline->ends[last] - timeline->start);
}

/* Of an event that was counted for hosts the number is in the event's unit.  */
static void
take_node (struct hpm_value *value, const struct hpm_result *result, int event)
{
    struct hpm_node_sum sum = hpm_nodes_sum (result, event, -1);
    int known = hpm_quality_has_value (value->quality);

    value->number = !result->timeline.count ? sum.amount
                    : known
                        ? (double)value->count * hpm_nodes_scale (result, event)
                        : NAN;
    value->quality
        = isnan (value->number) ? HPM_QUALITY_UNAVAILABLE : sum.quality;
}

/* Of how many processors or processes there are clocks in so much time, ns.  */
static double
targets_in (const struct hpm_result *result, const struct hpm_value *values,
            double time)
{
    int clock = hpm_result_find_event (result, "os::WALL_TIME");

    return clock < 0 || !hpm_quality_has_value (values[clock].quality)
               ? 1
               : fmax (1, round ((double)values[clock].count / time));
}

/* What hpmstat had by ticks has their error here, too, and where that is too
 * large for a line of hpmstat's it is not known.  */
static void
weigh_value (struct hpm_value *value, int fields, int of_processors,
             double targets, double time)
{
    int64_t tick = hpm_tick_length ();

    value->sampling.error
        = targets * (double)hpm_tick_fields_error (fields, tick);
    if (hpm_tick_fields_tell (fields, of_processors, tick, targets,
                              of_processors ? targets * time : time))
        return;
    value->count = 0;
    value->number = 0;
    value->quality = HPM_QUALITY_UNAVAILABLE;
    value->reason = HPM_REASON_TICKS;
}

static void
weigh_ticks (const struct hpm_result *result, int first, int last,
             struct hpm_value *values)
{
    int of_processors = hpm_result_rows (result) == HPM_ROWS_PROCESSOR;
    double from, to, time, targets;

    if (!hpm_result_is_observed (result))
        return;
    hpm_span_times (result, first, last, &from, &to);
    time = 1e9 * (to - from);
    targets = targets_in (result, values, time);
    for (int e = 0; e < result->event_count; e++) {
        int fields = hpm_tick_fields (result->events[e].name, of_processors);

        if (fields && hpm_quality_has_value (values[e].quality))
            weigh_value (&values[e], fields, of_processors, targets, time);
    }
}

void
hpm_span_values (const struct hpm_result *result, int first, int last,
                 struct hpm_value *values)
{
    for (int e = 0; e < result->event_count; e++) {
        int64_t count = count_in (result, first, last, e);
        struct hpm_value *value = &values[e];

        value->count = count == HPM_NO_COUNT ? 0 : count;
        value->number = (double)value->count;
        value->quality
            = count == HPM_NO_COUNT
                  ? HPM_QUALITY_UNAVAILABLE
                  : hpm_statistics_quality (&result->job.events[e].statistics);
        value->reason = HPM_REASON_NOT_RECORDED;
        if (hpm_result_is_node (result, (size_t)e)) {
            value->quality = count == HPM_NO_COUNT ? HPM_QUALITY_UNAVAILABLE
                                                   : HPM_QUALITY_EXACT;
            take_node (value, result, e);
        }
    }
    weigh_ticks (result, first, last, values);
}

void
hpm_span_values_of_member (const struct hpm_result *result,
                           const int64_t *counts, const uint32_t *qualities,
                           int interval, struct hpm_value *values)
{
    size_t intervals = (size_t)result->timeline.count;

    for (int e = 0; e < result->event_count; e++) {
        int64_t count = counts[(size_t)e * intervals + (size_t)interval];
        int exists = count != HPM_NO_COUNT
                     && result->events[e].kind != HPM_KIND_PEAK
                     && !hpm_result_is_node (result, (size_t)e);

        values[e]
            = (struct hpm_value){ .count = exists ? count : 0,
                                  .number = exists ? (double)count : 0,
                                  .quality = exists ? qualities[e]
                                                    : HPM_QUALITY_UNAVAILABLE,
                                  .reason = HPM_REASON_NOT_RECORDED };
    }
    weigh_ticks (result, interval, interval, values);
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
hpm_span_threads (const struct hpm_result *result,
                  const struct hpm_value *values, double seconds)
{
    double lives = seconds_of (result, values, "os::WALL_TIME");

    return lives > 0 && seconds > 0 ? lives / seconds : (double)result->threads;
}

double
hpm_span_mpi (const struct hpm_result *result, const struct hpm_value *values)
{
    return seconds_of (result, values, "mpi::TIME");
}

/* Where each rank has one thread, its clock tells how long it was there.  */
double
hpm_span_life (const struct hpm_result *result, const struct hpm_value *values,
               double ranks, double seconds)
{
    double lives = seconds_of (result, values, "os::WALL_TIME");

    return result->ranks_partial && result->threads <= result->ranks
                   && lives > 0
               ? fmin (lives, ranks * seconds)
               : ranks * seconds;
}

double
hpm_span_mpi_share (const struct hpm_result *result,
                    const struct hpm_value *values, double seconds)
{
    double ranks = (double)(result->ranks - result->ranks_missing);

    return hpm_span_mpi (result, values)
           / hpm_span_life (result, values, ranks, seconds);
}

double
hpm_span_mpi_shown (const struct hpm_result *result,
                    const struct hpm_value *values, double seconds)
{
    double share = hpm_span_mpi_share (result, values, seconds);

    return result->threads <= result->ranks && share > 1 ? 1 : share;
}
