/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways a process ends in order, but without MPI_Finalize: exit, return from
 * main, quick_exit, _exit, _Exit and MPI_Abort.
 */
#ifndef HPM_PMPI_EXIT_HOOKS_H
#define HPM_PMPI_EXIT_HOOKS_H

/* Take notice of the end from here on, once: call `exits` in exit, before
 * `ends`, unless the stack is small or it may be a signal handler's, and `ends`
 * in all of them, which returns whether somebody was asked to see to the rest.
 * That may be in a signal handler, with any lock held, and in a child of fork;
 * each may be called several times.  Where the program has confined itself
 * (pmpi/guest/confined.h), `confined` alone is called, in exit.  */
void hpm_exit_hooks_watch (void (*exits) (void), int (*ends) (void),
                           void (*confined) (void));

/* The process is about to end, or to end with that status by the system call:
 * tell `ends`.  */
void hpm_process_leaves (void);
void hpm_process_leaves_with (int status);

/* The status with which the process ends, as its parent sees it; -1 before it
 * has begun to, or where its threads end one by one.  Any thread may ask.  */
int hpm_exit_status (void);

/* It ends with that status, of which a parent sees 8 bits.  Not where the
 * process has confined itself: this is a system call.  */
void hpm_exit_note_status (int status);

#endif /* HPM_PMPI_EXIT_HOOKS_H */
