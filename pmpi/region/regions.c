/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Marks of the calling thread.  A thread's regions are made at its first mark,
 * and then belong to the registry of threads, which hands them back at the end.
 */
#include "config.h"

#include <time.h>

#include "pmpi/calls/mpi_calls.h"
#include "pmpi/guest/clock.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/paths.h"
#include "pmpi/region/region_early.h"
#include "pmpi/region/region_forward.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/region/region_pause.h"
#include "pmpi/region/region_rows.h"
#include "pmpi/region/regions.h"

#define TRIES 10000                         /* to read between two pauses */
#define MARK_MAX (3 * INT64_C (1000000000)) /* ns */

/* A thread may have its first mark of a session while the next one starts: what
 * it gets then is of no use, and is not used.  */
static struct {
    unsigned session; /* that counts, 0: none; atomic */
    unsigned sessions;
    int _Atomic counters; /* of a path: the events, ... */
    int _Atomic system;   /* ... the system's, ... */
    int _Atomic inside;   /* ... and those inside MPI (region_inside.h) */
    const struct hpm_event_table *_Atomic table;
    int (*_Atomic attach) (struct hpm_paths *paths,
                           struct hpm_region_thread *thread);
} regions;

/* Small, since it is taken from the stack of each thread.  */
static _Thread_local __attribute__ ((tls_model ("initial-exec"))) struct {
    unsigned session; /* that `paths` belong to */
    struct hpm_region_early early;
    struct hpm_paths *paths; /* NULL: not counted in that session */
} self;

/* ---- what is read ------------------------------------------------------- */

static const struct hpm_calls_table *
calls_of (const struct hpm_paths *paths)
{
    return __atomic_load_n (paths->thread.calls, __ATOMIC_ACQUIRE);
}

/* Since the thread is counted, as those of the backend are.  */
static __attribute__ ((noinline)) int
look_at_system (struct hpm_paths *paths)
{
    int64_t *values = paths->values + hpm_paths_events (paths);
    int failed = hpm_system_counters_read (values);

    for (int i = 0; i < paths->system; i++)
        values[i] -= paths->thread.base.values[hpm_system_counter_event (i)];
    return failed;
}

static int
read_counters (struct hpm_paths *paths)
{
    if (hpm_paths_events (paths)
        && hpm_split_counters_read (paths->thread.set, paths->values) != 0)
        return -1;
    if (paths->system && look_at_system (paths) != 0)
        return -1;
    if (paths->inside)
        hpm_region_inside_fill (paths, calls_of (paths), paths->values);
    return 0;
}

static void
look_once (struct hpm_paths *paths, struct hpm_path_moment *moment)
{
    moment->counted = paths->counters && read_counters (paths) == 0;
    if (paths->counters && !moment->counted)
        __atomic_store_n (&paths->lost, 1, __ATOMIC_RELAXED);
    moment->mpi_time = hpm_region_inside_ticks (calls_of (paths));
    moment->now = hpm_clock_monotonic ();
    moment->held = 0;
}

/* In parts of a run: again, where counting paused or went on meanwhile.  */
static __attribute__ ((cold, noinline)) void
look_between_pauses (struct hpm_paths *paths, struct hpm_path_moment *moment)
{
    unsigned changes;
    int tries = TRIES;

    hpm_region_remember (paths);
    do {
        changes = hpm_region_pause_begin (paths->pause);
        look_once (paths, moment);
    } while (!hpm_region_pause_end (paths->pause, changes, paths->counters,
                                    paths->values, moment)
             && --tries);
    hpm_region_forward (paths, moment);
}

static void
look (struct hpm_paths *paths, struct hpm_path_moment *moment)
{
    if (__atomic_load_n (&paths->pause, __ATOMIC_ACQUIRE))
        look_between_pauses (paths, moment);
    else
        look_once (paths, moment);
    paths->last_now = moment->now;
    paths->last_mpi_time = moment->mpi_time;
}

/* ---- at a mark ---------------------------------------------------------- */

