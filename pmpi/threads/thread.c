/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The registry of threads.  Its lock is taken when a thread is created, begins
 * or ends, and when counting starts or stops; never while a thread works.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "pmpi/guest/cancel_guard.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/confined.h"
#include "pmpi/guest/float_guard.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_pause.h"
#include "pmpi/perf/cell.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/threads/last_thread.h"
#include "pmpi/threads/thread_private.h"

struct hpm_thread_registry hpm_registry
    = { .lock = PTHREAD_MUTEX_INITIALIZER,
        .watched = PTHREAD_COND_INITIALIZER,
        .sampling = PTHREAD_MUTEX_INITIALIZER };

/* Rows of ended threads that a rank keeps.  A program that creates a thread for
 * every task would fill memory and file with rows nobody reads: further threads
 * are added up in one row per role, which says how many it holds.  */
#define MOST_ENDED_ROWS 256

/* ---- a thread's life ---------------------------------------------------- */

struct hpm_thread *
hpm_thread_create (int role)
{
    struct hpm_thread *thread = calloc (1, sizeof *thread);

    if (!thread)
        return NULL;
    thread->record.role = role;
    thread->record.merged = 1;
    thread->record.cpu_last = -1;
    thread->reason = HPM_REASON_START_FAILED;
    thread->base.known = ~0u; /* a new thread begins with 0 everywhere */
    return thread;
}

void
hpm_thread_destroy (struct hpm_thread *thread)
{
    if (!thread)
        return;
    free (thread->pause);
    free (thread->source);
    free (thread->cells);
    hpm_regions_release (thread->regions);
    free (thread);
}

void
hpm_thread_insert (struct hpm_thread *thread)
{
    thread->record.number = ++hpm_registry.created;
    thread->next = hpm_registry.threads;
    hpm_registry.threads = thread;
}

void
hpm_thread_remove (struct hpm_thread *thread)
{
    struct hpm_thread **link = &hpm_registry.threads;

    while (*link && *link != thread)
        link = &(*link)->next;
    if (*link)
        *link = thread->next;
}

struct hpm_thread *
hpm_thread_find (pid_t tid)
{
    struct hpm_thread *thread = hpm_registry.threads;

    while (thread
           && (thread->record.tid != tid || thread->state == HPM_THREAD_ENDED))
        thread = thread->next;
    return thread;
}

/* The calling thread, if it is being counted; the lock is held.  */
static struct hpm_thread *
find_counted_self (void)
{
    struct hpm_thread *thread = hpm_registry.phase == HPM_PHASE_COUNTING
                                    ? hpm_thread_find (gettid ())
                                    : NULL;

    return thread
                   && (thread->state == HPM_THREAD_RUNNING
                       || thread->state == HPM_THREAD_WATCHED)
               ? thread
               : NULL;
}

void *
hpm_thread_attach_calls (struct hpm_calls_table *calls)
{
    struct hpm_thread *thread;

    pthread_mutex_lock (&hpm_registry.lock);
    thread = find_counted_self ();
    if (thread) {
        hpm_samples_watch (thread->samples, calls);
        __atomic_store_n (&thread->calls, calls, __ATOMIC_RELEASE);
    }
    if (thread)
        hpm_region_inside_attach (thread->regions, calls);
    if (thread && hpm_registry.paused)
        hpm_mpi_pause_hold (calls);
    pthread_mutex_unlock (&hpm_registry.lock);
    return thread ? &thread->set : NULL;
}

int
hpm_thread_attach_regions (struct hpm_paths *regions,
                           struct hpm_region_thread *belongs)
{
    struct hpm_cancel_guard cancel;
    struct hpm_thread *thread;

    hpm_cancel_hold (&cancel); /* the wait is a point of cancellation */
    pthread_mutex_lock (&hpm_registry.lock);
    while ((thread = find_counted_self ())
           && thread->state == HPM_THREAD_WATCHED)
        pthread_cond_wait (&hpm_registry.watched, &hpm_registry.lock);
    if (thread) {
        thread->regions = regions;
        hpm_region_inside_attach (regions, thread->calls);
        *belongs = (struct hpm_region_thread){ .calls = &thread->calls,
                                               .set = &thread->set,
                                               .start = thread->start,
                                               .base = thread->base };
        hpm_thread_pause_regions (thread, hpm_registry.table);
    }
    pthread_mutex_unlock (&hpm_registry.lock);
    hpm_cancel_release (&cancel);
    return thread ? 0 : -1;
}

