/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A folder for a while, which nobody else can look into.
 */
#ifndef HPM_AGGREGATE_SCRATCH_FOLDER_H
#define HPM_AGGREGATE_SCRATCH_FOLDER_H

#include <limits.h>

#include "base/error.h"

/* Make one in $TMPDIR or else /tmp, and put its path, without links in it, into
 * `path`.  A TMPDIR with a long name is not taken: sockets in such a folder
 * could have no name.  Returns 0, or -1 with the error.  */
int hpm_scratch_folder_make (char path[PATH_MAX], struct hpm_error *error);

/* Remove it with all that is in it.  What can't be removed is left without a
 * word.  One thread.  */
void hpm_scratch_folder_remove (const char *path);

#endif /* HPM_AGGREGATE_SCRATCH_FOLDER_H */
