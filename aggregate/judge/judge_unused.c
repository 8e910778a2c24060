/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Processors of a host that no rank of the job may use, where its threads have
 * too few.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/judge/judge.h"
#include "aggregate/binding/mask.h"

/* What the ranks of a host may use together.  Returns -1 where that of a rank
 * is not known, which may be on any host.  */
static int
take_used (const struct hpm_judge *judge, int host, struct hpm_mask *used)
{
    for (size_t i = 0; i < judge->count; i++) {
        int64_t place = HPM_NUMBER_OF (judge, i, mask);
        struct hpm_mask mask;

        if (place < 0)
            return -1;
        if (HPM_NUMBER_OF (judge, i, host) != host)
            continue;
        hpm_mask_parse (&mask, judge->masks.texts[place]);
        hpm_mask_add (used, &mask);
    }
    return 0;
}

static double
count_unused (const struct hpm_topology *known, const struct hpm_mask *used)
{
    int count = 0;

    for (int i = 0; i < known->processors; i++)
        count += known->core[i] >= 0 && !(used->bits[i / 64] >> (i % 64) & 1);
    return count;
}

double
hpm_judge_unused (const struct hpm_judge *judge, int host)
{
    const char *text = hpm_topologies_get (&judge->result->topologies, host);
    struct hpm_topology *known = text ? malloc (sizeof *known) : NULL;
    struct hpm_mask used = { .words = 0 };
    double unused = -1;

    if (known && !hpm_topology_parse (known, text)
        && !take_used (judge, host, &used))
        unused = count_unused (known, &used);
    free (known);
    return unused;
}
