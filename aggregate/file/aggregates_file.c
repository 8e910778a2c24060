/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Aggregates of job and hosts in a result file.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"
#include "aggregate/file/statistics_rows.h"

/* Variables along region, event or metric, statistic, and what is in them.  */
struct table {
    enum hpm_variable job, host;
    void (*to_rows) (const struct hpm_aggregate *aggregate,
                     const struct hpm_result *result, double *rows);
    void (*of_rows) (struct hpm_aggregate *aggregate,
                     const struct hpm_result *result, const double *rows);
};
static const struct table tables[] = {
    { HPM_VARIABLE_JOB_COUNT, HPM_VARIABLE_HOST_COUNT, hpm_count_rows,
      hpm_counts_of_rows },
    { HPM_VARIABLE_JOB_METRIC, HPM_VARIABLE_HOST_METRIC, hpm_metric_rows,
      hpm_metrics_of_rows },
};
enum { TABLES = sizeof tables / sizeof *tables };

/* Exact integers of the job, where a double can't hold them.  */
static const struct hpm_h5_member exact[] = {
    HPM_H5_MEMBER (JOB_COUNT_SUM_LOW, hpm_statistics, sum_low),
    HPM_H5_MEMBER (JOB_COUNT_SUM_HIGH, hpm_statistics, sum_high),
    HPM_H5_MEMBER (JOB_COUNT_MIN, hpm_statistics, min_integer),
    HPM_H5_MEMBER (JOB_COUNT_MAX, hpm_statistics, max_integer),
};
enum { EXACT = sizeof exact / sizeof *exact };

static int
write_table (struct hpm_h5_writer *writer, const struct hpm_result *result,
             const struct table *table, int hosts, struct hpm_error *error)
{
    enum hpm_variable variable = hosts ? table->host : table->job;
    size_t elements = hpm_h5_elements (writer, variable);
    size_t n = hosts ? (size_t)result->hosts.count : 1;
    double *rows = malloc ((elements + 1) * sizeof *rows);
    int failed;

    if (!rows)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < n; i++)
        table->to_rows (hosts ? &result->host[i] : &result->job, result,
                        rows + i * (elements / n));
    failed = hpm_h5_write (writer, variable, rows, error);
    free (rows);
    return failed;
}

/* Of one host only, which has no tables of its own, those of the job.  */
static int
load_table (const struct hpm_h5_reader *reader, struct hpm_result *result,
            const struct table *table, int hosts, struct hpm_error *error)
{
    size_t n = hosts ? (size_t)result->hosts.count : 1;
    enum hpm_variable variable = hosts && n > 1 ? table->host : table->job;
    size_t items = hpm_h5_elements_stored (reader, variable);
    double *rows = calloc (items + 1, sizeof *rows);
    int failed;

    if (!rows)
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_read (reader, variable, rows, error);
    for (size_t i = 0; !failed && i < n; i++)
        table->of_rows (hosts ? &result->host[i] : &result->job, result,
                        rows + i * (items / n));
    free (rows);
    return failed;
}

/* 1 if a double may not hold the integers of the job exactly.  */
static int
needs_exact (const struct hpm_result *result)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;

    for (size_t i = 0; i < counts; i++)
        if (fabs (hpm_statistics_sum (&result->job.events[i].statistics))
                >= 0x1p53
            || fabs (result->job.events[i].statistics.max) >= 0x1p53
            || fabs (result->job.events[i].statistics.min) >= 0x1p53)
            return 1;
    return 0;
}

static int
write_exact (struct hpm_h5_writer *writer, const struct hpm_result *result,
             struct hpm_error *error)
{
    size_t count = (size_t)result->region_count * (size_t)result->event_count;
    struct hpm_statistics *rows = malloc ((count + 1) * sizeof *rows);
    int failed = 0;

    if (!rows)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < count; i++) {
        rows[i] = result->job.events[i].statistics;
        if (!rows[i].count)
            rows[i].min_integer = rows[i].max_integer = HPM_NO_COUNT;
    }
    for (int i = 0; !failed && i < EXACT; i++)
        failed = hpm_h5_member_write (writer, &exact[i], rows, sizeof *rows,
                                      error);
    free (rows);
    return failed;
}

int
hpm_aggregates_write (struct hpm_h5_writer *writer,
                      const struct hpm_result *result, struct hpm_error *error)
{
    for (int i = 0; i < TABLES; i++)
        if (write_table (writer, result, &tables[i], 0, error)
            || (result->hosts.count > 1
                && write_table (writer, result, &tables[i], 1, error)))
            return -1;
    if (result->mpi_threads
        && hpm_h5_write (writer, HPM_VARIABLE_JOB_MPI_THREAD_SUM,
                         result->mpi_sums, error))
        return -1;
    if (hpm_result_is_added_to (result)
        && hpm_h5_write (writer, HPM_VARIABLE_JOB_ADDED, result->added, error))
        return -1;
    return needs_exact (result) ? write_exact (writer, result, error) : 0;
}

int
hpm_aggregates_load (const struct hpm_h5_reader *reader,
                     struct hpm_result *result, struct hpm_error *error)
{
    int failed = 0;

    for (int i = 0; !failed && i < TABLES; i++)
        failed = load_table (reader, result, &tables[i], 0, error)
                 || (result->host && result->hosts.count
                     && load_table (reader, result, &tables[i], 1, error));
    if (!failed && hpm_h5_has (reader, HPM_VARIABLE_JOB_MPI_THREAD_SUM))
        failed = hpm_h5_read (reader, HPM_VARIABLE_JOB_MPI_THREAD_SUM,
                              result->mpi_sums, error);
    if (!failed && hpm_h5_has (reader, HPM_VARIABLE_JOB_ADDED))
        failed = hpm_h5_read (reader, HPM_VARIABLE_JOB_ADDED, result->added,
                              error);
    for (int i = 0;
         !failed && i < EXACT && hpm_h5_has (reader, exact[i].variable); i++)
        failed = hpm_h5_member_read (reader, &exact[i],
                                     &result->job.events->statistics,
                                     sizeof *result->job.events, error);
    return failed;
}
