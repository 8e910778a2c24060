/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Start and stop of the count over all threads of the process.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/threads/thread_private.h"

/* ---- start -------------------------------------------------------------- */

/* Begin to count a thread that runs already; the lock is held.  */
static void
start_other (struct hpm_thread *thread)
{
    pid_t tid = (pid_t)thread->record.tid;
    struct hpm_os_moment moment;

    hpm_thread_open_set (thread, tid);
    thread->record.start_time = hpm_clock_real ();
    hpm_os_counts_read (&thread->base, tid, &moment);
    thread->start = moment.before;
    if (hpm_registry.paused)
        hpm_thread_hold_from_start (thread, hpm_registry.table);
    hpm_registry.seen++;
}

/* hpm_os_threads callback at the start: count everyone who is there.  Threads
 * that are not in the registry were not made by pthread_create, or before this
 * library was loaded.  */
static void
start_present (pid_t tid, void *data)
{
    struct hpm_thread *thread = hpm_thread_find (tid);

    (void)data;
    if (tid == hpm_registry.main->record.tid || hpm_thread_is_hidden (tid)
        || (!thread && hpm_thread_is_gone (tid)))
        return;
    if (!thread) {
        thread = hpm_thread_create (tid == getpid () ? HPM_ROLE_WORKER
                                                     : HPM_ROLE_UNSEEN);
        if (!thread)
            return;
        thread->record.tid = tid;
        thread->state = HPM_THREAD_RUNNING;
        hpm_thread_insert (thread);
    }
    start_other (thread);
}

void
hpm_threads_start (const struct hpm_event_table *table, int paused)
{
    pid_t tid = gettid ();

    hpm_threads_lock_begun ();
    hpm_registry.table = table;
    hpm_registry.paused = paused;
    hpm_registry.stopped = hpm_registry.main_ended = 0;
    __atomic_store_n (&hpm_registry.begin_cost, 0, __ATOMIC_RELAXED);
    __atomic_store_n (&hpm_registry.end_cost, 0, __ATOMIC_RELAXED);
    hpm_registry.pauses = (struct hpm_pauses){ 0, !paused };
    hpm_registry.main = hpm_thread_find (tid);
    if (!hpm_registry.main
        && (hpm_registry.main = hpm_thread_create (HPM_ROLE_MAIN))) {
        hpm_thread_insert (hpm_registry.main);
        hpm_registry.created--;
    }
    if (hpm_registry.main) {
        hpm_registry.main->record.tid = tid;
        hpm_registry.main->record.role = HPM_ROLE_MAIN;
        hpm_registry.main->record.number = 0;
        hpm_registry.main->state = HPM_THREAD_RUNNING;
        hpm_os_threads (start_present, NULL);
        hpm_registry.phase = HPM_PHASE_COUNTING;
        hpm_registry.seen++;
    }
    pthread_mutex_unlock (&hpm_registry.lock);
}

int64_t
hpm_threads_start_self (void)
{
    struct hpm_thread *self = hpm_registry.main;
    struct hpm_os_moment moment;

    if (!self)
        return hpm_clock_monotonic ();
    hpm_os_counts_begin_self (&self->base, &moment);
    self->start = hpm_registry.paused_since = moment.before;
    self->record.start_time = hpm_clock_real ();
    if (hpm_registry.paused)
        hpm_thread_hold_from_start (self, hpm_registry.table);
    hpm_thread_open_set (self, 0);
    hpm_threads_begin_balance ();
    return self->start;
}

/* ---- discard ------------------------------------------------------------ */

/* A thread whose end nobody will tell: it was not made by pthread_create.  */
static int
is_foreign (const struct hpm_thread *thread)
{
    return thread->record.tid == getpid ()
           || thread->record.role == HPM_ROLE_UNSEEN
           || thread->record.role == HPM_ROLE_CHILDREN;
}