static void
end_mark (struct hpm_paths *paths)
{
    __atomic_store_n (&paths->marks, paths->marks + 1, __ATOMIC_RELEASE);
}

/* Returns whether the calling thread is at a mark from here on.  Either it sees
 * that the session is over, or who ended it sees that it is at a mark, and
 * waits before anything of the thread's is read or closed: both write first and
 * then read.  */
static int
start_mark (struct hpm_paths *paths, unsigned session)
{
    __atomic_store_n (&paths->marks, paths->marks + 1, __ATOMIC_SEQ_CST);
    if (__atomic_load_n (&regions.session, __ATOMIC_SEQ_CST) == session)
        return 1;
    end_mark (paths);
    return 0;
}

/* ---- a thread's first mark of a session --------------------------------- */

static struct hpm_paths *
make_paths (void)
{
    struct hpm_paths *paths = hpm_paths_create (regions.counters);

    if (paths) {
        paths->system = regions.system;
        paths->inside = regions.inside;
    }
    return paths;
}

/* What a mark costs, by marks in a tree that is dropped.  The thread is at a
 * mark meanwhile, for who ends the session.  */
static void
measure (struct hpm_paths *paths, unsigned session)
{
    struct hpm_paths *scratch = make_paths ();

    __atomic_store_n (&paths->marks, 1, __ATOMIC_SEQ_CST);
    if (scratch
        && __atomic_load_n (&regions.session, __ATOMIC_SEQ_CST) == session) {
        scratch->thread = paths->thread;
        self.paths = scratch;
        hpm_mark_cost_measure (scratch, hpm_regions_enter, hpm_regions_leave);
    }
    __atomic_store_n (&paths->marks, 2, __ATOMIC_RELEASE);
    hpm_paths_destroy (scratch);
}

/* The regions it was in when counting started began then, with all counts at
 * 0.  */
static void
begin_early (struct hpm_paths *paths, unsigned session)
{
    struct hpm_path_moment start = { .now = paths->thread.start };
    const struct hpm_label *label;

    if (self.early.depth && start_mark (paths, session)) {
        for (int i = 0; (label = hpm_region_early_at (&self.early, i)); i++)
            hpm_paths_begin (paths, hpm_paths_enter (paths, label), label,
                             &start);
        end_mark (paths);
    }
    hpm_region_early_forget (&self.early);
}

/* The session may end while it measures, which the marks in there see: so what
 * the thread knows of sessions is written once more.  */
static __attribute__ ((cold, noinline)) struct hpm_paths *
attach (unsigned session)
{
    struct hpm_paths *paths = NULL;

    self.session = session;
    if (session)
        paths = make_paths ();
    if (paths && regions.attach (paths, &paths->thread) < 0) {
        hpm_paths_destroy (paths);
        paths = NULL;
    }
    if (paths && hpm_mark_cost_claim ())
        measure (paths, session);
    self.session = session;
    self.paths = paths;
    if (paths)
        begin_early (paths, session);
    return paths;
}

/* Begin a mark of the calling thread.  Returns its regions, or NULL where it is
 * not counted.  */
static struct hpm_paths *
begin_mark (void)
{
    unsigned session = __atomic_load_n (&regions.session, __ATOMIC_ACQUIRE);
    struct hpm_paths *paths
        = session == self.session ? self.paths : attach (session);

    return paths && start_mark (paths, session) ? paths : NULL;
}

/* ---- marks -------------------------------------------------------------- */

/* A thread that has no regions where others do is not counted.  */
static __attribute__ ((cold, noinline)) void
enter_uncounted (const struct hpm_label *label)
{
    if (!self.session)
        hpm_region_early_enter (&self.early, label);
}

void
hpm_regions_enter (const struct hpm_label *label)
{
    struct hpm_paths *paths = begin_mark ();
    struct hpm_path_moment moment;
    struct hpm_path *path;

    if (!paths) {
        enter_uncounted (label);
        return;
    }
    paths->left = NULL;
    path = hpm_paths_enter (paths, label);
    look (paths, &moment);
    hpm_paths_begin (paths, path, label, &moment);
    end_mark (paths);
}

