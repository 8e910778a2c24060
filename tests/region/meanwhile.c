/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A snapshot makes room for the regions of threads and looks at them after
 * that: what a thread marks in between has room or is left out, and nothing is
 * written behind the room that was made.
 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "include/hpm_schema.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/region/region_pause.h"
#include "pmpi/region/region_rows.h"
#include "pmpi/region/region_snapshot.h"
#include "tests/tap.h"

#define MEMORY ((size_t)1 << 20)
#define UNTOUCHED 0x5a
#define ROW 3
#define START 1000 /* ns: the thread is counted from there */
#define BEGAN 1100 /* its region begins, with 20 counted */
#define LOOKED 4000
#define MANY 200

/* One event of a backend, and the time.  */
static struct hpm_column columns[]
    = { { .backend = 0, .os = { HPM_OS_EVENT_COUNT, HPM_OS_EVENT_COUNT } },
        { .backend = -1, .os = { HPM_OS_WALL_TIME, HPM_OS_EVENT_COUNT } } };
static const struct hpm_event_table events
    = { .columns = columns, .count = 2, .width = 2, .backend_count = 1 };
static const struct hpm_cell cells[]
    = { { .value = 70, .quality = HPM_QUALITY_EXACT },
        { .value = LOOKED - START, .quality = HPM_QUALITY_EXACT } };

/* ---- what a program without MPI has of the rest -------------------------- */

int64_t
hpm_mpi_calls_nanoseconds (int64_t ticks)
{
    return ticks;
}

int
hpm_mpi_calls_are_split (void)
{
    return 0;
}

int
hpm_mpi_calls_counters (void)
{
    return 0;
}

int
hpm_system_counters (void)
{
    return 0;
}

int
hpm_system_counter_place (int event)
{
    (void)event;
    return -1;
}

int
hpm_split_counters_value (const struct hpm_event_table *table, int column,
                          const int64_t *inside, int64_t *value)
{
    if (table->columns[column].backend < 0)
        return -1;
    *value = inside[table->columns[column].backend];
    return 0;
}

void
hpm_region_inside_fill (const struct hpm_paths *paths,
                        const struct hpm_calls_table *calls, int64_t *values)
{
    (void)paths;
    (void)calls;
    (void)values;
}

void
hpm_region_inside_parts (const struct hpm_event_table *table, int column,
                         const int64_t *counters, int64_t mpi_time,
                         int64_t *parts)
{
    (void)table;
    (void)column;
    (void)counters;
    (void)mpi_time;
    (void)parts;
}

int64_t
hpm_region_mpi_ticks (const struct hpm_paths *paths,
                      const struct hpm_calls_table *calls)
{
    (void)paths;
    (void)calls;
    return 0;
}

void
hpm_mark_cost_append (struct hpm_stream_buffer *buffer, int rank,
                      const struct hpm_event_table *table)
{
    (void)buffer;
    (void)rank;
    (void)table;
}

size_t
hpm_mark_cost_bytes (const struct hpm_event_table *table)
{
    (void)table;
    return 0;
}

/* ---- threads and their snapshot ------------------------------------------ */

/* A thread that is in so many regions, each inside the one before.  */
static struct hpm_paths *
thread_in (int regions)
{
    struct hpm_paths *paths = hpm_paths_create (1);

    paths->thread.start = START;
    for (int i = 0; i < regions; i++) {
        struct hpm_path_moment moment = { .now = BEGAN, .counted = 1 };
        char text[16];

        snprintf (text, sizeof text, "r%d", i);
        paths->values[0] = 20;
        hpm_paths_begin (paths,
                         hpm_paths_enter (paths, hpm_label_of (text, NULL)),
                         hpm_label_of (text, NULL), &moment);
    }
    return paths;
}

static char *memory;
static size_t bytes; /* of it that the snapshot has */

static struct hpm_region_snapshot
begin_with (const struct hpm_region_room *room)
{
    struct hpm_region_snapshot snapshot;

    memset (memory, UNTOUCHED, MEMORY);
    bytes = hpm_region_snapshot_bytes (room, &events);
    hpm_region_snapshot_begin (&snapshot, &events, room, memory);
    return snapshot;
}

static void
read_thread (struct hpm_region_snapshot *snapshot,
             const struct hpm_paths *paths)
{
    hpm_region_snapshot_look (snapshot, ROW, paths, 1);
    hpm_region_snapshot_finish (snapshot, NULL, cells);
}

static int
is_behind_untouched (void)
{
    size_t at = bytes;

    while (at < MEMORY && memory[at] == UNTOUCHED)
        at++;
    return at == MEMORY;
}

/* ---- claims -------------------------------------------------------------- */

static void
test_known (void)
{
    struct hpm_region_room room = { 0, 0 };
    struct hpm_region_snapshot snapshot;
    struct hpm_paths *paths = thread_in (1);

    hpm_region_room_add (&room, paths);
    snapshot = begin_with (&room);
    read_thread (&snapshot, paths);
    tap_ok (snapshot.used.paths == 1 && snapshot.rows[0].thread == ROW
                && snapshot.rows[0].time == LOOKED - BEGAN
                && snapshot.rows[0].unended == 1,
            "a region that is open has its time up to the look");
    tap_ok (snapshot.counts[0] == 70 - 20
                && snapshot.counts[1] == LOOKED - BEGAN,
            "it has what was counted since it began");
    tap_ok (is_behind_untouched (), "its room is enough");
    hpm_paths_destroy (paths);
}

