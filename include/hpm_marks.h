/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The seam between libhpm, which a marked program is linked with, and the
 * preloaded library: one exported symbol, `hpmmpi_marks`, by whose name libhpm
 * looks for it.  A program that is linked with libhpm.a has functions of the
 * same names as ours, which come before ours.
 */
#ifndef HPM_MARKS_H
#define HPM_MARKS_H

#include "hpm.h"

#define HPM_MARKS_VERSION 1
#define HPM_MARKS_SYMBOL "hpmmpi_marks"

/* Members are only ever added, at the end.  */
struct hpm_marks {
    int version; /* HPM_MARKS_VERSION */
    const struct hpm_label *(*make) (const char *label, const char *file,
                                     int line);
    void (*enter) (const struct hpm_label *region);
    void (*leave) (const struct hpm_label *region);
    void (*begin) (const char *label);
    void (*end) (const char *label);
};

#endif /* HPM_MARKS_H */
