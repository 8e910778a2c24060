/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of regions that the program marked.
 */
#include "config.h"

#include <math.h>

#include "aggregate/show/rows/rows.h"

static const struct hpm_statistics *
region_sum (const struct hpm_region_tree *tree, int region,
            enum hpm_region_sum sum)
{
    return &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum];
}

static double
region_seconds (const struct hpm_region_tree *tree, int region,
                enum hpm_region_sum sum)
{
    return hpm_statistics_sum (region_sum (tree, region, sum)) / 1e9;
}

/* How the ranks share it.  Which was slowest is not known of ranks that paused
 * apart.  */
static void
take_region_ranks (struct hpm_row *row, const struct hpm_result *result,
                   int region)
{
    const struct hpm_region_tree *tree = &result->tree;
    const struct hpm_statistics *time
        = region_sum (tree, region, HPM_REGION_SUM_TIME);
    const struct hpm_statistics *useful
        = region_sum (tree, region, HPM_REGION_SUM_USEFUL);
    int judged = useful->max > 0 && !hpm_result_paused_apart (result);

    row->imbalance = hpm_statistics_imbalance (time);
    row->rank_min_s = time->min / 1e9;
    row->rank_max_s = time->max / 1e9;
    row->max_rank = time->max_rank >= 0 ? time->max_rank : HPM_NO_INTEGER;
    row->load_balance = judged ? useful->mean / useful->max : NAN;
    row->slowest_rank = judged ? useful->max_rank : HPM_NO_INTEGER;
}

static void
take_region_times (struct hpm_row *row, const struct hpm_region_tree *tree,
                   int region)
{
    double entries = hpm_statistics_sum (
        region_sum (tree, region, HPM_REGION_SUM_ENTRIES));

    row->entries = (int64_t)entries;
    row->time_s = region_seconds (tree, region, HPM_REGION_SUM_TIME);
    row->own_s = region_seconds (tree, region, HPM_REGION_SUM_EXCLUSIVE);
    row->mpi_s = region_seconds (tree, region, HPM_REGION_SUM_MPI_TIME);
    row->own_mpi_s
        = 1e-9
          * fmax (0, hpm_statistics_sum (
                         region_sum (tree, region, HPM_REGION_SUM_EXCLUSIVE))
                         - hpm_statistics_sum (
                             region_sum (tree, region, HPM_REGION_SUM_USEFUL)));
    row->cost_s = region_seconds (tree, region, HPM_REGION_SUM_COST);
    row->mean_s = row->time_s / entries;
    row->min_s = region_sum (tree, region, HPM_REGION_SUM_MIN_TIME)->min / 1e9;
    row->max_s = region_sum (tree, region, HPM_REGION_SUM_MAX_TIME)->max / 1e9;
    row->stddev_s
        = 1e-9
          * hpm_deviation_of_squares (
              entries, 1e9 * row->mean_s, tree->regions[region].squares,
              region_sum (tree, region, HPM_REGION_SUM_MIN_TIME)->min,
              region_sum (tree, region, HPM_REGION_SUM_MAX_TIME)->max);
    if (tree->regions[region].recursive)
        row->mean_s = row->stddev_s = NAN; /* time is that of some entries */
    row->threads = (int64_t)hpm_statistics_sum (
        region_sum (tree, region, HPM_REGION_SUM_THREADS));
    row->unended = (int64_t)hpm_statistics_sum (
        region_sum (tree, region, HPM_REGION_SUM_UNENDED));
    row->stray = (int64_t)hpm_statistics_sum (
        region_sum (tree, region, HPM_REGION_SUM_STRAY));
    row->folded = (int64_t)hpm_statistics_sum (
        region_sum (tree, region, HPM_REGION_SUM_FOLDED));
}

static void
take_region_efficiency (struct hpm_row *row, const struct hpm_result *result,
                        int region)
{
    struct hpm_region_efficiency e = hpm_region_efficiency (result, region);

    row->efficiency = e.parallel;
    row->balance = e.balance;
    row->communication = e.communication;
    row->thread_balance = e.threads;
}

