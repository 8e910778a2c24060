/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/region_split.h"

#include <stdlib.h>

#include "aggregate/model/region_nest.h"
#include "aggregate/model/result.h"
#include "hpm_mpi_record.h"
#include "hpm_schema.h"

static int
link_inner (struct hpm_region_tree *tree)
{
    size_t count = (size_t)tree->count;

    tree->inner = malloc ((count + 1) * sizeof *tree->inner);
    tree->beside = malloc ((count + 1) * sizeof *tree->beside);
    if (!tree->inner || !tree->beside)
        return -1;
    for (int i = 0; i < tree->count; i++)
        tree->inner[i] = tree->beside[i] = -1;
    for (int i = tree->count - 1; i >= 0; i--) {
        int parent = tree->regions[i].parent;

        if (parent < 0)
            continue;
        tree->beside[i] = tree->inner[parent];
        tree->inner[parent] = i;
    }
    return 0;
}

int
hpm_region_split_start (struct hpm_region_tree *tree, int events)
{
    size_t count = (size_t)tree->count * (size_t)events;

    for (int p = 0; p < HPM_REGION_PART_COUNT; p++) {
        tree->parts[p] = calloc (count + 1, sizeof *tree->parts[p]);
        if (!tree->parts[p])
            return -1;
        for (size_t i = 0; i < count; i++)
            hpm_statistics_init (&tree->parts[p][i]);
    }
    return link_inner (tree);
}

/* ---- a rank ------------------------------------------------------------- */

uint32_t
hpm_region_split_quality (const struct hpm_rank_data *data, int parts,
                          int events, int event)
{
    size_t stride = (size_t)parts * (size_t)events;
    size_t at = (size_t)HPM_REGION_MPI * (size_t)events + (size_t)event;
    uint32_t quality = HPM_QUALITY_ABSENT;

    for (int64_t t = 0; parts > HPM_REGION_MPI && t < data->thread_count; t++) {
        uint32_t of_thread = data->cells[(size_t)t * stride + at].quality;

        if (hpm_quality_has_value (of_thread))
            quality = hpm_quality_worse (quality, of_thread);
    }
    return quality;
}

static void
add_bounded (int64_t *sum, int64_t more)
{
    *sum = *sum == HPM_NO_COUNT || more == HPM_NO_COUNT
               ? HPM_NO_COUNT
               : hpm_add_bounded (*sum, more);
}

/* Over the threads: split[region][event][hpm_region_split].  malloc'ed, or NULL
 * without memory.  */
static int64_t *
sum_threads (const struct hpm_rank_data *data, size_t regions, size_t events)
{
    size_t row = events * HPM_REGION_SPLIT_COUNT;
    int64_t *sums = calloc (regions * row + 1, sizeof *sums);

    for (size_t i = 0; sums && i < (size_t)data->region_count; i++) {
        int64_t *own = sums + (size_t)data->regions[i].path * row;

        for (size_t n = 0; n < row; n++)
            add_bounded (&own[n], data->region_split
                                      ? data->region_split[i * row + n]
                                      : HPM_NO_COUNT);
    }
    return sums;
}

/* The parts of a count: what marks and looks at calls took is in neither.
 * Returns 0, or -1 where they are not known.  */
static int
divide (int64_t count, const int64_t *split, int64_t *parts)
{
    int64_t inside = split[HPM_REGION_SPLIT_MPI];
    int64_t measuring = split[HPM_REGION_SPLIT_MEASURING], rest;

    if (count == HPM_NO_COUNT || inside == HPM_NO_COUNT
        || measuring == HPM_NO_COUNT)
        return -1;
    inside = inside < count ? inside : count;
    rest = count - inside;
    parts[HPM_REGION_PART_MPI] = inside;
    parts[HPM_REGION_PART_USEFUL] = measuring < rest ? rest - measuring : 0;
    return 0;
}

/* An event on a rank, in all regions.  */
static void
divide_event (struct hpm_region_tree *tree, size_t at, size_t events,
              uint32_t quality, const int64_t *sums, const int64_t *counts,
              const int64_t *split,
              int64_t *const of_rank[HPM_REGION_PART_COUNT])
{
    for (int r = 0; r < tree->count; r++, at += events) {
        const int64_t *own = sums + (size_t)r * HPM_REGION_SUM_COUNT;
        int64_t parts[HPM_REGION_PART_COUNT] = { 0 };
        int was_in = own[HPM_REGION_SUM_ENTRIES] || own[HPM_REGION_SUM_STRAY];
        int known = quality != HPM_QUALITY_ABSENT && counts[at] != HPM_NO_COUNT;

        if (known && was_in)
            known = divide (counts[at], split + at * HPM_REGION_SPLIT_COUNT,
                            parts)
                    == 0;
        if (known && was_in)
            tree->read[at] |= HPM_REGION_READ_PARTS;
        for (int p = 0; p < HPM_REGION_PART_COUNT; p++)
            of_rank[p][at] = known ? parts[p] : HPM_NO_COUNT;
    }
}

/* The parts of a region hold those inside it, and are of one piece.  */
static int
settle (const struct hpm_result *result, const int64_t *counts,
        int64_t *const parts[HPM_REGION_PART_COUNT])
{
    int events = result->event_count;

    for (int e = 0; e < events; e++)
        hpm_region_nest_parts (&result->tree, e, events, counts, parts);
    return hpm_region_divide_time (result, parts[HPM_REGION_PART_MPI], counts,
                                   NULL)
           || hpm_region_divide_time (result, parts[HPM_REGION_PART_USEFUL],
                                      counts, parts[HPM_REGION_PART_MPI]);
}

static void
add_event (struct hpm_region_tree *tree, int event, int events, int rank,
           uint32_t quality, int64_t *const of_rank[HPM_REGION_PART_COUNT])
{
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++)
        for (int r = 0; r < tree->count; r++) {
            size_t at = (size_t)r * (size_t)events + (size_t)event;

            if (of_rank[p][at] != HPM_NO_COUNT)
                hpm_statistics_add_integer (&tree->parts[p][at], of_rank[p][at],
                                            rank, quality);
            else
                hpm_statistics_add_missing (&tree->parts[p][at], rank);
        }
}

int
hpm_region_split_add (struct hpm_result *result,
                      const struct hpm_rank_data *data, const int64_t *sums,
                      const int64_t *counts,
                      int64_t *const of_rank[HPM_REGION_PART_COUNT])
{
    struct hpm_region_tree *tree = &result->tree;
    int parts = result->region_count, events = result->event_count, failed;
    int64_t *split;

    if (!tree->parts[0])
        return 0;
    split = sum_threads (data, (size_t)tree->count, (size_t)events);
    for (int e = 0; split && e < events; e++)
        divide_event (tree, (size_t)e, (size_t)events,
                      hpm_region_split_quality (data, parts, events, e), sums,
                      counts, split, of_rank);
    failed = !split || settle (result, counts, of_rank);
    for (int e = 0; !failed && e < events; e++)
        add_event (tree, e, events, data->record.rank,
                   hpm_region_split_quality (data, parts, events, e), of_rank);
    free (split);
    return failed ? -1 : 0;
}

int
hpm_region_split_has (const struct hpm_region_tree *tree, int events, int event)
{
    const struct hpm_statistics *counts = tree->parts[HPM_REGION_PART_MPI];

    for (int r = 0; r < tree->count; r++)
        if (counts[(size_t)r * (size_t)events + (size_t)event].count)
            return 1;
    return 0;
}
