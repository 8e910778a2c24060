/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A process ends when the last of its threads has ended: when the first one has
 * left by pthread_exit, or by the system call alone, and the others in whatever
 * way.  Threads of ours must
 * not keep it alive: they look whether they are alone, and end then, so that
 * the C library exits on the last of them.
 */
#ifndef HPM_PMPI_LAST_THREAD_H
#define HPM_PMPI_LAST_THREAD_H

#include <stdint.h>

/* On the first thread, else this does nothing: `ends` is called on it when it
 * ends alone.  Once.  */
void hpm_last_thread_watch (void (*ends) (void));

/* The calling thread ends by the system call, with this code: call before. Safe
 * in signal handlers and in a child of vfork.  Who makes the call without the C
 * library is found by a look.  */
void hpm_last_thread_leaves (int exit_code);

/* The calling thread, which is not the first one, ends as the C library has it.
 * 0.1 us.  */
void hpm_last_thread_left (void);

/* Whether no thread of the program's is left.  Any thread of ours, which then
 * ends.  Looks once a second, for 10 us, and 30 us each time once the first
 * thread has ended.  */
int hpm_last_thread_is_ours (void);

/* A thread of ours has nothing more to do.  Where a thread ended by the system
 * call, and none of the program's is left, it ends here, as the last of them
 * did: the C library would have it end with 0.  Of one that made that call
 * itself, behind the first thread, the code is not known, and 0.  */
void hpm_last_thread_end (void);

/* For a thread of ours that waits until `time` (CLOCK_MONOTONIC, ns): how long
 * before it has to look.  */
int64_t hpm_last_thread_until (int64_t time);

#endif /* HPM_PMPI_LAST_THREAD_H */