void
hpm_row_name_region (struct hpm_row *row, const struct hpm_region_tree *tree,
                     int region)
{
    const struct hpm_marked_region *marked = &tree->regions[region];

    row->marked = marked;
    row->path = marked->path;
    row->label = marked->label;
    row->id = region;
    row->parent = marked->parent >= 0 ? marked->parent : HPM_NO_INTEGER;
    row->file = marked->file && *marked->file ? marked->file : NULL;
    row->place = marked->place ? marked->place : "";
    row->line = marked->line > 0 ? marked->line : HPM_NO_INTEGER;
    row->mark = hpm_mark_word (marked->mark);
}

/* ---- counts ------------------------------------------------------------- */

static struct hpm_count
count_of (const struct hpm_statistics *counts, enum hpm_reason reason)
{
    return (struct hpm_count){ counts->sum_low, counts->sum_high,
                               hpm_statistics_quality (counts), reason };
}

/* Less what another has; of what is not known nothing is.  */
static void
take_away (struct hpm_count *count, const struct hpm_count *other)
{
    int borrowed = __builtin_sub_overflow (count->low, other->low, &count->low);

    count->high -= other->high + borrowed;
    if (!hpm_count_exists (other))
        *count = *other;
    else if (hpm_count_exists (count) && other->quality > count->quality)
        count->quality = other->quality;
}

/* What is in a region but in none of those inside it; known is what of labels
 * is known.  */
static struct hpm_count
own_count (const struct hpm_region_tree *tree, int region,
           const struct hpm_statistics *counts,
           const struct hpm_statistics *known, size_t events, size_t event)
{
    const enum hpm_reason reason = HPM_REASON_NOT_SPLIT;
    size_t at = (size_t)region * events + event;
    struct hpm_count own = count_of (known ? &known[at] : &counts[at], reason);

    if (known)
        return own;
    for (int i = tree->inner[region]; i >= 0; i = tree->beside[i]) {
        struct hpm_count inner
            = count_of (&counts[(size_t)i * events + event], reason);

        take_away (&own, &inner);
    }
    return own;
}

static void
take_parts (struct hpm_row *row, const struct hpm_result *result, int region)
{
    const struct hpm_region_tree *tree = &result->tree;
    size_t events = (size_t)result->event_count;
    const struct hpm_statistics *mpi = tree->parts[HPM_REGION_PART_MPI];
    const struct hpm_statistics *useful = tree->parts[HPM_REGION_PART_USEFUL];
    const struct {
        const struct hpm_statistics *counts, *known;
        int is_own;
    } from[HPM_ROW_SPLIT_COUNT]
        = { [HPM_ROW_SPLIT_MPI] = { mpi, NULL, 0 },
            [HPM_ROW_SPLIT_USEFUL] = { useful, NULL, 0 },
            [HPM_ROW_SPLIT_OWN] = { tree->counts, tree->own, 1 },
            [HPM_ROW_SPLIT_OWN_MPI]
            = { mpi, tree->own_parts[HPM_REGION_PART_MPI], 1 },
            [HPM_ROW_SPLIT_OWN_USEFUL]
            = { useful, tree->own_parts[HPM_REGION_PART_USEFUL], 1 } };

    for (int p = 0; p < HPM_ROW_SPLIT_COUNT && row->split[p]; p++)
        for (size_t e = 0; e < events; e++)
            row->split[p][e]
                = from[p].is_own
                      ? own_count (tree, region, from[p].counts, from[p].known,
                                   events, e)
                      : count_of (&from[p].counts[(size_t)region * events + e],
                                  HPM_REASON_NOT_SPLIT);
}

void
hpm_row_of_region (struct hpm_row *row, const struct hpm_result *result,
                   int region)
{
    const struct hpm_region_tree *tree = &result->tree;
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;

    hpm_row_name_region (row, tree, region);
    take_region_times (row, tree, region);
    take_region_ranks (row, result, region);
    take_region_efficiency (row, result, region);
    if (hpm_result_find_literal (result, "mpi::TIME") < 0)
        row->mpi_s = row->own_mpi_s = NAN; /* no call was timed */
    for (size_t e = 0; e < events; e++)
        row->counts[e] = count_of (&tree->counts[(size_t)region * events + e],
                                   hpm_region_tree_reason (result, (int)e));
    take_parts (row, result, region);
    for (size_t m = 0; m < metrics; m++) {
        const struct hpm_metric_value *value
            = &tree->metrics[(size_t)region * metrics + m];

        row->metrics[m] = value->status == HPM_METRIC_OK ? value->value : NAN;
        row->qualities[m] = value->quality;
    }
}
