/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What ranks counted in a region and in none of those inside it, where a run
 * split its counts: the file has what they counted in each, so that those
 * directly inside are read with it, for as many ranks at once as a block holds.
 */
#ifndef HPM_AGGREGATE_REGION_OWN_H
#define HPM_AGGREGATE_REGION_OWN_H

#include <stdint.h>

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

/* All, in MPI and outside.  */
enum hpm_region_own_part {
    HPM_REGION_OWN_ALL,
    HPM_REGION_OWN_MPI,
    HPM_REGION_OWN_USEFUL,
    HPM_REGION_OWN_COUNT
};

struct hpm_region_own;

/* Reader and result, with the tree that was loaded of it, outlive it.  NULL
 * without memory.  */
struct hpm_region_own *
hpm_region_own_create (const struct hpm_h5_reader *reader,
                       const struct hpm_result *result);
void hpm_region_own_destroy (struct hpm_region_own *own);

/* Have those of a rank in a region; cheap where ranks follow each other.
 * Returns 0, or -1 with the error.  */
int hpm_region_own_get (struct hpm_region_own *own, int region, int64_t rank,
                        struct hpm_error *error);

/* Of what was got last: counts[event], HPM_NO_COUNT where it, or what is
 * inside, is not known.  */
void hpm_region_own_part (const struct hpm_region_own *own,
                          enum hpm_region_own_part part, int64_t *counts);

#endif /* HPM_AGGREGATE_REGION_OWN_H */
