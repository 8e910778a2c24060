/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a rank's values in regions are to each other: those of a region hold
 * those of the regions inside it, and user and system time are the parts of
 * processor time.  What marks and looks at calls took is measured, and taken
 * out of each region for itself, so that a bit of either may be missing.
 *
 * Values are [region][event] of a rank, HPM_NO_COUNT where one is not known,
 * which holds nothing and is held by nothing.
 */
#ifndef HPM_AGGREGATE_REGION_NEST_H
#define HPM_AGGREGATE_REGION_NEST_H

#include <stdint.h>

#include "aggregate/places/region_tree.h"

struct hpm_result;

/* The parts of an event, of so many, parts[hpm_region_part][region][event],
 * each at least what is inside, and both together no more than the count.  The
 * tree is linked, as that of a run that split its counts.  */
void hpm_region_nest_parts (const struct hpm_region_tree *tree, int event,
                            int events, const int64_t *counts,
                            int64_t *const parts[HPM_REGION_PART_COUNT]);

/* What of processor time is a region's own is no more than its own time, of
 * sums[region][hpm_region_sum], once marks are taken out of both.  Returns 0,
 * or -1 without memory.  */
int hpm_region_bound_time (const struct hpm_result *result, const int64_t *sums,
                           int64_t *counts);

/* User and system time of each region: the parts of its processor time, in the
 * proportion that the kernel told, but each no less than inside it, and what is
 * its own no more than that of most[region][event] less that of
 * less[region][event], which may be NULL; with `most` the tree is linked.
 * Returns 0, or -1 without memory.  */
int hpm_region_divide_time (const struct hpm_result *result, int64_t *values,
                            const int64_t *most, const int64_t *less);

#endif /* HPM_AGGREGATE_REGION_NEST_H */
