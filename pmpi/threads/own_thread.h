/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads of ours in the program's process, which can be put out of the way: a
 * process that has one thread may do what others may not
 * (pmpi/session/lone_calls.c), and with us it would have two.
 *
 * Each is started and stopped by one thread at a time; hold and resume are
 * called by any.
 */
#ifndef HPM_PMPI_OWN_THREAD_H
#define HPM_PMPI_OWN_THREAD_H

#include "pmpi/threads/thread.h"

/* What such a thread does.  */
struct hpm_own_work {
    void (*run) (void);  /* returns soon after it was asked to end, having
                          * lost nothing; it may be run again */
    void (*wake) (void); /* lets `run` see that it is asked; any thread */
    void (*lost) (void); /* it could not be started again after a hold */
};

/* Start it, or let the last of those who hold it start it.  Returns 0 or -1. */
int hpm_own_thread_start (enum hpm_hidden_thread which,
                          const struct hpm_own_work *work);

/* End it and wait for that, but in the thread itself, which goes on.  */
void hpm_own_thread_stop (enum hpm_hidden_thread which);

/* In the thread: whether it is asked to end, or the program has no thread any
 * more (last_thread.h, which tells how long it may wait).  Once it is, `run`
 * must return.  */
int hpm_own_thread_ends (enum hpm_hidden_thread which);

/* In the thread: have a table of descriptors of its own, which is empty; or, on
 * Linux before 5.9, not.  */
void hpm_own_thread_leave_descriptors (void);

/* In the thread: do `work` in a thread that lives for this alone, and that has
 * a table of descriptors of its own, with a copy of ours, counters among them:
 * nothing that it opens has a number that the program may ask for, not for a
 * moment either (dup2 fails with EBUSY then).  Here where the thread's is its
 * own, or that cannot be had.  */
void hpm_own_thread_apart (void (*work) (void));

/* Between these two there is no thread of ours in the process, nor in the
 * kernel's count of its threads; unless one is busy for longer than two
 * seconds. `between`, or NULL, is called when this ended the thread that takes
 * snapshots. hold returns which threads it holds, for resume.  They nest, on
 * one thread or on several, and may come from a signal handler, also from one
 * that interrupts them.  In a child of the process whose threads they are they
 * do nothing.  No cancellation point; errno is kept.  */
unsigned hpm_own_threads_hold (void (*between) (void));
void hpm_own_threads_resume (unsigned held);

#endif /* HPM_PMPI_OWN_THREAD_H */