struct hpm_thread *
hpm_thread_register (int role)
{
    struct hpm_thread *thread = NULL;

    pthread_mutex_lock (&hpm_registry.lock);
    if (hpm_registry.phase != HPM_PHASE_OVER
        && (thread = hpm_thread_create (role))) {
        /* It is as old as what the kernel counts for it: the wait for its first
         * turn on a processor is part of its life.  */
        thread->start = hpm_clock_monotonic ();
        thread->record.start_time = hpm_clock_real ();
        hpm_thread_insert (thread);
    }
    pthread_mutex_unlock (&hpm_registry.lock);
    return thread;
}

void
hpm_thread_forget (struct hpm_thread *thread)
{
    pthread_mutex_lock (&hpm_registry.lock);
    hpm_thread_remove (thread);
    pthread_mutex_unlock (&hpm_registry.lock);
    hpm_thread_destroy (thread);
}

void
hpm_thread_clear_source (struct hpm_cell *source,
                         const struct hpm_event_table *table)
{
    for (int i = 0; i < table->backend_count; i++)
        hpm_cell_mark (&source[i], HPM_QUALITY_UNAVAILABLE,
                       HPM_REASON_THREAD_LOST);
}

struct hpm_cell *
hpm_thread_make_source (struct hpm_thread *thread,
                        const struct hpm_event_table *table)
{
    thread->source
        = calloc ((size_t)table->backend_count + 1, sizeof *thread->source);
    if (thread->source)
        hpm_thread_clear_source (thread->source, table);
    return thread->source;
}

void
hpm_thread_open_set (struct hpm_thread *thread, pid_t tid)
{
    const struct hpm_event_table *table = hpm_registry.table;

    thread->samples = hpm_samples_open (tid, hpm_registry.paused);
    if (!table->backend || !hpm_thread_make_source (thread, table))
        return;
    thread->set = table->backend->thread_open (tid, &thread->reason);
}

void
hpm_thread_begin (struct hpm_thread *thread)
{
    enum hpm_phase phase;

    pthread_mutex_lock (&hpm_registry.lock);
    phase = hpm_registry.phase;
    if (phase != HPM_PHASE_OVER) {
        thread->record.tid = gettid ();
        thread->state = HPM_THREAD_RUNNING;
    }
    if (phase == HPM_PHASE_COUNTING) {
        /* Not RUNNING before its counters are: who stops the count waits. */
        thread->state = HPM_THREAD_BUSY;
        hpm_registry.seen++;
    }
    pthread_mutex_unlock (&hpm_registry.lock);
    if (phase != HPM_PHASE_COUNTING)
        return;
    hpm_thread_open_set (thread, 0);
    pthread_mutex_lock (&hpm_registry.lock);
    if (hpm_registry.paused)
        hpm_thread_hold_from_start (thread, hpm_registry.table);
    hpm_samples_pause (thread->samples, NULL, hpm_registry.paused);
    thread->state = HPM_THREAD_RUNNING;
    pthread_mutex_unlock (&hpm_registry.lock);
}

static int
is_any_new (void)
{
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
        if (t->state == HPM_THREAD_NEW)
            return 1;
    return 0;
}

#define BEGIN_MAX INT64_C (1000000000) /* ns */

void
hpm_threads_lock_begun (void)
{
    const struct timespec pause = { 0, 100000 };
    int64_t end = hpm_clock_monotonic () + BEGIN_MAX;

    pthread_mutex_lock (&hpm_registry.lock);
    while (is_any_new () && hpm_clock_monotonic () < end) {
        pthread_mutex_unlock (&hpm_registry.lock);
        nanosleep (&pause, NULL);
        pthread_mutex_lock (&hpm_registry.lock);
    }
}

/* Add an ended thread to the row of its role, and drop it; the lock is held. */
static void
merge (struct hpm_thread *thread)
{
    struct hpm_thread **into = &hpm_registry.merged[thread->record.role];

    if (!*into) {
        *into = thread;
        hpm_thread_remove (thread);
        return;
    }
    hpm_event_table_merge (hpm_registry.table, (*into)->cells, thread->cells);
    (*into)->calls = hpm_mpi_calls_merge ((*into)->calls, thread->calls);
    (*into)->regions = hpm_regions_merge ((*into)->regions, thread->regions);
    thread->regions = NULL;
    (*into)->record.merged++;
    if (thread->record.end_time > (*into)->record.end_time)
        (*into)->record.end_time = thread->record.end_time;
    hpm_thread_remove (thread);
    hpm_thread_destroy (thread);
}

