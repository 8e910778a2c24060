/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Work in processes of its own, with an end: when its time is over, or when
 * somebody tells us to end, all of them end, and what they left can be cleared
 * away before we do.
 */
#ifndef HPM_AGGREGATE_WATCH_H
#define HPM_AGGREGATE_WATCH_H

#include <signal.h>

#include "base/error.h"

struct hpm_watch {
    sigset_t before;  /* what was blocked */
    sigset_t awaited; /* signals that end us, and that of a child's end */
    int told;         /* the signal that told us to end, or 0 */
};

enum hpm_watched {
    HPM_WATCHED_FAILED = -1, /* to start, with an error */
    HPM_WATCHED_ENDED,       /* by itself */
    HPM_WATCHED_LATE,
    HPM_WATCHED_TOLD /* we are to end */
};

/* Signals that end a process wait from here on.  One thread.  */
void hpm_watch_begin (struct hpm_watch *watch);

/* Call `work` in a child with a process group of its own, which is gone when
 * this returns: with all that it started, unless that left the group.  The
 * child's status is what `work` returns; it must leave standard output alone.
 * It may take `seconds` of the clock, or any time with 0.  *status is as
 * waitpid has it, where it ended by itself.  */
enum hpm_watched hpm_watch_run (struct hpm_watch *watch,
                                int (*work) (void *data), void *data,
                                double seconds, int *status,
                                struct hpm_error *error);

/* Signals are as they were: one that has come meanwhile ends us now.  */
void hpm_watch_end (struct hpm_watch *watch);

#endif /* HPM_AGGREGATE_WATCH_H */
