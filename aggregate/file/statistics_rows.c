/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/statistics_rows.h"
#include "aggregate/analysis/projection.h"
#include "aggregate/analysis/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number of ranks or a code; nonsense in a file is 0.  */
static uint64_t
whole (double value)
{
    return value >= 0 && value < 0x1p53 ? (uint64_t)value : 0;
}

/* An amount; the same.  */
static double
amount (double value)
{
    return value >= 0 && isfinite (value) ? value : 0;
}

/* Statistics without a value are NAN but for the numbers of ranks.  */
static void
to_row (const struct hpm_statistics *statistics, double total, double *row)
{
    int any = statistics->count > 0;

    memset (row, 0, HPM_STATISTIC_COUNT * sizeof *row);
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

/* The sum and the extremes of integers, as far as a double tells them.  */
static void
integers_from_row (struct hpm_statistics *statistics, const double *row)
{
    from_row (statistics, row);
    if (!statistics->count)
        return;
    hpm_statistics_set_sum (statistics, row[HPM_STATISTIC_TOTAL]);
    statistics->min_integer = hpm_bounded_integer (statistics->min);
    statistics->max_integer = hpm_bounded_integer (statistics->max);
}

static void
count_to_row (const struct hpm_aggregate *aggregate, size_t at, double *row)
{
    const struct hpm_sampling *sampling = &aggregate->events[at].sampling;
    const uint32_t *reasons = aggregate->events[at].reasons;
    enum hpm_reason reason = hpm_reason_dominant (reasons);

    to_row (&aggregate->events[at].statistics, hpm_count_total (aggregate, at),
            row);
    row[HPM_STATISTIC_REASON] = reason;
    row[HPM_STATISTIC_REASON_RANKS] = reason ? reasons[reason] : 0;
    row[HPM_STATISTIC_PROJECTED]
        = aggregate->events[at].projected - aggregate->events[at].refused;
    /* Times of a count that was on a counter all the time say nothing.  */
    if (!isnan (hpm_sampling_coverage (sampling))) {
        row[HPM_STATISTIC_TIME_ENABLED] = sampling->enabled;
        row[HPM_STATISTIC_TIME_RUNNING] = sampling->running;
    }
    row[HPM_STATISTIC_ERROR] = sampling->error;
}

static void
count_from_row (struct hpm_aggregate *aggregate, size_t at, const double *row)
{
    struct hpm_sampling *sampling = &aggregate->events[at].sampling;
    uint64_t reason = whole (row[HPM_STATISTIC_REASON]);

    integers_from_row (&aggregate->events[at].statistics, row);
    if (reason < HPM_REASON_COUNT)
        aggregate->events[at].reasons[reason]
            = (uint32_t)whole (row[HPM_STATISTIC_REASON_RANKS]);
    aggregate->events[at].projected = row[HPM_STATISTIC_PROJECTED] > 0;
    aggregate->events[at].refused = row[HPM_STATISTIC_PROJECTED] < 0;
    sampling->enabled = amount (row[HPM_STATISTIC_TIME_ENABLED]);
    sampling->running = amount (row[HPM_STATISTIC_TIME_RUNNING]);
    sampling->error = amount (row[HPM_STATISTIC_ERROR]);
}

static void
metric_to_row (const struct hpm_aggregate *aggregate, size_t at, double *row)
{
    const struct hpm_metric_value *total = &aggregate->metrics[at].total;
    int has_total = total->status == HPM_METRIC_OK;

    to_row (&aggregate->metrics[at].statistics, has_total ? total->value : NAN,
            row);
    if (!aggregate->metrics[at].statistics.count && has_total)
        row[HPM_STATISTIC_QUALITY] = total->quality;
    row[HPM_STATISTIC_ERROR] = has_total ? total->error : 0;
    row[HPM_STATISTIC_RANK_ERRORS] = aggregate->metrics[at].error;
}

static void
metric_from_row (struct hpm_aggregate *aggregate, size_t at, const double *row)
{
    struct hpm_metric_value *total = &aggregate->metrics[at].total;
    double quality = row[HPM_STATISTIC_QUALITY];

    from_row (&aggregate->metrics[at].statistics, row);
    total->value = row[HPM_STATISTIC_TOTAL];
    total->status = isnan (total->value) ? HPM_METRIC_MISSING : HPM_METRIC_OK;
    total->quality = quality >= 0 && quality < HPM_QUALITY_COUNT
                         ? (uint32_t)quality
                         : HPM_QUALITY_UNAVAILABLE;
    total->error = amount (row[HPM_STATISTIC_ERROR]);
    aggregate->metrics[at].error = amount (row[HPM_STATISTIC_RANK_ERRORS]);
}

static size_t
cells (const struct hpm_result *result, int along)
{
    return (size_t)result->region_count * (size_t)along;
}

void
hpm_count_rows (const struct hpm_aggregate *aggregate,
                const struct hpm_result *result, double *rows)
{
    for (size_t i = 0; i < cells (result, result->event_count); i++)
        count_to_row (aggregate, i, rows + i * HPM_STATISTIC_COUNT);
}

void
hpm_counts_of_rows (struct hpm_aggregate *aggregate,
                    const struct hpm_result *result, const double *rows)
{
    for (size_t i = 0; i < cells (result, result->event_count); i++)
        count_from_row (aggregate, i, rows + i * HPM_STATISTIC_COUNT);
}

void
hpm_metric_rows (const struct hpm_aggregate *aggregate,
                 const struct hpm_result *result, double *rows)
{
    for (size_t i = 0; i < cells (result, result->metrics.count); i++)
        metric_to_row (aggregate, i, rows + i * HPM_STATISTIC_COUNT);
}

void
hpm_metrics_of_rows (struct hpm_aggregate *aggregate,
                     const struct hpm_result *result, const double *rows)
{
    for (size_t i = 0; i < cells (result, result->metrics.count); i++)
        metric_from_row (aggregate, i, rows + i * HPM_STATISTIC_COUNT);
}

int
hpm_statistics_write (struct hpm_h5_writer *writer, enum hpm_variable variable,
                      const struct hpm_statistics *statistics,
                      const enum hpm_reason *reasons, size_t reason_count,
                      struct hpm_error *error)
{
    size_t elements = hpm_h5_elements (writer, variable);
    double *rows = malloc ((elements + 1) * sizeof *rows);
    int failed;

    if (!rows)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < elements / HPM_STATISTIC_COUNT; i++) {
        double *row = rows + i * HPM_STATISTIC_COUNT;

        to_row (&statistics[i],
                statistics[i].count ? hpm_statistics_sum (&statistics[i]) : NAN,
                row);
        if (!reason_count || !statistics[i].missing)
            continue;
        row[HPM_STATISTIC_REASON] = reasons[i % reason_count];
        row[HPM_STATISTIC_REASON_RANKS] = (double)statistics[i].missing;
    }
    failed = hpm_h5_write (writer, variable, rows, error);
    free (rows);
    return failed;
}

int
hpm_statistics_read (const struct hpm_h5_reader *reader,
                     enum hpm_variable variable,
                     struct hpm_statistics *statistics, struct hpm_error *error)
{
    size_t elements = hpm_h5_elements_stored (reader, variable);
    double *rows = calloc (elements + 1, sizeof *rows);
    int failed;

    if (!rows)
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_read (reader, variable, rows, error);
    for (size_t i = 0; !failed && i < elements / HPM_STATISTIC_COUNT; i++)
        integers_from_row (&statistics[i], rows + i * HPM_STATISTIC_COUNT);
    free (rows);
    return failed;
}
