/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The runs that a result was joined of.
 */
#include "config.h"

#include <math.h>

#include "base/text.h"
#include "aggregate/show/json_private.h"

static json_t *
run_object (const struct hpm_result *result, int run)
{
    const struct hpm_joined_run *joined = &result->joined.runs[run];
    json_t *object = json_object (), *differences = json_object ();
    char date[HPM_TEXT_TIME];

    json_object_set_new (object, "file", hpm_json_text (joined->file));
    json_object_set_new (
        object, "start_time",
        json_string (hpm_text_time (date, joined->start_time)));
    json_object_set_new (object, "wall_s", hpm_json_real (joined->wall_s));
    json_object_set_new (object, "distance",
                         hpm_json_real (hpm_joined_distance (result, run)));
    for (int e = 0; e < result->event_count; e++) {
        double difference = hpm_joined_difference (&result->joined, run, e);

        if (hpm_joined_compares (result, e) && isfinite (difference))
            json_object_set_new (differences, result->events[e].name,
                                 json_real (difference));
    }
    json_object_set_new (object, "differences", differences);
    return object;
}

void
hpm_json_set_joined (json_t *root, const struct hpm_output *output)
{
    json_t *runs;

    if (!output->result->joined.count)
        return;
    runs = json_array ();
    for (int i = 0; i < output->result->joined.count; i++)
        json_array_append_new (runs, run_object (output->result, i));
    json_object_set_new (root, "joined", runs);
}

void
hpm_json_set_runs (json_t *object, const struct hpm_result *result,
                   uint64_t mask)
{
    json_t *runs;

    if (!result->joined.count)
        return;
    runs = json_array ();
    for (int i = 0; i < result->joined.count; i++)
        if (mask >> i & 1)
            json_array_append_new (runs, json_integer (i + 1));
    json_object_set_new (object, "runs", runs);
}
