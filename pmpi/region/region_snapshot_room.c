/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The memory of regions in a snapshot, and the chunks that are made of it.
 */
#include "config.h"

#include <string.h>

#include "include/hpm_stream.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/region_snapshot.h"

#define SPARE_PATHS 64 /* that a thread may add meanwhile */
#define SPARE_TEXT 64  /* bytes, of each of them */

/* ---- memory ------------------------------------------------------------- */

void
hpm_region_room_add (struct hpm_region_room *room,
                     const struct hpm_paths *paths)
{
    if (!paths)
        return;
    room->paths += (size_t)__atomic_load_n (&paths->count, __ATOMIC_RELAXED)
                   + SPARE_PATHS;
    room->texts += __atomic_load_n (&paths->texts, __ATOMIC_RELAXED)
                   + SPARE_PATHS * SPARE_TEXT;
    if (room->paths > HPM_REGION_SNAPSHOT_MAX)
        room->paths = HPM_REGION_SNAPSHOT_MAX;
}

static size_t
whole_words (size_t bytes)
{
    return (bytes + 7) & ~(size_t)7;
}

/* Counters of a thread are not more than its columns and processor times, and
 * what is inside MPI, with the number of calls.  */
static size_t
counters_of (const struct hpm_event_table *events)
{
    return (size_t)hpm_mpi_calls_counters () + 1 + (size_t)events->backend_count
           + (size_t)hpm_system_counters ();
}

/* Numbers that there are of a region and a column.  */
static size_t
numbers_of_column (void)
{
    return hpm_mpi_calls_are_split () ? 1 + HPM_REGION_SPLIT_COUNT : 1;
}

size_t
hpm_region_snapshot_bytes (const struct hpm_region_room *room,
                           const struct hpm_event_table *events)
{
    size_t counters = counters_of (events);

    if (!room->paths)
        return 0;
    return room->paths
               * (sizeof (struct hpm_path_record)
                  + sizeof (struct hpm_region_record)
                  + sizeof (const struct hpm_path *)
                  + (1 + numbers_of_column () * (size_t)events->width)
                        * sizeof (int64_t))
           + HPM_REGION_OPEN_MAX
                 * (sizeof (struct hpm_region_open)
                    + counters * sizeof (int64_t))
           + counters * sizeof (int64_t) + whole_words (room->texts);
}

static void *
carve (char **memory, size_t count, size_t size)
{
    void *piece = *memory;

    *memory += count * size;
    return piece;
}

void
hpm_region_snapshot_begin (struct hpm_region_snapshot *snapshot,
                           const struct hpm_event_table *events,
                           const struct hpm_region_room *room, void *memory)
{
    size_t counters = counters_of (events), n = room->paths;
    char *at = memory;

    memset (snapshot, 0, sizeof *snapshot);
    snapshot->events = events;
    snapshot->room = *room;
    snapshot->paths = carve (&at, n, sizeof *snapshot->paths);
    snapshot->rows = carve (&at, n, sizeof *snapshot->rows);
    snapshot->inner = carve (&at, n, sizeof *snapshot->inner);
    snapshot->made = carve (&at, n, sizeof *snapshot->made);
    snapshot->counts
        = carve (&at, n * (size_t)events->width, sizeof *snapshot->counts);
    if (numbers_of_column () > 1)
        snapshot->split
            = carve (&at, n * (size_t)events->width,
                     HPM_REGION_SPLIT_COUNT * sizeof *snapshot->split);
    snapshot->open = carve (&at, HPM_REGION_OPEN_MAX, sizeof *snapshot->open);
    snapshot->open_values = carve (&at, HPM_REGION_OPEN_MAX * counters,
                                   sizeof *snapshot->open_values);
    snapshot->values = carve (&at, counters, sizeof *snapshot->values);
    snapshot->texts = at;
}

/* ---- chunks ------------------------------------------------------------- */

size_t
hpm_region_chunk_bytes (const struct hpm_region_snapshot *snapshot)
{
    size_t counts = (size_t)snapshot->events->width;

    if (!snapshot->used.paths)
        return 0;
    return 5 * sizeof (struct hpm_chunk_header)
           + snapshot->used.paths
                 * (sizeof *snapshot->paths + sizeof *snapshot->rows
                    + numbers_of_column () * counts * sizeof *snapshot->counts)
           + whole_words (snapshot->used.texts)
           + hpm_mark_cost_bytes (snapshot->events);
}

void
hpm_region_snapshot_append (const struct hpm_region_snapshot *snapshot,
                            int rank, struct hpm_stream_buffer *buffer)
{
    size_t n = snapshot->used.paths;
    size_t counts = n * (size_t)snapshot->events->width;

    if (!n)
        return;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_PATHS, rank, snapshot->paths,
                             n * sizeof *snapshot->paths);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_PATH_TEXTS, rank,
                             snapshot->texts, snapshot->used.texts);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_REGION_ROWS, rank,
                             snapshot->rows, n * sizeof *snapshot->rows);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_REGION_COUNTS, rank,
                             snapshot->counts,
                             counts * sizeof *snapshot->counts);
    if (snapshot->split)
        hpm_stream_buffer_chunk (
            buffer, HPM_CHUNK_REGION_SPLIT, rank, snapshot->split,
            counts * HPM_REGION_SPLIT_COUNT * sizeof *snapshot->split);
    hpm_mark_cost_append (buffer, rank, snapshot->events);
}
