/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the threads of this process are, now and then (--sample): the kernel
 * notes it, a thread of ours takes it out once in a while, and so does each
 * thread when it ends.  Kept is how often an address was seen, in a table of
 * fixed size.  No thread is stopped or gets a signal.
 *
 * start, { open, drain, close of threads }, append; then it may start again.
 */
#ifndef HPM_PMPI_SAMPLES_H
#define HPM_PMPI_SAMPLES_H

#include <stdint.h>
#include <sys/types.h>

#include "base/option/sample_setting.h"
#include "pmpi/calls/calls.h"
#include "pmpi/samples/sample_touches.h"
#include "pmpi/wire/stream_buffer.h"

struct hpm_samples; /* of a thread */

/* Sample threads from here on, as the setting says, or none; forget all.  With
 * a reason, no thread can be.  While there are no others that sample.  */
void hpm_samples_start (const struct hpm_sample_setting *setting,
                        enum hpm_sample_reason reason);

/* The calling thread's first function returns to this address.  */
void hpm_samples_thread_begins (const void *address);

/* How often they want to be drained, ns; 0: nothing is sampled.  */
int64_t hpm_samples_due (void);

/* Begin with a thread, 0 for the calling one, and in a pause.  Returns NULL
 * where it is not sampled, which is noted.  */
struct hpm_samples *hpm_samples_open (pid_t tid, int paused);

/* The calling thread has its first call of MPI: from here on the table tells
 * which of its samples are inside.  NULL is no thread, here and below.  */
void hpm_samples_watch (struct hpm_samples *samples,
                        struct hpm_calls_table *calls);

/* Before a fork, so that nothing is under way then, after it in the parent, and
 * in the child, whose rings are gone.  */
void hpm_samples_fork_begins (void);
void hpm_samples_fork_over (void);
void hpm_samples_forked (void);

/* Take out what there is of a thread with these calls, or none yet.  */
void hpm_samples_drain (struct hpm_samples *samples,
                        const struct hpm_calls_table *calls);

/* Leave out what comes from here on, or no longer do.  */
void hpm_samples_pause (struct hpm_samples *samples,
                        const struct hpm_calls_table *calls, int pause);

/* Before a library is unloaded: samples that were taken out so far are known to
 * be in it.  And after that: what comes at its addresses is not.  */
void hpm_samples_place (void);

/* The thread's last sample was taken.  */
void hpm_samples_stop (struct hpm_samples *samples,
                       const struct hpm_calls_table *calls);

/* Free it, after that; where another thread than its own does so, `keep`.  */
void hpm_samples_close (struct hpm_samples *samples, int keep);

/* What page faults touched that were taken out so far, into list[HPM_TOUCHES].
 * Returns how many faults each stands for; 0: they are not sampled so.  */
int64_t hpm_samples_touches (struct hpm_touch *list, int *count);

/* The same chunks so far, of the rank; empty where it is not sampled.  They
 * stay until it is asked again, by one thread.  */
const struct hpm_stream_buffer *hpm_samples_snapshot (int rank);

/* Append the chunks of the rank, where it was to be sampled, and forget all.
 * What went wrong is told.  */
void hpm_samples_append (struct hpm_stream_buffer *buffer, int rank);

#endif /* HPM_PMPI_SAMPLES_H */
