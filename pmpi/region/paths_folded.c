/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "pmpi/region/paths_folded.h"

int
hpm_folded_push (struct hpm_folded *folded, const struct hpm_path *into,
                 const struct hpm_label *label)
{
    if (!folded->list)
        folded->list = malloc (HPM_FOLDED_MAX * sizeof *folded->list);
    if (!folded->list || folded->count == HPM_FOLDED_MAX)
        return -1;
    folded->list[folded->count++]
        = (struct hpm_folded_entry){ .into = into, .label = label };
    return 0;
}

int
hpm_folded_is_in (const struct hpm_folded *folded, const struct hpm_path *path)
{
    return folded->count && folded->list[folded->count - 1].into == path;
}

const struct hpm_label *
hpm_folded_pop (struct hpm_folded *folded, const struct hpm_path *from)
{
    if (!hpm_folded_is_in (folded, from))
        return NULL;
    return folded->list[--folded->count].label;
}

int
hpm_folded_has (const struct hpm_folded *folded, const struct hpm_label *label)
{
    for (int i = 0; i < folded->count; i++)
        if (folded->list[i].label == label)
            return 1;
    return 0;
}

void
hpm_folded_release (struct hpm_folded *folded)
{
    free (folded->list);
    folded->list = NULL;
    folded->count = 0;
}
