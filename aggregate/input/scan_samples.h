/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first pass over the records: samples.
 */
#ifndef HPM_AGGREGATE_SCAN_SAMPLES_H
#define HPM_AGGREGATE_SCAN_SAMPLES_H

#include "aggregate/input/rank_samples.h"

/* What is known of all ranks' samples.  */
struct hpm_sample_sums {
    struct hpm_sampling_record record; /* of the first rank; sums; the worst
                                          reason */
    int64_t ranks;                     /* that were sampled */
    int wanted;                        /* some rank was to be sampled */
};

/* Note a rank's.  Returns 0, or -1 without memory.  */
int hpm_sample_sums_add (struct hpm_sample_sums *sums,
                         struct hpm_result *result, int64_t rank,
                         const struct hpm_rank_samples *samples);

/* Name the places, and tell of the run how it was sampled.  Returns 0, or -1
 * without memory.  */
int hpm_sample_sums_finish (const struct hpm_sample_sums *sums,
                            struct hpm_result *result);

#endif /* HPM_AGGREGATE_SCAN_SAMPLES_H */
