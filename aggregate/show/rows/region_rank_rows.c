/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/region_rank_rows.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/file/file_regions.h"
#include "aggregate/file/region_own.h"

struct hpm_region_ranks {
    const struct hpm_result *result;
    struct hpm_file_regions *file; /* owned */
    struct hpm_region_own *own;    /* owned, NULL where nothing is split */
    int64_t ranks;
    int absent; /* 1: those of ranks that were not in a region, too */
    int region; /* of the row at hand */
    int64_t rank;
    int64_t sums[HPM_REGION_SUM_COUNT];
    int64_t *counts; /* [event], owned */
};

void
hpm_region_ranks_restart (struct hpm_region_ranks *ranks)
{
    ranks->region = 0;
    ranks->rank = -1;
}

struct hpm_region_ranks *
hpm_region_ranks_create (const struct hpm_h5_reader *reader,
                         const struct hpm_result *result, int absent,
                         struct hpm_error *error)
{
    struct hpm_file_regions *file
        = hpm_file_regions_create (reader, result, error);
    struct hpm_region_ranks *ranks = file ? calloc (1, sizeof *ranks) : NULL;

    if (!ranks) {
        if (file)
            hpm_error_set (error, "out of memory");
        hpm_file_regions_destroy (file);
        return NULL;
    }
    ranks->result = result;
    ranks->file = file;
    ranks->absent = absent;
    ranks->ranks = (int64_t)reader->length[HPM_DIMENSION_RANK];
    ranks->counts
        = calloc ((size_t)result->event_count + 1, sizeof *ranks->counts);
    hpm_region_ranks_restart (ranks);
    if (hpm_file_regions_are_split (file))
        ranks->own = hpm_region_own_create (reader, result);
    if (ranks->counts && (ranks->own || !hpm_file_regions_are_split (file)))
        return ranks;
    hpm_error_set (error, "out of memory");
    hpm_region_ranks_destroy (ranks);
    return NULL;
}

void
hpm_region_ranks_destroy (struct hpm_region_ranks *ranks)
{
    if (!ranks)
        return;
    hpm_file_regions_destroy (ranks->file);
    hpm_region_own_destroy (ranks->own);
    free (ranks->counts);
    free (ranks);
}

static int
was_in (const struct hpm_region_ranks *ranks)
{
    return ranks->sums[HPM_REGION_SUM_ENTRIES] > 0
           || ranks->sums[HPM_REGION_SUM_STRAY] > 0;
}

int
hpm_region_ranks_next (struct hpm_region_ranks *ranks, struct hpm_error *error)
{
    while (ranks->region < ranks->result->tree.count) {
        if (++ranks->rank >= ranks->ranks) {
            ranks->rank = -1;
            ranks->region++;
            continue;
        }
        if (hpm_file_regions_get (ranks->file, ranks->region, ranks->rank,
                                  ranks->sums, ranks->counts, error))
            return -1;
        if (ranks->absent || was_in (ranks))
            return ranks->own
                           && hpm_region_own_get (ranks->own, ranks->region,
                                                  ranks->rank, error)
                       ? -1
                       : 1;
    }
    return 0;
}

/* ---- a row -------------------------------------------------------------- */

static double
seconds (const int64_t *sums, enum hpm_region_sum sum)
{
    return (double)sums[sum] / 1e9;
}

/* A region that was never entered, but ended, has no times of entries.  */
static void
take_entries (struct hpm_row *row, const int64_t *sums)
{
    row->entries = sums[HPM_REGION_SUM_ENTRIES];
    row->threads = sums[HPM_REGION_SUM_THREADS];
    row->unended = sums[HPM_REGION_SUM_UNENDED];
    row->stray = sums[HPM_REGION_SUM_STRAY];
    row->folded = sums[HPM_REGION_SUM_FOLDED];
    row->mean_s = row->min_s = row->max_s = row->stddev_s = NAN;
    if (!row->entries)
        return;
    row->mean_s = seconds (sums, HPM_REGION_SUM_TIME) / (double)row->entries;
    row->min_s = seconds (sums, HPM_REGION_SUM_MIN_TIME);
    row->max_s = seconds (sums, HPM_REGION_SUM_MAX_TIME);
    row->stddev_s = seconds (sums, HPM_REGION_SUM_DEVIATION);
}

static void
take_times (struct hpm_row *row, const struct hpm_result *result,
            const int64_t *sums)
{
    row->time_s = seconds (sums, HPM_REGION_SUM_TIME);
    row->own_s = seconds (sums, HPM_REGION_SUM_EXCLUSIVE);
    row->cost_s = seconds (sums, HPM_REGION_SUM_COST);
    row->wall_s = seconds (sums, HPM_REGION_SUM_THREAD_TIME);
    if (hpm_result_find_literal (result, "mpi::TIME") < 0)
        return; /* no call was timed */
    row->mpi_s = seconds (sums, HPM_REGION_SUM_MPI_TIME);
    row->useful_s = fmax (0, row->time_s - row->mpi_s);
    row->own_mpi_s = 1e-9
                     * fmax (0, (double)(sums[HPM_REGION_SUM_EXCLUSIVE]
                                         - sums[HPM_REGION_SUM_USEFUL]));
}

