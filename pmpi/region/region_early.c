/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "pmpi/region/region_early.h"

/* Those whose labels are known; those inside are counted alone.  */
#define KNOWN_MAX 32

__attribute__ ((cold, noinline)) void
hpm_region_early_enter (struct hpm_region_early *early,
                        const struct hpm_label *label)
{
    if (!early->labels)
        early->labels = calloc (KNOWN_MAX, sizeof (const struct hpm_label *));
    if (early->labels && early->depth < KNOWN_MAX)
        early->labels[early->depth] = label;
    early->depth++;
}

void
hpm_region_early_forget (struct hpm_region_early *early)
{
    free (early->labels);
    early->labels = NULL;
    early->depth = 0;
}

/* How many it is in when one of that label, NULL for any, has ended.  */
static int
depth_without (const struct hpm_region_early *early,
               const struct hpm_label *label)
{
    int depth = early->depth;

    if (!label || !early->labels || depth > KNOWN_MAX)
        return depth - 1;
    while (depth > 0 && early->labels[depth - 1] != label)
        depth--;
    return depth > 0 ? depth - 1 : early->depth;
}

__attribute__ ((cold, noinline)) void
hpm_region_early_leave (struct hpm_region_early *early,
                        const struct hpm_label *label)
{
    if (!early->depth)
        return;
    early->depth = depth_without (early, label);
    if (!early->depth)
        hpm_region_early_forget (early);
}

const struct hpm_label *
hpm_region_early_at (const struct hpm_region_early *early, int i)
{
    return early->labels && i < early->depth && i < KNOWN_MAX ? early->labels[i]
                                                              : NULL;
}
