/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that were counted for hosts.
 */
#include "config.h"

#include "aggregate/show/json_private.h"

static json_t *
place_object (const struct hpm_result *result,
              const struct hpm_node_count *count)
{
    json_t *object = json_object ();

    json_object_set_new (
        object, "host",
        hpm_json_text (hpm_text_table_get (&result->hosts, count->host)));
    if (count->cpu >= 0)
        json_object_set_new (object, "cpu", json_integer (count->cpu));
    json_object_set_new (object, "quality",
                         json_string (hpm_quality_word (count->quality)));
    json_object_set_new (object, "amount",
                         hpm_json_real (hpm_node_amount (count)));
    if (hpm_node_was_counted (count))
        json_object_set_new (object, "count",
                             json_integer ((json_int_t)count->count));
    else
        json_object_set_new (object, "reason",
                             hpm_json_text (hpm_reason_text (count->reason)));
    if (count->running < count->enabled)
        json_object_set_new (
            object, "coverage",
            hpm_json_real ((double)count->running / (double)count->enabled));
    return object;
}

static json_t *
event_object (const struct hpm_result *result, int event)
{
    struct hpm_node_sum sum = hpm_nodes_sum (result, event, -1);
    json_t *object = json_object (), *places = json_array ();

    json_object_set_new (object, "name",
                         hpm_json_text (result->events[event].name));
    json_object_set_new (object, "unit",
                         hpm_json_text (result->events[event].unit));
    json_object_set_new (object, "quality",
                         json_string (hpm_quality_word (sum.quality)));
    json_object_set_new (object, "total", hpm_json_real (sum.amount));
    if (sum.reason)
        json_object_set_new (object, "reason",
                             hpm_json_text (hpm_reason_text (sum.reason)));
    for (size_t i = 0; i < result->nodes.count; i++)
        if (result->nodes.counts[i].event == event)
            json_array_append_new (
                places, place_object (result, &result->nodes.counts[i]));
    json_object_set_new (object, "processors", places);
    if (result->joined.count)
        hpm_json_set_runs (object, result,
                           UINT64_C (1) << result->joined.event_run[event]);
    return object;
}

void
hpm_json_set_nodes (json_t *root, const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    json_t *list = json_array ();

    for (int e = 0; e < result->event_count; e++)
        if (hpm_result_is_node (result, (size_t)e) && output->shown[e])
            json_array_append_new (list, event_object (result, e));
    if (json_array_size (list))
        json_object_set (root, "node_events", list);
    json_decref (list);
}
