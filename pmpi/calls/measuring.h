/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arithmetic of what measuring adds to times and counts, and takes from them
 * again.  An estimate that is larger than what it is taken from is wrong, and
 * nothing is taken then.
 */
#ifndef HPM_PMPI_MEASURING_H
#define HPM_PMPI_MEASURING_H

#include <stdint.h>

/* What `calls` calls add where `of` calls add `cost`, all 0 or more; 0 where
 * `of` is 0, INT64_MAX where it is more than that.  */
int64_t hpm_measuring_share (int64_t cost, int64_t of, int64_t calls);

/* Take `share` from *value.  Returns what was taken: the share, or 0 when
 * *value is smaller, and then *larger is one more.  */
int64_t hpm_measuring_take (int64_t *value, int64_t share, int64_t *larger);

/* One count of a thread by region, and what measuring added to each part.  */
struct hpm_measuring_parts {
    int64_t useful, inside[2]; /* in MPI, and in MPI I/O */
    int64_t useful_share, shares[2];
};

/* Take the shares from the parts.  Returns how much that was: the parts and
 * that add up to what the parts were.  */
int64_t hpm_measuring_take_parts (struct hpm_measuring_parts *parts,
                                  int64_t *larger);

#endif /* HPM_PMPI_MEASURING_H */
