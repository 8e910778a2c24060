/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of what each rank did in each region that the program marked: region
 * after region, of ranks that were in it, or of all.
 */
#ifndef HPM_AGGREGATE_REGION_RANK_ROWS_H
#define HPM_AGGREGATE_REGION_RANK_ROWS_H

#include "aggregate/show/rows/rows.h"

/* With `absent`, of ranks that were not in a region, too: these have zeros, and
 * one that is missing has nothing.  Reader and result must outlive it.  NULL
 * with the error, as of a file without such detail.  */
struct hpm_region_ranks *
hpm_region_ranks_create (const struct hpm_h5_reader *reader,
                         const struct hpm_result *result, int absent,
                         struct hpm_error *error);
void hpm_region_ranks_destroy (struct hpm_region_ranks *ranks);

/* Start again from the first.  */
void hpm_region_ranks_restart (struct hpm_region_ranks *ranks);

/* Go to the next.  Returns 1, 0 after the last, -1 with the error.  */
int hpm_region_ranks_next (struct hpm_region_ranks *ranks,
                           struct hpm_error *error);

/* Fill an empty row with it; its metrics go through `values`.  */
void hpm_row_of_region_rank (struct hpm_row *row,
                             const struct hpm_region_ranks *ranks,
                             struct hpm_values *values);

#endif /* HPM_AGGREGATE_REGION_RANK_ROWS_H */
