/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said about suspect values.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/rating_text.h"

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"

char *
hpm_rating_reason (char *buffer, const struct hpm_rated *rated)
{
    char number[HPM_NUMBER_TEXT];

    buffer[0] = '\0';
    if (hpm_rating_is_suspect (rated->rating))
        snprintf (buffer, HPM_RATING_TEXT, "%s %.32s",
                  rated->rating == HPM_RATING_BELOW ? "below" : "above",
                  hpm_number_text (number, rated->limit));
    return buffer;
}

char *
hpm_rating_reasons (char *buffer, const struct hpm_result *result, int region,
                    int metric, const struct hpm_job_rating *job)
{
    static const char *const names[HPM_RATED_VALUES]
        = { "total", "min", "max" };
    const struct hpm_statistics *statistics
        = &result->job.metrics[region * result->metrics.count + metric];
    const int64_t ranks[HPM_RATED_VALUES]
        = { -1, statistics->min_rank, statistics->max_rank };
    size_t length = 0;

    buffer[0] = '\0';
    for (int i = 0; i < HPM_RATED_VALUES; i++) {
        char number[HPM_NUMBER_TEXT], at[32] = "", reason[HPM_RATING_TEXT];

        if (!hpm_rating_is_suspect (job->values[i].rating))
            continue;
        if (ranks[i] >= 0)
            snprintf (at, sizeof at, " @%lld", (long long)ranks[i]);
        snprintf (buffer + length, HPM_RATING_REASONS - length, "%s%s %s%s %s",
                  length ? ", " : "", names[i],
                  hpm_number_text (number, job->values[i].value), at,
                  hpm_rating_reason (reason, &job->values[i]));
        length = strlen (buffer);
    }
    return buffer;
}

void
hpm_rating_legend (FILE *out, unsigned marks)
{
    int good = marks >> HPM_RATING_GOOD & 1,
        poor = marks >> HPM_RATING_POOR & 1;

    if (good || poor)
        fprintf (out, "%s%s%s: by the thresholds of the metric\n",
                 good ? "* good" : "", good && poor ? ", " : "",
                 poor ? "! poor" : "");
}

/* "FP rate: total 103 above 100; ..."  Returns how many metrics.  */
static int
put_suspects (FILE *out, const struct hpm_result *result, int region,
              const struct hpm_chosen *chosen)
{
    int count = 0;

    for (int i = 0; i < chosen->count; i++) {
        int metric = chosen->metrics[i];
        char reasons[HPM_RATING_REASONS];
        struct hpm_job_rating job;

        hpm_rate_job (result, region, metric, &job);
        if (!hpm_rating_is_suspect (job.rating))
            continue;
        fprintf (out, "%s%s: %s", count++ ? "; " : "",
                 result->metrics.metrics[metric].title,
                 hpm_rating_reasons (reasons, result, region, metric, &job));
    }
    return count;
}

/* "FP rate (peak_flops), ..."  Returns how many metrics.  */
static int
put_unchecked (FILE *out, const struct hpm_result *result, int region,
               const struct hpm_chosen *chosen)
{
    int count = 0;

    for (int i = 0; i < chosen->count; i++) {
        int metric = chosen->metrics[i];
        const char *lacks = hpm_rating_lacks (result, metric);

        if (lacks && hpm_result_has_metric (result, region, metric))
            fprintf (out, "%s%s (%s)", count++ ? ", " : "",
                     result->metrics.metrics[metric].title, lacks);
    }
    return count;
}

/* A paragraph of what `put` writes, if it writes anything.  */
static void
print (FILE *out, const struct hpm_result *result, int region,
       const struct hpm_chosen *chosen, const char *first,
       int (*put) (FILE *, const struct hpm_result *, int,
                   const struct hpm_chosen *))
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream (&text, &size);
    int count;

    if (!memory)
        return;
    count = put (memory, result, region, chosen);
    if (fclose (memory) == 0 && count)
        hpm_report_fold (out, first, 2, text);
    free (text);
}

void
hpm_rating_notes (FILE *out, const struct hpm_result *result, int region,
                  const struct hpm_chosen *chosen, int unchecked)
{
    print (out, result, region, chosen,
           "? suspect, beyond what the machine can do: ", put_suspects);
    if (unchecked)
        print (out, result, region, chosen,
               "not checked, for want of what the machine can do: ",
               put_unchecked);
}
