/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a rank did in the regions that the program marked, and over all ranks.
 */
#include "config.h"

#include "aggregate/places/region_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/region_nest.h"
#include "aggregate/model/result.h"
#include "hpm_schema.h"

/* ---- a rank ------------------------------------------------------------- */

static void
add_bounded (int64_t *sum, int64_t more)
{
    *sum = hpm_add_bounded (*sum, more);
}

static void
keep_most (int64_t *most, int64_t value)
{
    *most = value > *most ? value : *most;
}

static int64_t
threads_of (const struct hpm_region_record *row)
{
    return row->threads > 1 ? row->threads : 1;
}

/* Time of the thread that was in it longest: of merged ones no more is known
 * than that it was as long as their mean, and as the longest entry.  */
static int64_t
longest_of (const struct hpm_region_record *row)
{
    int64_t threads = threads_of (row), mean = row->time / threads;

    return threads == 1 || mean > row->max_time ? mean : row->max_time;
}

static void
add_row (int64_t *sums, const struct hpm_region_record *row)
{
    int first = sums[HPM_REGION_SUM_ENTRIES] == 0;

    if (row->entries
        && (first || row->min_time < sums[HPM_REGION_SUM_MIN_TIME]))
        sums[HPM_REGION_SUM_MIN_TIME] = row->min_time;
    keep_most (&sums[HPM_REGION_SUM_MAX_TIME], row->max_time);
    keep_most (&sums[HPM_REGION_SUM_THREAD_TIME], longest_of (row));
    add_bounded (&sums[HPM_REGION_SUM_ENTRIES], row->entries);
    add_bounded (&sums[HPM_REGION_SUM_TIME], row->time);
    add_bounded (&sums[HPM_REGION_SUM_EXCLUSIVE], row->time);
    add_bounded (&sums[HPM_REGION_SUM_MPI_TIME], row->mpi_time);
    add_bounded (&sums[HPM_REGION_SUM_COST], row->cost);
    add_bounded (&sums[HPM_REGION_SUM_UNENDED], row->unended);
    add_bounded (&sums[HPM_REGION_SUM_STRAY], row->stray);
    add_bounded (&sums[HPM_REGION_SUM_FOLDED], row->folded);
}

static void
add_counts (int64_t *counts, const int64_t *row, int events)
{
    for (int e = 0; e < events; e++)
        if (row[e] == HPM_NO_COUNT || counts[e] == HPM_NO_COUNT)
            counts[e] = HPM_NO_COUNT;
        else
            counts[e] = hpm_add_bounded (counts[e], row[e]);
}

/* Time in MPI is no less than inside, and no more than what the regions inside
 * have left of the time.  */
static void
bound_mpi_time (int64_t *own, int64_t inner_mpi)
{
    int64_t *mpi = &own[HPM_REGION_SUM_MPI_TIME];
    int64_t rest = own[HPM_REGION_SUM_TIME] + own[HPM_REGION_SUM_USEFUL];

    *mpi = *mpi > inner_mpi ? *mpi : inner_mpi;
    *mpi = *mpi < rest ? *mpi : rest;
    *mpi = *mpi > 0 ? *mpi : 0;
}

/* What is in a region but in none of those inside it: these come after it.
 * Returns 0, or -1 without memory.  */
static int
take_inner (const struct hpm_region_tree *tree, int64_t *sums)
{
    int64_t *inner_mpi = calloc ((size_t)tree->count + 1, sizeof *inner_mpi);
    int failed = !inner_mpi;

    for (int i = tree->count - 1; inner_mpi && i >= 0; i--) {
        int64_t *own = sums + (size_t)i * HPM_REGION_SUM_COUNT, *around;
        int parent = tree->regions[i].parent;

        bound_mpi_time (own, inner_mpi[i]);
        own[HPM_REGION_SUM_USEFUL]
            += own[HPM_REGION_SUM_TIME] - own[HPM_REGION_SUM_MPI_TIME];
        if (parent < 0)
            continue;
        inner_mpi[parent] += own[HPM_REGION_SUM_MPI_TIME];
        around = sums + (size_t)parent * HPM_REGION_SUM_COUNT;
        around[HPM_REGION_SUM_EXCLUSIVE] -= own[HPM_REGION_SUM_TIME];
        around[HPM_REGION_SUM_USEFUL]
            -= own[HPM_REGION_SUM_TIME] - own[HPM_REGION_SUM_MPI_TIME];
    }
    free (inner_mpi);
    return failed ? -1 : 0;
}

