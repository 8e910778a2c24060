/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts of marked regions inside MPI and outside, over all ranks, where a run
 * split them.
 */
#ifndef HPM_AGGREGATE_REGION_SPLIT_H
#define HPM_AGGREGATE_REGION_SPLIT_H

#include "aggregate/places/region_tree.h"

struct hpm_rank_data;
struct hpm_result;

/* Make empty statistics in the tree, beside those of its counts, which are
 * there for the first time.  Returns 0, or -1 without memory.  */
int hpm_region_split_start (struct hpm_region_tree *tree, int events);

/* Add a rank that is there to the tree of the result, whose sums and counts in
 * regions these are, as hpm_region_tree_of_rank has them.  Its own parts go
 * into of_rank[hpm_region_part][region][event], HPM_NO_COUNT where they are not
 * known.  Nothing where the tree has no such statistics.  Returns 0, or -1
 * without memory.  */
int hpm_region_split_add (struct hpm_result *result,
                          const struct hpm_rank_data *data, const int64_t *sums,
                          const int64_t *counts,
                          int64_t *const of_rank[HPM_REGION_PART_COUNT]);

/* What a rank's parts of an event are worth: as those of the whole run inside
 * MPI, over the threads that have them, which have cells of so many parts of
 * the run; HPM_QUALITY_ABSENT where none has.  */
uint32_t hpm_region_split_quality (const struct hpm_rank_data *data, int parts,
                                   int events, int event);

/* Whether some rank split that event, of so many, in some region; of a tree
 * that has these statistics.  */
int hpm_region_split_has (const struct hpm_region_tree *tree, int events,
                          int event);

#endif /* HPM_AGGREGATE_REGION_SPLIT_H */
