/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values of one thread or one rank.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/accumulate.h"
#include "base/quality.h"
#include "hpm_os_events.h"

int
hpm_values_init (struct hpm_values *values, const struct hpm_result *result)
{
    size_t regions = (size_t)result->region_count;
    size_t counts = regions * (size_t)result->event_count + 1;
    size_t metrics = regions * (size_t)result->metrics.count + 1;

    memset (values, 0, sizeof *values);
    values->counts = calloc (counts, sizeof *values->counts);
    values->metrics = calloc (metrics, sizeof *values->metrics);
    values->wall_s = calloc (regions + 1, sizeof *values->wall_s);
    values->clock = hpm_result_find_event (result, "os::WALL_TIME");
    values->user = hpm_result_find_event (result, "os::USER_TIME");
    values->system = hpm_result_find_event (result, "os::SYSTEM_TIME");
    values->preempted
        = hpm_result_find_event (result, "os::INVOLUNTARY_SWITCHES");
    values->clock_hz = 1e6 * hpm_result_run_number (result, HPM_RUN_cpu_mhz);
    values->line_bytes = hpm_result_run_number (result, HPM_RUN_cache_line);
    values->binding = hpm_metric_binding_create (
        &result->metrics, result->events, result->event_count);
    if (!values->counts || !values->metrics || !values->wall_s
        || !values->binding) {
        hpm_values_release (values);
        return -1;
    }
    for (size_t r = 0; r < regions; r++)
        hpm_joined_origins (result,
                            values->counts + r * (size_t)result->event_count);
    return 0;
}

void
hpm_values_release (struct hpm_values *values)
{
    free (values->counts);
    free (values->metrics);
    free (values->wall_s);
    hpm_metric_binding_destroy (values->binding);
    memset (values, 0, sizeof *values);
}

/* Add a count; one that leaves 64 bits stays at the limit and is partial.  */
static void
add_count (struct hpm_value *value, int64_t count, int peak)
{
    int64_t *sum = &value->count;

    if (peak)
        *sum = count > *sum ? count : *sum;
    else if (__builtin_add_overflow (*sum, count, sum)) {
        *sum = count > 0 ? INT64_MAX : INT64_MIN;
        value->quality
            = hpm_quality_worse (value->quality, HPM_QUALITY_PARTIAL);
    }
}

/* The error is the cell's own where it has one, else that of a counter which
 * did not run all the time.  Errors of threads add up as if all erred alike:
 * the threads and ranks of a program do the same thing at the same time.  */
static void
add_sampling (struct hpm_sampling *sampling, const struct hpm_cell *cell)
{
    sampling->enabled += (double)cell->time_enabled;
    sampling->running += (double)cell->time_running;
    sampling->error += cell->error > 0
                           ? (double)cell->error
                           : fabs ((double)cell->value)
                                 * hpm_scaled_error (cell->time_enabled,
                                                     cell->time_running);
}

/* Add the cell of one thread.  While nothing was counted the value is absent
 * or unavailable; a value beside an unavailable one is partial.  */
static void
add_cell (struct hpm_value *value, const struct hpm_cell *cell, int peak)
{
    uint32_t *quality = &value->quality;
    int unavailable = *quality == HPM_QUALITY_UNAVAILABLE;

    if (cell->quality == HPM_QUALITY_ABSENT)
        return;
    if (cell->quality == HPM_QUALITY_UNAVAILABLE) {
        if (*quality == HPM_QUALITY_ABSENT) {
            *quality = HPM_QUALITY_UNAVAILABLE;
            value->reason = cell->reason;
        } else if (!unavailable)
            *quality = HPM_QUALITY_PARTIAL;
        return;
    }
    *quality = unavailable ? HPM_QUALITY_PARTIAL
                           : hpm_quality_worse (*quality, cell->quality);
    value->reason = HPM_REASON_NONE;
    add_count (value, cell->value, peak);
    add_sampling (&value->sampling, cell);
}

static size_t
cells_per_thread (const struct hpm_result *result)
{
    return (size_t)result->region_count * (size_t)result->event_count;
}

