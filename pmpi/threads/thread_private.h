/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the files that make up the thread registry (thread.h): creation,
 * registry, final read.  Nobody else includes it.
 */
#ifndef HPM_PMPI_THREAD_PRIVATE_H
#define HPM_PMPI_THREAD_PRIVATE_H

#include <pthread.h>
#include <stdint.h>

#include "pmpi/samples/samples.h"
#include "pmpi/threads/thread.h"

/* Who may do the final read of a thread's counters.  */
enum hpm_thread_state {
    HPM_THREAD_NEW,     /* created, has not run yet */
    HPM_THREAD_RUNNING, /* whoever moves it on from here reads */
    HPM_THREAD_BUSY,    /* beginning, or at its own final read */
    HPM_THREAD_CLAIMED, /* the thread that stops the count reads */
    HPM_THREAD_ENDED,   /* cells are there */
    HPM_THREAD_WATCHED  /* running, and being read for a snapshot: who
                         * wants to move it on waits for `watched` */
};

struct hpm_thread {
    struct hpm_thread *next;
    enum hpm_thread_state state; /* under the registry's lock */
    struct hpm_thread_record record;
    int64_t start;               /* CLOCK_MONOTONIC, ns */
    struct hpm_os_counts base;   /* what it had when counting began */
    struct hpm_backend_set *set; /* NULL: no counters, see reason */
    struct hpm_cell *source;     /* [backend_count]: room to read it */
    int source_read;             /* the final read is done: `source`, */
    struct hpm_os_counts last;   /* what the system says, and when */
    int64_t last_time;           /* CLOCK_MONOTONIC, ns */
    enum hpm_reason reason;
    struct hpm_cell *cells;         /* [table->count] once ENDED */
    struct hpm_calls_table *calls;  /* its MPI calls, or NULL */
    struct hpm_paths *regions;      /* that it marked, or NULL; owned */
    struct hpm_thread_pause *pause; /* NULL: it was never held */
    struct hpm_samples *samples;    /* NULL: it is not sampled */
};

enum hpm_phase {
    HPM_PHASE_BEFORE, /* threads are recorded, nothing is counted */
    HPM_PHASE_COUNTING,
    HPM_PHASE_OVER /* nothing is recorded any more */
};

/* Threads that ended a moment ago: the kernel may list them a little longer. */
#define HPM_THREADS_GONE 64

struct hpm_thread_gone {
    pid_t tid;
    int64_t end; /* ns since 1970 */
};

/* Everything here is under the lock, but for `table`, which does not change
 * while the phase is COUNTING.  In the phase OVER only the thread that stopped
 * the count changes the list.  */
struct hpm_thread_registry {
    pthread_mutex_t lock;
    pthread_cond_t watched;         /* a thread is no longer WATCHED */
    pthread_mutex_t sampling;       /* who lets all threads be WATCHED in
                                     * turn; taken before the lock */
    pid_t hidden[HPM_HIDDEN_COUNT]; /* threads of ours, in no table, or 0;
                                     * atomic */
    enum hpm_phase phase;
    struct hpm_thread *threads; /* newest first */
    struct hpm_thread *merged[HPM_THREAD_ROLE_COUNT];
    const struct hpm_event_table *table;
    struct hpm_thread *main; /* who called MPI_Init */
    int created;             /* threads numbered so far; 0 is the main one */
    int seen;                /* threads while counting, merged included */
    int external;            /* the children's is the only row */
    int stopped;             /* the main thread was read; atomic */
    int main_ended;          /* it had read itself before */
    int paused;
    int64_t paused_since;     /* CLOCK_MONOTONIC, ns */
    struct hpm_pauses pauses; /* those that are over */
    int ended_rows;
    int64_t begin_cost, end_cost; /* of threads, ns; atomic */
    struct hpm_thread_gone gone[HPM_THREADS_GONE];
    unsigned gone_next;
};
extern struct hpm_thread_registry hpm_registry;

/* ---- registry (thread.c) */

/* A record, not in the list yet; NULL without memory.  */
struct hpm_thread *hpm_thread_create (int role);
void hpm_thread_destroy (struct hpm_thread *thread);

/* Put a thread into the list, with the next number, and take it out; the lock
 * is held.  */
void hpm_thread_insert (struct hpm_thread *thread);
void hpm_thread_remove (struct hpm_thread *thread);

/* Take out the samples of all threads; the lock is held.  */
void hpm_threads_drain_held (void);

/* Start a thread's counters: the calling thread's for tid 0; nothing of ours
 * comes after it.  Stop and free them.  */
void hpm_thread_open_set (struct hpm_thread *thread, pid_t tid);
void hpm_thread_close_set (struct hpm_thread *thread);

/* Nothing was read into source[table->backend_count].  */
void hpm_thread_clear_source (struct hpm_cell *source,
                              const struct hpm_event_table *table);

