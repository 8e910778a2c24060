/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks.so has of the library that is preloaded, and regions of marks that
 * end without a label: those of the calling thread that are open.
 */
#ifndef HPM_PMPI_MARK_OPEN_H
#define HPM_PMPI_MARK_OPEN_H

#include "pmpi/region/marks.h"

/* Deeper ones are not told apart: they begin and end nothing.  */
#define HPM_MARK_OPEN_MAX 128

struct hpm_mark_open {
    int depth;
    const struct hpm_label *labels[HPM_MARK_OPEN_MAX];
};

/* Where to, or NULL where nobody is preloaded who counts.  Any thread.  */
const struct hpm_mark_seam *hpm_mark_target (void);

/* Begin a region, and end the one that was begun last.  Returns how many were
 * open before it began; that are open then, or -1 for none that could end.  */
int hpm_mark_push (struct hpm_mark_open *open, const struct hpm_label *label);
int hpm_mark_pop (struct hpm_mark_open *open);

#endif /* HPM_PMPI_MARK_OPEN_H */