static void
add_squares (const struct hpm_region_tree *tree,
             const struct hpm_rank_data *data, int64_t *sums)
{
    double *squares = calloc ((size_t)tree->count + 1, sizeof *squares);

    for (int64_t i = 0; squares && i < data->region_count; i++)
        squares[data->regions[i].path] += data->regions[i].squares;
    for (int i = 0; squares && i < tree->count; i++) {
        int64_t *own = sums + (size_t)i * HPM_REGION_SUM_COUNT;
        double entries = (double)own[HPM_REGION_SUM_ENTRIES];

        own[HPM_REGION_SUM_DEVIATION] = llrint (hpm_deviation_of_squares (
            entries, (double)own[HPM_REGION_SUM_TIME] / entries, squares[i],
            (double)own[HPM_REGION_SUM_MIN_TIME],
            (double)own[HPM_REGION_SUM_MAX_TIME]));
    }
    free (squares);
}

/* Rows of a thread come one after the other; two of them are of one region
 * where labels of the program and of what did not fit are alike.  */
static void
add_threads (const struct hpm_region_tree *tree,
             const struct hpm_rank_data *data, int64_t *sums)
{
    int *last = calloc ((size_t)tree->count + 1, sizeof *last);

    for (int64_t i = 0; last && i < data->region_count; i++) {
        const struct hpm_region_record *row = &data->regions[i];
        int64_t *own = sums + (size_t)row->path * HPM_REGION_SUM_COUNT;

        if (row->entries && last[row->path] != row->thread + 1) {
            add_bounded (&own[HPM_REGION_SUM_THREADS], threads_of (row));
            last[row->path] = row->thread + 1;
        }
    }
    free (last);
}

/* What efficiencies are made of.  Threads that were merged are one row, which
 * says nothing of each of them.  */
static void
add_efficiency (const struct hpm_region_tree *tree,
                const struct hpm_rank_data *data, int64_t *sums)
{
    for (int64_t i = 0; i < data->region_count; i++) {
        const struct hpm_region_record *row = &data->regions[i];
        const struct hpm_thread_record *thread = &data->threads[row->thread];
        int64_t *own = sums + (size_t)row->path * HPM_REGION_SUM_COUNT;
        int64_t useful
            = row->time > row->mpi_time ? row->time - row->mpi_time : 0;

        if (thread->role == HPM_ROLE_MAIN) {
            add_bounded (&own[HPM_REGION_SUM_MAIN_TIME], row->time);
            add_bounded (&own[HPM_REGION_SUM_MAIN_USEFUL], useful);
        }
        add_bounded (&own[HPM_REGION_SUM_THREAD_USEFUL], useful);
        keep_most (&own[HPM_REGION_SUM_THREAD_SPAN], useful);
    }
    for (int64_t i = 0; i < data->region_count; i++)
        if (data->threads[data->regions[i].thread].merged > 1) {
            int64_t *own
                = sums + (size_t)data->regions[i].path * HPM_REGION_SUM_COUNT;

            own[HPM_REGION_SUM_THREAD_USEFUL] = 0;
            own[HPM_REGION_SUM_THREAD_SPAN] = 0;
        }
    for (int i = 0; i < tree->count; i++) {
        int64_t *own = sums + (size_t)i * HPM_REGION_SUM_COUNT;

        own[HPM_REGION_SUM_THREAD_SPAN]
            = hpm_bounded_integer ((double)own[HPM_REGION_SUM_THREAD_SPAN]
                                   * (double)own[HPM_REGION_SUM_THREADS]);
    }
}

