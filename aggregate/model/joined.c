/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/joined.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/result.h"

int
hpm_joined_make (struct hpm_joined *joined, int runs, int events)
{
    int failed;

    joined->runs = calloc ((size_t)runs + 1, sizeof *joined->runs);
    joined->event_run = calloc ((size_t)events + 1, 1);
    failed = !joined->runs || !joined->event_run;
    joined->count = failed ? 0 : runs;
    for (int i = 0; i < joined->count; i++) {
        joined->runs[i].counts = calloc ((size_t)events + 1, sizeof (double));
        failed |= !joined->runs[i].counts;
    }
    return failed ? -1 : 0;
}

void
hpm_joined_release (struct hpm_joined *joined)
{
    for (int i = 0; i < joined->count; i++) {
        free (joined->runs[i].file);
        free (joined->runs[i].counts);
    }
    free (joined->runs);
    free (joined->event_run);
    memset (joined, 0, sizeof *joined);
}

double
hpm_joined_difference (const struct hpm_joined *joined, int run, int event)
{
    double first = joined->runs[0].counts[event];

    return first > 0 ? joined->runs[run].counts[event] / first - 1 : NAN;
}

int
hpm_joined_farthest (const struct hpm_result *result, int run)
{
    double worst = NAN;
    int farthest = -1;

    for (int k = 0; k < HPM_COMMON_EVENTS; k++) {
        int last_resort = k == HPM_COMMON_EVENTS - 1, event = result->common[k];
        double difference;

        if (event < 0 || (last_resort && farthest >= 0))
            continue;
        difference = fabs (hpm_joined_difference (&result->joined, run, event));
        if (isnan (difference) || difference <= worst)
            continue;
        worst = difference;
        farthest = event;
    }
    return farthest;
}

double
hpm_joined_distance (const struct hpm_result *result, int run)
{
    int event = hpm_joined_farthest (result, run);

    return event < 0
               ? NAN
               : fabs (hpm_joined_difference (&result->joined, run, event));
}

int
hpm_joined_is_mixed (uint64_t runs)
{
    runs &= ~HPM_ORIGIN_NODE;
    return (runs & (runs - 1)) != 0;
}

int
hpm_joined_compares (const struct hpm_result *result, int event)
{
    const char *source = result->events[event].source;

    return strcmp (source, "os") != 0 && strcmp (source, "mpi") != 0;
}

void
hpm_joined_origins (const struct hpm_result *result, struct hpm_value *values)
{
    const struct hpm_joined *joined = &result->joined;

    for (int e = 0; e < result->event_count; e++) {
        values[e].origins
            = joined->count ? UINT64_C (1) << joined->event_run[e] : 0;
        if (hpm_result_is_node (result, (size_t)e))
            values[e].origins |= HPM_ORIGIN_NODE;
    }
}

/* Add what the counts of other runs than the first may be off.  */
static void
widen (const struct hpm_result *result, struct hpm_value *values)
{
    const struct hpm_joined *joined = &result->joined;
    double distances[HPM_JOINED_MAX] = { 0 };

    for (int k = 1; k < joined->count; k++) {
        double distance = hpm_joined_distance (result, k);

        distances[k] = isfinite (distance) ? distance : 0;
    }
    for (int e = 0; e < result->event_count; e++)
        values[e].sampling.error
            += fabs (values[e].number) * distances[joined->event_run[e]];
}

/* The errors of metrics over several runs.  */
static void
evaluate_wide (const struct hpm_result *result,
               struct hpm_metric_binding *binding,
               const struct hpm_metric_input *input,
               struct hpm_metric_value *values)
{
    size_t metrics = (size_t)result->metrics.count;
    size_t events = (size_t)result->event_count;
    struct hpm_metric_input other = *input;
    struct hpm_value *wider = calloc (events + 1, sizeof *wider);
    struct hpm_metric_value *wide = calloc (metrics + 1, sizeof *wide);

    if (wider && wide) {
        memcpy (wider, input->values, events * sizeof *wider);
        widen (result, wider);
        other.values = wider;
        hpm_metric_binding_evaluate (binding, &other, wide);
        for (size_t i = 0; i < metrics; i++)
            if (hpm_joined_is_mixed (values[i].origins))
                values[i].error = wide[i].error;
    }
    free (wider);
    free (wide);
}

void
hpm_joined_evaluate (const struct hpm_result *result,
                     struct hpm_metric_binding *binding,
                     const struct hpm_metric_input *input,
                     struct hpm_metric_value *values)
{
    hpm_metric_binding_evaluate (binding, input, values);
    if (result->joined.count)
        evaluate_wide (result, binding, input, values);
}

char *
hpm_joined_text (uint64_t runs, char *buffer)
{
    size_t used = 0;

    *buffer = '\0';
    for (int k = 0; k < HPM_JOINED_MAX; k++)
        if (runs >> k & 1)
            used += (size_t)snprintf (buffer + used, HPM_JOINED_TEXT - used,
                                      "%s%d", used ? "+" : "", k + 1);
    return buffer;
}
