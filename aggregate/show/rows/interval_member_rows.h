/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of what each rank, or each host, did in each interval of the run: member
 * after member.
 */
#ifndef HPM_AGGREGATE_INTERVAL_MEMBER_ROWS_H
#define HPM_AGGREGATE_INTERVAL_MEMBER_ROWS_H

#include "aggregate/show/rows/rows.h"

/* Of HPM_PER_INTERVAL_RANK or HPM_PER_INTERVAL_HOST.  Reader and result must
 * outlive it.  NULL with the error, as of a file without such detail.  */
struct hpm_interval_members *hpm_interval_members_create (
    enum hpm_per per, const struct hpm_h5_reader *reader,
    const struct hpm_result *result, struct hpm_error *error);
void hpm_interval_members_destroy (struct hpm_interval_members *members);

/* How many rows there are.  */
int64_t hpm_interval_members_count (const struct hpm_interval_members *members);

/* Fill an empty row with that one; what it is made of goes through `values`. */
void hpm_row_of_interval_member (struct hpm_row *row,
                                 const struct hpm_interval_members *members,
                                 int64_t place, struct hpm_values *values);

#endif /* HPM_AGGREGATE_INTERVAL_MEMBER_ROWS_H */
