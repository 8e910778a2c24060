/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/flat_split.h"

#include <stdlib.h>

#include "aggregate/model/region_split.h"

void
hpm_flat_add_sum (struct hpm_statistics *into,
                  const struct hpm_statistics *from)
{
    int carried
        = __builtin_add_overflow (into->sum_low, from->sum_low, &into->sum_low);

    into->sum_high += from->sum_high + carried;
    into->count = from->count > into->count ? from->count : into->count;
    into->missing
        = from->missing > into->missing ? from->missing : into->missing;
    into->quality
        = from->quality > into->quality ? from->quality : into->quality;
}

/* ---- what is a label's own ---------------------------------------------- */

/* Counts of all regions of a label, less those of the regions directly inside
 * them; of what is not known of one nothing is known.  */
struct own {
    struct hpm_statistics *sums; /* [label][event] */
    char *is_unknown;            /* [label][event] */
};

static void
take_away (struct hpm_statistics *from, const struct hpm_statistics *inner)
{
    struct hpm_statistics less = *inner;

    less.sum_low = -inner->sum_low;
    less.sum_high = -inner->sum_high - (inner->sum_low != 0);
    hpm_flat_add_sum (from, &less);
}

static void
add_own (const struct own *own, size_t label, const struct hpm_statistics *of,
         int is_inside, size_t events)
{
    for (size_t e = 0, at = label * events; e < events; e++, at++) {
        if (!hpm_quality_has_value (hpm_statistics_quality (&of[e])))
            own->is_unknown[at] = 1;
        if (is_inside)
            take_away (&own->sums[at], &of[e]);
        else
            hpm_flat_add_sum (&own->sums[at], &of[e]);
    }
}

static void
forget_unknown (const struct own *own, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (own->is_unknown[i]) {
            hpm_statistics_init (&own->sums[i]);
            hpm_statistics_add_missing (&own->sums[i], -1);
        }
}

/* Returns [label][event], malloc'ed; NULL without memory.  */
static struct hpm_statistics *
make_own (const struct hpm_flat_labels *flat, size_t labels,
          const struct hpm_statistics *counts, size_t events)
{
    struct own own = { calloc (labels * events + 1, sizeof *own.sums),
                       calloc (labels * events + 1, 1) };

    for (size_t i = 0; own.sums && i < labels * events; i++)
        hpm_statistics_init (&own.sums[i]);
    for (int r = 0; own.sums && own.is_unknown && r < flat->from->count; r++) {
        int parent = flat->from->regions[r].parent;
        const struct hpm_statistics *of = counts + (size_t)r * events;

        add_own (&own, (size_t)flat->at[r], of, 0, events);
        if (parent >= 0)
            add_own (&own, (size_t)flat->at[parent], of, 1, events);
    }
    if (own.sums && own.is_unknown)
        forget_unknown (&own, labels * events);
    else {
        free (own.sums);
        own.sums = NULL;
    }
    free (own.is_unknown);
    return own.sums;
}

/* ---- all of it ---------------------------------------------------------- */

static void
add_parts (struct hpm_region_tree *labels, const struct hpm_flat_labels *flat,
           int part, size_t events)
{
    for (int r = 0; r < flat->from->count; r++) {
        const struct hpm_statistics *from
            = flat->from->parts[part] + (size_t)r * events;
        struct hpm_statistics *into
            = labels->parts[part] + (size_t)flat->at[r] * events;

        for (size_t e = 0; flat->outermost[r] && e < events; e++)
            hpm_flat_add_sum (&into[e], &from[e]);
    }
}

int
hpm_flat_split (struct hpm_region_tree *labels,
                const struct hpm_flat_labels *flat, size_t events)
{
    size_t count = (size_t)labels->count;
    int failed;

    if (!flat->from->parts[0])
        return 0;
    failed = hpm_region_split_start (labels, (int)events)
             || !(labels->own
                  = make_own (flat, count, flat->from->counts, events));
    for (int p = 0; !failed && p < HPM_REGION_PART_COUNT; p++) {
        add_parts (labels, flat, p, events);
        labels->own_parts[p]
            = make_own (flat, count, flat->from->parts[p], events);
        failed = !labels->own_parts[p];
    }
    return failed ? -1 : 0;
}
