/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of a run that differ over time, in the summary: what its steady
 * part was like, or where it changed and what else did.
 */
#include "config.h"

#include "aggregate/show/summary/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/course/phases.h"
#include "aggregate/course/span.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"

#define MOST_EVENTS 2

/* A rate that became so many times what it was, or that part of it, is told
 * beside a change.  */
#define TOLD_RATIO 2
#define TOLD_LEAST 100 /* times in the part that has more: less is chance */

static double
take_phase (const struct hpm_result *result, const struct hpm_phase *phase,
            struct hpm_value *values, double *from)
{
    double to;

    hpm_span_times (result, phase->first, phase->last, from, &to);
    hpm_span_values (result, phase->first, phase->last, values);
    return to - *from;
}

static void
print_phase (FILE *out, const struct hpm_result *result,
             const struct hpm_phase *phase, struct hpm_value *values,
             int events)
{
    int processor = hpm_result_find_event (result, "os::CPU_TIME");
    struct hpm_list list = { 0 };
    char texts[2][HPM_NUMBER_TEXT], times[96];
    double from, seconds = take_phase (result, phase, values, &from), share;
    int chosen[MOST_EVENTS];
    int count = events ? hpm_phases_events (result, chosen, MOST_EVENTS) : 0;

    share = hpm_span_mpi_shown (result, values, seconds);
    snprintf (times, sizeof times, "  %-8s %8s to %8s s  ",
              hpm_phase_word (phase->kind), hpm_number_text (texts[0], from),
              hpm_number_text (texts[1], from + seconds));
    if (isfinite (share))
        hpm_list_add (&list, ", ", "in MPI %s",
                      hpm_percent_text (texts[0], share));
    if (processor >= 0 && hpm_quality_has_value (values[processor].quality))
        hpm_list_add (&list, ", ", "processors %s",
                      hpm_number_text (texts[0], 1e-9 * values[processor].number
                                                     / seconds));
    for (int i = 0; i < count; i++)
        hpm_list_add (
            &list, ", ", "%.200s a second %s", result->events[chosen[i]].name,
            hpm_number_text (texts[0], values[chosen[i]].number / seconds));
    hpm_list_print (&list, out, times, 4);
}

/* Of the system's events that add up: how often something happened.  */
static int
may_tell (const struct hpm_result *result, int event,
          const struct hpm_value *before, const struct hpm_value *now)
{
    return !strcmp (result->events[event].source, "os")
           && !strcmp (result->events[event].unit, "1")
           && hpm_quality_has_value (before[event].quality)
           && hpm_quality_has_value (now[event].quality);
}

/* The one whose rate changed most, with 1 a second at least; -1 if none did
 * much.  Rates go to [0] and [1].  */
static int
find_change (const struct hpm_result *result, const struct hpm_value *before,
             const struct hpm_value *now, const double seconds[2],
             double rates[2])
{
    double most = TOLD_RATIO;
    int found = -1;

    for (int e = 0; e < result->event_count; e++) {
        double were = before[e].number / seconds[0];
        double are = now[e].number / seconds[1];
        double ratio = fmax (fmax (were, are), 1) / fmax (fmin (were, are), 1);

        if (!may_tell (result, e, before, now) || ratio < most
            || fmax (before[e].number, now[e].number) < TOLD_LEAST)
            continue;
        most = ratio;
        found = e;
        rates[0] = were;
        rates[1] = are;
    }
    return found;
}

static void
print_change (FILE *out, const struct hpm_result *result,
              const struct hpm_phase *phases, struct hpm_value *before,
              struct hpm_value *now)
{
    struct hpm_list list = { 0 };
    char texts[3][HPM_NUMBER_TEXT];
    double seconds[2], rates[2], from, start;
    int event;

    seconds[0] = take_phase (result, &phases[0], before, &start);
    seconds[1] = take_phase (result, &phases[1], now, &from);
    event = find_change (result, before, now, seconds, rates);
    if (event < 0)
        return;
    hpm_list_add (&list, "", "after %s s, %s a second: %s, %s before",
                  hpm_number_text (texts[0], from), result->events[event].name,
                  hpm_number_text (texts[1], rates[1]),
                  hpm_number_text (texts[2], rates[0]));
    hpm_list_print (&list, out, "  ", 4);
}

int
hpm_summary_phases (FILE *out, const struct hpm_result *result, int events)
{
    size_t count = (size_t)result->event_count + 1;
    struct hpm_value *values = calloc (2 * count, sizeof *values);
    struct hpm_phases phases;
    int failed = !values || hpm_phases_find (&phases, result);

    for (int i = 0; !failed && phases.count > 1 && i < phases.count; i++)
        print_phase (out, result, &phases.phases[i], values, events);
    for (int i = 1; !failed && i < phases.count; i++)
        if (phases.phases[i].kind == HPM_PHASE_PART)
            print_change (out, result, &phases.phases[i - 1], values,
                          values + count);
    free (values);
    return failed ? -1 : 0;
}
