/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The chunks of a record stream that speak of regions which the program marked,
 * taken one by one and checked: what is in here may be used as an index or a
 * text.
 */
#ifndef HPM_AGGREGATE_RANK_REGIONS_H
#define HPM_AGGREGATE_RANK_REGIONS_H

#include <stddef.h>

#include "hpm_region_record.h"
#include "aggregate/input/chunk.h"
#include "aggregate/places/region_tree.h"

struct hpm_rank_regions {
    struct hpm_path_record *paths; /* owned, as the others */
    int64_t path_count;
    char *texts;
    int64_t text_bytes;
    struct hpm_region_record *rows;
    int64_t row_count;
    int64_t *counts; /* [row][event] */
    int64_t *split;  /* [row][event][hpm_region_split]; NULL: not split */
    int has_costs;   /* of marks, taken out ... */
    int64_t cost;    /* ... and ns of a beginning and an end, 0: not known */
};

/* Forget the rank.  */
void hpm_rank_regions_clear (struct hpm_rank_regions *regions);

/* Take a chunk PATHS, PATH_TEXTS, REGION_ROWS, REGION_COUNTS, REGION_SPLIT or
 * MARK_COSTS of a rank with so many threads and events.  Returns 0, or -1 where
 * it is malformed.  */
int hpm_rank_regions_take (struct hpm_rank_regions *regions,
                           const struct hpm_chunk *chunk, int64_t threads,
                           int64_t events);

/* Where the rank's paths are in a tree, which gets those that it lacks:
 * malloc'ed, or NULL without memory or where there are too many.  */
int *hpm_rank_regions_place (const struct hpm_rank_regions *regions,
                             struct hpm_region_tree *tree);

#endif /* HPM_AGGREGATE_RANK_REGIONS_H */