/* Be as it was before counting, for a thread that goes on.  */
static void
reset (struct hpm_thread *thread)
{
    free (thread->pause);
    free (thread->source);
    free (thread->cells);
    thread->pause = NULL;
    thread->source = NULL;
    thread->cells = NULL;
    thread->source_read = 0;
    memset (&thread->base, 0, sizeof thread->base);
    thread->base.known = ~0u;
    thread->record.number = ++hpm_registry.created;
}

/* The lock is held.  */
static void
forget_counts (void)
{
    struct hpm_thread *next;

    hpm_registry.created = 0;
    for (struct hpm_thread *t = hpm_registry.threads; t; t = next) {
        next = t->next;
        hpm_thread_close_set (t);
        if (t->state != HPM_THREAD_ENDED)
            t->regions = NULL; /* it may be looking at them */
        if (t->state == HPM_THREAD_ENDED || is_foreign (t)) {
            hpm_thread_remove (t);
            hpm_thread_destroy (t);
        } else
            reset (t);
    }
    for (int role = 0; role < HPM_THREAD_ROLE_COUNT; role++) {
        hpm_thread_destroy (hpm_registry.merged[role]);
        hpm_registry.merged[role] = NULL;
    }
    hpm_registry.main = NULL;
    hpm_registry.seen = hpm_registry.ended_rows = 0;
    hpm_registry.phase = HPM_PHASE_BEFORE;
}

/* Whoever is at it, itself or another thread, needs some microseconds more.  */
static int
is_in_use (const struct hpm_thread *thread)
{
    return thread->state == HPM_THREAD_BUSY
           || thread->state == HPM_THREAD_WATCHED;
}

/* Threads that are beginning or ending at this moment are waited for.  */
void
hpm_threads_discard (void)
{
    const struct timespec pause = { 0, 100000 };
    int busy = 1;

    while (busy) {
        pthread_mutex_lock (&hpm_registry.lock);
        busy = 0;
        for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
            busy |= is_in_use (t);
        if (!busy)
            forget_counts ();
        pthread_mutex_unlock (&hpm_registry.lock);
        if (busy)
            nanosleep (&pause, NULL);
    }
}

/* ---- stop --------------------------------------------------------------- */

#define CLAIM_MAX (3 * INT64_C (1000000000)) /* ns */

/* Claim every thread that is not busy with its own beginning or end, nor in the
 * hands of one that lets counting pause; the lock is held.  Returns how many
 * are.  */
static int
claim (void)
{
    int busy = 0;

    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next) {
        if (t->state == HPM_THREAD_RUNNING)
            t->state = HPM_THREAD_CLAIMED;
        busy += is_in_use (t);
    }
    return busy;
}

/* Claim all threads, and note no new ones.  One that is beginning or ending
 * right now needs some microseconds of a processor more, for which it may have
 * to queue on a full machine; one that a debugger stopped in there stays
 * without cells after CLAIM_MAX.  */
static void
claim_all (void)
{
    const struct timespec pause = { 0, 100000 };
    int64_t end = hpm_clock_monotonic () + CLAIM_MAX;
    int over = 0;

    while (!over) {
        pthread_mutex_lock (&hpm_registry.lock);
        over = claim () == 0 || hpm_clock_monotonic () > end;
        if (over)
            hpm_registry.phase = HPM_PHASE_OVER;
        pthread_mutex_unlock (&hpm_registry.lock);
        if (!over)
            nanosleep (&pause, NULL);
    }
}

/* hpm_os_threads callback at the end: note who was never seen.  */
static void
note_unseen (pid_t tid, void *data)
{
    struct hpm_thread *thread;

    (void)data;
    pthread_mutex_lock (&hpm_registry.lock);
    if (!hpm_thread_is_hidden (tid) && !hpm_thread_find (tid)
        && !hpm_thread_is_gone (tid)
        && (thread = hpm_thread_create (HPM_ROLE_UNSEEN))) {
        thread->record.tid = tid;
        thread->record.start_time = hpm_os_thread_start (tid);
        thread->start = hpm_clock_monotonic ()
                        - (hpm_clock_real () - thread->record.start_time);
        thread->reason = HPM_REASON_THREAD_LATE;
        thread->state = HPM_THREAD_CLAIMED;
        if (hpm_registry.paused || hpm_registry.pauses.periods > 1
            || hpm_registry.pauses.time)
            thread->base.known = 0; /* of it, nobody knows what to leave out */
        hpm_thread_insert (thread);
        hpm_registry.seen++;
    }
    pthread_mutex_unlock (&hpm_registry.lock);
}