static void
test_first_mark (void)
{
    struct hpm_region_room room = { 0, 0 };
    struct hpm_region_snapshot snapshot;
    struct hpm_paths *paths;

    hpm_region_room_add (&room, NULL);
    snapshot = begin_with (&room);
    tap_ok (bytes == 0, "no room is made where nothing was marked");
    paths = thread_in (1);
    read_thread (&snapshot, paths);
    tap_ok (is_behind_untouched (),
            "after a first mark meanwhile, nothing is written without room");
    tap_ok (snapshot.used.paths == 0 && hpm_region_chunk_bytes (&snapshot) == 0,
            "its region is left to the next snapshot");
    hpm_paths_destroy (paths);
}

static void
test_many_marks (void)
{
    struct hpm_region_room room = { 0, 0 };
    struct hpm_region_snapshot snapshot;
    struct hpm_paths *first = thread_in (1), *other;

    hpm_region_room_add (&room, first);
    snapshot = begin_with (&room);
    other = thread_in (MANY);
    read_thread (&snapshot, first);
    read_thread (&snapshot, other);
    tap_ok (snapshot.used.paths == room.paths,
            "of many regions of another thread meanwhile, those have rows that "
            "there is room for");
    tap_ok (is_behind_untouched (), "nothing is written behind that room");
    hpm_paths_destroy (first);
    hpm_paths_destroy (other);
}

/* A thread marks between the look at its regions and the counters that are read
 * for it: leaves a region that was open, and perhaps is in its next entry.  */
static void
test_left_meanwhile (int again)
{
    const struct hpm_label *label = hpm_label_of ("r0", NULL);
    struct hpm_path_moment left = { .now = BEGAN + 5, .counted = 1 };
    struct hpm_path_moment entered = { .now = BEGAN + 900, .counted = 1 };
    struct hpm_region_room room = { 0, 0 };
    struct hpm_region_snapshot snapshot;
    struct hpm_paths *paths = thread_in (1);

    hpm_region_room_add (&room, paths);
    snapshot = begin_with (&room);
    hpm_region_snapshot_look (&snapshot, ROW, paths, 1);
    paths->values[0] = 22;
    hpm_paths_end (paths, label, &left);
    paths->values[0] = 60;
    if (again)
        hpm_paths_begin (paths, hpm_paths_enter (paths, label), label,
                         &entered);
    hpm_region_snapshot_finish (&snapshot, NULL, cells);
    tap_ok (snapshot.rows[0].time == 5 && snapshot.rows[0].entries == 1
                && snapshot.rows[0].unended == 0 && snapshot.counts[0] == 2
                && snapshot.counts[1] == 5,
            "a region that is left meanwhile%s has the entry that ended, and "
            "nothing of what came after it",
            again ? ", and entered again," : "");
    hpm_paths_destroy (paths);
}

/* ---- beside a thread that marks ------------------------------------------ */

#define OUTSIDE 2000 /* turns of a loop between two pairs of marks */

/* A thread that loses its processor in the middle of a mark is looked at there,
 * after some tries: a few times in so many.  Where regions are read from
 * outside inwards it is some ninety times.  With ThreadSanitizer marks take
 * long, and this is for races alone.  */
#ifdef __SANITIZE_THREAD__
#define LOOKS 2000
#define WITHIN_MARKS LOOKS
#else
#define LOOKS 20000
#define WITHIN_MARKS 20
#endif

static int stop; /* atomic */

static void
mark (struct hpm_paths *paths, const struct hpm_label *label, int begins)
{
    static int64_t now = BEGAN;
    struct hpm_path_moment moment = { .now = ++now };

    __atomic_store_n (&paths->marks, paths->marks + 1, __ATOMIC_SEQ_CST);
    if (begins)
        hpm_paths_begin (paths, hpm_paths_enter (paths, label), label, &moment);
    else
        hpm_paths_end (paths, label, &moment);
    __atomic_store_n (&paths->marks, paths->marks + 1, __ATOMIC_RELEASE);
}

static void *
enter_and_leave (void *data)
{
    const struct hpm_label *outer = hpm_label_of ("outer", NULL);
    const struct hpm_label *inner = hpm_label_of ("inner", NULL);

    while (!__atomic_load_n (&stop, __ATOMIC_RELAXED)) {
        mark (data, outer, 1);
        mark (data, inner, 1);
        mark (data, inner, 0);
        mark (data, outer, 0);
        for (int volatile i = 0; i < OUTSIDE; i++)
            ;
    }
    return NULL;
}

static void
test_beside_marks (void)
{
    struct hpm_paths *paths = hpm_paths_create (1);
    struct hpm_region_room room = { 0, 0 };
    int more = 0, seen = 0;
    pthread_t thread;

    if (pthread_create (&thread, NULL, enter_and_leave, paths) != 0)
        return;
    for (int i = 0; i < LOOKS || !seen; i++) {
        struct hpm_region_snapshot snapshot;

        room = (struct hpm_region_room){ 0, 0 };
        hpm_region_room_add (&room, paths);
        snapshot = begin_with (&room);
        read_thread (&snapshot, paths);
        if (snapshot.used.paths < 2)
            continue;
        seen = 1;
        more += snapshot.rows[1].entries > snapshot.rows[0].entries;
    }
    __atomic_store_n (&stop, 1, __ATOMIC_RELAXED);
    pthread_join (thread, NULL);
    tap_ok (more <= WITHIN_MARKS, "a region that is in each entry of another "
                                  "has no more entries than that one");
    printf ("# but for %d of %d snapshots\n", more, LOOKS);
    hpm_paths_destroy (paths);
}

int
main (void)
{
    memory = malloc (MEMORY);
    test_known ();
    test_first_mark ();
    test_many_marks ();
    test_left_meanwhile (0);
    test_left_meanwhile (1);
    test_beside_marks ();
    free (memory);
    return tap_done ();
}
