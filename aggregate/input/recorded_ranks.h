/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ranks of a run, as it was recorded: after a scan one by one, missing ones
 * filled in, cells spread over the events of all ranks.  Memory is that of the
 * largest rank.
 */
#ifndef HPM_AGGREGATE_RECORDED_RANKS_H
#define HPM_AGGREGATE_RECORDED_RANKS_H

#include "aggregate/input/scan.h"

struct hpm_recorded_ranks;

/* The ranks, from the first.  `records`, `result` and `scan` must outlive it.
 * NULL with the error.  */
struct hpm_recorded_ranks *hpm_recorded_ranks_create (
    struct hpm_records *records, const struct hpm_result *result,
    const struct hpm_scan *scan, struct hpm_error *error);
void hpm_recorded_ranks_destroy (struct hpm_recorded_ranks *ranks);
struct hpm_rank_source *
hpm_recorded_ranks_source (struct hpm_recorded_ranks *ranks);

#endif /* HPM_AGGREGATE_RECORDED_RANKS_H */
