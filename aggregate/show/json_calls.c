/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls as JSON.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/show/json_private.h"

static json_t *
whole (double value)
{
    return fabs (value) < 0x1p63 ? json_integer ((json_int_t)value)
                                 : hpm_json_real (value);
}

static json_t *
seconds (double nanoseconds)
{
    return hpm_json_real (nanoseconds / 1e9);
}

static json_t *
function_object (const struct hpm_result *result, int f)
{
    const struct hpm_calls *calls = &result->calls;
    const struct hpm_function_record *function = &calls->functions[f];
    const struct hpm_statistics *time = hpm_calls_sum (calls, f, HPM_SUM_TIME);
    json_t *object = json_object ();

    json_object_set_new (object, "function", hpm_json_text (function->name));
    json_object_set_new (object, "kind",
                         json_string (hpm_call_kind_word (function->kind)));
    json_object_set_new (object, "group",
                         json_string (hpm_call_group_word (function->kind)));
    json_object_set_new (object, "calls",
                         whole (hpm_calls_total (calls, f, HPM_SUM_CALLS)));
    json_object_set_new (object, "time_s", seconds (hpm_statistics_sum (time)));
    json_object_set_new (object, "time_mean_s", seconds (time->mean));
    json_object_set_new (object, "time_min_s", seconds (time->min));
    json_object_set_new (object, "time_max_s", seconds (time->max));
    json_object_set_new (object, "time_max_rank",
                         json_integer (time->max_rank));
    json_object_set_new (
        object, "shortest_s",
        seconds (hpm_calls_sum (calls, f, HPM_SUM_MIN_TIME)->min));
    json_object_set_new (
        object, "longest_s",
        seconds (hpm_calls_sum (calls, f, HPM_SUM_MAX_TIME)->max));
    if (function->sent != HPM_BYTES_NONE)
        json_object_set_new (object, "sent",
                             whole (hpm_calls_total (calls, f, HPM_SUM_SENT)));
    if (function->received != HPM_BYTES_NONE)
        json_object_set_new (
            object, "received",
            whole (hpm_calls_total (calls, f, HPM_SUM_RECEIVED)));
    if (function->received == HPM_BYTES_MOST)
        json_object_set_new (object, "received_at_most", json_true ());
    return object;
}

static json_t *
size_list (const struct hpm_calls *calls)
{
    json_t *list = json_array ();

    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        for (int bucket = 0; bucket < calls->buckets; bucket++) {
            const int64_t *size = calls->sizes[kind][bucket];

            if (size[HPM_SIZE_MESSAGES])
                json_array_append_new (
                    list,
                    json_pack ("{s:s, s:I, s:I, s:I}", "kind",
                               hpm_size_kind_word (kind), "from",
                               (json_int_t)hpm_bucket_floor (bucket),
                               "messages", (json_int_t)size[HPM_SIZE_MESSAGES],
                               "bytes", (json_int_t)size[HPM_SIZE_BYTES]));
        }
    return list;
}

/* What measuring cost all ranks, the one it cost most, and what was taken from
 * times.  */
static void
set_overhead (json_t *run, const struct hpm_statistics *fields)
{
    const struct hpm_statistics *overhead = &fields[HPM_MPI_FIELD_overhead];
    const struct hpm_statistics *removed = &fields[HPM_MPI_FIELD_removed];
    const struct hpm_statistics *larger = &fields[HPM_MPI_FIELD_larger];

    json_object_set_new (run, "mpi_overhead_s",
                         seconds (hpm_statistics_sum (overhead)));
    json_object_set_new (run, "mpi_overhead_max_s", seconds (overhead->max));
    json_object_set_new (run, "mpi_overhead_max_rank",
                         json_integer (overhead->max_rank));
    if (!removed->count)
        return;
    json_object_set_new (run, "mpi_overhead_removed_s",
                         seconds (hpm_statistics_sum (removed)));
    json_object_set_new (run, "mpi_overhead_larger",
                         whole (hpm_statistics_sum (larger)));
}

void
hpm_json_set_calls (json_t *root, const struct hpm_output *output)
{
    const struct hpm_calls *calls = &output->result->calls;
    const struct hpm_statistics *fields = calls->fields;
    json_t *list, *run = json_object_get (root, "run");
    int *order;

    if (!hpm_calls_recorded (calls))
        return;
    list = json_array ();
    order = hpm_calls_order (calls);
    for (int i = 0; order && i < calls->count; i++)
        if (hpm_selection_has (&output->selection->mpi,
                               calls->functions[order[i]].name))
            json_array_append_new (list,
                                   function_object (output->result, order[i]));
    free (order);
    json_object_set_new (
        run, "mpi_mode",
        json_string (hpm_mpi_mode_word ((int)fields[HPM_MPI_FIELD_mode].max)));
    json_object_set_new (
        run, "mpi_call_overhead_s",
        hpm_json_real (fields[HPM_MPI_FIELD_call_overhead].mean / 1e12));
    set_overhead (run, fields);
    json_object_set_new (root, "mpi", list);
    json_object_set_new (root, "message_sizes", size_list (calls));
}
