/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Aggregates of job and hosts as arrays along `statistic`, and back.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/h5/aggregate_array.h"
#include "aggregate/h5/result_parts.h"
#include "aggregate/h5/sampling_file.h"

static int
write_table (struct hpm_h5_writer *writer, const char *name, int host,
             enum hpm_dimension along, const double *table,
             struct hpm_error *error)
{
    struct hpm_h5_variable variable
        = { .name = name, .type = H5T_NATIVE_DOUBLE, .rank = 3 + host };
    enum hpm_dimension *dimension = variable.dimensions;

    if (host)
        *dimension++ = HPM_DIMENSION_HOST;
    *dimension++ = HPM_DIMENSION_REGION;
    *dimension++ = along;
    *dimension = HPM_DIMENSION_STATISTIC;
    return hpm_h5_write (writer, &variable, table, error);
}

/* Counts and metrics of `n` aggregates, one after the other.  */
static int
write_aggregates (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  const struct hpm_aggregate *aggregates, int n, int host,
                  struct hpm_error *error)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count
                    * HPM_STATISTIC_COUNT;
    size_t metrics = (size_t)result->region_count
                     * (size_t)result->metrics.count * HPM_STATISTIC_COUNT;
    double *table
        = malloc (((size_t)n * (counts + metrics) + 1) * sizeof *table);
    double *second = table + (size_t)n * counts;
    int failed;

    if (!table)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < n; i++) {
        hpm_aggregate_counts_to_array (&aggregates[i], result,
                                       table + (size_t)i * counts);
        hpm_aggregate_metrics_to_array (&aggregates[i], result,
                                        second + (size_t)i * metrics);
    }
    failed = write_table (writer, host ? "host_count" : "job_count", host,
                          HPM_DIMENSION_EVENT, table, error)
             || write_table (writer, host ? "host_metric" : "job_metric", host,
                             HPM_DIMENSION_METRIC, second, error);
    free (table);
    return failed ? -1 : 0;
}

/* 1 if a double may not hold the integers of the job exactly.  */
static int
needs_exact (const struct hpm_result *result)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;

    for (size_t i = 0; i < counts; i++)
        if (fabs (hpm_statistics_sum (&result->job.counts[i])) >= 0x1p53
            || fabs (result->job.counts[i].max) >= 0x1p53
            || fabs (result->job.counts[i].min) >= 0x1p53)
            return 1;
    return 0;
}

static int64_t
exact_part (const struct hpm_statistics *statistics, int part)
{
    switch (part) {
    case 0:
        return (int64_t)statistics->sum_low;
    case 1:
        return statistics->sum_high;
    case 2:
        return statistics->count ? statistics->min_integer : HPM_NO_COUNT;
    default:
        return statistics->count ? statistics->max_integer : HPM_NO_COUNT;
    }
}

static int
write_exact (struct hpm_h5_writer *writer, const struct hpm_result *result,
             struct hpm_error *error)
{
    static const char *const names[HPM_EXACT_PARTS] = HPM_EXACT_NAMES;
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;
    int64_t *values = malloc ((counts + 1) * sizeof *values);
    int failed = 0;

    if (!values)
        return hpm_error_set (error, "out of memory");
    for (int part = 0; !failed && part < HPM_EXACT_PARTS; part++) {
        struct hpm_h5_variable variable
            = { .name = names[part],
                .type = part ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64,
                .rank = 2,
                .dimensions = { HPM_DIMENSION_REGION, HPM_DIMENSION_EVENT } };

        for (size_t i = 0; i < counts; i++)
            values[i] = exact_part (&result->job.counts[i], part);
        failed = hpm_h5_write (writer, &variable, values, error);
    }
    free (values);
    return failed;
}

static int
write_mpi_sums (struct hpm_h5_writer *writer, const struct hpm_result *result,
                struct hpm_error *error)
{
    struct hpm_h5_variable variable
        = { .name = "job_mpi_thread_sum",
            .type = H5T_NATIVE_INT64,
            .rank = 2,
            .dimensions = { HPM_DIMENSION_REGION, HPM_DIMENSION_EVENT } };

    if (!result->mpi_threads)
        return 0;
    return hpm_h5_write (writer, &variable, result->mpi_sums, error);
}

int
hpm_aggregates_write (struct hpm_h5_writer *writer,
                      const struct hpm_result *result, struct hpm_error *error)
{
    if (write_aggregates (writer, result, &result->job, 1, 0, error)
        || (result->hosts.count > 1
            && write_aggregates (writer, result, result->host,
                                 result->hosts.count, 1, error))
        || hpm_sampling_write (writer, result, error)
        || write_mpi_sums (writer, result, error))
        return -1;
    return needs_exact (result) ? write_exact (writer, result, error) : 0;
}
