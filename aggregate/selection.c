/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "selection.h"

#include "core/text.h"

int
hpm_selection_has (const struct hpm_event_list *patterns, const char *name)
{
    if (!patterns->count)
        return 1;
    for (int i = 0; i < patterns->count; i++)
        if (hpm_text_match (patterns->names[i], name))
            return 1;
    return 0;
}
