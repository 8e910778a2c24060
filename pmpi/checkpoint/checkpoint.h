/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Nothing lost: a thread of ours writes what all threads of this process have
 * counted into the checkpoint of the node, every --snapshot seconds and when
 * the process is about to end.  It stops nobody and makes no MPI call.
 *
 * open, start, describe, go, stop, store and release are called in this order,
 * by one thread at a time; another checkpoint may be opened afterwards.
 */
#ifndef HPM_PMPI_CHECKPOINT_H
#define HPM_PMPI_CHECKPOINT_H

#include "pmpi/record/rank_record.h"
#include "pmpi/record/run_texts.h"

/* What the session knows; everything pointed to must live until release.  */
struct hpm_checkpoint_setup {
    int rank;
    const struct hpm_rank_times *times; /* with `start`, without `end` */
    const int64_t *start;               /* monotonic, when it began */
    struct hpm_run_facts facts;
    const char *copies;    /* folder for copies that outlive the job; or "" */
    void (*finish) (void); /* what writes the result of a
                            * process by itself, or NULL */
    const struct hpm_options *options;
    const struct hpm_event_table *table;
};

/* Before counting starts, so that what this takes is not counted.  Where no
 * checkpoint can be had, says so once, and the program goes on without.  */
void hpm_checkpoint_open (const struct hpm_checkpoint_setup *setup);

/* Make the thread, which waits.  After hpm_threads_start.  */
void hpm_checkpoint_start (void);

/* What the snapshots hold is known now: MPI calls are recorded, if they are. */
void hpm_checkpoint_describe (void);

/* Everything counts now, and `times` and `start` are there.  Takes next to no
 * instructions, since they are counted.  */
void hpm_checkpoint_go (void);

/* The process is about to end in this way: take a last snapshot, unless that
 * takes longer than half a second; or let the thread finish.  Returns whether
 * there is a thread that was asked.  Safe in signal handlers; does nothing in a
 * child of the process that counts.  */
int hpm_checkpoint_process_ends (void);

/* Threads of the program's will make no system calls of ours any more: from
 * here on the thread looks every few ms whether it is asked.  */
void hpm_checkpoint_watch (void);

/* After that, the process is about to end: let the thread finish, and wait
 * without system calls.  As safe.  */
void hpm_checkpoint_confined_ends (void);

/* What comes may be the end of the process, or not: take a snapshot, unless
 * that takes longer than half a second.  Returns whether this process takes
 * any.  As safe.  */
int hpm_checkpoint_look (void);

/* A rank leaves without MPI_Finalize, how, in a word or two: the first of its
 * node to do so says what is kept, and how to get it.  As safe.  */
void hpm_checkpoint_tell_kept (const char *how);

/* While finishing: the stream is written, and the rest may take longer than two
 * seconds.  */
void hpm_checkpoint_finish_lasts (void);

/* It is over: who waits for it, in _exit beside a thread that is in exit, say,
 * goes on.  Any thread.  */
void hpm_checkpoint_finish_over (void);

/* A child that is an MPI program tells the process that hpmrun started, whose
 * token this is; `wanted` and `directory` are as for the checkpoint.  That one
 * asks whether a child did.  */
void hpm_checkpoint_mark (const char *token, const char *wanted,
                          const char *directory);
int hpm_checkpoint_marked (void);

/* Remove what the process with that token left when it was another program.  */
void hpm_checkpoint_forget (const char *token, const char *wanted,
                            const char *directory);

/* While its thread is held: the process is about to become another user's. What
 * it could not remove as such goes now, if it is its own alone; the thread
 * makes a new file when it goes on.  */
void hpm_checkpoint_give_up_place (void);

/* The same for ranks of a job, which share the file: it becomes that user's,
 * who can then remove it, where this process may give it away.  errno is kept.
 */
void hpm_checkpoint_hand_over (uid_t user);

/* The process is about to become a program that is counted anew, as `token`.
 * That one finds the file, and replaces it, if the user and the token are the
 * same: else the file goes now.  Safe in signal handlers.  */
void hpm_checkpoint_leave_unfound (const char *token);

/* End the thread; before counting stops.  */
void hpm_checkpoint_stop (void);

/* Append the line of what was counted over time, if there is one, and forget
 * it; after the stop.  */
void hpm_checkpoint_append_line (struct hpm_stream_buffer *body);

/* Keep this rank's complete record until it is in the stream.  */
void hpm_checkpoint_store (const struct hpm_stream_buffer *body);

/* The records of all ranks are in the stream: nothing of the checkpoint remains
 * when the first rank of the node has come here.  */
void hpm_checkpoint_release (void);

/* Before any rank of the node releases it: the records are not in the stream.
 * Returns whether there is a checkpoint, which is then told.  */
int hpm_checkpoint_keep (void);

#endif /* HPM_PMPI_CHECKPOINT_H */
