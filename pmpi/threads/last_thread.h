/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A process ends when the last of its threads has ended: when the first one has
 * left by pthread_exit, and the others in whatever way.  Threads of ours must
 * not keep it alive: they look whether they are alone, and end then, so that
 * the C library exits on the last of them.
 */
#ifndef HPM_PMPI_LAST_THREAD_H
#define HPM_PMPI_LAST_THREAD_H

#include <stdint.h>

/* On the first thread, else this does nothing: `ends` is called on it when it
 * ends alone.  Once.  */
void hpm_last_thread_watch (void (*ends) (void));

/* Whether the first thread has ended alone: from then on ours look.  */
int hpm_last_thread_looks (void);

/* Whether no thread of the program's is left.  Any thread of ours; 30 us once
 * the first thread has ended, else nothing.  */
int hpm_last_thread_is_ours (void);

/* For a thread of ours that waits until `time` (CLOCK_MONOTONIC, ns): how long
 * before it has to look.  */
int64_t hpm_last_thread_until (int64_t time);

#endif /* HPM_PMPI_LAST_THREAD_H */
