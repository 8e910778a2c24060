/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "include/hpm_schema.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/region_pause.h"
#include "pmpi/region/region_rows.h"
#include "pmpi/region/region_snapshot.h"

#define OPEN_MAX ((size_t)HPM_PATHS_DEPTH + 2)
#define SPARE_PATHS 64 /* that a thread may add meanwhile */
#define SPARE_TEXT 64  /* bytes, of each of them */
#define TRIES 1000     /* to read a region between two marks */

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

/* Counters of a thread are not more than its columns and processor times.  */
static size_t
counters_of (const struct hpm_event_table *events)
{
    return (size_t)hpm_mpi_calls_counters () + (size_t)events->backend_count
           + (size_t)hpm_system_counters ();
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
                  + (1 + (size_t)events->width) * sizeof (int64_t))
           + OPEN_MAX
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
    snapshot->counts
        = carve (&at, n * (size_t)events->width, sizeof *snapshot->counts);
    snapshot->open = carve (&at, OPEN_MAX, sizeof *snapshot->open);
    snapshot->open_values
        = carve (&at, OPEN_MAX * counters, sizeof *snapshot->open_values);
    snapshot->values = carve (&at, counters, sizeof *snapshot->values);
    snapshot->texts = at;
}

/* ---- one region --------------------------------------------------------- */

static int
has_room (const struct hpm_region_snapshot *snapshot,
          const struct hpm_label *label)
{
    const char *file = label->place.file;
    size_t texts = strlen (label->text) + 1 + (file ? strlen (file) + 1 : 0);

    return snapshot->used.paths < snapshot->room.paths
           && texts <= snapshot->room.texts - snapshot->used.texts;
}

static int32_t
copy_text (struct hpm_region_snapshot *snapshot, const char *text)
{
    size_t at = snapshot->used.texts;

    if (!text)
        return -1;
    strcpy (snapshot->texts + at, text);
    snapshot->used.texts += strlen (text) + 1;
    return (int32_t)at;
}

static void
copy_place (struct hpm_region_snapshot *snapshot, const struct hpm_path *path)
{
    const struct hpm_mark_place *place = &path->label->place;
    int parent = path->parent->number;

    snapshot->paths[snapshot->used.paths] = (struct hpm_path_record){
        .parent = parent ? (int32_t)snapshot->first + parent - 1 : -1,
        .label = copy_text (snapshot, path->label->text),
        .file = copy_text (snapshot, place->file),
        .line = place->line,
        .mark = place->mark
    };
}

/* What a region has at one moment; of one that is open, without the counts and
 * times at which its entry began.  */
struct look {
    int is_open;
    struct hpm_region_open open;
    struct hpm_region_record row;
};

static void
look_once (const struct hpm_paths *paths, const struct hpm_path *path,
           struct look *look, int64_t *values)
{
    struct hpm_region_record *row = &look->row;
    struct hpm_region_open *open = &look->open;

    open->began = hpm_calls_load (&path->began);
    open->time = hpm_calls_load (&path->time) - open->began;
    open->mpi_time = hpm_calls_load (&path->mpi_time);
    look->is_open = open->began != 0;
    if (look->is_open)
        open->mpi_time -= hpm_calls_load (&path->mpi_began);
    for (int i = 0; i < paths->counters; i++) {
        values[i] = hpm_calls_load (&path->counts[i]);
        if (look->is_open)
            values[i] -= hpm_calls_load (&path->counts[paths->counters + i]);
    }
    row->entries = hpm_calls_load (&path->entries);
    row->time = open->time;
    row->min_time = hpm_calls_load (&path->shortest);
    row->max_time = hpm_calls_load (&path->longest);
    row->unended = hpm_calls_load (&path->unended);
    row->stray = hpm_calls_load (&path->stray);
    row->folded = hpm_calls_load (&path->folded);
    __atomic_load (&path->squares, &row->squares, __ATOMIC_ACQUIRE);
}

/* Between two marks of the thread, if possible: a region has then all of its
 * entries, or none of one.  */
static void
look_at (const struct hpm_paths *paths, const struct hpm_path *path,
         struct look *look, int64_t *values)
{
    unsigned marks;
    int tries = TRIES;

    do {
        marks = __atomic_load_n (&paths->marks, __ATOMIC_ACQUIRE);
        look_once (paths, path, look, values);
    } while ((marks & 1
              || marks != __atomic_load_n (&paths->marks, __ATOMIC_ACQUIRE))
             && --tries);
}

static int64_t
least_0 (int64_t value)
{
    return value > 0 ? value : 0;
}

/* The counts of a row, when its times are known.  */
static void
fill_counts (struct hpm_region_snapshot *snapshot, size_t row,
             const int64_t *values)
{
    const struct hpm_event_table *events = snapshot->events;
    int64_t *counts = snapshot->counts + row * (size_t)events->width;

    for (int c = 0; c < events->width; c++)
        counts[c]
            = hpm_region_count (events, c, snapshot->rows[row].time, values);
}

static const int64_t *
known (const struct hpm_paths *paths, const int64_t *values)
{
    return paths->counters && !__atomic_load_n (&paths->lost, __ATOMIC_RELAXED)
               ? values
               : NULL;
}

