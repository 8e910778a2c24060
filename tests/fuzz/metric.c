/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Definitions of metrics: what is read is written as a text that reads back.
 */
#include "config.h"

#include "base/metric/metric.h"
#include "tests/fuzz/fuzz.h"

static void
read_back (const struct hpm_metric_set *set)
{
    struct hpm_metric_set again;
    struct hpm_error error;
    char *text = hpm_metric_set_text (set);

    hpm_metric_set_init (&again);
    if (!text || hpm_metric_set_read_text (&again, "again", text, &error))
        abort ();
    hpm_metric_set_release (&again);
    free (text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_metric_set set;
    struct hpm_error error;
    char *text = fuzz_text (bytes, size);

    hpm_metric_set_init (&set);
    if (!hpm_metric_set_read_text (&set, "fuzz", text, &error)
        && !hpm_metric_set_check (&set, &error))
        read_back (&set);
    hpm_metric_set_release (&set);
    free (text);
    return 0;
}
