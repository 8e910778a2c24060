/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>
#include <time.h>

#include "include/hpm_schema.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/region/region_pause.h"
#include "pmpi/region/region_rows.h"
#include "pmpi/region/region_snapshot.h"

#define TRIES 1000   /* to read a region between two marks, and between naps */
#define NAP 500000   /* ns */
#define NAPS_MOST 40 /* in a snapshot */

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

enum extent { ALL, ENDED }; /* of its entries */

/* What a region has at one moment; of one that is open, without the counts and
 * times at which its entry began.  */
struct look {
    int is_open;
    struct hpm_region_open open;
    struct hpm_region_record row;
};

static void
look_once (const struct hpm_paths *paths, const struct hpm_path *path,
           enum extent extent, struct look *look, int64_t *values)
{
    struct hpm_region_record *row = &look->row;
    struct hpm_region_open *open = &look->open;

    open->began = extent == ENDED ? 0 : hpm_calls_load (&path->began);
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
    row->threads = hpm_calls_load (&path->threads);
    __atomic_load (&path->squares, &row->squares, __ATOMIC_ACQUIRE);
}

/* A thread that lost its processor within a mark may get it meanwhile.  Returns
 * whether there was time for that.  */
static int
nap (struct hpm_region_snapshot *snapshot)
{
    const struct timespec pause = { 0, NAP };

    if (!snapshot->runs || snapshot->naps == NAPS_MOST)
        return 0;
    snapshot->naps++;
    nanosleep (&pause, NULL);
    return 1;
}

/* Between two marks of the thread, if possible: a region has then all of its
 * entries, or none of one.  */
static void
look_at (struct hpm_region_snapshot *snapshot, const struct hpm_path *path,
         enum extent extent, struct look *look)
{
    const struct hpm_paths *paths = snapshot->thread;
    unsigned marks;
    int tries = TRIES;

    do {
        tries = tries ? tries - 1 : TRIES;
        marks = __atomic_load_n (&paths->marks, __ATOMIC_ACQUIRE);
        look_once (paths, path, extent, look, snapshot->values);
    } while ((marks & 1
              || marks != __atomic_load_n (&paths->marks, __ATOMIC_ACQUIRE))
             && (tries || nap (snapshot)));
}

static int64_t
least_0 (int64_t value)
{
    return value > 0 ? value : 0;
}

static int64_t *
split_of (const struct hpm_region_snapshot *snapshot, size_t row, size_t column)
{
    size_t at = row * (size_t)snapshot->events->width + column;

    return snapshot->split + HPM_REGION_SPLIT_COUNT * at;
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
    for (int c = 0; snapshot->split && c < events->width; c++)
        hpm_region_inside_parts (events, c, values,
                                 snapshot->rows[row].mpi_time,
                                 split_of (snapshot, row, (size_t)c));
}

static const int64_t *
known (const struct hpm_paths *paths, const int64_t *values)
{
    return paths->counters && !__atomic_load_n (&paths->lost, __ATOMIC_RELAXED)
               ? values
               : NULL;
}

static void
note_open (struct hpm_region_snapshot *snapshot, size_t at,
           const struct look *look)
{
    size_t counters = (size_t)snapshot->thread->counters;
    size_t k = snapshot->open_count++;

    snapshot->open[k] = look->open;
    snapshot->open[k].row = at;
    memcpy (snapshot->open_values + k * counters, snapshot->values,
            counters * sizeof *snapshot->values);
}

static void
copy_row (struct hpm_region_snapshot *snapshot, size_t at, int thread,
          enum extent extent)
{
    const struct hpm_paths *paths = snapshot->thread;
    struct look look = { .row = { .thread = thread, .path = (int32_t)at } };

    look_at (snapshot, snapshot->made[at], extent, &look);
    look.row.mpi_time = hpm_mpi_calls_nanoseconds (look.open.mpi_time);
    snapshot->rows[at] = look.row;
    snapshot->inner[at] = 0;
    if (look.is_open && snapshot->open_count < HPM_REGION_OPEN_MAX)
        note_open (snapshot, at, &look);
    else
        fill_counts (snapshot, at, known (paths, snapshot->values));
}

void
hpm_region_snapshot_look (struct hpm_region_snapshot *snapshot, int row,
                          const struct hpm_paths *paths, int runs)
{
    /* Its first mark may have come after room was made, which is then none, not
     * even for what finish reads.  */
    snapshot->thread = snapshot->room.paths ? paths : NULL;
    snapshot->first = snapshot->used.paths;
    snapshot->open_count = 0;
    snapshot->runs = runs;
    if (!snapshot->thread)
        return;
    for (const struct hpm_path *path = hpm_paths_next (paths->root);
         path && has_room (snapshot, path->label);
         path = hpm_paths_next (path)) {
        copy_place (snapshot, path);
        snapshot->made[snapshot->used.paths++] = path;
    }
    /* Those inside first: what one gets meanwhile is in the one around it.  */
    for (size_t i = snapshot->used.paths; i-- > snapshot->first;)
        copy_row (snapshot, i, row, ALL);
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

/* Whether it has been open since, in the same entry: else what its thread did
 * up to the moment is not the region's.  */
static int
is_open_still (const struct hpm_region_snapshot *snapshot,
               const struct hpm_region_open *open)
{
    return hpm_calls_load (&snapshot->made[open->row]->began) == open->began;
}

/* Of the regions that ended since, or were entered again, the entries that
 * ended; when the values of the moment are no more needed.  */
static void
copy_ended (struct hpm_region_snapshot *snapshot)
{
    for (size_t k = 0; k < snapshot->open_count; k++)
        if (!snapshot->open[k].began) {
            size_t row = snapshot->open[k].row;

            copy_row (snapshot, row, snapshot->rows[row].thread, ENDED);
        }
}

/* Of those inside a region, which may have been read after it: what they got
 * meanwhile is its, too.  */
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
            for (size_t i = snapshot->first; i < snapshot->used.paths; i++) {
                snapshot->counts[i * width + c] = HPM_NO_COUNT;
                for (int p = 0; snapshot->split && p < HPM_REGION_SPLIT_COUNT;
                     p++)
                    split_of (snapshot, i, c)[p] = HPM_NO_COUNT;
            }
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
    if (paths->inside)
        hpm_region_inside_fill (paths, calls, snapshot->values);
    last = known (paths, snapshot->values);
    for (size_t k = 0; k < snapshot->open_count; k++)
        if (is_open_still (snapshot, &snapshot->open[k])) {
            end_open (snapshot, k, &moment);
            count_open (snapshot, k, last);
        } else
            snapshot->open[k].began = 0;
    copy_ended (snapshot);
    include_inner (snapshot);
    leave_out (snapshot, cells);
    snapshot->thread = NULL;
}
