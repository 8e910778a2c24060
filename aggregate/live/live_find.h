/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which job to look at: by the folder of its snapshots, by that folder's name,
 * by one of its processes, or the only one that runs.
 */
#ifndef HPM_AGGREGATE_LIVE_FIND_H
#define HPM_AGGREGATE_LIVE_FIND_H

#include <limits.h>

#include "base/error.h"

/* Find the folder of `job`, NULL for the only job of this user that runs.  They
 * are looked for in HPM_CHECKPOINT, where the environment has that, else in
 * /dev/shm, TMPDIR and /tmp.  What belongs to others is refused unless
 * `any_owner`.  Returns 0, or -1 with an error that lists them where several
 * run.  */
int hpm_live_find (char folder[PATH_MAX], const char *job, int any_owner,
                   struct hpm_error *error);

#endif /* HPM_AGGREGATE_LIVE_FIND_H */