static void
copy_row (struct hpm_region_snapshot *snapshot, int thread,
          const struct hpm_path *path)
{
    const struct hpm_paths *paths = snapshot->thread;
    size_t at = snapshot->used.paths, k = snapshot->open_count;
    struct look look = { .row = { .thread = thread, .path = (int32_t)at } };

    look_at (paths, path, &look, snapshot->values);
    look.row.mpi_time = hpm_mpi_calls_nanoseconds (look.open.mpi_time);
    snapshot->rows[at] = look.row;
    snapshot->inner[at] = 0;
    if (!look.is_open || k == OPEN_MAX) {
        fill_counts (snapshot, at, known (paths, snapshot->values));
        return;
    }
    look.open.row = at;
    snapshot->open[k] = look.open;
    memcpy (snapshot->open_values + k * (size_t)paths->counters,
            snapshot->values,
            (size_t)paths->counters * sizeof *snapshot->values);
    snapshot->open_count++;
}

void
hpm_region_snapshot_look (struct hpm_region_snapshot *snapshot, int row,
                          const struct hpm_paths *paths)
{
    snapshot->thread = paths;
    snapshot->first = snapshot->used.paths;
    snapshot->open_count = 0;
    if (!paths)
        return;
    for (const struct hpm_path *path = hpm_paths_next (paths->root);
         path && has_room (snapshot, path->label);
         path = hpm_paths_next (path)) {
        copy_place (snapshot, path);
        copy_row (snapshot, row, path);
        snapshot->used.paths++;
    }
}

/* ---- regions that are open ---------------------------------------------- */

static void
end_open (struct hpm_region_snapshot *snapshot, size_t k,
          const struct hpm_path_moment *moment)
{
    const struct hpm_region_open *open = &snapshot->open[k];
    struct hpm_region_record *row = &snapshot->rows[open->row];
    int64_t time = least_0 (moment->now - open->began);

    row->time = least_0 (open->time + moment->now);
    row->mpi_time = hpm_mpi_calls_nanoseconds (
        least_0 (open->mpi_time + moment->mpi_time));
    if (row->mpi_time > row->time)
        row->mpi_time = row->time;
    row->squares += (double)time * (double)time;
    if (!row->entries || time < row->min_time)
        row->min_time = time;
    if (time > row->max_time)
        row->max_time = time;
    row->entries++;
    row->unended++;
}

/* Its counters: `last` are those of the moment, or NULL.  */
static void
count_open (struct hpm_region_snapshot *snapshot, size_t k, const int64_t *last)
{
    size_t counters = (size_t)snapshot->thread->counters;
    int64_t *values = snapshot->open_values + k * counters;

    for (size_t i = 0; last && i < counters; i++)
        values[i] = least_0 (values[i] + last[i]);
    fill_counts (snapshot, snapshot->open[k].row, last ? values : NULL);
}

/* Those inside a region were read after it: what they got meanwhile is its,
 * too.  */
static void
include_inner (struct hpm_region_snapshot *snapshot)
{
    const struct hpm_event_table *events = snapshot->events;

    for (size_t i = snapshot->used.paths; i-- > snapshot->first;) {
        struct hpm_region_record *row = &snapshot->rows[i];
        int parent = snapshot->paths[i].parent;

        if (row->time < snapshot->inner[i]) {
            row->time = snapshot->inner[i];
            for (int c = 0; c < events->count; c++)
                if (hpm_region_is_wall_time (events, c))
                    snapshot->counts[i * (size_t)events->width + (size_t)c]
                        = row->time;
        }
        if (parent >= 0)
            snapshot->inner[parent] += row->time;
    }
}

/* The columns that the thread does not count.  */
static void
leave_out (struct hpm_region_snapshot *snapshot, const struct hpm_cell *cells)
{
    size_t width = (size_t)snapshot->events->width;

    for (size_t c = 0; c < width; c++)
        if (!hpm_region_is_counted (snapshot->events, (int)c, cells))
            for (size_t i = snapshot->first; i < snapshot->used.paths; i++)
                snapshot->counts[i * width + c] = HPM_NO_COUNT;
}

void
hpm_region_snapshot_finish (struct hpm_region_snapshot *snapshot,
                            const struct hpm_calls_table *calls,
                            const struct hpm_cell *cells)
{
    const struct hpm_paths *paths = snapshot->thread;
    const struct hpm_event_table *events = snapshot->events;
    struct hpm_path_moment moment;
    const int64_t *last;

    if (!paths)
        return;
    moment.now = hpm_region_end_time (paths->thread.start, events, cells);
    moment.mpi_time = hpm_region_mpi_ticks (paths, calls);
    hpm_region_last_values (events, cells, snapshot->values);
    last = known (paths, snapshot->values);
    for (size_t k = 0; k < snapshot->open_count; k++) {
        end_open (snapshot, k, &moment);
        count_open (snapshot, k, last);
    }
    include_inner (snapshot);
    leave_out (snapshot, cells);
    snapshot->thread = NULL;
}

/* ---- chunks ------------------------------------------------------------- */

size_t
hpm_region_chunk_bytes (const struct hpm_region_snapshot *snapshot)
{
    size_t counts = (size_t)snapshot->events->width;

    if (!snapshot->used.paths)
        return 0;
    return 4 * sizeof (struct hpm_chunk_header)
           + snapshot->used.paths
                 * (sizeof *snapshot->paths + sizeof *snapshot->rows
                    + counts * sizeof *snapshot->counts)
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
    hpm_mark_cost_append (buffer, rank, snapshot->events);
}
