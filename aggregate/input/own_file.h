/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opening what somebody else may have put in the way.
 */
#ifndef HPM_AGGREGATE_OWN_FILE_H
#define HPM_AGGREGATE_OWN_FILE_H

#include "base/error.h"

/* Open a file for reading, without waiting for anybody: a regular one only, and
 * unless `any_owner`, one of this user.  `what` says what it is not, as in
 * "holds no snapshots".  Returns a descriptor or -1.  */
int hpm_own_file_open (const char *path, const char *what, int any_owner,
                       struct hpm_error *error);

/* Whether a folder is this user's.  Returns 0, or -1 with the error.  */
int hpm_own_folder_check (const char *path, int any_owner,
                          struct hpm_error *error);

#endif /* HPM_AGGREGATE_OWN_FILE_H */
