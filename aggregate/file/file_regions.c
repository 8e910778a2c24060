/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/file_regions.h"

#include <stdlib.h>

#include "aggregate/file/load.h"
#include "aggregate/model/region_split.h"

#define BLOCK_BYTES (1 << 22)
#define MISSING (-2) /* in place of a host */

/* Some regions on some ranks; [region][item][rank].  */
struct block {
    int64_t *sums, *counts;                /* owned */
    int64_t *parts[HPM_REGION_PART_COUNT]; /* the same; NULL: not split */
    hsize_t region, regions, rank, ranks;
    hsize_t most_regions, most_ranks; /* that there is room for */
};

static const enum hpm_variable part_variables[HPM_REGION_PART_COUNT]
    = { [HPM_REGION_PART_MPI] = HPM_VARIABLE_RANK_REGION_MPI_COUNT,
        [HPM_REGION_PART_USEFUL] = HPM_VARIABLE_RANK_REGION_USEFUL_COUNT };

struct hpm_file_regions {
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    struct block block;
    hsize_t at_region, at_rank; /* got last */
    int *hosts;                 /* [rank], owned */
    uint8_t *qualities;         /* [rank][event], owned */
    uint8_t *part_qualities;    /* the same */
};

/* ---- what is known of the ranks ----------------------------------------- */

static int
take_rank (struct hpm_file_regions *regions, const struct hpm_rank_data *data,
           hsize_t rank)
{
    const struct hpm_result *result = regions->result;
    size_t events = (size_t)result->event_count;
    uint32_t *qualities = hpm_region_qualities (data, result->region_count,
                                                result->event_count);

    regions->hosts[rank]
        = data->record.status == HPM_RANK_MISSING
              ? MISSING
              : hpm_text_table_find (&result->hosts, data->record.host);
    for (size_t e = 0; qualities && e < events; e++) {
        regions->qualities[rank * events + e] = (uint8_t)qualities[e];
        regions->part_qualities[rank * events + e]
            = (uint8_t)hpm_region_split_quality (data, result->region_count,
                                                 result->event_count, (int)e);
    }
    free (qualities);
    return qualities ? 0 : -1;
}

static int
take_ranks (struct hpm_file_regions *regions, struct hpm_error *error)
{
    hsize_t count = regions->reader->length[HPM_DIMENSION_RANK], rank = 0;
    struct hpm_file_ranks *ranks
        = hpm_file_ranks_create (regions->reader, regions->result, error);
    struct hpm_rank_source *source
        = ranks ? hpm_file_ranks_source (ranks) : NULL;
    struct hpm_rank_data data;
    int got = ranks ? 1 : -1;

    while (got == 1 && rank < count
           && (got = source->next (source, &data, error)) == 1)
        if (take_rank (regions, &data, rank++))
            got = hpm_error_set (error, "out of memory");
    hpm_file_ranks_destroy (ranks);
    return got < 0 ? -1 : 0;
}

/* ---- detail ------------------------------------------------------------- */

static int
check_detail (const struct hpm_h5_reader *reader,
              const struct hpm_result *result, struct hpm_error *error)
{
    int count = result->tree.count;

    if (!count)
        return hpm_error_set (error,
                              "%s: no regions of ranks: the program marked "
                              "none, or runs were joined",
                              reader->path);
    if (count > HPM_REGION_DETAIL_MAX)
        return hpm_error_set (error,
                              "%s: %d regions: what each rank did in them is "
                              "kept of up to %d; --per=region has them over "
                              "all ranks",
                              reader->path, count, HPM_REGION_DETAIL_MAX);
    return hpm_h5_has (reader, HPM_VARIABLE_RANK_REGION)
                   && hpm_h5_has (reader, HPM_VARIABLE_RANK_REGION_COUNT)
               ? 0
               : hpm_h5_damaged (reader, "rank_region", error);
}

/* Whole regions of all ranks as far as a block goes, else some ranks of one. */
static int
make_block (struct hpm_file_regions *regions)
{
    struct block *block = &regions->block;
    size_t events = (size_t)regions->result->event_count;
    int split
        = hpm_h5_has (regions->reader, HPM_VARIABLE_RANK_REGION_MPI_COUNT);
    size_t items = HPM_REGION_SUM_COUNT
                   + events * (split ? 1 + HPM_REGION_PART_COUNT : 1);
    size_t ranks = regions->reader->length[HPM_DIMENSION_RANK], most;

    most = 1 + BLOCK_BYTES / (items * sizeof (int64_t));
    block->most_regions = ranks && ranks <= most ? most / ranks : 1;
    if (block->most_regions > (hsize_t)regions->result->tree.count)
        block->most_regions = (hsize_t)regions->result->tree.count;
    block->most_ranks = ranks < most ? ranks : most;
    block->sums = calloc (block->most_regions * block->most_ranks + 1,
                          HPM_REGION_SUM_COUNT * sizeof *block->sums);
    block->counts = calloc (block->most_regions * block->most_ranks + 1,
                            (events + 1) * sizeof *block->counts);
    for (int p = 0; split && p < HPM_REGION_PART_COUNT; p++) {
        block->parts[p] = calloc (block->most_regions * block->most_ranks + 1,
                                  (events + 1) * sizeof *block->parts[p]);
        if (!block->parts[p])
            return -1;
    }
    return block->sums && block->counts ? 0 : -1;
}

