/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What values of a host, rank or thread are worth.
 */
#include "config.h"

#include <math.h>

#include "json_private.h"

/* Only where there is one.  */
static void
set_real (json_t *object, const char *key, double value)
{
    if (isfinite (value))
        json_object_set_new (object, key, json_real (value));
}

void
hpm_json_set_errors (json_t *object, const struct hpm_output *output,
                     const struct hpm_row *row)
{
    const struct hpm_result *result = output->result;
    json_t *coverage = json_object (), *errors = json_object ();

    for (int e = 0; e < result->event_count; e++)
        if (hpm_output_has_event (output, e)) {
            set_real (coverage, result->events[e].name, row->coverage[e]);
            set_real (errors, result->events[e].name, row->errors[e]);
        }
    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        set_real (errors, result->metrics.metrics[m].name,
                  row->metric_errors[m]);
    }
    if (json_object_size (coverage))
        json_object_set (object, "coverage", coverage);
    if (json_object_size (errors))
        json_object_set (object, "errors", errors);
    json_decref (coverage);
    json_decref (errors);
}
