/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/phases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/course/segments.h"
#include "aggregate/course/span.h"
#include "hpm_schema.h"

/* The partition takes the square of that; more intervals are taken together. */
#define POINTS_MAX 400
#define EVENTS_MAX 2

/* What is shorter than that part of the mean interval is a piece of one.  */
#define PIECE 0.75

/* The courses that decide: time in MPI, processors in use, counters.  */
struct courses {
    struct hpm_courses given;
    double *memory; /* [quantity][point], then weights */
    int *starts;    /* [point] */
    int together;   /* intervals a point */
    int events[EVENTS_MAX], event_count;
};

const char *
hpm_phase_word (enum hpm_phase_kind kind)
{
    static const char *const words[]
        = { "run", "start-up", "steady", "end", "part" };

    return words[kind];
}

int
hpm_phases_events (const struct hpm_result *result, int *chosen, int most)
{
    const struct hpm_timeline *timeline = &result->timeline;
    int count = 0;

    for (int e = 0; e < result->event_count && count < most; e++) {
        const char *source = result->events[e].source;

        if (strcmp (source, "os") != 0
            && strcmp (source, HPM_MPI_EVENT_SOURCE) != 0
            && result->events[e].kind != HPM_KIND_PEAK
            && result->job.events[e].statistics.count
            && timeline->counts[(size_t)e * (size_t)timeline->count]
                   != HPM_NO_COUNT)
            chosen[count++] = e;
    }
    return count;
}

static int
points_of (const struct courses *courses, const struct hpm_result *result)
{
    return (result->timeline.count + courses->together - 1) / courses->together;
}

static int
last_of (const struct courses *courses, const struct hpm_result *result,
         int point)
{
    int last = (point + 1) * courses->together - 1;

    return last < result->timeline.count ? last : result->timeline.count - 1;
}

/* Rates of one point, NAN where they are not known.  */
static void
take_point (const struct courses *courses, const struct hpm_result *result,
            int point, struct hpm_value *values,
            double rates[HPM_SEGMENT_QUANTITIES], double *seconds)
{
    int first = point * courses->together;
    int last = last_of (courses, result, point);
    int processor = hpm_result_find_event (result, "os::CPU_TIME");
    double from, to;

    hpm_span_times (result, first, last, &from, &to);
    hpm_span_values (result, first, last, values);
    *seconds = to - from;
    rates[0] = hpm_span_mpi_share (result, values, *seconds);
    rates[1]
        = processor >= 0 && hpm_quality_has_value (values[processor].quality)
              ? 1e-9 * values[processor].number / *seconds
              : NAN;
    for (int i = 0; i < courses->event_count; i++)
        rates[2 + i] = values[courses->events[i]].number / *seconds;
}

static int
take_points (struct courses *courses, const struct hpm_result *result)
{
    int points = courses->given.count;
    double *weights
        = courses->memory + (size_t)HPM_SEGMENT_QUANTITIES * (size_t)points;
    struct hpm_value *values
        = calloc ((size_t)result->event_count + 1, sizeof *values);

    if (!values)
        return -1;
    for (int p = 0; p < points; p++) {
        double rates[HPM_SEGMENT_QUANTITIES] = { 0 };

        take_point (courses, result, p, values, rates, &weights[p]);
        for (int q = 0; q < HPM_SEGMENT_QUANTITIES; q++)
            courses->memory[(size_t)q * (size_t)points + (size_t)p] = rates[q];
    }
    free (values);
    courses->given.weights = weights;
    return 0;
}

/* The largest of what is known everywhere, INFINITY if it is not.  A rate of a
 * piece of an interval, as there is at the ends of the run, may be anything. */
static double
largest_of (const struct hpm_courses *given, const double *x)
{
    double mean = 0, largest = 0;

    for (int p = 0; p < given->count; p++)
        mean += given->weights[p] / given->count;
    for (int p = 0; p < given->count; p++)
        if (!isfinite (x[p]))
            return INFINITY;
        else if (given->weights[p] > mean / 2)
            largest = fmax (largest, x[p]);
    return largest;
}

/* What is not always 0, as a share of its largest; time in MPI is a share as it
 * is.  */
static void
scale (struct courses *courses)
{
    struct hpm_courses *given = &courses->given;

    for (int q = 0; q < HPM_SEGMENT_QUANTITIES; q++) {
        double *x = courses->memory + (size_t)q * (size_t)given->count;
        double largest = largest_of (given, x);

        if (!(largest > 0) || isinf (largest))
            continue;
        for (int p = 0; q > 0 && p < given->count; p++)
            x[p] /= largest;
        given->x[given->quantities++] = x;
    }
}

