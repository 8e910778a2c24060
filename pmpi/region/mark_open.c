/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <stddef.h>

#include "pmpi/region/mark_open.h"

/* This library is never unloaded, and what is preloaded neither.  */
const struct hpm_mark_seam *
hpm_mark_target (void)
{
    static const struct hpm_mark_seam *target;
    const struct hpm_mark_seam *known
        = __atomic_load_n (&target, __ATOMIC_ACQUIRE);

    if (!known) {
        known = dlsym (RTLD_DEFAULT, HPM_MARK_SEAM_SYMBOL);
        if (known && known->size < (int)sizeof *known)
            known = NULL;
        __atomic_store_n (&target, known, __ATOMIC_RELEASE);
    }
    return known;
}

int
hpm_mark_push (struct hpm_mark_open *open, const struct hpm_label *label)
{
    const struct hpm_mark_seam *target = hpm_mark_target ();

    if (open->depth < HPM_MARK_OPEN_MAX) {
        open->labels[open->depth] = label;
        if (target)
            target->enter (label);
    }
    return open->depth++;
}

int
hpm_mark_pop (struct hpm_mark_open *open)
{
    const struct hpm_mark_seam *target = hpm_mark_target ();

    if (open->depth == 0)
        return -1;
    if (--open->depth < HPM_MARK_OPEN_MAX && target)
        target->leave (open->labels[open->depth]);
    return open->depth;
}