static void
take_counts (struct hpm_row *row, const struct hpm_region_ranks *ranks,
             struct hpm_values *values)
{
    const struct hpm_result *result = ranks->result;

    for (int e = 0; e < result->event_count; e++) {
        int64_t count = ranks->counts[e];
        uint32_t quality
            = count == HPM_NO_COUNT
                  ? HPM_QUALITY_UNAVAILABLE
                  : hpm_file_regions_quality (ranks->file, ranks->rank, e);

        row->counts[e]
            = hpm_count_of (count, quality, hpm_region_tree_reason (result, e));
        values->counts[e].number = (double)count;
        values->counts[e].quality = quality;
    }
}

typedef uint32_t quality_fn (const struct hpm_file_regions *regions,
                             int64_t rank, int event);

/* Of those that were got last.  */
static void
take_got (struct hpm_count *counts, const struct hpm_region_ranks *ranks,
          quality_fn *quality_of)
{
    for (int e = 0; e < ranks->result->event_count; e++) {
        uint32_t quality = ranks->counts[e] == HPM_NO_COUNT
                               ? HPM_QUALITY_UNAVAILABLE
                               : quality_of (ranks->file, ranks->rank, e);

        counts[e]
            = hpm_count_of (ranks->counts[e], quality, HPM_REASON_NOT_SPLIT);
    }
}

static void
take_part (struct hpm_count *counts, const struct hpm_region_ranks *ranks,
           enum hpm_region_part part)
{
    hpm_file_regions_part (ranks->file, part, ranks->counts);
    take_got (counts, ranks, hpm_file_regions_part_quality);
}

static void
take_own (struct hpm_count *counts, const struct hpm_region_ranks *ranks,
          enum hpm_region_own_part part)
{
    hpm_region_own_part (ranks->own, part, ranks->counts);
    take_got (counts, ranks,
              part == HPM_REGION_OWN_ALL ? hpm_file_regions_quality
                                         : hpm_file_regions_part_quality);
}

/* A row has room for parts where the run split its counts.  */
static void
take_parts (struct hpm_row *row, const struct hpm_region_ranks *ranks)
{
    if (!row->split[HPM_ROW_SPLIT_MPI] || !ranks->own)
        return;
    take_part (row->split[HPM_ROW_SPLIT_MPI], ranks, HPM_REGION_PART_MPI);
    take_part (row->split[HPM_ROW_SPLIT_USEFUL], ranks, HPM_REGION_PART_USEFUL);
    take_own (row->split[HPM_ROW_SPLIT_OWN], ranks, HPM_REGION_OWN_ALL);
    take_own (row->split[HPM_ROW_SPLIT_OWN_MPI], ranks, HPM_REGION_OWN_MPI);
    take_own (row->split[HPM_ROW_SPLIT_OWN_USEFUL], ranks,
              HPM_REGION_OWN_USEFUL);
}

static void
take_metrics (struct hpm_row *row, const struct hpm_result *result,
              struct hpm_values *values)
{
    struct hpm_metric_input input = { .events = result->events,
                                      .values = values->counts,
                                      .count = result->event_count,
                                      .wall_s = row->wall_s,
                                      .threads = (double)row->threads,
                                      .ranks = 1,
                                      .clock_hz = values->clock_hz,
                                      .line_bytes = values->line_bytes,
                                      .costs = result->cost_constants };

    hpm_joined_evaluate (result, values->binding, &input, values->metrics);
    for (int m = 0; m < result->metrics.count; m++) {
        row->metrics[m] = values->metrics[m].status == HPM_METRIC_OK
                              ? values->metrics[m].value
                              : NAN;
        row->qualities[m] = values->metrics[m].quality;
    }
}

/* Of a rank that there is no record of.  */
static void
take_nothing (struct hpm_row *row, const struct hpm_result *result)
{
    row->entries = HPM_NO_INTEGER;
    row->time_s = row->own_s = row->cost_s = NAN;
    hpm_row_without_counts (row, result);
    for (int p = 0; p < HPM_ROW_SPLIT_COUNT && row->split[p]; p++)
        for (int e = 0; e < result->event_count; e++)
            row->split[p][e] = row->counts[e];
}

void
hpm_row_of_region_rank (struct hpm_row *row,
                        const struct hpm_region_ranks *ranks,
                        struct hpm_values *values)
{
    const struct hpm_result *result = ranks->result;

    hpm_row_name_region (row, &result->tree, ranks->region);
    row->rank = ranks->rank;
    row->host = hpm_file_regions_host (ranks->file, ranks->rank);
    if (row->host >= 0)
        row->host_name = result->hosts.texts[row->host];
    row->ranks = 1;
    if (hpm_file_regions_is_missing (ranks->file, ranks->rank)) {
        take_nothing (row, result);
        return;
    }
    take_entries (row, ranks->sums);
    take_times (row, result, ranks->sums);
    take_counts (row, ranks, values);
    take_metrics (row, result, values);
    take_parts (row, ranks);
}
