/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The runs that a result was joined of.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/load.h"
#include "aggregate/file/result_parts.h"

static const struct hpm_h5_member members[] = {
    HPM_H5_MEMBER (RUN_START_TIME, hpm_joined_run, start_time),
    HPM_H5_MEMBER (RUN_WALL_TIME, hpm_joined_run, wall_s),
};
static const struct hpm_h5_table table
    = { HPM_DIMENSION_RUN, HPM_H5_LABEL_POINTERS (hpm_joined_run, file),
        HPM_H5_MEMBERS (members) };

_Static_assert(HPM_JOINED_MAX == 63, "as many as the schema says");

/* The counts of all runs in one table, [run][event]; with `back`, out of it. */
static void
copy_counts (const struct hpm_result *result, double *counts, int back)
{
    size_t events = (size_t)result->event_count;

    for (int i = 0; i < result->joined.count; i++, counts += events) {
        double *own = result->joined.runs[i].counts;

        memcpy (back ? own : counts, back ? counts : own,
                events * sizeof *counts);
    }
}

static double *
make_counts (const struct hpm_result *result)
{
    return calloc ((size_t)result->joined.count * (size_t)result->event_count
                       + 1,
                   sizeof (double));
}

int
hpm_joined_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  struct hpm_error *error)
{
    const struct hpm_joined *joined = &result->joined;
    double *counts;
    int failed;

    if (!joined->count)
        return 0;
    counts = make_counts (result);
    if (!counts)
        return hpm_error_set (error, "out of memory");
    copy_counts (result, counts, 0);
    failed = hpm_h5_table_write (writer, &table, joined->runs,
                                 (hsize_t)joined->count, error)
             || hpm_h5_write (writer, HPM_VARIABLE_RUN_COUNT, counts, error)
             || hpm_h5_write (writer, HPM_VARIABLE_EVENT_RUN, joined->event_run,
                              error)
             || hpm_h5_write (writer, HPM_VARIABLE_METRIC_RUNS,
                              result->job.metric_runs, error);
    free (counts);
    return failed;
}

int
hpm_joined_is_stored (const struct hpm_h5_reader *reader)
{
    return reader->length[HPM_DIMENSION_RUN] > 0;
}

int
hpm_joined_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    struct hpm_joined *joined = &result->joined;
    int runs = (int)reader->length[HPM_DIMENSION_RUN], failed;
    double *counts;

    if (!runs)
        return 0;
    if (hpm_joined_make (joined, runs, result->event_count)
        || !(counts = make_counts (result)))
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_table_read (reader, &table, joined->runs, error)
             || hpm_h5_read (reader, HPM_VARIABLE_RUN_COUNT, counts, error)
             || hpm_h5_read (reader, HPM_VARIABLE_EVENT_RUN, joined->event_run,
                             error)
             || hpm_h5_read (reader, HPM_VARIABLE_METRIC_RUNS,
                             result->job.metric_runs, error);
    if (!failed)
        copy_counts (result, counts, 1);
    free (counts);
    for (int i = 0; !failed && i < result->event_count; i++)
        if (joined->event_run[i] >= runs)
            failed = hpm_h5_damaged (reader, "event_run", error);
    return failed;
}