/* What the marks of entries took, inside the region and around it.  */
static void
add_marking (const struct hpm_rank_data *data, int64_t *sums)
{
    for (int64_t i = 0; i < data->region_count; i++) {
        const struct hpm_region_record *row = &data->regions[i];
        int64_t *own = sums + (size_t)row->path * HPM_REGION_SUM_COUNT;
        int64_t marks = hpm_bounded_integer ((double)row->entries
                                             * (double)data->mark_cost);

        add_bounded (&own[HPM_REGION_SUM_MARKING], marks);
        if (data->threads[row->thread].role == HPM_ROLE_MAIN)
            add_bounded (&own[HPM_REGION_SUM_MAIN_MARKING], marks);
    }
}

static int
was_in (const int64_t *sums, size_t region)
{
    const int64_t *own = sums + region * HPM_REGION_SUM_COUNT;

    return own[HPM_REGION_SUM_ENTRIES] || own[HPM_REGION_SUM_STRAY];
}

/* An event that is in none of a rank's rows was not read at its marks.  */
static void
leave_unread (const struct hpm_rank_data *data, size_t regions, int event,
              int events, const int64_t *sums, int64_t *counts)
{
    const int64_t *known = data->region_counts + event;

    for (int64_t i = 0; i < data->region_count; i++, known += events)
        if (*known != HPM_NO_COUNT)
            return;
    for (size_t r = 0; r < regions; r++)
        if (!was_in (sums, r))
            counts[r * (size_t)events + (size_t)event] = HPM_NO_COUNT;
}

int
hpm_region_tree_of_rank (const struct hpm_result *result,
                         const struct hpm_rank_data *data, int64_t *sums,
                         int64_t *counts)
{
    const struct hpm_region_tree *tree = &result->tree;
    size_t regions = (size_t)tree->count;
    int events = result->event_count;

    memset (sums, 0, regions * HPM_REGION_SUM_COUNT * sizeof *sums);
    memset (counts, 0, regions * (size_t)events * sizeof *counts);
    for (int64_t i = 0; i < data->region_count; i++) {
        const struct hpm_region_record *row = &data->regions[i];
        int64_t *own = sums + (size_t)row->path * HPM_REGION_SUM_COUNT;

        add_counts (counts + (size_t)row->path * (size_t)events,
                    data->region_counts + i * events, events);
        add_row (own, row);
    }
    for (int e = 0; data->region_count && e < events; e++)
        leave_unread (data, regions, e, events, sums, counts);
    add_threads (tree, data, sums);
    add_efficiency (tree, data, sums);
    add_marking (data, sums);
    if (take_inner (tree, sums))
        return -1;
    add_squares (tree, data, sums);
    return hpm_region_bound_time (result, sums, counts)
           || hpm_region_divide_time (result, counts, NULL, NULL);
}

uint32_t *
hpm_region_qualities (const struct hpm_rank_data *data, int parts, int events)
{
    size_t stride = (size_t)parts * (size_t)events;
    uint32_t *qualities = calloc ((size_t)events + 1, sizeof *qualities);

    for (int e = 0; qualities && e < events; e++) {
        qualities[e] = HPM_QUALITY_EXACT;
        for (int64_t t = 0; t < data->thread_count; t++) {
            uint32_t quality
                = data->cells[(size_t)t * stride + (size_t)e].quality;

            if (hpm_quality_has_value (quality) && quality > qualities[e])
                qualities[e] = quality;
        }
    }
    return qualities;
}

/* A rank that did not enter it has no shortest entry.  */
static void
add_sums (struct hpm_statistics *into, const int64_t *sums, int rank,
          int judged)
{
    for (int i = 0; i < HPM_REGION_SUM_COUNT; i++)
        if ((judged || !hpm_region_sum_is_judged (i))
            && (i != HPM_REGION_SUM_MIN_TIME || sums[HPM_REGION_SUM_ENTRIES]))
            hpm_statistics_add_integer (&into[i], sums[i], rank,
                                        HPM_QUALITY_EXACT);
}

