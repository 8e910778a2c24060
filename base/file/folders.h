/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Folders that are made for a file, and who may look into them.
 */
#ifndef HPM_BASE_FOLDERS_H
#define HPM_BASE_FOLDERS_H

#include <sys/types.h>

#include "base/error.h"

/* Make the folders of an absolute path that are missing, for their owner alone
 * (mode 0700).  In a folder that everyone may write to, as /tmp, neither a link
 * nor a folder of another user is gone through: it may have been put there for
 * what would come.  Returns 0, or -1 with the error.  */
int hpm_folders_make (const char *path, struct hpm_error *error);

/* The mode to create a file of that path with: 0600 in a folder that everyone
 * may write to, else 0666, less the umask.  */
mode_t hpm_folders_file_mode (const char *path);

#endif /* HPM_BASE_FOLDERS_H */
