/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Snapshots that ended runs of this user left on this node
 * (include/hpm_checkpoint.h): of a run that was killed nobody told so, and
 * nobody else removes them.
 */
#ifndef HPM_WRAPPER_LEFT_H
#define HPM_WRAPPER_LEFT_H

#include <stddef.h>
#include <stdint.h>

#include "base/option/option.h"

struct hpm_left {
    int runs;       /* that ended, and whose snapshots are there */
    uint64_t bytes; /* of memory or disk, of all of them */
    int untold;     /* runs in this working directory of which nobody told */
    char program[256], folder[1024]; /* of the latest of these, or "" */
    uint64_t touched;                /* when its last snapshot was, ns */
};

/* Look where snapshots of runs with these settings are.  */
void hpm_left_look (struct hpm_left *left, const struct hpm_options *options);

/* The same; remove those that are older than HPM_CHECKPOINT_KEPT_SECONDS from
 * the places that --checkpoint does not name, and say on stderr, once, what the
 * latest untold one is and how to get at it.  */
void hpm_left_tidy (const struct hpm_options *options);

#endif /* HPM_WRAPPER_LEFT_H */