void
hpm_regions_leave (const struct hpm_label *label)
{
    struct hpm_paths *paths = begin_mark ();
    struct hpm_path_moment moment;

    if (!paths) {
        hpm_region_early_leave (&self.early, label);
        return;
    }
    look (paths, &moment);
    hpm_paths_end (paths, label, &moment);
    end_mark (paths);
}

void
hpm_regions_leave_perhaps (const struct hpm_label *label)
{
    struct hpm_paths *paths = begin_mark ();

    if (paths) {
        hpm_paths_keep (paths, label);
        end_mark (paths);
    }
    hpm_regions_leave (label);
}

void
hpm_regions_return (const struct hpm_label *label)
{
    struct hpm_paths *paths = begin_mark ();
    int back = paths ? hpm_paths_return (paths) : -1;

    if (paths)
        end_mark (paths);
    if (back < 0)
        hpm_regions_enter (label);
}

/* Append the system's that were named.  Returns how many there are then.  */
static int
add_named (const int64_t *counters, long long *values, int count, int most)
{
    const struct hpm_event_table *table = regions.table;
    int column;

    for (int k = 0; (column = hpm_region_named (table, k)) >= 0; k++) {
        if (count < most)
            values[count] = hpm_region_count (table, column, 0, counters);
        count++;
    }
    return count;
}

int
hpm_regions_read (long long *values, int most)
{
    struct hpm_paths *paths = begin_mark ();
    struct hpm_path_moment moment;
    int count = -1;

    if (!paths)
        return -1;
    look (paths, &moment);
    if (moment.counted)
        count = hpm_paths_events (paths);
    for (int i = 0; i < count && i < most; i++)
        values[i] = paths->values[i];
    if (moment.counted)
        count = add_named (paths->values, values, count, most);
    end_mark (paths);
    return count;
}

const char *
hpm_regions_event (int event)
{
    const struct hpm_event_table *table = regions.table;
    int events = regions.counters - regions.system - regions.inside, column;

    if (event < events || !table)
        return hpm_split_counters_name (event);
    column = hpm_region_named (table, event - events);
    return column >= 0 ? table->records[column].name : NULL;
}

/* ---- a session ---------------------------------------------------------- */

void
hpm_regions_start (const struct hpm_event_table *table, int system,
                   int (*attach_thread) (struct hpm_paths *,
                                         struct hpm_region_thread *))
{
    int counters = hpm_split_counters_start (table);

    counters = hpm_split_counters_are_events () ? counters : 0;
    system = hpm_region_rows_start (table, counters, system);
    regions.table = table;
    regions.system = system ? hpm_system_counters () : 0;
    regions.inside = hpm_region_inside_start (counters, regions.system);
    regions.counters = counters + regions.system + regions.inside;
    regions.attach = attach_thread;
    hpm_mark_cost_start (regions.counters);
    __atomic_store_n (&regions.session, ++regions.sessions, __ATOMIC_RELEASE);
}

void
hpm_regions_stop (void)
{
    __atomic_store_n (&regions.session, 0, __ATOMIC_SEQ_CST);
}

void
hpm_regions_thread_end (struct hpm_paths *paths,
                        const struct hpm_calls_table *calls,
                        const struct hpm_event_table *events,
                        const struct hpm_cell *cells)
{
    self.paths = NULL;
    if (paths && cells)
        hpm_regions_close (paths, calls, events, cells);
}

void
hpm_regions_settle (const struct hpm_paths *paths)
{
    const struct timespec pause = { 0, 100000 };
    int64_t end = hpm_clock_monotonic () + MARK_MAX;

    while (paths && (__atomic_load_n (&paths->marks, __ATOMIC_SEQ_CST) & 1)
           && hpm_clock_monotonic () < end)
        nanosleep (&pause, NULL);
}
