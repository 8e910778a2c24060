/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions by their labels, whatever is around them.
 */
#ifndef HPM_AGGREGATE_FLAT_REGIONS_H
#define HPM_AGGREGATE_FLAT_REGIONS_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

/* Make the tree of a result one of labels, all paths of each together, with its
 * metrics.  Times and counts are those of the outermost of nested ones, entries
 * of all.  Where the file has no detail of ranks, only sums are known.  Returns
 * 0, or -1 with the error.  */
int hpm_regions_flatten (const struct hpm_h5_reader *reader,
                         struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_FLAT_REGIONS_H */