/* Where the rank was not there is nothing to count, whatever it reads.  */
static void
add_count (struct hpm_region_tree *tree, size_t at, int is_in, int64_t count,
           int rank, uint32_t quality)
{
    if (!is_in)
        hpm_statistics_add_integer (&tree->counts[at], 0, rank, quality);
    else if (count == HPM_NO_COUNT)
        hpm_statistics_add_missing (&tree->counts[at], rank);
    else
        hpm_statistics_add_integer (&tree->counts[at], count, rank, quality);
    if (is_in && count != HPM_NO_COUNT)
        tree->read[at] |= HPM_REGION_READ_COUNT;
}

int
hpm_region_tree_add (struct hpm_region_tree *tree,
                     const struct hpm_rank_data *data, int parts, int events,
                     int judged, const int64_t *sums, const int64_t *counts)
{
    size_t regions = (size_t)tree->count;
    uint32_t *qualities = hpm_region_qualities (data, parts, events);
    int rank = data->record.rank;

    if (!qualities)
        return -1;
    for (size_t i = 0; i < regions; i++)
        add_sums (&tree->sums[i * HPM_REGION_SUM_COUNT],
                  sums + i * HPM_REGION_SUM_COUNT, rank, judged);
    for (size_t i = 0; i < regions * (size_t)events; i++)
        add_count (tree, i, was_in (sums, i / (size_t)events), counts[i], rank,
                   qualities[i % (size_t)events]);
    for (int64_t i = 0; i < data->region_count; i++)
        tree->regions[data->regions[i].path].squares
            += data->regions[i].squares;
    free (qualities);
    return 0;
}

static int
is_read_somewhere (const struct hpm_region_tree *tree, int event, int events,
                   int what)
{
    for (int r = 0; r < tree->count; r++)
        if (tree->read[(size_t)r * (size_t)events + (size_t)event] & what)
            return 1;
    return 0;
}

/* Whether any rank was in a region: all its entries may have been in a pause.
 */
static int
was_anybody_in (const struct hpm_region_tree *tree, int region)
{
    const struct hpm_statistics *sums
        = tree->sums + (size_t)region * HPM_REGION_SUM_COUNT;

    return sums[HPM_REGION_SUM_ENTRIES].max > 0
           || sums[HPM_REGION_SUM_STRAY].max > 0;
}

/* Of statistics[region][event], of which enum hpm_region_read was read.  */
static void
settle (const struct hpm_region_tree *tree, struct hpm_statistics *statistics,
        int events, int what)
{
    for (int e = 0; e < events; e++) {
        int somewhere = is_read_somewhere (tree, e, events, what);

        for (int r = 0; r < tree->count; r++) {
            size_t at = (size_t)r * (size_t)events + (size_t)e;
            uint64_t ranks = statistics[at].count + statistics[at].missing;

            if ((tree->read[at] & what)
                || (somewhere && !was_anybody_in (tree, r)))
                continue;
            hpm_statistics_init (&statistics[at]);
            statistics[at].missing = ranks;
        }
    }
}

void
hpm_region_tree_settle (struct hpm_region_tree *tree, int events)
{
    settle (tree, tree->counts, events, HPM_REGION_READ_COUNT);
    for (int p = 0; p < HPM_REGION_PART_COUNT && tree->parts[p]; p++)
        settle (tree, tree->parts[p], events, HPM_REGION_READ_PARTS);
}

enum hpm_reason
hpm_region_tree_reason (const struct hpm_result *result, int event)
{
    enum hpm_reason reason
        = hpm_reason_dominant (result->job.events[event].reasons);

    return reason ? reason : HPM_REASON_NOT_AT_MARKS;
}
