/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "joined.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result.h"

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

double
hpm_joined_distance (const struct hpm_result *result, int run)
{
    double worst = NAN;

    for (int k = 0; k < HPM_COMMON_EVENTS; k++) {
        int last_resort = k == HPM_COMMON_EVENTS - 1;

        if (result->common[k] < 0 || (last_resort && !isnan (worst)))
            continue;
        worst = fmax (worst, fabs (hpm_joined_difference (&result->joined, run,
                                                          result->common[k])));
    }
    return worst;
}

int
hpm_joined_is_mixed (uint64_t runs)
{
    return (runs & (runs - 1)) != 0;
}

int
hpm_joined_compares (const struct hpm_result *result, int event)
{
    const char *source = result->events[event].source;

    return strcmp (source, "os") != 0 && strcmp (source, "mpi") != 0;
}

/* The errors of the counts of other runs than the first, and the runs.  */
static void
widen (const struct hpm_result *result, const struct hpm_metric_input *input,
       double *errors, uint64_t *runs)
{
    const struct hpm_joined *joined = &result->joined;
    double distances[HPM_JOINED_MOST] = { 0 };

    for (int k = 1; k < joined->count; k++) {
        double distance = hpm_joined_distance (result, k);

        distances[k] = isfinite (distance) ? distance : 0;
    }
    for (int e = 0; e < result->event_count; e++) {
        int run = joined->event_run[e];

        runs[e] = UINT64_C (1) << run;
        errors[e] = (input->errors ? input->errors[e] : 0)
                    + fabs (input->values[e]) * distances[run];
    }
}

void
hpm_joined_evaluate (const struct hpm_result *result,
                     struct hpm_metric_binding *binding,
                     struct hpm_metric_input *input,
                     struct hpm_metric_value *values)
{
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;
    int joined = result->joined.count > 0;
    double *errors = joined ? calloc (events + 1, sizeof *errors) : NULL;
    uint64_t *runs = joined ? calloc (events + 1, sizeof *runs) : NULL;
    struct hpm_metric_value *wide
        = joined ? calloc (metrics + 1, sizeof *wide) : NULL;
    struct hpm_metric_input other = *input;

    if (errors && runs && wide) {
        widen (result, input, errors, runs);
        input->runs = other.runs = runs;
        other.errors = errors;
        hpm_metric_binding_evaluate (binding, &other, wide);
    }
    hpm_metric_binding_evaluate (binding, input, values);
    for (size_t i = 0; wide && i < metrics; i++)
        if (hpm_joined_is_mixed (values[i].runs))
            values[i].error = wide[i].error;
    input->runs = NULL;
    free (errors);
    free (runs);
    free (wide);
}

char *
hpm_joined_text (uint64_t runs, char *buffer)
{
    size_t used = 0;

    *buffer = '\0';
    for (int k = 0; k < HPM_JOINED_MOST; k++)
        if (runs >> k & 1)
            used += (size_t)snprintf (buffer + used, HPM_JOINED_TEXT - used,
                                      "%s%d", used ? "+" : "", k + 1);
    return buffer;
}
