/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The threads of this process: who they are, when they came and went, and what
 * each has counted.  A thread's numbers outlive it: they are kept until the
 * rank's record is made.
 *
 * Every thread counts for itself and does its own final read when it ends.
 * Threads still alive when counting stops are read from outside.  Both may
 * want the same thread at the same moment; its state, changed under the
 * registry's lock, says who does the final read.
 */
#ifndef HPM_PMPI_THREAD_H
#define HPM_PMPI_THREAD_H

#include <pthread.h>

#include "pmpi/count/event_table.h"
#include "pmpi/region/region_snapshot.h"
#include "pmpi/wire/thread_rows.h"

struct hpm_mpi_snapshot;

/* Give the calling thread the table of its MPI calls (calls.h).  Returns where
 * its set of counters is kept, or NULL where the thread is not counted.  */
void *hpm_thread_attach_calls (struct hpm_calls_table *calls);

/* Give the calling thread the regions that it marks, and tell what belongs to
 * them.  Returns 0, or -1 where the thread is not counted.  */
int hpm_thread_attach_regions (struct hpm_paths *regions,
                               struct hpm_region_thread *belongs);

/* Between enter and leave, threads that the calling thread creates belong to
 * the MPI library.  Nests.  */
void hpm_thread_enter_mpi (void);
void hpm_thread_leave_mpi (void);

/* Start counting on every thread there is but the calling one, which becomes
 * thread 0; from here on also on every new one; or begin with a pause.  `table`
 * must live until counting stopped.  */
void hpm_threads_start (const struct hpm_event_table *table, int paused);

/* From here on, count the processes that this one starts, too: one more row.
 * After hpm_threads_start, by the same thread.  */
void hpm_threads_follow_children (void);

/* The same, but they alone are counted, from outside: theirs is the one row. */
void hpm_threads_count_external (void);

/* Pause (1), or go on (0), on all threads, those to come included; nothing
 * where that is so already.  No thread is stopped.  While counting, on any
 * thread but one that ends.  */
void hpm_threads_pause (int pause);

/* For how long counting has paused so far, at the time `now`, CLOCK_MONOTONIC
 * in ns, and in how many periods it has counted.  */
struct hpm_pauses {
    int64_t time; /* ns */
    int64_t periods;
};
void hpm_threads_pauses (struct hpm_pauses *pauses, int64_t now);

/* Stop counting, forget what was counted, and be as before the start: the
 * threads stay known, and counting may start again.  */
void hpm_threads_discard (void);

/* Room that a snapshot needs now: rows, and how many of them made MPI calls.
 */
struct hpm_threads_room {
    int rows, callers;
    struct hpm_region_room regions;
};
void hpm_threads_room (struct hpm_threads_room *room);

/* Where a snapshot goes.  */
struct hpm_threads_sample {
    struct hpm_thread_record *records; /* [room] */
    struct hpm_cell *cells;  /* [room][stride], stride = regions x columns */
    struct hpm_cell *source; /* [table->backend_count]: room to work in */
    struct hpm_mpi_snapshot *mpi;        /* begun */
    struct hpm_region_snapshot *regions; /* begun */
    size_t stride;
    int room;
    int brief; /* counts of the program alone: records of threads that run lack
                  what /proc says of them, and the MPI library's have none */
};

/* Look at the counters of all threads, so that the errors of those that share a
 * register are known.  Returns 1 if any does.  As for a snapshot.  */
int hpm_threads_look (void);

/* Take out the samples of all threads that run.  As for a snapshot.  */
void hpm_threads_drain (void);

/* What all threads have counted so far.  Returns the rows filled; *threads gets
 * the number seen.  No thread is stopped; one that wants to end meanwhile waits
 * while it is being read itself.  Threads that are beginning or ending at this
 * moment are left out.  While counting, on any thread but one that ends.  */
int hpm_threads_snapshot (const struct hpm_threads_sample *sample,
                          int *threads);

/* Create a thread of ours, which nobody counts, with all signals blocked.
 * Returns 0 or -1.  The thread first calls hpm_thread_hide; whoever has joined
 * it may, with tid 0.  For own_thread.c alone.  */
enum hpm_hidden_thread {
    HPM_HIDDEN_CHECKPOINT,
    HPM_HIDDEN_CONTROL,
    HPM_HIDDEN_APART, /* of hpm_own_thread_apart */
    HPM_HIDDEN_COUNT
};
int hpm_thread_create_hidden (pthread_t *thread, void *(*start) (void *),
                              void *data);
void hpm_thread_hide (enum hpm_hidden_thread which, pid_t tid);

/* The calling thread, which is hidden, does nothing more.  */
void hpm_thread_note_own_end (void);

/* Start counting on the calling thread: to be called last, since the counters
 * run from here on.  Returns when it started, CLOCK_MONOTONIC in ns.  */
int64_t hpm_threads_start_self (void);

/* Read the counters of the thread that started: to be called first, before
 * anything of ours is counted with the program's.  Pauses no more.  Returns
 * when the run ended, CLOCK_MONOTONIC in ns.  */
int64_t hpm_threads_stop_self (void);

/* The process ends by the calling thread, and somebody else will read its
 * counters: that it waits for him is no part of the run.  Also in a signal
 * handler.  */
void hpm_threads_note_end (void);

/* What it has cost so far to begin and to end threads while counting, their
 * creation included, in ns.  */
void hpm_threads_costs (int64_t *begin, int64_t *end);

/* Now, or when the end was recorded; CLOCK_MONOTONIC in ns.  */
int64_t hpm_threads_now (void);

/* Stop counting, do the final read of all threads alive, and give the rows in
 * the order of thread numbers, zeros verified where the caller is the thread
 * that started.  Returns 0, or -1 when out of memory.  Threads go on untouched.
 */
int hpm_threads_stop (struct hpm_thread_rows *rows);
void hpm_thread_rows_release (struct hpm_thread_rows *rows);

#endif /* HPM_PMPI_THREAD_H */
