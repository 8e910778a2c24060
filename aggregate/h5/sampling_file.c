/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/sampling_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/sampling.h"

enum variable { COUNT_COVERAGE, COUNT_ERROR, METRIC_ERROR, VARIABLES };

static const char *const names[2][VARIABLES] = {
    { "job_count_coverage", "job_count_error", "job_metric_error" },
    { "host_count_coverage", "host_count_error", "host_metric_error" },
};

static size_t
items (const struct hpm_result *result, enum variable which)
{
    return (size_t)result->region_count
           * (size_t)(which == METRIC_ERROR ? result->metrics.count
                                            : result->event_count);
}

static double
value_of (const struct hpm_aggregate *aggregate,
          const struct hpm_result *result, enum variable which, size_t at)
{
    if (which == COUNT_COVERAGE)
        return hpm_sampling_coverage (&aggregate->sampling[at]);
    return which == COUNT_ERROR ? hpm_count_error (aggregate, at)
                                : hpm_metric_error (aggregate, result, at);
}

static int
write_variable (struct hpm_h5_writer *writer, const struct hpm_result *result,
                const struct hpm_aggregate *aggregates, int n, int host,
                enum variable which, struct hpm_error *error)
{
    struct hpm_h5_variable variable = { .name = names[host][which],
                                        .type = H5T_NATIVE_DOUBLE,
                                        .rank = 2 + host };
    enum hpm_dimension *dimension = variable.dimensions;
    size_t count = items (result, which);
    double *table = malloc (((size_t)n * count + 1) * sizeof *table);
    int failed;

    if (!table)
        return hpm_error_set (error, "out of memory");
    if (host)
        *dimension++ = HPM_DIMENSION_HOST;
    *dimension++ = HPM_DIMENSION_REGION;
    *dimension
        = which == METRIC_ERROR ? HPM_DIMENSION_METRIC : HPM_DIMENSION_EVENT;
    for (size_t i = 0; i < (size_t)n * count; i++)
        table[i] = value_of (&aggregates[i / count], result, which, i % count);
    failed = hpm_h5_write (writer, &variable, table, error);
    free (table);
    return failed;
}

int
hpm_sampling_write (struct hpm_h5_writer *writer,
                    const struct hpm_result *result, struct hpm_error *error)
{
    int failed = 0;

    if (!hpm_sampling_any (result))
        return 0;
    for (int which = 0; !failed && which < VARIABLES; which++) {
        failed = write_variable (writer, result, &result->job, 1, 0,
                                 (enum variable)which, error);
        if (!failed && result->hosts.count > 1)
            failed = write_variable (writer, result, result->host,
                                     result->hosts.count, 1,
                                     (enum variable)which, error);
    }
    return failed;
}

/* Put a number of the file back where it came from.  */
static void
restore (struct hpm_aggregate *aggregate, const struct hpm_result *result,
         enum variable which, size_t at, double value)
{
    const struct hpm_statistics *statistics;

    if (!(value >= 0))
        return;
    if (which == COUNT_COVERAGE)
        aggregate->sampling[at]
            = (struct hpm_sampling){ 1, value, aggregate->sampling[at].error };
    else if (which == COUNT_ERROR)
        aggregate->sampling[at].error
            = value * fabs (hpm_statistics_sum (&aggregate->counts[at]));
    else if (hpm_metric_shows_total (aggregate, result, at))
        aggregate->totals[at].error
            = value * fabs (aggregate->totals[at].value);
    else {
        statistics = &aggregate->metrics[at];
        aggregate->metric_errors[at]
            = value * fabs (statistics->mean) * (double)statistics->count;
    }
}

static int
load_variable (const struct hpm_h5_reader *reader, struct hpm_result *result,
               struct hpm_aggregate *aggregates, int n, int host,
               enum variable which, struct hpm_error *error)
{
    size_t count = items (result, which);
    hsize_t regions = (hsize_t)result->region_count;
    hsize_t lengths[3] = { (hsize_t)n, regions, count / regions };
    struct hpm_h5_box box = { .rank = 2 + host };
    double *table;
    int failed;

    if (!count || !hpm_h5_has (reader, names[host][which]))
        return 0;
    table = calloc ((size_t)n * count + 1, sizeof *table);
    if (!table)
        return hpm_error_set (error, "out of memory");
    memcpy (box.lengths, lengths + !host, (size_t)box.rank * sizeof *lengths);
    memcpy (box.count, box.lengths, sizeof box.count);
    failed = hpm_h5_read (reader, names[host][which], &box, H5T_NATIVE_DOUBLE,
                          table, error);
    for (size_t i = 0; !failed && i < (size_t)n * count; i++)
        restore (&aggregates[i / count], result, which, i % count, table[i]);
    free (table);
    return failed;
}

int
hpm_sampling_load (const struct hpm_h5_reader *reader,
                   struct hpm_result *result, struct hpm_error *error)
{
    int n = result->hosts.count, failed = 0;

    for (int which = 0; !failed && which < VARIABLES; which++) {
        failed = load_variable (reader, result, &result->job, 1, 0,
                                (enum variable)which, error);
        if (!failed && result->host && n)
            failed = load_variable (reader, result, result->host, n, n > 1,
                                    (enum variable)which, error);
    }
    return failed;
}
