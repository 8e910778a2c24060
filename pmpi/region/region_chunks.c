/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the regions of threads to the chunks of a rank: one tree of all threads,
 * whose paths are numbered as they were met, and a row of each thread in each
 * path it was in.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "include/hpm_region_record.h"
#include "include/hpm_schema.h"
#include "include/hpm_stream.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/paths.h"
#include "pmpi/region/region_forward.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/region/region_pause.h"
#include "pmpi/region/region_rows.h"
#include "pmpi/region/regions.h"

/* The paths of one thread in the tree of all.  */
struct tree {
    struct hpm_paths *all;
    struct hpm_path **at; /* by number of a thread's path: that of all */
};

static int
map_paths (struct tree *tree, const struct hpm_paths *paths)
{
    tree->at = calloc ((size_t)paths->count + 1, sizeof *tree->at);
    if (!tree->at)
        return -1;
    tree->at[0] = tree->all->root;
    for (const struct hpm_path *path = hpm_paths_next (paths->root); path;
         path = hpm_paths_next (path)) {
        struct hpm_path *parent = tree->at[path->parent->number];

        tree->at[path->number] = hpm_paths_at (tree->all, parent, path->label);
        if (!tree->at[path->number])
            return -1;
    }
    return 0;
}

/* ---- paths -------------------------------------------------------------- */

static int32_t
append_text (struct hpm_stream_buffer *texts, const char *text)
{
    int32_t at = (int32_t)texts->bytes;

    if (!text)
        return -1;
    hpm_stream_buffer_append (texts, text, strlen (text) + 1);
    return at;
}

static void
append_paths (struct hpm_stream_buffer *buffer, int rank,
              const struct hpm_paths *all)
{
    struct hpm_stream_buffer records = { .data = NULL };
    struct hpm_stream_buffer texts = { .data = NULL };

    for (const struct hpm_path *path = hpm_paths_next (all->root); path;
         path = hpm_paths_next (path)) {
        const struct hpm_mark_place *place = &path->label->place;
        struct hpm_path_record record
            = { .parent = path->parent->number - 1,
                .label = append_text (&texts, path->label->text),
                .file = append_text (&texts, place->file),
                .line = place->line,
                .mark = place->mark };

        hpm_stream_buffer_append (&records, &record, sizeof record);
    }
    buffer->failed |= records.failed | texts.failed;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_PATHS, rank, records.data,
                             records.bytes);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_PATH_TEXTS, rank, texts.data,
                             texts.bytes);
    hpm_stream_buffer_release (&records);
    hpm_stream_buffer_release (&texts);
}

/* ---- rows --------------------------------------------------------------- */

/* What is put together of all threads.  */
struct rows {
    struct hpm_stream_buffer records, counts, split;
    const struct hpm_event_table *events;
};

static int
is_visited (const struct hpm_path *path)
{
    return path->entries || path->unended || path->stray;
}

static struct hpm_region_record
record_of (const struct hpm_path *path, int thread, int number)
{
    return (struct hpm_region_record){ .thread = thread,
                                       .path = number - 1,
                                       .entries = path->entries,
                                       .time = path->time,
                                       .min_time = path->shortest,
                                       .max_time = path->longest,
                                       .squares = path->squares,
                                       .mpi_time = hpm_mpi_calls_nanoseconds (
                                           path->mpi_time),
                                       .unended = path->unended,
                                       .stray = path->stray,
                                       .folded = path->folded,
                                       .threads = path->threads };
}

static void
append_counts (struct rows *rows, const struct hpm_paths *paths,
               const struct hpm_path *path, const struct hpm_cell *cells)
{
    const int64_t *counters
        = paths->counters && !paths->lost ? path->counts : NULL;
    int64_t mpi_time = hpm_mpi_calls_nanoseconds (path->mpi_time);

    for (int c = 0; c < rows->events->width; c++) {
        int64_t count = HPM_NO_COUNT,
                split[HPM_REGION_SPLIT_COUNT] = { HPM_NO_COUNT, HPM_NO_COUNT };

        if (hpm_region_is_counted (rows->events, c, cells)) {
            count = hpm_region_count (rows->events, c, path->time, counters);
            hpm_region_inside_parts (rows->events, c, counters, mpi_time,
                                     split);
        }
        hpm_stream_buffer_append (&rows->counts, &count, sizeof count);
        hpm_stream_buffer_append (&rows->split, split, sizeof split);
    }
}

