/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a name may be written to, and which file that is.  A file is replaced
 * by another one that gets its name, which must never happen to what is no
 * regular file: /dev/null would be gone.
 */
#ifndef HPM_BASE_TARGET_H
#define HPM_BASE_TARGET_H

#include <limits.h>

#include "base/error.h"

enum hpm_target_kind {
    HPM_TARGET_NEW,    /* nothing is there */
    HPM_TARGET_FILE,   /* a regular file, which may be replaced */
    HPM_TARGET_SPECIAL /* a device, pipe or socket, to be written to */
};

struct hpm_target {
    char path[PATH_MAX]; /* behind all links, also where nothing is there */
    enum hpm_target_kind kind;
};

/* Find what a name stands for.  A folder is refused, and a link that somebody
 * else left in a folder that all may write to is not followed.  Returns 0 or
 * -1.  */
int hpm_target_find (struct hpm_target *target, const char *name,
                     struct hpm_error *error);

/* The same for a file that is put in its place: what is special is refused.  */
int hpm_target_of_file (struct hpm_target *target, const char *name,
                        struct hpm_error *error);

#endif /* HPM_BASE_TARGET_H */