/* Drop what nobody refers to any more: a thread that has not begun yet drops
 * its own record, one that was busy until the end keeps it.  */
static void
release_threads (void)
{
    struct hpm_thread *next;

    for (struct hpm_thread *t = hpm_registry.threads; t; t = next) {
        next = t->next;
        if (t->state == HPM_THREAD_CLAIMED || t->state == HPM_THREAD_ENDED) {
            hpm_thread_remove (t);
            hpm_thread_destroy (t);
        }
    }
    for (int role = 0; role < HPM_THREAD_ROLE_COUNT; role++) {
        hpm_thread_destroy (hpm_registry.merged[role]);
        hpm_registry.merged[role] = NULL;
    }
}

/* Read every claimed thread that nobody read yet.  */
static void
read_claimed (void)
{
    for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next) {
        if (t->state != HPM_THREAD_CLAIMED || t->cells)
            continue;
        hpm_thread_sample_other (t, hpm_registry.table);
        hpm_thread_close_set (t);
    }
}

/* Whether the thread that started the count is to be read by who stops it: not
 * where it has ended, or is about to, since it reads itself then.  */
static int
claim_main (struct hpm_thread *self)
{
    int own = self->record.tid == gettid (), ours;

    pthread_mutex_lock (&hpm_registry.lock);
    while (!own && self->state == HPM_THREAD_WATCHED)
        pthread_cond_wait (&hpm_registry.watched, &hpm_registry.lock);
    if (!own && self->state == HPM_THREAD_RUNNING)
        self->state = HPM_THREAD_CLAIMED;
    ours = self->state != HPM_THREAD_BUSY && self->state != HPM_THREAD_ENDED;
    pthread_mutex_unlock (&hpm_registry.lock);
    return ours;
}

int64_t
hpm_threads_stop_self (void)
{
    struct hpm_thread *self = hpm_registry.main;

    hpm_threads_end_balance ();
    if (!self || !hpm_registry.table)
        return hpm_clock_monotonic ();
    if (!claim_main (self)) {
        hpm_registry.main_ended = 1;
        return hpm_clock_monotonic ();
    }
    hpm_thread_read (self, hpm_registry.table);
    __atomic_store_n (&hpm_registry.stopped, 1, __ATOMIC_RELEASE);
    return self->last_time;
}

int
hpm_threads_stop (struct hpm_thread_rows *rows)
{
    struct hpm_thread *self = hpm_registry.main;
    int result, own;

    memset (rows, 0, sizeof *rows);
    if (!self)
        return -1;
    own = !hpm_registry.main_ended && self->record.tid == gettid ();
    if (own)
        hpm_thread_sample_self (self, hpm_registry.table);
    else if (!hpm_registry.main_ended)
        hpm_thread_sample_other (self, hpm_registry.table);
    self->record.alive = !hpm_registry.main_ended;
    claim_all ();
    read_claimed ();
    hpm_os_threads (note_unseen, NULL);
    read_claimed ();
    hpm_threads_note_missing ();
    if (!own)
        hpm_regions_settle (self->regions); /* as those of all others have */
    pthread_mutex_lock (&hpm_registry.lock);
    result = hpm_thread_collect (rows);
    pthread_mutex_unlock (&hpm_registry.lock);
    if (result == 0 && own)
        hpm_event_table_verify_zeros (hpm_registry.table, rows->cells,
                                      rows->count);
    hpm_thread_close_set (self);
    pthread_mutex_lock (&hpm_registry.lock);
    release_threads ();
    pthread_mutex_unlock (&hpm_registry.lock);
    return result;
}
