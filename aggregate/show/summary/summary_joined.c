/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which runs a result was joined of, how far they are alike, and which metrics
 * are over several of them.
 */
#include "config.h"

#include <math.h>

#include "base/text.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/summary.h"

/* "name, date, wall time 1 s, wall +3 %, PAPI_TOT_INS +0.5 %" */
static void
print_run (FILE *out, const struct hpm_result *result, int run)
{
    const struct hpm_joined *joined = &result->joined;
    double wall = joined->runs[run].wall_s / joined->runs[0].wall_s - 1;
    char date[HPM_TEXT_TIME], number[HPM_NUMBER_TEXT], first[16];
    struct hpm_list list = { 0 };

    hpm_text_time (date, joined->runs[run].start_time);
    hpm_list_add (&list, "", "%s, %.10s %.8s UTC, wall time %s s",
                  joined->runs[run].file, date, date + 11,
                  hpm_number_text (number, joined->runs[run].wall_s));
    if (run && isfinite (wall))
        hpm_list_add (&list, ", ", "wall %+.2g %%", 100 * wall);
    for (int e = 0; run && e < result->event_count; e++) {
        double difference = hpm_joined_difference (joined, run, e);

        if (hpm_joined_compares (result, e) && isfinite (difference))
            hpm_list_add (&list, ", ", "%s %+.2g %%", result->events[e].name,
                          100 * difference);
    }
    snprintf (first, sizeof first, "  %2d  ", run + 1);
    hpm_list_print (&list, out, first, 6);
}

void
hpm_summary_joined (FILE *out, const struct hpm_result *result)
{
    if (!result->joined.count)
        return;
    fprintf (out,
             "\njoined of %d runs; times, and what several counted equally "
             "well, are\nof the first, differences against it\n",
             result->joined.count);
    for (int i = 0; i < result->joined.count; i++)
        print_run (out, result, i);
}

int
hpm_summary_is_mixed (const struct hpm_result *result, int metric)
{
    return result->joined.count
           && hpm_joined_is_mixed (result->job.metric_runs[metric]);
}

void
hpm_summary_mixed (FILE *out, const struct hpm_result *result,
                   const struct hpm_selection *selection,
                   const struct hpm_chosen *chosen)
{
    struct hpm_list list = { 0 };
    char runs[HPM_JOINED_TEXT];

    for (int i = 0; i < chosen->count; i++) {
        int m = chosen->metrics[i];

        if (hpm_summary_is_mixed (result, m)
            && hpm_summary_has_row (result, selection, chosen, 0, m))
            hpm_list_add (&list, ", ", "%s (runs %s)",
                          result->metrics.metrics[m].title,
                          hpm_joined_text (result->job.metric_runs[m], runs));
    }
    hpm_list_print (&list, out, "~ over counts of several runs: ", 2);
}
