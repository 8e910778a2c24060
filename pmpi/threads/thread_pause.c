/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counting that pauses and goes on.  The counters run all the time, so that no
 * thread has to do anything, or finds its counters stopped: every thread is
 * read when counting pauses and when it goes on, and what it counted between is
 * taken away from all it counts.
 *
 * While it is held, a thread's counts are those of the moment when it was.
 */
#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/quality.h"
#include "pmpi/calls/mpi_pause.h"
#include "pmpi/perf/cell.h"
#include "pmpi/guest/clock.h"
#include "pmpi/region/region_pause.h"
#include "pmpi/threads/thread_private.h"

/* Its counts stand still at `os`, `time` and cells[0 to n - 1] while `held`;
 * what is missing are cells[n to 2 n - 1]: of the other counts, the base of the
 * thread tells.  n is the number of the backend's events.  */
struct hpm_thread_pause {
    int held;
    int64_t time; /* CLOCK_MONOTONIC, ns */
    struct hpm_os_counts os;
    struct hpm_cell cells[];
};

/* ---- cells -------------------------------------------------------------- */

static void
add (struct hpm_cell *into, const struct hpm_cell *cell, int sign)
{
    if (!hpm_quality_has_value (into->quality))
        return;
    if (!hpm_quality_has_value (cell->quality)) {
        *into = *cell;
        return;
    }
    into->value += sign * cell->value;
    into->time_enabled += sign * cell->time_enabled;
    into->time_running += sign * cell->time_running;
    into->error += cell->error;
}

/* A quality is that of the time that was counted.  */
static void
renew_quality (struct hpm_cell *cell)
{
    if (hpm_quality_has_value (cell->quality) && cell->time_enabled > 0)
        cell->quality
            = hpm_cell_quality (cell->time_enabled, cell->time_running);
}

/* A quotient of counts has no part that could be taken away.  */
static int
adds_up (const struct hpm_event_table *table, int i)
{
    return !table->backend->adds_up || table->backend->adds_up (i)
           || table->asked[i].record.scope != HPM_SCOPE_THREAD;
}

/* ---- one thread --------------------------------------------------------- */

static struct hpm_thread_pause *
create (const struct hpm_event_table *table)
{
    size_t cells = 2 * (size_t)table->backend_count;
    struct hpm_thread_pause *pause
        = calloc (1, sizeof *pause + cells * sizeof *pause->cells);

    for (size_t i = 0; pause && i < cells; i++)
        pause->cells[i].quality = HPM_QUALITY_EXACT;
    return pause;
}

static void
read_now (const struct hpm_thread *thread, const struct hpm_event_table *table,
          struct hpm_thread_pause *now, struct hpm_os_moment *moment)
{
    if (thread->set)
        table->backend->thread_read (thread->set, now->cells);
    hpm_thread_read_os (thread, &now->os, moment);
}

void
hpm_thread_hold_from_start (struct hpm_thread *thread,
                            const struct hpm_event_table *table)
{
    if (!thread->pause)
        thread->pause = create (table);
    if (!thread->pause)
        return;
    thread->base.own_reads = 0; /* they are part of the pause */
    thread->pause->held = 1;
    thread->pause->time = thread->start;
    thread->pause->os = thread->base;
}

/* It may be having its first call.  */
static const struct hpm_calls_table *
calls_of (const struct hpm_thread *thread)
{
    return __atomic_load_n (&thread->calls, __ATOMIC_ACQUIRE);
}

void
hpm_thread_pause_regions (struct hpm_thread *thread,
                          const struct hpm_event_table *table)
{
    const struct hpm_thread_pause *pause = thread->pause;
    const struct hpm_calls_table *calls = calls_of (thread);

    if (pause)
        hpm_regions_hold (thread->regions, calls, pause->time, pause->cells,
                          pause->cells + table->backend_count, &pause->os,
                          &thread->base);
    if (pause && !pause->held)
        hpm_regions_go_on (thread->regions, calls, pause->time,
                           pause->cells + table->backend_count, &thread->base);
}

static void
hold (struct hpm_thread *thread, const struct hpm_event_table *table)
{
    struct hpm_os_moment moment;

    if (!thread->pause)
        thread->pause = create (table);
    if (!thread->pause)
        return;
    read_now (thread, table, thread->pause, &moment);
    thread->pause->time = moment.after;
    thread->pause->held = 1;
    hpm_thread_pause_regions (thread, table);
}