struct hpm_file_regions *
hpm_file_regions_create (const struct hpm_h5_reader *reader,
                         const struct hpm_result *result,
                         struct hpm_error *error)
{
    size_t ranks = reader->length[HPM_DIMENSION_RANK];
    struct hpm_file_regions *regions;

    if (check_detail (reader, result, error))
        return NULL;
    regions = calloc (1, sizeof *regions);
    if (regions) {
        regions->reader = reader;
        regions->result = result;
        regions->hosts = calloc (ranks + 1, sizeof *regions->hosts);
        regions->qualities
            = calloc (ranks + 1, (size_t)result->event_count + 1);
        regions->part_qualities
            = calloc (ranks + 1, (size_t)result->event_count + 1);
    }
    if (!regions || !regions->hosts || !regions->qualities
        || !regions->part_qualities || make_block (regions))
        hpm_error_set (error, "out of memory");
    else if (!take_ranks (regions, error))
        return regions;
    hpm_file_regions_destroy (regions);
    return NULL;
}

void
hpm_file_regions_destroy (struct hpm_file_regions *regions)
{
    if (!regions)
        return;
    free (regions->block.sums);
    free (regions->block.counts);
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++)
        free (regions->block.parts[p]);
    free (regions->hosts);
    free (regions->qualities);
    free (regions->part_qualities);
    free (regions);
}

static hsize_t
smaller (hsize_t a, hsize_t b)
{
    return a < b ? a : b;
}

/* Have the block that begins there.  */
static int
cover (struct hpm_file_regions *regions, hsize_t region, hsize_t rank,
       struct hpm_error *error)
{
    struct block *block = &regions->block;
    hsize_t steps = smaller (block->most_regions,
                             (hsize_t)regions->result->tree.count - region);
    hsize_t ranks = smaller (
        block->most_ranks, regions->reader->length[HPM_DIMENSION_RANK] - rank);

    block->region = region;
    block->rank = rank;
    block->regions = steps;
    block->ranks = ranks;
    for (int p = 0; p < HPM_REGION_PART_COUNT && block->parts[p]; p++)
        if (hpm_h5_read_block (regions->reader, part_variables[p], region,
                               steps, rank, ranks, block->parts[p], error))
            return -1;
    return hpm_h5_read_block (regions->reader, HPM_VARIABLE_RANK_REGION, region,
                              steps, rank, ranks, block->sums, error)
           || hpm_h5_read_block (regions->reader,
                                 HPM_VARIABLE_RANK_REGION_COUNT, region, steps,
                                 rank, ranks, block->counts, error);
}

static int
is_covered (const struct block *block, hsize_t region, hsize_t rank)
{
    return region >= block->region && region < block->region + block->regions
           && rank >= block->rank && rank < block->rank + block->ranks;
}

static void
copy_items (int64_t *to, const int64_t *from, size_t items,
            const struct block *block, hsize_t region, hsize_t rank)
{
    from += (region - block->region) * items * block->ranks
            + (rank - block->rank);
    for (size_t i = 0; i < items; i++)
        to[i] = from[i * block->ranks];
}

int
hpm_file_regions_get (struct hpm_file_regions *regions, int region,
                      int64_t rank, int64_t *sums, int64_t *counts,
                      struct hpm_error *error)
{
    struct block *block = &regions->block;
    hsize_t r = (hsize_t)region, at = (hsize_t)rank;

    if (!is_covered (block, r, at) && cover (regions, r, at, error))
        return -1;
    regions->at_region = r;
    regions->at_rank = at;
    copy_items (sums, block->sums, HPM_REGION_SUM_COUNT, block, r, at);
    copy_items (counts, block->counts, (size_t)regions->result->event_count,
                block, r, at);
    return 0;
}

int
hpm_file_regions_are_split (const struct hpm_file_regions *regions)
{
    return regions->block.parts[0] != NULL;
}

void
hpm_file_regions_part (const struct hpm_file_regions *regions,
                       enum hpm_region_part part, int64_t *counts)
{
    copy_items (counts, regions->block.parts[part],
                (size_t)regions->result->event_count, &regions->block,
                regions->at_region, regions->at_rank);
}

uint32_t
hpm_file_regions_part_quality (const struct hpm_file_regions *regions,
                               int64_t rank, int event)
{
    return regions
        ->part_qualities[(size_t)rank * (size_t)regions->result->event_count
                         + (size_t)event];
}

int
hpm_file_regions_host (const struct hpm_file_regions *regions, int64_t rank)
{
    return regions->hosts[rank] < 0 ? -1 : regions->hosts[rank];
}

int
hpm_file_regions_is_missing (const struct hpm_file_regions *regions,
                             int64_t rank)
{
    return regions->hosts[rank] == MISSING;
}

uint32_t
hpm_file_regions_quality (const struct hpm_file_regions *regions, int64_t rank,
                          int event)
{
    return regions
        ->qualities[(size_t)rank * (size_t)regions->result->event_count
                    + (size_t)event];
}
