/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Entries that are part of the region around them, since they are nested too
 * deep or there was no room for a region of theirs: which labels they have, so
 * that each end finds its own.  By one thread alone.
 */
#ifndef HPM_PMPI_PATHS_FOLDED_H
#define HPM_PMPI_PATHS_FOLDED_H

#include "pmpi/region/label.h"

/* Labels of more at a time are not known.  */
#define HPM_FOLDED_MAX 1024

struct hpm_path;

struct hpm_folded {
    struct hpm_folded_entry {
        const struct hpm_path *into;
        const struct hpm_label *label;
    } * list; /* [HPM_FOLDED_MAX], the innermost last; NULL before the first;
               * owned */
    int count;
};

/* An entry of that label begins.  Returns 0, or -1 where there is no room.  */
int hpm_folded_push (struct hpm_folded *folded, const struct hpm_path *into,
                     const struct hpm_label *label);

/* The innermost, where it is part of that region, is over: its label, or NULL
 * where there is none.  */
const struct hpm_label *hpm_folded_pop (struct hpm_folded *folded,
                                        const struct hpm_path *from);

/* Whether an entry of that label is open.  */
int hpm_folded_has (const struct hpm_folded *folded,
                    const struct hpm_label *label);

/* Whether the innermost is part of that region.  */
int hpm_folded_is_in (const struct hpm_folded *folded,
                      const struct hpm_path *path);

void hpm_folded_release (struct hpm_folded *folded);

#endif /* HPM_PMPI_PATHS_FOLDED_H */