/* Room to read its counters.  Returns it, or NULL without memory.  */
struct hpm_cell *hpm_thread_make_source (struct hpm_thread *thread,
                                         const struct hpm_event_table *table);

/* The thread of that id which has not ended: the kernel uses ids again.  The
 * lock is held.  */
struct hpm_thread *hpm_thread_find (pid_t tid);

/* Whether the thread that the kernel lists under this id was seen to its end;
 * the lock is held.  */
int hpm_thread_is_gone (pid_t tid);

/* A record for a thread to be created, or NULL.  `role` is an enum
 * hpm_thread_role.  */
struct hpm_thread *hpm_thread_register (int role);

/* The thread was not created after all.  */
void hpm_thread_forget (struct hpm_thread *thread);

/* What was done since `began`, CLOCK_MONOTONIC in ns, was for a thread to
 * begin. */
void hpm_thread_note_begin_cost (int64_t began);

/* First and last thing a registered thread does, on itself.  */
void hpm_thread_begin (struct hpm_thread *thread);
void hpm_thread_end (void *thread);

/* Whether it is one of ours.  Where the lock is not held, one that begins or
 * ends just now may be missed.  */
int hpm_thread_is_hidden (pid_t tid);

/* ---- rows (thread_collect.c) */

/* Copy what all threads counted that are complete into *rows, which is empty;
 * the lock is held.  Returns 0, or -1 without memory.  */
int hpm_thread_collect (struct hpm_thread_rows *rows);

/* ---- pauses (thread_pause.c) */

/* A thread whose counting starts in a pause: only its base and `start` are
 * there.  */
void hpm_thread_hold_from_start (struct hpm_thread *thread,
                                 const struct hpm_event_table *table);

/* Tell the regions of a thread, if it has some, about its pauses; nobody else
 * is at these.  */
void hpm_thread_pause_regions (struct hpm_thread *thread,
                               const struct hpm_event_table *table);

/* Make of what a thread has now, at the time *now, what it has counted: `os`
 * still holds the base, and `source` may be NULL.  */
void hpm_thread_subtract_pauses (const struct hpm_thread *thread,
                                 const struct hpm_event_table *table,
                                 struct hpm_os_counts *os, int64_t *now,
                                 struct hpm_cell *source);

/* ---- the final read, and samples (thread_sample.c) */

/* Fill in the cells and the record of a thread that is the caller.  */
void hpm_thread_sample_self (struct hpm_thread *thread,
                             const struct hpm_event_table *table);

/* The same for another thread that is alive, or was a moment ago.  */
void hpm_thread_sample_other (struct hpm_thread *thread,
                              const struct hpm_event_table *table);

/* Sample a thread that goes on, or is WATCHED: into *record and
 * cells[table->count].  source[table->backend_count] is room to work in;
 * `brief` as in a sample of all threads.  */
void hpm_thread_sample_between (const struct hpm_thread *thread,
                                const struct hpm_event_table *table,
                                struct hpm_cell *source,
                                struct hpm_thread_record *record, int brief,
                                struct hpm_cell *cells);

/* What the system counts for a thread, but for the calling one; where the
 * thread has recorded that it ends, of that moment.  */
void hpm_thread_read_os (const struct hpm_thread *thread,
                         struct hpm_os_counts *os,
                         struct hpm_os_moment *moment);

/* Fill in the cells of a thread that was read, or is now.  */
void hpm_thread_make_cells (struct hpm_thread *thread,
                            const struct hpm_event_table *table);

/* ---- threads that nobody saw (thread_missing.c) */

/* Counting starts on the calling thread, as late as it can be known; it ends,
 * as early: the first call counts, also in a signal handler.  */
void hpm_threads_begin_balance (void);
void hpm_threads_end_balance (void);

/* A thread that was read for the last time had that processor time, ns.  */
void hpm_thread_note_seen (int64_t processor);

/* After all threads were read: have a row for what is missing.  */
void hpm_threads_note_missing (void);

/* ---- children (thread_children.c) */

/* Give the reason where nothing is known of children, of which the system has
 * counted `os`; how long they took is no part of the time of a rank's threads,
 * unless they are all there is, and their peak memory is beside that of the
 * process.  */
void hpm_thread_explain_children (const struct hpm_event_table *table,
                                  int external, const struct hpm_os_counts *os,
                                  struct hpm_cell *cells);

/* Read all that a thread has counted, the calling one or another, once and for
 * all, before anything else is done: what comes afterwards is not the
 * program's.  */
void hpm_thread_read (struct hpm_thread *thread,
                      const struct hpm_event_table *table);

/* Take the lock when nobody is beginning: a thread that has not told its number
 * yet would be taken for one that nobody saw being created, and be counted
 * twice.  It needs its first turn on a processor for that, and no more.  */
void hpm_threads_lock_begun (void);

#endif /* HPM_PMPI_THREAD_PRIVATE_H */
