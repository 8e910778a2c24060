/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/rank_regions.h"
#include "hpm_schema.h"
#include "aggregate/input/mark_costs.h"
#include "aggregate/input/rank_mpi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
hpm_rank_regions_clear (struct hpm_rank_regions *regions)
{
    free (regions->paths);
    free (regions->texts);
    free (regions->rows);
    free (regions->counts);
    free (regions->split);
    memset (regions, 0, sizeof *regions);
}

/* A region comes after the one around it.  */
static int
take_paths (struct hpm_rank_regions *regions, const struct hpm_chunk *chunk)
{
    if (regions->paths)
        return -1;
    regions->paths
        = hpm_chunk_copy (chunk, sizeof *regions->paths, &regions->path_count);
    for (int64_t i = 0; regions->paths && i < regions->path_count; i++) {
        struct hpm_path_record *path = &regions->paths[i];

        if (path->parent < -1 || path->parent >= i)
            return -1;
        if (path->mark < 0 || path->mark >= HPM_MARK_COUNT)
            path->mark = HPM_MARK_NONE;
    }
    return regions->paths ? 0 : -1;
}

static int
take_texts (struct hpm_rank_regions *regions, const struct hpm_chunk *chunk)
{
    if (!regions->paths || regions->texts || !chunk->bytes
        || chunk->payload[chunk->bytes - 1])
        return -1;
    regions->texts = hpm_chunk_copy (chunk, 1, &regions->text_bytes);
    for (int64_t i = 0; regions->texts && i < regions->path_count; i++) {
        const struct hpm_path_record *path = &regions->paths[i];

        if (path->label < 0 || path->label >= regions->text_bytes
            || path->file < -1 || path->file >= regions->text_bytes)
            return -1;
    }
    return regions->texts ? 0 : -1;
}

static int
is_sound_row (const struct hpm_rank_regions *regions,
              const struct hpm_region_record *row, int64_t threads)
{
    return row->thread >= 0 && row->thread < threads && row->path >= 0
           && row->path < regions->path_count && row->entries >= 0
           && row->time >= 0 && row->min_time >= 0 && row->max_time >= 0
           && isfinite (row->squares) && row->squares >= 0 && row->mpi_time >= 0
           && row->unended >= 0 && row->stray >= 0 && row->folded >= 0
           && row->cost == 0 && row->threads >= 0;
}

static int
take_rows (struct hpm_rank_regions *regions, const struct hpm_chunk *chunk,
           int64_t threads)
{
    if (!regions->texts || regions->rows)
        return -1;
    regions->rows
        = hpm_chunk_copy (chunk, sizeof *regions->rows, &regions->row_count);
    for (int64_t i = 0; regions->rows && i < regions->row_count; i++)
        if (!is_sound_row (regions, &regions->rows[i], threads))
            return -1;
    return regions->rows ? 0 : -1;
}

static int
take_counts (struct hpm_rank_regions *regions, const struct hpm_chunk *chunk,
             int64_t events)
{
    int64_t count = 0;

    if (!regions->rows || regions->counts)
        return -1;
    regions->counts = hpm_chunk_copy (chunk, sizeof *regions->counts, &count);
    return regions->counts && count == regions->row_count * events ? 0 : -1;
}

static int
take_split (struct hpm_rank_regions *regions, const struct hpm_chunk *chunk,
            int64_t events)
{
    int64_t count = 0;

    if (!regions->counts || regions->split)
        return -1;
    regions->split = hpm_chunk_copy (chunk, sizeof *regions->split, &count);
    if (!regions->split
        || count != regions->row_count * events * HPM_REGION_SPLIT_COUNT)
        return -1;
    for (int64_t i = 0; i < count; i++)
        if (regions->split[i] < 0 && regions->split[i] != HPM_NO_COUNT)
            return -1;
    return 0;
}

static int
take_costs (struct hpm_rank_regions *regions, const struct hpm_chunk *chunk,
            int64_t events)
{
    int64_t count = 0, *costs;
    int failed;

    if (!regions->counts || regions->has_costs)
        return -1;
    regions->has_costs = 1;
    costs = hpm_chunk_copy (chunk, sizeof *costs, &count);
    failed = !costs || count != 2 * (1 + events)
             || hpm_mark_costs_take_out (regions, costs, events);
    if (!failed && costs[0] >= 0 && costs[1 + events] > 0)
        regions->cost = costs[1 + events];
    free (costs);
    return failed ? -1 : 0;
}

int
hpm_rank_regions_take (struct hpm_rank_regions *regions,
                       const struct hpm_chunk *chunk, int64_t threads,
                       int64_t events)
{
    switch (chunk->type) {
    case HPM_CHUNK_PATHS:
        return take_paths (regions, chunk);
    case HPM_CHUNK_PATH_TEXTS:
        return take_texts (regions, chunk);
    case HPM_CHUNK_REGION_ROWS:
        return take_rows (regions, chunk, threads);
    case HPM_CHUNK_MARK_COSTS:
        return take_costs (regions, chunk, events);
    case HPM_CHUNK_REGION_SPLIT:
        return take_split (regions, chunk, events);
    default:
        return take_counts (regions, chunk, events);
    }
}

int *
hpm_rank_regions_place (const struct hpm_rank_regions *regions,
                        struct hpm_region_tree *tree)
{
    int *places = malloc ((size_t)(regions->path_count + 1) * sizeof *places);

    for (int64_t i = 0; places && regions->texts && i < regions->path_count;
         i++) {
        const struct hpm_path_record *path = &regions->paths[i];
        int parent = path->parent < 0 ? -1 : places[path->parent];

        places[i] = hpm_region_tree_place (
            tree, parent, path, regions->texts + path->label,
            path->file < 0 ? NULL : regions->texts + path->file);
        if (places[i] < 0) {
            free (places);
            return NULL;
        }
    }
    return places;
}
