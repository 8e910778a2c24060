/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts that took turns on the counters, and what they are worth.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/report.h"
#include "aggregate/analysis/sampling.h"
#include "aggregate/show/summary.h"

static void
put_event (FILE *out, const struct hpm_result *result, int event, int first)
{
    double coverage = hpm_sampling_coverage (&result->job.sampling[event]);
    double error = hpm_count_error (&result->job, (size_t)event);

    fprintf (out, "%s%s", first ? "" : ", ", result->events[event].name);
    if (!isnan (coverage))
        fprintf (out, " %.3g %%", 100 * coverage);
    if (isfinite (error))
        fprintf (out, " (error %.2g %%)", 100 * error);
}

/* Counts of the whole run.  Returns how many.  */
static int
put_events (FILE *out, const struct hpm_result *result)
{
    int count = 0;

    for (int e = 0; e < result->event_count; e++)
        if (!isnan (hpm_sampling_coverage (&result->job.sampling[e])))
            put_event (out, result, e, !count++);
    return count;
}

/* "A on 2 of 4 ranks (error 1 %)" */
static int
put_projected (FILE *out, const struct hpm_result *result)
{
    int count = 0;

    for (int e = 0; e < result->event_count; e++) {
        double error = hpm_count_error (&result->job, (size_t)e);

        if (!result->job.projected[e])
            continue;
        fprintf (out, "%s%s on %llu of %llu ranks (error %.2g %%)",
                 count++ ? ", " : "", result->events[e].name,
                 (unsigned long long)result->job.counts[e].count,
                 (unsigned long long)result->job.ranks,
                 isfinite (error) ? 100 * error : 0);
    }
    return count;
}

static int
put_metrics (FILE *out, const struct hpm_result *result)
{
    int count = 0;

    for (int m = 0; m < result->metrics.count; m++) {
        double error = hpm_metric_error (&result->job, result, (size_t)m);

        if (isfinite (error) && hpm_result_has_metric (result, 0, m))
            fprintf (out, "%s%s %.2g %%", count++ ? ", " : "",
                     result->metrics.metrics[m].title, 100 * error);
    }
    return count;
}

/* A paragraph of what `put` writes, if it writes anything.  */
static void
print (FILE *out, const struct hpm_result *result, const char *first,
       int (*put) (FILE *, const struct hpm_result *))
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream (&text, &size);
    int count;

    if (!memory)
        return;
    count = put (memory, result);
    if (fclose (memory) == 0 && count)
        hpm_report_fold (out, first, 4, text);
    free (text);
}

void
hpm_summary_sampling (FILE *out, const struct hpm_result *result)
{
    print (out, result, "  counted, of the time: ", put_events);
    print (out, result, "  counted: ", put_projected);
    print (out, result, "  errors of metrics, at most: ", put_metrics);
}
