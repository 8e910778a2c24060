/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ways to end, of alone.c.
 */
#ifndef HPM_TESTS_GUEST_ALONE_H
#define HPM_TESTS_GUEST_ALONE_H

/* exit or _exit in a handler on an alternate stack of 6 kB beside the kernel's
 * part, and exit on a thread that has the least stack there is.  */
void alone_exit_elsewhere (void);
void alone_leave_elsewhere (void);
void alone_exit_small (void);

/* exit in a signal handler that most likely interrupts malloc; and a thread
 * that waits for that.  */
void alone_exit_in_malloc (void);
void alone_wait (void);

/* exit on a thread that was cancelled.  */
void alone_exit_cancelled (void);

/* All of several threads end the process, at once.  */
void alone_exit_at_once (void);
void alone_exit_quickly_at_once (void);
void alone_leave_at_once (void);
void alone_exit_and_leave (void);

/* The system call that ends one thread, at once or later; unseen by us; and a
 * thread's end before.  */
void alone_end_thread (void);
void alone_end_thread_later (void);
void alone_end_thread_unseen (void);
void alone_return (void);

/* exit or _exit with a filter that lets nothing pass but what that takes:
 * installed by prctl, by the system call, unseen by us, or for all threads.  */
void alone_confine (void);
void alone_confine_by_call (void);
void alone_confine_and_leave (void);
void alone_confine_unseen (void);
void alone_confine_all (void);

#endif /* HPM_TESTS_GUEST_ALONE_H */
