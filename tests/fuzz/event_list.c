/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A list of events: every name that is read is in one of its lists.
 */
#include "config.h"

#include "base/event/event_list.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_event_list list = { 0 };
    struct hpm_error error;
    char *text = fuzz_text (bytes, size);

    if (!hpm_event_list_parse (&list, text, &error))
        for (int i = 0; i < list.count; i++)
            if (!hpm_event_list_membership (text, list.names[i]))
                abort ();
    hpm_event_list_release (&list);
    free (text);
    return 0;
}