static void
add_thread (struct hpm_values *values, const struct hpm_result *result,
            const struct hpm_rank_data *data, int64_t thread)
{
    size_t row = cells_per_thread (result);
    int merged = data->threads[thread].merged;

    for (size_t i = 0; i < row; i++) {
        size_t event = i % (size_t)result->event_count;
        int peak = result->events[event].kind == HPM_KIND_PEAK;

        add_cell (&values->counts[i], &data->cells[(size_t)thread * row + i],
                  peak);
    }
    if (data->threads[thread].role == HPM_ROLE_CHILDREN)
        values->children = 1;
    else
        values->threads += merged > 1 ? merged : 1;
}

static void
clear (struct hpm_values *values, const struct hpm_result *result)
{
    size_t counts = cells_per_thread (result);

    for (size_t i = 0; i < counts; i++)
        values->counts[i]
            = (struct hpm_value){ .origins = values->counts[i].origins };
    values->threads = 0;
    values->children = 0;
}

/* A clock that has no value, as that of children of a run that paused, tells of
 * no time.  */
static double
seconds_of (const struct hpm_cell *clock)
{
    return clock->value >= 0 ? (double)clock->value / 1e9 : NAN;
}

/* Seconds each region lasted: the run as the rank measured it, unless `whole`
 * is below 0, others as the thread's wall clock did.  */
static void
find_wall (struct hpm_values *values, const struct hpm_result *result,
           const struct hpm_rank_data *data, int64_t thread, int64_t whole)
{
    size_t events = (size_t)result->event_count;
    int clock = values->clock;

    for (int r = 0; r < result->region_count; r++) {
        size_t at = ((size_t)thread * (size_t)result->region_count + (size_t)r)
                        * events
                    + (size_t)clock;

        values->wall_s[r] = 0;
        if (r == 0 && whole >= 0)
            values->wall_s[r] = (double)whole / 1e9;
        else if (clock >= 0 && thread < data->thread_count)
            values->wall_s[r] = seconds_of (&data->cells[at]);
    }
}

/* The lives of the threads that entered, in this region, as their clocks tell;
 * 0 where one of them does not.  */
static double
add_lives (const struct hpm_values *values, const struct hpm_result *result,
           const struct hpm_rank_data *data, size_t region)
{
    size_t at = region * (size_t)result->event_count + (size_t)values->clock;
    double sum = 0;

    for (int64_t t = 0; t < data->thread_count; t++) {
        const struct hpm_cell *clock
            = &data->cells[(size_t)t * cells_per_thread (result) + at];
        int role = data->threads[t].role;

        if (role == HPM_ROLE_MPI || role == HPM_ROLE_CHILDREN)
            continue;
        if (!hpm_quality_has_value (clock->quality))
            return 0;
        sum += (double)clock->value;
    }
    return sum;
}

/* Counts of all threads go over the time of all threads, as many as there were
 * on average: so the regions of a rank last as long as the run together.  A
 * rank whose main thread alone is inside MPI is there for a part of it.  */
static void
share_wall (struct hpm_values *values, const struct hpm_result *result,
            const struct hpm_rank_data *data)
{
    double lives = values->threads > 1 && values->clock >= 0
                       ? add_lives (values, result, data, 0)
                       : 0;

    for (int r = 1; lives > 0 && r < result->region_count; r++)
        values->wall_s[r]
            = values->wall_s[0]
              * (add_lives (values, result, data, (size_t)r) / lives);
}

/* How processor time is divided, the kernel tells by its ticks: those of all
 * threads are one sample.  Files of older versions do not say so.  */
static void
find_tick_errors (struct hpm_values *values, const struct hpm_result *result)
{
    int user = values->user, system = values->system;
    int preempted = values->preempted;

    for (int r = 0; r < result->region_count && user >= 0 && system >= 0; r++) {
        size_t first = (size_t)r * (size_t)result->event_count;
        struct hpm_value *u = &values->counts[first + (size_t)user];
        struct hpm_value *s = &values->counts[first + (size_t)system];

        if (u->quality == HPM_QUALITY_SCALED
            && s->quality == HPM_QUALITY_SCALED)
            u->sampling.error = s->sampling.error = hpm_tick_error (
                s->count, u->count + s->count,
                preempted < 0
                    ? 0
                    : values->counts[first + (size_t)preempted].count);
    }
}

