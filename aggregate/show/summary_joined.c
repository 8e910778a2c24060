/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which runs a result was joined of, how far they are alike, and which metrics
 * are over several of them.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary.h"

/* ", wall +3 %, PAPI_TOT_INS +0.5 %" */
static void
put_differences (FILE *out, const struct hpm_result *result, int run)
{
    const struct hpm_joined *joined = &result->joined;
    double wall = joined->runs[run].wall_s / joined->runs[0].wall_s - 1;

    if (!run)
        return;
    if (isfinite (wall))
        fprintf (out, ", wall %+.2g %%", 100 * wall);
    for (int e = 0; e < result->event_count; e++) {
        double difference = hpm_joined_difference (joined, run, e);

        if (hpm_joined_compares (result, e) && isfinite (difference))
            fprintf (out, ", %s %+.2g %%", result->events[e].name,
                     100 * difference);
    }
}

static void
put_run (FILE *out, const struct hpm_result *result, int run)
{
    const struct hpm_joined_run *joined = &result->joined.runs[run];
    char date[HPM_TEXT_TIME], wall[HPM_NUMBER_TEXT], first[16], *text = NULL;
    size_t size;
    FILE *memory = open_memstream (&text, &size);

    if (!memory)
        return;
    hpm_text_time (date, joined->start_time);
    fprintf (memory, "%s, %.10s %.8s UTC, wall time %s s", joined->file, date,
             date + 11, hpm_number_text (wall, joined->wall_s));
    put_differences (memory, result, run);
    snprintf (first, sizeof first, "  %2d  ", run + 1);
    if (fclose (memory) == 0)
        hpm_report_fold (out, first, 6, text);
    free (text);
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
        put_run (out, result, i);
}

int
hpm_summary_is_mixed (const struct hpm_result *result, int metric)
{
    return result->joined.count
           && hpm_joined_is_mixed (result->job.metric_runs[metric]);
}

void
hpm_summary_mixed (FILE *out, const struct hpm_result *result)
{
    char *text = NULL, runs[HPM_JOINED_TEXT];
    size_t size;
    FILE *memory = open_memstream (&text, &size);
    int count = 0;

    if (!memory)
        return;
    for (int m = 0; m < result->metrics.count; m++)
        if (hpm_summary_is_mixed (result, m)
            && hpm_result_has_metric (result, 0, m))
            fprintf (memory, "%s%s (runs %s)", count++ ? ", " : "",
                     result->metrics.metrics[m].title,
                     hpm_joined_text (result->job.metric_runs[m], runs));
    if (fclose (memory) == 0 && count)
        hpm_report_fold (out, "~ over counts of several runs: ", 2, text);
    free (text);
}
