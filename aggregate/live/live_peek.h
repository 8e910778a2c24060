/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the checkpoints in a folder say of their job at first sight.
 */
#ifndef HPM_AGGREGATE_LIVE_PEEK_H
#define HPM_AGGREGATE_LIVE_PEEK_H

#include <stdint.h>

struct hpm_live_peek {
    int files;   /* that can be used */
    int running; /* one of its processes lives, or may, on another host */
    int has;     /* the process that was looked for is one of them */
    char program[256];
};

/* Look at the files of a folder for process `pid` of this machine, 0 for none.
 * Files of others are left alone unless `any_owner`.  */
void hpm_live_peek (struct hpm_live_peek *peek, const char *folder,
                    uint32_t pid, int any_owner);

/* Whether a process of a checkpoint runs: 1, 0, or -1 where `space` is not this
 * machine's name space of processes, so that nobody can tell.  */
int hpm_live_runs (uint32_t space, uint32_t pid);

#endif /* HPM_AGGREGATE_LIVE_PEEK_H */
