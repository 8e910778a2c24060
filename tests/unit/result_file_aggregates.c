/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Aggregates over the ranks of job and hosts, before and after the file.
 */
#include "config.h"

#include <math.h>

#include "tests/unit/result_file.h"

/* These have no list of their members: a new one belongs into the file, and
 * into what is compared here.  */
_Static_assert(sizeof (struct hpm_sampling) == 24, "compare the new member");
_Static_assert(sizeof (struct hpm_statistics) == 144, "compare the new member");

void
compare_statistics (const struct hpm_statistics *a,
                    const struct hpm_statistics *b, size_t count, int integers)
{
    for (size_t i = 0; i < count; i++, a++, b++) {
        SAME (count);
        SAME (missing);
        SAME (mean);
        same (fabs (a->squares - b->squares) <= 1e-9 * a->squares, "squares");
        SAME (min);
        SAME (max);
        SAME (min_rank);
        SAME (max_rank);
        SAME (quality);
        if (!integers)
            continue;
        SAME (sum_low);
        SAME (sum_high);
        SAME (min_integer);
        SAME (max_integer);
    }
}

static void
compare_aggregate (const struct hpm_aggregate *a, const struct hpm_aggregate *b,
                   const struct hpm_result *result)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;
    size_t metrics
        = (size_t)result->region_count * (size_t)result->metrics.count;

    for (size_t i = 0; i < counts; i++) {
        compare_statistics (&a->events[i].statistics, &b->events[i].statistics,
                            1, 1);
        const uint32_t *reasons = a->events[i].reasons;
        enum hpm_reason reason = hpm_reason_dominant (reasons);

        SAME (events[i].sampling.enabled);
        SAME (events[i].sampling.running);
        SAME (events[i].sampling.error);
        SAME (events[i].projected);
        SAME (events[i].refused);
        SAME (events[i].reasons[reason]);
    }
    for (size_t i = 0; i < metrics; i++) {
        compare_statistics (&a->metrics[i].statistics,
                            &b->metrics[i].statistics, 1, 0);
        same (a->metrics[i].total.value == b->metrics[i].total.value
                  || (isnan (a->metrics[i].total.value)
                      && isnan (b->metrics[i].total.value)),
              "total");
        SAME (metrics[i].total.error);
        SAME (metrics[i].total.status);
        SAME (metrics[i].total.quality);
        SAME (metrics[i].error);
    }
}

void
check_aggregates (const struct hpm_result *a, const struct hpm_result *b)
{
    compare_aggregate (&a->job, &b->job, a);
    for (int h = 0; h < a->hosts.count; h++)
        compare_aggregate (&a->host[h], &b->host[h], a);
    for (int i = 0; i < a->region_count * a->event_count; i++)
        SAME (mpi_sums[i]);
    for (int i = 0; i < a->event_count; i++)
        SAME (added[i]);
    for (int m = 0; m < a->metrics.count; m++)
        SAME (job.metric_runs[m]);
    claim ("every statistic of job and hosts is the same");
}