static void
evaluate_region (struct hpm_values *values, const struct hpm_result *result,
                 size_t region)
{
    size_t first = region * (size_t)result->event_count;
    struct hpm_metric_input input = { .events = result->events,
                                      .values = values->counts + first,
                                      .count = result->event_count,
                                      .wall_s = values->wall_s[region],
                                      .threads = values->threads,
                                      .ranks = 1,
                                      .clock_hz = values->clock_hz,
                                      .line_bytes = values->line_bytes,
                                      .costs = result->cost_constants };
    uint32_t *clock
        = values->children && values->clock >= 0
              ? &values->counts[first + (size_t)values->clock].quality
              : NULL;
    uint32_t kept = clock ? *clock : 0;

    if (clock) /* no share of lives that are not known */
        *clock = HPM_QUALITY_UNAVAILABLE;
    hpm_joined_evaluate (result, values->binding, &input,
                         values->metrics
                             + region * (size_t)result->metrics.count);
    if (clock)
        *clock = kept;
}

static void
evaluate (struct hpm_values *values, const struct hpm_result *result)
{
    find_tick_errors (values, result);
    for (size_t i = 0; i < cells_per_thread (result); i++)
        values->counts[i].number = (double)values->counts[i].count;
    for (size_t r = 0; r < (size_t)result->region_count; r++)
        evaluate_region (values, result, r);
}

/* A rank that left no record has nothing, and that is known of every event.  */
static void
mark_missing (struct hpm_values *values, const struct hpm_result *result)
{
    for (size_t i = 0; i < cells_per_thread (result); i++) {
        values->counts[i].quality = HPM_QUALITY_UNAVAILABLE;
        values->counts[i].reason = HPM_REASON_NOT_RECORDED;
    }
}

/* A rank that ended early has counts up to then.  */
static void
mark_partial (struct hpm_values *values, const struct hpm_result *result)
{
    for (size_t i = 0; i < cells_per_thread (result); i++) {
        uint32_t *quality = &values->counts[i].quality;

        if (*quality != HPM_QUALITY_ABSENT)
            *quality = hpm_quality_worse (*quality, HPM_QUALITY_PARTIAL);
    }
}

void
hpm_values_of_rank (struct hpm_values *values, const struct hpm_result *result,
                    const struct hpm_rank_data *data)
{
    clear (values, result);
    for (int64_t t = 0; t < data->thread_count; t++)
        if (data->threads[t].role != HPM_ROLE_MPI)
            add_thread (values, result, data, t);
    if (data->record.status == HPM_RANK_MISSING)
        mark_missing (values, result);
    else if (data->record.status != HPM_RANK_COMPLETE)
        mark_partial (values, result);
    find_wall (values, result, data, 0, data->record.wall_time);
    share_wall (values, result, data);
    evaluate (values, result);
}

/* Time a thread was there while its rank was counted.  On a busy machine it may
 * be looked at some time after that.  */
static int64_t
presence (const struct hpm_thread_record *thread,
          const struct hpm_rank_record *rank)
{
    int64_t end = thread->end_time;

    if (rank->end_time > thread->start_time && rank->end_time < end)
        end = rank->end_time;
    return end - thread->start_time;
}

/* Time a thread was there and counted; -1 if its own clock tells.  The main
 * thread's is that of its rank, so that both have the same useful time.  */
static int64_t
life_of (const struct hpm_values *values, const struct hpm_result *result,
         const struct hpm_rank_data *data, int64_t thread)
{
    const struct hpm_thread_record *record = &data->threads[thread];
    int64_t life = presence (record, &data->record);
    const struct hpm_cell *clock
        = values->clock < 0
              ? NULL
              : &data->cells[(size_t)thread * cells_per_thread (result)
                             + (size_t)values->clock];

    if (record->role == HPM_ROLE_MAIN)
        return data->record.wall_time;
    return data->record.paused_time > 0
                   || (clock && clock->quality == HPM_QUALITY_EXACT
                       && clock->value <= life && record->merged <= 1)
               ? -1
               : life;
}

void
hpm_values_of_thread (struct hpm_values *values,
                      const struct hpm_result *result,
                      const struct hpm_rank_data *data, int64_t thread)
{
    clear (values, result);
    add_thread (values, result, data, thread);
    find_wall (values, result, data, thread,
               life_of (values, result, data, thread));
    evaluate (values, result);
}
