/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command beside which is counted, and what ends the count.
 */
#ifndef HPM_WRAPPER_STAT_COMMAND_H
#define HPM_WRAPPER_STAT_COMMAND_H

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/error.h"

struct hpm_stat_process {
    pid_t id;               /* 0: there is none, or it has ended */
    int status;             /* as waitpid gives it, once it has ended */
    int signals_seen;       /* that were to end it, or the count */
    int asked;              /* the last of these */
    sigset_t waited;        /* for these */
    sigset_t before;        /* what was blocked, for the command */
    struct rlimit files;    /* the command's limit of descriptors */
    struct pollfd *watched; /* [watched_count]: for signals, and processes that
                             * are counted; -1 for one that has ended; owned */
    int watched_count;
    int left; /* of the processes, those that have not ended */
};

/* From here on all signals that can be caught and would end hpmstat are waited
 * for, but SIGPIPE and those of a fault, and the ends of n processes, after the
 * last of which nothing is left to count.  Returns 0, or -1 with the error;
 * release in either case.  */
int hpm_stat_process_init (struct hpm_stat_process *process,
                           const int *processes, int n,
                           struct hpm_error *error);
void hpm_stat_process_release (struct hpm_stat_process *process);

/* Start the command.  Returns 0, or an exit status with the error.  */
int hpm_stat_process_start (struct hpm_stat_process *process, char **program,
                            struct hpm_error *error);

/* Wait until a moment on CLOCK_MONOTONIC, in ns, or for as long as it takes
 * (below 0).  Returns 1 where the count is to end before: the command has
 * ended, all processes that are counted have, or, without command, somebody
 * asked for it.  A signal that came to hpmstat alone is passed on to the
 * command; the second that asks for an end, as SIGTERM does, ends the count. */
int hpm_stat_process_wait (struct hpm_stat_process *process, int64_t until);

/* CLOCK_MONOTONIC, in ns.  */
int64_t hpm_stat_now (void);

/* Wait for so many ns.  Returns 1 where somebody asked meanwhile, by a signal,
 * to wait no more.  */
int hpm_stat_process_pause (struct hpm_stat_process *process, int64_t ns);

/* Wait for the command's end, where there is one still and nobody asked twice
 * for an end.  Returns the exit status of hpmstat: the command's, 128 and the
 * signal that ended it or that asked, or 0.  */
int hpm_stat_process_end (struct hpm_stat_process *process);

#endif /* HPM_WRAPPER_STAT_COMMAND_H */