static void
append_rows (struct rows *rows, int thread, const struct hpm_paths *paths,
             const struct tree *tree, const struct hpm_cell *cells)
{
    for (const struct hpm_path *path = hpm_paths_next (paths->root); path;
         path = hpm_paths_next (path)) {
        struct hpm_region_record record
            = record_of (path, thread, tree->at[path->number]->number);

        if (!is_visited (path))
            continue;
        hpm_stream_buffer_append (&rows->records, &record, sizeof record);
        append_counts (rows, paths, path, cells);
    }
}

/* ---- regions that are open ---------------------------------------------- */

void
hpm_regions_close (struct hpm_paths *paths, const struct hpm_calls_table *calls,
                   const struct hpm_event_table *events,
                   const struct hpm_cell *cells)
{
    struct hpm_path_moment moment
        = { .now = hpm_region_end_time (paths->thread.start, events, cells),
            .mpi_time = hpm_region_mpi_ticks (paths, calls) };

    if (paths->current == paths->root)
        return;
    moment.counted = paths->counters > 0;
    hpm_region_remember (paths);
    if (moment.counted)
        hpm_region_last_values (events, cells, paths->values);
    if (moment.counted && paths->inside)
        hpm_region_inside_fill (paths, calls, paths->values);
    hpm_region_forward (paths, &moment);
    while (paths->current != paths->root)
        hpm_paths_cut (paths, &moment);
}

/* ---- a rank ------------------------------------------------------------- */

static int
append_thread (struct rows *rows, struct hpm_paths *all, int thread,
               const struct hpm_paths *paths, const struct hpm_cell *cells)
{
    struct tree tree = { .all = all };
    int result = map_paths (&tree, paths);

    if (result == 0)
        append_rows (rows, thread, paths, &tree, cells);
    free (tree.at);
    return result;
}

void
hpm_regions_append_rank (struct hpm_stream_buffer *buffer, int rank,
                         const struct hpm_thread_rows *rows,
                         const struct hpm_event_table *events, int parts)
{
    size_t stride = (size_t)parts * (size_t)events->width;
    struct rows made = { .events = events };
    struct hpm_paths *all = hpm_paths_create (0);

    for (int i = 0; all && i < rows->count; i++)
        if (rows->regions[i]) {
            const struct hpm_cell *cells = rows->cells + (size_t)i * stride;

            hpm_regions_close (rows->regions[i], rows->calls[i], events, cells);
            buffer->failed
                |= append_thread (&made, all, i, rows->regions[i], cells) < 0;
        }
    buffer->failed
        |= made.records.failed | made.counts.failed | made.split.failed | !all;
    if (all && all->count) {
        append_paths (buffer, rank, all);
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_REGION_ROWS, rank,
                                 made.records.data, made.records.bytes);
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_REGION_COUNTS, rank,
                                 made.counts.data, made.counts.bytes);
        if (hpm_mpi_calls_are_split ())
            hpm_stream_buffer_chunk (buffer, HPM_CHUNK_REGION_SPLIT, rank,
                                     made.split.data, made.split.bytes);
        hpm_mark_cost_append (buffer, rank, events);
    }
    hpm_stream_buffer_release (&made.records);
    hpm_stream_buffer_release (&made.counts);
    hpm_stream_buffer_release (&made.split);
    hpm_paths_destroy (all);
}

/* ---- merged threads ----------------------------------------------------- */

static int64_t
threads_in (const struct hpm_path *path)
{
    return path->threads ? path->threads : path->entries > 0;
}

static void
merge_path (struct hpm_path *into, const struct hpm_path *from, int counters)
{
    if (from->entries && (!into->entries || from->shortest < into->shortest))
        into->shortest = from->shortest;
    if (from->longest > into->longest)
        into->longest = from->longest;
    into->threads = threads_in (into) + threads_in (from);
    into->entries += from->entries;
    into->time += from->time;
    into->mpi_time += from->mpi_time;
    into->squares += from->squares;
    into->unended += from->unended;
    into->stray += from->stray;
    into->folded += from->folded;
    for (int i = 0; i < counters; i++)
        into->counts[i] += from->counts[i];
}

struct hpm_paths *
hpm_regions_merge (struct hpm_paths *into, struct hpm_paths *from)
{
    struct tree tree = { .all = into };

    if (!into || !from)
        return into ? into : from;
    if (map_paths (&tree, from) == 0)
        for (const struct hpm_path *path = hpm_paths_next (from->root); path;
             path = hpm_paths_next (path))
            merge_path (tree.at[path->number], path, from->counters);
    into->lost |= from->lost;
    free (tree.at);
    hpm_paths_destroy (from);
    return into;
}

void
hpm_regions_release (struct hpm_paths *paths)
{
    hpm_paths_destroy (paths);
}
