/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The regions that a thread is in while nothing is counted yet.  By that thread
 * alone.
 */
#ifndef HPM_PMPI_REGION_EARLY_H
#define HPM_PMPI_REGION_EARLY_H

#include "pmpi/region/label.h"

/* Small, since it is taken from the stack of each thread.  */
struct hpm_region_early {
    int depth;
    const struct hpm_label **labels; /* owned while it is in some */
};

/* It enters a region; labels of many, and without memory, are not known.  */
void hpm_region_early_enter (struct hpm_region_early *early,
                             const struct hpm_label *label);

/* It leaves one, as hpm_paths_end has it.  */
void hpm_region_early_leave (struct hpm_region_early *early,
                             const struct hpm_label *label);

/* The i-th from the outermost on; NULL where it is in no more, or its label is
 * not known.  */
const struct hpm_label *
hpm_region_early_at (const struct hpm_region_early *early, int i);

/* It is in none.  */
void hpm_region_early_forget (struct hpm_region_early *early);

#endif /* HPM_PMPI_REGION_EARLY_H */
