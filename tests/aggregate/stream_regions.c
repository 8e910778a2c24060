/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Marked regions in a made-up stream: of the first event each entry has ten,
 * and in MPI four of them.
 */
#include "make_stream.h"

#include "hpm_region_record.h"
#include "hpm_schema.h"

#define REGIONS 3

static const char texts[] = "solve\0relax\0halo\0solver.c";
static const struct hpm_path_record paths[REGIONS] = {
    { -1, 0, 17, 10, HPM_MARK_HPM, 0 },
    { 0, 6, 17, 20, HPM_MARK_HPM, 0 },
    { 0, 12, -1, 0, HPM_MARK_HPM, 0 },
};

static struct hpm_region_record
row_of (int path, int64_t entries, int64_t time, int64_t mpi_time)
{
    double mean = (double)time / (double)entries;

    return (struct hpm_region_record){ .path = path,
                                       .entries = entries,
                                       .time = time,
                                       .min_time = time / entries,
                                       .max_time = time / entries,
                                       .squares = mean * mean * (double)entries,
                                       .mpi_time = mpi_time };
}

static void
put_rows (long rank)
{
    int64_t useful
        = set.story ? story_part (rank, 0, -1, HPM_REGION_USEFUL) : 1000000;
    int64_t mpi = set.story ? story_part (rank, 0, -1, HPM_REGION_MPI) : 500000;
    const struct hpm_region_record rows[REGIONS]
        = { row_of (0, 1, useful + mpi, mpi),
            row_of (1, set.regions, useful, 0),
            row_of (2, set.regions, mpi, mpi) };

    put_chunk (HPM_CHUNK_REGION_ROWS, (uint32_t)rank, rows, sizeof rows);
}

/* [region][event], each `each` numbers: of the first event these, times the
 * entries, of others none is known.  */
static void
put_counts (uint32_t type, long rank, const int64_t *first, int each)
{
    int events = event_count (rank);
    size_t row = (size_t)events * (size_t)each, count = REGIONS * row;
    int64_t *counts = malloc ((count + 1) * sizeof *counts);

    for (size_t i = 0; i < count; i++)
        counts[i] = i % row >= (size_t)each ? HPM_NO_COUNT
                    : i / row               ? first[i % row] * set.regions
                                            : 2 * first[i % row] * set.regions;
    put_chunk (type, (uint32_t)rank, counts, count * sizeof *counts);
    free (counts);
}

void
put_regions (long rank)
{
    static const int64_t count[] = { 10 };
    static const int64_t split[HPM_REGION_SPLIT_COUNT]
        = { [HPM_REGION_SPLIT_MPI] = 4 };
    size_t costs = 2 * (1 + (size_t)event_count (rank));
    int64_t *none = calloc (costs, sizeof *none);

    put_chunk (HPM_CHUNK_PATHS, (uint32_t)rank, paths, sizeof paths);
    put_chunk (HPM_CHUNK_PATH_TEXTS, (uint32_t)rank, texts, sizeof texts);
    put_rows (rank);
    put_counts (HPM_CHUNK_REGION_COUNTS, rank, count, 1);
    put_chunk (HPM_CHUNK_MARK_COSTS, (uint32_t)rank, none,
               costs * sizeof *none);
    if (is_recorded (rank) && calls_of (rank) == 2)
        put_counts (HPM_CHUNK_REGION_SPLIT, rank, split,
                    HPM_REGION_SPLIT_COUNT);
    free (none);
}
