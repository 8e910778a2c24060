/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the checkpoint of this node and run is (include/hpm_checkpoint.h).
 */
#ifndef HPM_PMPI_CHECKPOINT_PLACE_H
#define HPM_PMPI_CHECKPOINT_PLACE_H

#include <limits.h>
#include <sys/types.h>

#include "base/error.h"

struct hpm_checkpoint_path {
    char folder[PATH_MAX]; /* of the run, absolute */
    char file[PATH_MAX];   /* of the node, in it */
};

/* Make the folder and open the file, new or made by another rank of this node.
 * `wanted` is the folder that --checkpoint names, relative to `directory`, or
 * "": /dev/shm, or where that can't be written $TMPDIR or /tmp.  Both must
 * belong to the user, and nobody else may write there.  A process by itself has
 * the token that hpmrun gave it, and a new file; ranks of a job have NULL.
 * Places are tried from number *place on, which becomes that of the next one.
 * Returns a descriptor, or -1 with the error, which stays as it was where no
 * place is left.
 */
int hpm_checkpoint_place_open (struct hpm_checkpoint_path *path,
                               const char *wanted, const char *directory,
                               const char *token, const char *host, int *place,
                               struct hpm_error *error);

/* Remove a file that no process of the node found room in.  */
void hpm_checkpoint_place_clear (const struct hpm_checkpoint_path *path);

/* Name the same file in the same folder below another one.  Returns 0, or -1
 * when the path is too long.  */
int hpm_checkpoint_place_name_below (struct hpm_checkpoint_path *path,
                                     const struct hpm_checkpoint_path *local,
                                     const char *folder);

/* Make its folder, or see that it is the user's.  Returns 0, or -1 with the
 * error.  */
int hpm_checkpoint_place_make (const struct hpm_checkpoint_path *path,
                               struct hpm_error *error);

/* Leave a mark in the folder of the process with that token, where there is
 * one; and whether somebody did.  */
void hpm_checkpoint_place_mark (const char *wanted, const char *directory,
                                const char *token);
int hpm_checkpoint_place_marked (const struct hpm_checkpoint_path *path);

/* Remove the file of the process with that token, where there is one.  */
void hpm_checkpoint_place_forget (const char *wanted, const char *directory,
                                  const char *token, const char *host);

/* Make the folder and the file another user's, where the folder is this one's.
 */
void hpm_checkpoint_place_give (const struct hpm_checkpoint_path *path,
                                uid_t user);

/* Remove the file and the mark, and the folder when it is empty.  */
void hpm_checkpoint_place_remove (const struct hpm_checkpoint_path *path);

#endif /* HPM_PMPI_CHECKPOINT_PLACE_H */
