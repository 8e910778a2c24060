/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/joined_file.h"

#include <stdlib.h>
#include <string.h>

static const char counts_name[] = "run_count";

static int
write_run_dimension (struct hpm_h5_writer *writer,
                     const struct hpm_joined *joined, struct hpm_error *error)
{
    const char *names[HPM_JOINED_MAX];

    for (int i = 0; i < joined->count; i++)
        names[i] = joined->runs[i].file;
    return hpm_h5_dimension (writer, HPM_DIMENSION_RUN, (hsize_t)joined->count,
                             -1, NULL, names, error);
}

/* When the runs started, and how long they lasted.  */
static int
write_times (struct hpm_h5_writer *writer, const struct hpm_joined *joined,
             struct hpm_error *error)
{
    struct hpm_h5_variable variable = { .name = "run_start_time",
                                        .type = H5T_NATIVE_INT64,
                                        .rank = 1,
                                        .dimensions = { HPM_DIMENSION_RUN } };
    int64_t starts[HPM_JOINED_MAX], walls[HPM_JOINED_MAX];

    for (int i = 0; i < joined->count; i++) {
        starts[i] = joined->runs[i].start_time;
        walls[i] = (int64_t)(1e9 * joined->runs[i].wall_s + 0.5);
    }
    if (hpm_h5_write (writer, &variable, starts, error))
        return -1;
    variable.name = "run_wall_time";
    return hpm_h5_write (writer, &variable, walls, error);
}

static int
write_counts (struct hpm_h5_writer *writer, const struct hpm_result *result,
              struct hpm_error *error)
{
    struct hpm_h5_variable variable
        = { .name = counts_name,
            .type = H5T_NATIVE_DOUBLE,
            .rank = 2,
            .dimensions = { HPM_DIMENSION_RUN, HPM_DIMENSION_EVENT } };
    size_t events = (size_t)result->event_count;
    int runs = result->joined.count, failed;
    double *table = malloc (((size_t)runs * events + 1) * sizeof *table);

    if (!table)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < runs; i++)
        memcpy (table + (size_t)i * events, result->joined.runs[i].counts,
                events * sizeof *table);
    failed = hpm_h5_write (writer, &variable, table, error);
    free (table);
    return failed;
}

int
hpm_joined_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  struct hpm_error *error)
{
    const struct hpm_joined *joined = &result->joined;
    struct hpm_h5_variable events = { .name = "event_run",
                                      .type = H5T_NATIVE_UINT8,
                                      .rank = 1,
                                      .dimensions = { HPM_DIMENSION_EVENT } };
    struct hpm_h5_variable metrics = { .name = "metric_runs",
                                       .type = H5T_NATIVE_UINT64,
                                       .rank = 1,
                                       .dimensions = { HPM_DIMENSION_METRIC } };

    if (!joined->count)
        return 0;
    return write_run_dimension (writer, joined, error)
           || write_times (writer, joined, error)
           || write_counts (writer, result, error)
           || hpm_h5_write (writer, &events, joined->event_run, error)
           || hpm_h5_write (writer, &metrics, result->job.metric_runs, error);
}

int
hpm_joined_is_stored (const struct hpm_h5_reader *reader)
{
    return hpm_h5_has (reader, counts_name);
}

static int
load_column (const struct hpm_h5_reader *reader, const char *name,
             hsize_t length, hid_t type, void *data, struct hpm_error *error)
{
    struct hpm_h5_box box = { 1, { length }, { 0 }, { length } };

    return length ? hpm_h5_read (reader, name, &box, type, data, error) : 0;
}

static int
load_runs (const struct hpm_h5_reader *reader, struct hpm_joined *joined,
           struct hpm_error *error)
{
    int64_t starts[HPM_JOINED_MAX], walls[HPM_JOINED_MAX];
    hsize_t count = (hsize_t)joined->count;
    char **names;

    if (load_column (reader, "run_start_time", count, H5T_NATIVE_INT64, starts,
                     error)
        || load_column (reader, "run_wall_time", count, H5T_NATIVE_INT64, walls,
                        error)
        || hpm_h5_read_texts (reader, "run", count, &names, error))
        return -1;
    for (hsize_t i = 0; i < count; i++) {
        joined->runs[i].file = names[i];
        joined->runs[i].start_time = starts[i];
        joined->runs[i].wall_s = 1e-9 * (double)walls[i];
    }
    free (names);
    return 0;
}

static int
load_counts (const struct hpm_h5_reader *reader, struct hpm_result *result,
             struct hpm_error *error)
{
    hsize_t runs = (hsize_t)result->joined.count;
    hsize_t events = (hsize_t)result->event_count;
    int failed = 0;

    for (hsize_t i = 0; events && !failed && i < runs; i++) {
        struct hpm_h5_box box
            = { 2, { runs, events }, { i, 0 }, { 1, events } };

        failed = hpm_h5_read (reader, counts_name, &box, H5T_NATIVE_DOUBLE,
                              result->joined.runs[i].counts, error);
    }
    return failed;
}

int
hpm_joined_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    struct hpm_joined *joined = &result->joined;
    hsize_t runs, events = (hsize_t)result->event_count;
    hsize_t metrics = (hsize_t)result->metrics.count;

    if (!hpm_joined_is_stored (reader))
        return 0;
    if (hpm_h5_length (reader, "run", &runs, error))
        return -1;
    if (!runs || runs > HPM_JOINED_MAX)
        return hpm_h5_damaged (reader, "run", error);
    if (hpm_joined_make (joined, (int)runs, result->event_count))
        return hpm_error_set (error, "out of memory");
    if (load_runs (reader, joined, error) || load_counts (reader, result, error)
        || load_column (reader, "event_run", events, H5T_NATIVE_UINT8,
                        joined->event_run, error)
        || load_column (reader, "metric_runs", metrics, H5T_NATIVE_UINT64,
                        result->job.metric_runs, error))
        return -1;
    for (hsize_t i = 0; i < events; i++)
        if (joined->event_run[i] >= runs)
            return hpm_h5_damaged (reader, "event_run", error);
    return 0;
}