/* The piece of an interval that there is at an end of the run is no phase: it
 * has the level of the next one.  */
static void
skip_pieces (struct courses *courses)
{
    const struct hpm_courses *given = &courses->given;
    int last = given->count - 1;
    double mean = 0;

    for (int p = 0; p < given->count; p++)
        mean += given->weights[p] / given->count;
    for (int q = 0; q < HPM_SEGMENT_QUANTITIES; q++) {
        double *x = courses->memory + (size_t)q * (size_t)given->count;

        if (given->weights[0] < PIECE * mean)
            x[0] = x[1];
        if (given->weights[last] < PIECE * mean)
            x[last] = x[last - 1];
    }
}

static int
make_courses (struct courses *courses, const struct hpm_result *result)
{
    memset (courses, 0, sizeof *courses);
    courses->together = (result->timeline.count + POINTS_MAX - 1) / POINTS_MAX;
    courses->event_count
        = hpm_phases_events (result, courses->events, EVENTS_MAX);
    courses->given.count = points_of (courses, result);
    courses->memory
        = calloc ((size_t)courses->given.count * (HPM_SEGMENT_QUANTITIES + 1),
                  sizeof *courses->memory);
    courses->starts
        = calloc ((size_t)courses->given.count, sizeof *courses->starts);
    if (!courses->memory || !courses->starts || take_points (courses, result))
        return -1;
    scale (courses);
    skip_pieces (courses);
    return 0;
}

static double
seconds_of (const struct hpm_result *result, int first, int last)
{
    double from, to;

    hpm_span_times (result, first, last, &from, &to);
    return to - from;
}

/* The longest phase, where it is long enough to be what the run is about and
 * the others are its edges; -1 if not.  */
static int
find_steady (const struct hpm_phases *phases, const struct hpm_result *result)
{
    int last = result->timeline.count - 1;
    double whole = seconds_of (result, 0, last);

    for (int i = 0; i < phases->count; i++) {
        const struct hpm_phase *phase = &phases->phases[i];
        double before = i ? seconds_of (result, 0, phase->first - 1) : 0;
        double length = seconds_of (result, phase->first, phase->last);
        double behind = whole - before - length;

        if (length >= HPM_PHASE_STEADY_SHARE * whole
            && before <= HPM_PHASE_EDGE_SHARE * whole
            && behind <= HPM_PHASE_EDGE_SHARE * whole)
            return i;
    }
    return -1;
}

/* All before it is the start-up, all behind it the end.  */
static void
name_edges (struct hpm_phases *phases, const struct hpm_result *result,
            struct hpm_phase steady)
{
    int last = result->timeline.count - 1;

    phases->count = 0;
    steady.kind = HPM_PHASE_STEADY;
    if (steady.first > 0)
        phases->phases[phases->count++]
            = (struct hpm_phase){ HPM_PHASE_START, 0, steady.first - 1 };
    phases->phases[phases->count++] = steady;
    if (steady.last < last)
        phases->phases[phases->count++]
            = (struct hpm_phase){ HPM_PHASE_END, steady.last + 1, last };
}

static void
take_segments (struct hpm_phases *phases, const struct courses *courses,
               const struct hpm_result *result, int found)
{
    phases->count = found;
    for (int i = 0; i < found; i++) {
        int next = i + 1 < found ? courses->starts[i + 1] * courses->together
                                 : result->timeline.count;

        phases->phases[i] = (struct hpm_phase){
            HPM_PHASE_PART, courses->starts[i] * courses->together, next - 1
        };
    }
}

int
hpm_phases_find (struct hpm_phases *phases, const struct hpm_result *result)
{
    struct courses courses;
    int found = -1, steady;

    phases->count = 1;
    phases->phases[0]
        = (struct hpm_phase){ HPM_PHASE_RUN, 0, hpm_intervals (result) - 1 };
    if (result->timeline.count < HPM_PHASES_INTERVALS || result->paused.max > 0)
        return 0;
    if (!make_courses (&courses, result))
        found = courses.given.quantities
                    ? hpm_segments (&courses.given, courses.starts)
                    : 1;
    if (found > 1 && found <= HPM_PHASES_MAX) {
        take_segments (phases, &courses, result, found);
        steady = find_steady (phases, result);
        if (steady >= 0)
            name_edges (phases, result, phases->phases[steady]);
    }
    free (courses.memory);
    free (courses.starts);
    return found < 0 ? -1 : 0;
}

int
hpm_phases_steady (const struct hpm_phases *phases)
{
    for (int i = 0; i < phases->count; i++)
        if (phases->phases[i].kind == HPM_PHASE_STEADY)
            return i;
    return -1;
}
