/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of what each rank did in each interval of the run: rank after rank.
 */
#ifndef HPM_AGGREGATE_INTERVAL_RANK_ROWS_H
#define HPM_AGGREGATE_INTERVAL_RANK_ROWS_H

#include "aggregate/show/rows/rows.h"

/* Reader and result must outlive it.  NULL with the error, as of a file without
 * such detail.  */
struct hpm_interval_ranks *
hpm_interval_ranks_create (const struct hpm_h5_reader *reader,
                           const struct hpm_result *result,
                           struct hpm_error *error);
void hpm_interval_ranks_destroy (struct hpm_interval_ranks *ranks);

/* How many rows there are.  */
int64_t hpm_interval_ranks_count (const struct hpm_interval_ranks *ranks);

/* Fill an empty row with that one; what it is made of goes through `values`. */
void hpm_row_of_interval_rank (struct hpm_row *row,
                               const struct hpm_interval_ranks *ranks,
                               int64_t place, struct hpm_values *values);

#endif /* HPM_AGGREGATE_INTERVAL_RANK_ROWS_H */