void
hpm_thread_close_set (struct hpm_thread *thread)
{
    int own = thread->record.tid == gettid ();

    /* The thread itself is at none: it may have left one by a jump.  */
    if (!own)
        hpm_regions_settle (thread->regions);
    hpm_samples_close (thread->samples, !own);
    thread->samples = NULL;
    if (thread->set)
        hpm_registry.table->backend->thread_close (thread->set);
    thread->set = NULL;
}

/* Remember an ended thread; the lock is held.  */
static void
note_gone (const struct hpm_thread *thread)
{
    struct hpm_thread_gone *gone
        = &hpm_registry.gone[hpm_registry.gone_next++ % HPM_THREADS_GONE];

    gone->tid = (pid_t)thread->record.tid;
    gone->end = hpm_clock_real ();
}

/* The kernel uses ids again: it is the same thread if it started before that
 * end.  */
int
hpm_thread_is_gone (pid_t tid)
{
    for (int i = 0; i < HPM_THREADS_GONE; i++)
        if (hpm_registry.gone[i].tid == tid
            && hpm_os_thread_start (tid) <= hpm_registry.gone[i].end)
            return 1;
    return 0;
}

static void
note_cost (int64_t *cost, int64_t began)
{
    __atomic_add_fetch (cost, hpm_clock_monotonic () - began, __ATOMIC_RELAXED);
}

void
hpm_thread_note_begin_cost (int64_t began)
{
    note_cost (&hpm_registry.begin_cost, began);
}

void
hpm_threads_costs (int64_t *begin, int64_t *end)
{
    *begin = __atomic_load_n (&hpm_registry.begin_cost, __ATOMIC_RELAXED);
    *end = __atomic_load_n (&hpm_registry.end_cost, __ATOMIC_RELAXED);
}

static void
end_thread (struct hpm_thread *thread)
{
    int64_t began = hpm_clock_monotonic ();
    int mine = 0;

    pthread_mutex_lock (&hpm_registry.lock);
    /* Once it is over, who stopped the count has dropped the thread.  */
    while (hpm_registry.phase == HPM_PHASE_COUNTING
           && thread->state == HPM_THREAD_WATCHED)
        pthread_cond_wait (&hpm_registry.watched, &hpm_registry.lock);
    if (hpm_registry.phase == HPM_PHASE_BEFORE) {
        note_gone (thread);
        hpm_thread_remove (thread);
        hpm_thread_destroy (thread);
    } else if (hpm_registry.phase == HPM_PHASE_COUNTING
               && thread->state == HPM_THREAD_RUNNING) {
        thread->state = HPM_THREAD_BUSY;
        mine = 1;
    }
    pthread_mutex_unlock (&hpm_registry.lock);
    if (!mine)
        return;
    /* First, so that the thread's counts have least of what its end costs.  */
    hpm_thread_sample_self (thread, hpm_registry.table);
    hpm_mpi_calls_thread_end ();
    hpm_mpi_pause_finish (thread->calls);
    hpm_regions_thread_end (thread->regions, thread->calls, hpm_registry.table,
                            thread->cells);
    hpm_thread_close_set (thread);
    pthread_mutex_lock (&hpm_registry.lock);
    note_gone (thread);
    thread->state = HPM_THREAD_ENDED;
    if (hpm_registry.phase == HPM_PHASE_COUNTING && thread->cells
        && thread != hpm_registry.main
        && ++hpm_registry.ended_rows > MOST_ENDED_ROWS)
        merge (thread);
    pthread_mutex_unlock (&hpm_registry.lock);
    note_cost (&hpm_registry.end_cost, began);
}

void
hpm_thread_end (void *data)
{
    struct hpm_float_guard guard;
    struct hpm_cancel_guard cancel;

    if (hpm_is_confined ()) /* others see that it is gone */
        return;
    hpm_cancel_hold (&cancel);
    hpm_float_begin (&guard);
    end_thread (data);
    hpm_last_thread_left ();
    hpm_float_end (&guard);
    hpm_cancel_release (&cancel);
}
