/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks of regions cost, taken out of what was counted in them.
 */
#ifndef HPM_AGGREGATE_MARK_COSTS_H
#define HPM_AGGREGATE_MARK_COSTS_H

#include "aggregate/input/rank_regions.h"

/* Take costs[2][1 + events] out of all rows: what a beginning and an end leave
 * in their region, and what they take in all, which is in those around it; of
 * the time and of each event.  Nothing becomes less than 0, nor than what is in
 * the regions inside.  What was taken of the time is in `cost` of the rows.
 * Returns 0, or -1 without memory.  */
int hpm_mark_costs_take_out (struct hpm_rank_regions *regions,
                             const int64_t *costs, int64_t events);

#endif /* HPM_AGGREGATE_MARK_COSTS_H */
