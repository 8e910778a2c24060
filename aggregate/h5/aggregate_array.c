/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/aggregate_array.h"
#include "aggregate/analysis/projection.h"

#include <math.h>

/* Statistics without a value are NAN but for the numbers of ranks.  */
static void
to_row (const struct hpm_statistics *statistics, double total,
        enum hpm_reason reason, uint32_t reason_ranks, double *row)
{
    int any = statistics->count > 0;

    row[HPM_STATISTIC_TOTAL] = total;
    row[HPM_STATISTIC_MEAN] = any ? statistics->mean : NAN;
    row[HPM_STATISTIC_MIN] = any ? statistics->min : NAN;
    row[HPM_STATISTIC_MAX] = any ? statistics->max : NAN;
    row[HPM_STATISTIC_STDDEV] = hpm_statistics_deviation (statistics);
    row[HPM_STATISTIC_MIN_RANK] = any ? (double)statistics->min_rank : NAN;
    row[HPM_STATISTIC_MAX_RANK] = any ? (double)statistics->max_rank : NAN;
    row[HPM_STATISTIC_VALUES] = (double)statistics->count;
    row[HPM_STATISTIC_MISSING] = (double)statistics->missing;
    row[HPM_STATISTIC_QUALITY] = statistics->quality;
    row[HPM_STATISTIC_REASON] = reason;
    row[HPM_STATISTIC_REASON_RANKS] = reason_ranks;
}

/* A number of ranks or a code; nonsense in a file is 0.  */
static uint64_t
whole (double value)
{
    return value >= 0 && value < 0x1p53 ? (uint64_t)value : 0;
}

static void
from_row (struct hpm_statistics *statistics, const double *row)
{
    double deviation = row[HPM_STATISTIC_STDDEV];

    hpm_statistics_init (statistics);
    statistics->count = whole (row[HPM_STATISTIC_VALUES]);
    statistics->missing = whole (row[HPM_STATISTIC_MISSING]);
    statistics->quality = (uint32_t)whole (row[HPM_STATISTIC_QUALITY]);
    if (!statistics->count)
        return;
    statistics->mean = row[HPM_STATISTIC_MEAN];
    statistics->squares = deviation * deviation * (double)statistics->count;
    statistics->min = row[HPM_STATISTIC_MIN];
    statistics->max = row[HPM_STATISTIC_MAX];
    statistics->min_rank = (int64_t)whole (row[HPM_STATISTIC_MIN_RANK]);
    statistics->max_rank = (int64_t)whole (row[HPM_STATISTIC_MAX_RANK]);
}

void
hpm_statistics_to_row (const struct hpm_statistics *statistics, double *row)
{
    to_row (statistics,
            statistics->count ? hpm_statistics_sum (statistics) : NAN,
            HPM_REASON_NONE, 0, row);
}

void
hpm_statistics_from_row (struct hpm_statistics *statistics, const double *row)
{
    from_row (statistics, row);
    if (!statistics->count)
        return;
    hpm_statistics_set_sum (statistics, row[HPM_STATISTIC_TOTAL]);
    statistics->min_integer = hpm_bounded_integer (statistics->min);
    statistics->max_integer = hpm_bounded_integer (statistics->max);
}

void
hpm_aggregate_counts_to_array (const struct hpm_aggregate *aggregate,
                               const struct hpm_result *result, double *table)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;

    for (size_t i = 0; i < counts; i++) {
        const struct hpm_statistics *statistics = &aggregate->counts[i];
        const uint32_t *reasons = aggregate->reasons + i * HPM_REASON_COUNT;

        enum hpm_reason reason = hpm_reason_dominant (reasons);

        to_row (statistics, hpm_count_total (aggregate, i), reason,
                reason ? reasons[reason] : 0, table + i * HPM_STATISTIC_COUNT);
    }
}

void
hpm_aggregate_metrics_to_array (const struct hpm_aggregate *aggregate,
                                const struct hpm_result *result, double *table)
{
    size_t metrics
        = (size_t)result->region_count * (size_t)result->metrics.count;

    for (size_t i = 0; i < metrics; i++) {
        const struct hpm_metric_value *total = &aggregate->totals[i];
        double *row = table + i * HPM_STATISTIC_COUNT;

        to_row (&aggregate->metrics[i],
                total->status == HPM_METRIC_OK ? total->value : NAN,
                HPM_REASON_NONE, 0, row);
        if (!aggregate->metrics[i].count && total->status == HPM_METRIC_OK)
            row[HPM_STATISTIC_QUALITY] = total->quality;
    }
}

void
hpm_aggregate_counts_from_array (struct hpm_aggregate *aggregate,
                                 const struct hpm_result *result,
                                 const double *table)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;

    for (size_t i = 0; i < counts; i++) {
        const double *row = table + i * HPM_STATISTIC_COUNT;
        struct hpm_statistics *statistics = &aggregate->counts[i];
        uint64_t reason = whole (row[HPM_STATISTIC_REASON]);

        hpm_statistics_from_row (statistics, row);
        aggregate->refused[i]
            = statistics->count && isnan (row[HPM_STATISTIC_TOTAL]);
        if (reason < HPM_REASON_COUNT)
            aggregate->reasons[i * HPM_REASON_COUNT + reason]
                = (uint32_t)whole (row[HPM_STATISTIC_REASON_RANKS]);
    }
}

void
hpm_aggregate_metrics_from_array (struct hpm_aggregate *aggregate,
                                  const struct hpm_result *result,
                                  const double *table)
{
    size_t metrics
        = (size_t)result->region_count * (size_t)result->metrics.count;

    for (size_t i = 0; i < metrics; i++)
        from_row (&aggregate->metrics[i], table + i * HPM_STATISTIC_COUNT);
}
