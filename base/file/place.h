/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file that gets its name when it is complete: written under a temporary
 * name in the same folder, synced, then linked.  An existing file is never
 * replaced unless that was asked for; then links are followed and stay.
 */
#ifndef HPM_BASE_PLACE_H
#define HPM_BASE_PLACE_H

#include <limits.h>

#include "base/error.h"
#include "base/file/target.h"

struct hpm_place {
    char wanted[PATH_MAX];    /* the name asked for */
    struct hpm_target target; /* what it stands for */
    char temporary[PATH_MAX]; /* "" when there is none */
    char final[PATH_MAX];     /* the name it got, set by finish */
    int force;                /* replace a file of that name */
};

/* Make the temporary file.  What is no regular file is refused, whatever
 * `force` says.  Returns 0 or -1.  */
int hpm_place_begin (struct hpm_place *place, const char *wanted, int force,
                     struct hpm_error *error);

/* Sync and name it.  Where the name is taken, and `force` is 0, it becomes
 * "name.1.h5", "name.2.h5" ...  Returns 0 or -1.  */
int hpm_place_finish (struct hpm_place *place, struct hpm_error *error);

/* The same where somebody waits for the name: the disk, which may take tens of
 * milliseconds, comes after.  Of a new file alone: what is replaced would be
 * lost with a machine that goes down in between.  */
int hpm_place_name (struct hpm_place *place, struct hpm_error *error);
void hpm_place_sync (const struct hpm_place *place);

/* Remove the temporary file, if there is one.  */
void hpm_place_abandon (struct hpm_place *place);

/* The same file name in another folder, into buffer[PATH_MAX]: number 0 in
 * $TMPDIR, number 1 in /tmp.  Returns 0, or -1 where there is no such folder,
 * or it was wanted or had before.  */
#define HPM_PLACES_OTHER 2
int hpm_place_other (char *buffer, const char *wanted, int number);

#endif /* HPM_BASE_PLACE_H */
