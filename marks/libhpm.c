/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm: the functions of hpm(3) for a program that is linked with them.  They
 * hand on to the preloaded library where there is one, and do nothing where
 * there is none.  Linked as libhpm.so they are seldom called under hpmrun: the
 * preloaded library has the same names, and comes first.
 */
#include "config.h"

#include <dlfcn.h>
#include <stddef.h>

#include "include/hpm_marks.h"

/* A program that is linked statically has no dlsym, and needs none.  */
#pragma weak dlsym

static void
nothing_label (const struct hpm_label *region)
{
    (void)region;
}

static void
nothing_text (const char *label)
{
    (void)label;
}

static const struct hpm_label *
nothing_made (const char *label, const char *file, int line)
{
    (void)label;
    (void)file;
    (void)line;
    return NULL;
}

static const struct hpm_marks nothing = {
    .version = HPM_MARKS_VERSION,
    .make = nothing_made,
    .enter = nothing_label,
    .leave = nothing_label,
    .begin = nothing_text,
    .end = nothing_text,
};

static const struct hpm_marks *found; /* atomic; NULL: not looked for yet */

static __attribute__ ((cold, noinline)) const struct hpm_marks *
look (void)
{
    const struct hpm_marks *marks
        = dlsym ? dlsym (RTLD_DEFAULT, HPM_MARKS_SYMBOL) : NULL;

    if (!marks || marks->version < HPM_MARKS_VERSION)
        marks = &nothing;
    __atomic_store_n (&found, marks, __ATOMIC_RELEASE);
    return marks;
}

static inline const struct hpm_marks *
marks_of_run (void)
{
    const struct hpm_marks *marks = __atomic_load_n (&found, __ATOMIC_ACQUIRE);

    return marks ? marks : look ();
}

const struct hpm_label *
hpm_region_make (const char *label, const char *file, int line)
{
    return marks_of_run ()->make (label, file, line);
}

void
hpm_region_enter (const struct hpm_label *region)
{
    marks_of_run ()->enter (region);
}

void
hpm_region_leave (const struct hpm_label *region)
{
    marks_of_run ()->leave (region);
}

void
hpm_region_begin (const char *label)
{
    marks_of_run ()->begin (label);
}

void
hpm_region_end (const char *label)
{
    marks_of_run ()->end (label);
}
