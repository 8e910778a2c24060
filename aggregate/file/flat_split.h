/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts of labels inside MPI and outside, made of those of the regions of a
 * tree.
 */
#ifndef HPM_AGGREGATE_FLAT_SPLIT_H
#define HPM_AGGREGATE_FLAT_SPLIT_H

#include "aggregate/places/region_tree.h"

/* What of the tree belongs to which label: at[region], and outermost[region]
 * where no region of that label is around it.  */
struct hpm_flat_labels {
    const struct hpm_region_tree *from;
    const int *at;
    const char *outermost;
};

/* Make the parts of `labels`, whose statistics are there, and their own counts,
 * of so many events, where the tree has parts.  Of a region inside another of
 * its label the parts stand once; what is its own belongs to the label.  Which
 * rank has what is not known of them.  Returns 0, or -1 without memory.  */
int hpm_flat_split (struct hpm_region_tree *labels,
                    const struct hpm_flat_labels *flat, size_t events);

/* Add sums of statistics, of which what is not sums becomes unknown.  */
void hpm_flat_add_sum (struct hpm_statistics *into,
                       const struct hpm_statistics *from);

#endif /* HPM_AGGREGATE_FLAT_SPLIT_H */