static void
go_on (struct hpm_thread *thread, const struct hpm_event_table *table)
{
    struct hpm_thread_pause *pause = thread->pause, *now = create (table);
    struct hpm_cell *missed = pause->cells + table->backend_count;
    struct hpm_os_moment moment;

    if (!now)
        return;
    read_now (thread, table, now, &moment);
    for (int i = 0; i < table->backend_count; i++) {
        add (&missed[i], &now->cells[i], 1);
        add (&missed[i], &pause->cells[i], -1);
    }
    for (int i = 0; i < HPM_OS_EVENT_COUNT; i++)
        thread->base.values[i] += now->os.values[i] - pause->os.values[i];
    thread->base.known &= now->os.known & pause->os.known;
    thread->base.ticks |= now->os.ticks | pause->os.ticks;
    thread->start += moment.before - pause->time;
    pause->held = 0;
    hpm_regions_go_on (thread->regions, calls_of (thread), moment.before,
                       missed, &thread->base);
    free (now);
}

void
hpm_thread_subtract_pauses (const struct hpm_thread *thread,
                            const struct hpm_event_table *table,
                            struct hpm_os_counts *os, int64_t *now,
                            struct hpm_cell *source)
{
    const struct hpm_thread_pause *pause = thread->pause;

    if (!pause)
        return;
    if (pause->held) {
        *os = pause->os;
        *now = pause->time;
    }
    for (int i = 0; source && i < table->backend_count; i++) {
        if (pause->held)
            source[i] = pause->cells[i];
        add (&source[i], &pause->cells[table->backend_count + i], -1);
        renew_quality (&source[i]);
        if (!adds_up (table, i))
            hpm_cell_mark (&source[i], HPM_QUALITY_UNAVAILABLE,
                           HPM_REASON_PAUSED);
    }
}

/* ---- all threads -------------------------------------------------------- */

/* Do something with a thread that runs.  The lock is held, and let go
 * meanwhile.  */
static void
with_running (struct hpm_thread *thread,
              void (*act) (struct hpm_thread *thread,
                           const struct hpm_event_table *table))
{
    thread->state = HPM_THREAD_WATCHED;
    pthread_mutex_unlock (&hpm_registry.lock);
    act (thread, hpm_registry.table);
    pthread_mutex_lock (&hpm_registry.lock);
    thread->state = HPM_THREAD_RUNNING;
    pthread_cond_broadcast (&hpm_registry.watched);
}

static int
is_held (const struct hpm_thread *thread)
{
    return thread->pause && thread->pause->held;
}

/* Of its calls the time is taken within that of the thread.  */
static void
change (struct hpm_thread *thread, int pause)
{
    hpm_samples_pause (thread->samples, thread->calls, pause);
    if (pause)
        hpm_mpi_pause_hold (thread->calls);
    with_running (thread, pause ? hold : go_on);
    if (!pause)
        hpm_mpi_pause_go_on (thread->calls);
}

/* Threads that begin from here on are held, or not, by themselves.  */
static void
note_change (int pause)
{
    struct hpm_pauses *pauses = &hpm_registry.pauses;
    int64_t now = hpm_clock_monotonic ();

    if (pause)
        hpm_registry.paused_since = now;
    else {
        pauses->time += now - hpm_registry.paused_since;
        pauses->periods++;
    }
    hpm_registry.paused = pause;
}

void
hpm_threads_pause (int pause)
{
    pthread_mutex_lock (&hpm_registry.sampling);
    pthread_mutex_lock (&hpm_registry.lock);
    if (hpm_registry.phase == HPM_PHASE_COUNTING
        && !__atomic_load_n (&hpm_registry.stopped, __ATOMIC_ACQUIRE)
        && hpm_registry.paused != pause) {
        note_change (pause);
        for (struct hpm_thread *t = hpm_registry.threads; t; t = t->next)
            if (t->state == HPM_THREAD_RUNNING && is_held (t) != pause)
                change (t, pause);
        if (pause) /* what a thread has lies within what the rank has */
            hpm_registry.paused_since = hpm_clock_monotonic ();
    }
    pthread_mutex_unlock (&hpm_registry.lock);
    pthread_mutex_unlock (&hpm_registry.sampling);
}

void
hpm_threads_pauses (struct hpm_pauses *pauses, int64_t now)
{
    pthread_mutex_lock (&hpm_registry.lock);
    *pauses = hpm_registry.pauses;
    if (hpm_registry.paused && now > hpm_registry.paused_since)
        pauses->time += now - hpm_registry.paused_since;
    pthread_mutex_unlock (&hpm_registry.lock);
}
