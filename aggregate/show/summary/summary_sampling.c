/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts that took turns on the counters, and what they are worth.
 */
#include "config.h"

#include <math.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/analysis/sampling.h"
#include "aggregate/show/summary/summary.h"

/* "A 50 % (error 3.2 %)": counts of the whole run.  */
static void
print_events (FILE *out, const struct hpm_result *result)
{
    struct hpm_list list = { 0 };
    char percent[HPM_NUMBER_TEXT];

    for (int e = 0; e < result->event_count; e++) {
        double coverage
            = hpm_sampling_coverage (&result->job.events[e].sampling);
        double error = hpm_count_error (&result->job, (size_t)e);

        if (isnan (coverage))
            continue;
        hpm_list_add (&list, ", ", "%s %.3g %%", result->events[e].name,
                      100 * coverage);
        if (isfinite (error))
            hpm_list_add (&list, "", " (error %s)",
                          hpm_percent_text (percent, error));
    }
    hpm_list_print (&list, out, "  counted, of the time: ", 4);
}

/* "A on 2 of 4 ranks (error 1 %)" */
static void
print_projected (FILE *out, const struct hpm_result *result)
{
    struct hpm_list list = { 0 };
    char percent[HPM_NUMBER_TEXT];

    for (int e = 0; e < result->event_count; e++) {
        double error = hpm_count_error (&result->job, (size_t)e);

        if (result->job.events[e].projected)
            hpm_list_add (
                &list, ", ", "%s on %llu of %llu ranks (error %s)",
                result->events[e].name,
                (unsigned long long)result->job.events[e].statistics.count,
                (unsigned long long)result->job.ranks,
                hpm_percent_text (percent, isfinite (error) ? error : 0));
    }
    hpm_list_print (&list, out, "  counted: ", 4);
}

void
hpm_summary_sampling (FILE *out, const struct hpm_result *result,
                      const struct hpm_chosen *chosen)
{
    struct hpm_list list = { 0 };
    char percent[HPM_NUMBER_TEXT];

    print_events (out, result);
    print_projected (out, result);
    for (int i = 0; i < chosen->count; i++) {
        int m = chosen->metrics[i];
        double error = hpm_metric_error (&result->job, result, (size_t)m);

        if (isfinite (error) && hpm_result_has_metric (result, 0, m))
            hpm_list_add (&list, ", ", "%s %s%s",
                          result->metrics.metrics[m].title,
                          hpm_percent_text (percent, error),
                          hpm_error_hides (error) ? " (not shown)" : "");
    }
    hpm_list_print (&list, out, "  errors of metrics (95 % confidence): ", 4);
}
