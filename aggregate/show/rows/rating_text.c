/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said about suspect values.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/rows/rating_text.h"

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/model/row_names.h"

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
        = &result->job.metrics[region * result->metrics.count + metric]
               .statistics;
    const int64_t ranks[HPM_RATED_VALUES]
        = { -1, statistics->min_rank, statistics->max_rank };
    size_t length = 0;

    buffer[0] = '\0';
    for (int i = 0; i < HPM_RATED_VALUES; i++) {
        char number[HPM_NUMBER_TEXT], at[32] = "", reason[HPM_RATING_TEXT];

        if (!hpm_rating_is_suspect (job->values[i].rating))
            continue;
        if (ranks[i] >= 0)
            snprintf (at, sizeof at, " @%lld",
                      (long long)hpm_result_row_number (result, ranks[i]));
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

/* "FP rate: total 103 above 100; ..." */
static void
print_suspects (FILE *out, const struct hpm_result *result, int region,
                const struct hpm_chosen *chosen)
{
    struct hpm_list list = { 0 };

    for (int i = 0; i < chosen->count; i++) {
        int metric = chosen->metrics[i];
        char reasons[HPM_RATING_REASONS];
        struct hpm_job_rating job;

        hpm_rate_job (result, region, metric, &job);
        if (hpm_rating_is_suspect (job.rating))
            hpm_list_add (
                &list, "; ", "%s: %s", result->metrics.metrics[metric].title,
                hpm_rating_reasons (reasons, result, region, metric, &job));
    }
    hpm_list_print (&list, out,
                    "? suspect, beyond what the machine can do: ", 2);
}

void
hpm_rating_notes (FILE *out, const struct hpm_result *result, int region,
                  const struct hpm_chosen *chosen, int unchecked)
{
    struct hpm_list list = { 0 };

    print_suspects (out, result, region, chosen);
    for (int i = 0; unchecked && i < chosen->count; i++) {
        int metric = chosen->metrics[i];
        const char *lacks = hpm_rating_lacks (result, metric);

        if (lacks && hpm_result_has_metric (result, region, metric))
            hpm_list_add (&list, ", ", "%s (%s)",
                          result->metrics.metrics[metric].title, lacks);
    }
    hpm_list_print (
        &list, out,
        "not checked, because it is not known what the machine can do: ", 2);
}
