/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/flat_regions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/accumulate.h"
#include "aggregate/file/file_regions.h"
#include "aggregate/file/flat_split.h"

/* Into what a tree is made.  */
struct flat {
    const struct hpm_region_tree *from;
    struct hpm_region_tree tree;
    size_t events;
    int *at; /* [region of `from`]: its label's */
    char
        *outermost; /* [region of `from`]: no other of its label is around it */
    int64_t ranks;
    int judged; /* what efficiencies are made of is known of all of them */
    /* Of one label: [rank][hpm_region_sum] and [rank][event]; and of one rank
     * in one region.  */
    int64_t *sums, *counts, *row, *row_counts;
};

/* How a sum of a label is made of those of its regions.  */
enum how { OF_ALL, OF_OUTERMOST, LEAST, MOST };

static enum how
how_of (int sum)
{
    switch (sum) {
    case HPM_REGION_SUM_ENTRIES:
    case HPM_REGION_SUM_EXCLUSIVE:
    case HPM_REGION_SUM_USEFUL:
    case HPM_REGION_SUM_UNENDED:
    case HPM_REGION_SUM_STRAY:
    case HPM_REGION_SUM_FOLDED:
    case HPM_REGION_SUM_MARKING:
    case HPM_REGION_SUM_MAIN_MARKING:
        return OF_ALL;
    case HPM_REGION_SUM_MIN_TIME:
        return LEAST;
    case HPM_REGION_SUM_MAX_TIME:
    case HPM_REGION_SUM_THREADS:
        return MOST;
    default:
        return OF_OUTERMOST;
    }
}

/* ---- labels ------------------------------------------------------------- */

static int
is_outermost (const struct flat *flat, int region)
{
    int label = flat->at[region];

    for (int i = flat->from->regions[region].parent; i >= 0;
         i = flat->from->regions[i].parent)
        if (flat->at[i] == label)
            return 0;
    return 1;
}

static int
place (struct flat *flat, int region)
{
    const struct hpm_marked_region *from = &flat->from->regions[region];
    const struct hpm_path_record path
        = { .line = from->line, .mark = from->mark };
    int before = flat->tree.count, label;

    label = hpm_region_tree_place (&flat->tree, -1, &path, from->label,
                                   from->file);
    if (label < 0)
        return -1;
    flat->at[region] = label;
    flat->outermost[region] = (char)is_outermost (flat, region);
    if (!flat->outermost[region])
        flat->tree.regions[label].recursive = 1;
    if (flat->tree.count > before && from->place)
        flat->tree.regions[label].place = strdup (from->place);
    return 0;
}

static int
make (struct flat *flat, struct hpm_result *result, int64_t ranks)
{
    size_t count = (size_t)result->tree.count, rows = (size_t)ranks + 1;

    flat->from = &result->tree;
    flat->events = (size_t)result->event_count;
    flat->ranks = ranks;
    flat->at = calloc (count + 1, sizeof *flat->at);
    flat->outermost = calloc (count + 1, 1);
    flat->sums = calloc (rows, HPM_REGION_SUM_COUNT * sizeof (int64_t));
    flat->row = calloc (HPM_REGION_SUM_COUNT, sizeof (int64_t));
    flat->counts = calloc (rows, (flat->events + 1) * sizeof (int64_t));
    flat->row_counts = calloc (flat->events + 1, sizeof (int64_t));
    if (!flat->at || !flat->outermost || !flat->sums || !flat->row
        || !flat->counts || !flat->row_counts)
        return -1;
    for (int i = 0; i < result->tree.count; i++)
        if (place (flat, i))
            return -1;
    if (hpm_region_tree_start (&flat->tree, result->event_count,
                               result->metrics.count))
        return -1;
    for (int i = 0; i < result->tree.count; i++)
        flat->tree.regions[flat->at[i]].squares
            += result->tree.regions[i].squares;
    return 0;
}

/* ---- rank by rank ------------------------------------------------------- */

static void
add_sum (int64_t *into, int64_t value, enum how how, int outermost, int first)
{
    if (how == OF_ALL || (how == OF_OUTERMOST && outermost))
        *into = hpm_add_bounded (*into, value);
    else if ((how == MOST && value > *into)
             || (how == LEAST && (first || value < *into)))
        *into = value;
}

/* Until all regions of a label are in, the longest useful time of a thread
 * beside the main one; below 0 where that is not known, as of merged threads.
 */
static void
add_longest (int64_t *longest, const int64_t *row, int64_t workers)
{
    if (workers <= 0 || *longest < 0)
        return;
    if (!row[HPM_REGION_SUM_THREAD_SPAN] && row[HPM_REGION_SUM_TIME])
        *longest = -1;
    else
        *longest
            = hpm_add_bounded (*longest, row[HPM_REGION_SUM_THREAD_SPAN]
                                             / row[HPM_REGION_SUM_THREADS]);
}

/* A region of a rank into what that has of the label.  Its threads are those of
 * the region with most of them beside the main thread, which is added at the
 * end: around a parallel section that has a path of its own.  */
static void
add_row (struct flat *flat, int64_t rank, int outermost)
{
    int64_t *sums = flat->sums + (size_t)rank * HPM_REGION_SUM_COUNT;
    int64_t *counts = flat->counts + (size_t)rank * flat->events;
    int64_t workers = flat->row[HPM_REGION_SUM_THREADS]
                      - (flat->row[HPM_REGION_SUM_MAIN_TIME] > 0);
    int first = !sums[HPM_REGION_SUM_ENTRIES];

    if (outermost)
        add_longest (&sums[HPM_REGION_SUM_THREAD_SPAN], flat->row, workers);
    flat->row[HPM_REGION_SUM_THREAD_SPAN] = 0;
    flat->row[HPM_REGION_SUM_THREADS] = workers;
    for (int i = 0; i < HPM_REGION_SUM_COUNT; i++)
        if (how_of (i) != LEAST || flat->row[HPM_REGION_SUM_ENTRIES])
            add_sum (&sums[i], flat->row[i], how_of (i), outermost, first);
    for (size_t e = 0; outermost && e < flat->events; e++)
        if (counts[e] == HPM_NO_COUNT || flat->row_counts[e] == HPM_NO_COUNT)
            counts[e] = HPM_NO_COUNT;
        else
            counts[e] = hpm_add_bounded (counts[e], flat->row_counts[e]);
}

/* The main thread to the others, and how long all would be if each were as the
 * longest of them; both 0 where that is not known.  */
static void
end_threads (int64_t *sums)
{
    int64_t *span = &sums[HPM_REGION_SUM_THREAD_SPAN];
    int64_t longest = *span > sums[HPM_REGION_SUM_MAIN_USEFUL]
                          ? *span
                          : sums[HPM_REGION_SUM_MAIN_USEFUL];

    sums[HPM_REGION_SUM_THREADS] += sums[HPM_REGION_SUM_MAIN_TIME] > 0;
    if (*span < 0)
        sums[HPM_REGION_SUM_THREAD_USEFUL] = *span = 0;
    else
        *span = hpm_bounded_integer ((double)longest
                                     * (double)sums[HPM_REGION_SUM_THREADS]);
}

/* A rank that is there into the statistics of a label.  */
static void
add_rank (struct flat *flat, const struct hpm_file_regions *file, int label,
          int64_t rank)
{
    int64_t *sums = flat->sums + (size_t)rank * HPM_REGION_SUM_COUNT;
    const int64_t *counts = flat->counts + (size_t)rank * flat->events;
    struct hpm_statistics *into
        = flat->tree.sums + (size_t)label * HPM_REGION_SUM_COUNT;

    end_threads (sums);
    for (int i = 0; i < HPM_REGION_SUM_COUNT; i++)
        if ((flat->judged || !hpm_region_sum_is_judged (i))
            && (i != HPM_REGION_SUM_MIN_TIME || sums[HPM_REGION_SUM_ENTRIES]))
            hpm_statistics_add_integer (&into[i], sums[i], rank,
                                        HPM_QUALITY_EXACT);
    into = flat->tree.counts + (size_t)label * flat->events;
    for (size_t e = 0; e < flat->events; e++)
        if (counts[e] == HPM_NO_COUNT)
            hpm_statistics_add_missing (&into[e], rank);
        else
            hpm_statistics_add_integer (
                &into[e], counts[e], rank,
                hpm_file_regions_quality (file, rank, (int)e));
}

/* One label at a time, so that the file is read region by region.  */
static int
add_label (struct flat *flat, struct hpm_file_regions *file, int label,
           struct hpm_error *error)
{
    size_t ranks = (size_t)flat->ranks;

    memset (flat->sums, 0, ranks * HPM_REGION_SUM_COUNT * sizeof *flat->sums);
    memset (flat->counts, 0, ranks * flat->events * sizeof *flat->counts);
    for (int i = 0; i < flat->from->count; i++)
        for (int64_t rank = 0; flat->at[i] == label && rank < flat->ranks;
             rank++) {
            if (hpm_file_regions_get (file, i, rank, flat->row,
                                      flat->row_counts, error))
                return -1;
            add_row (flat, rank, flat->outermost[i]);
        }
    for (int64_t rank = 0; rank < flat->ranks; rank++)
        if (!hpm_file_regions_is_missing (file, rank))
            add_rank (flat, file, label, rank);
    return 0;
}

static int
add_labels (struct flat *flat, const struct hpm_h5_reader *reader,
            const struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_file_regions *file
        = hpm_file_regions_create (reader, result, error);
    int failed = !file;

    flat->judged = flat->from->sums[HPM_REGION_SUM_MAIN_TIME].count
                   == (uint64_t)flat->ranks;
    for (int label = 0; !failed && label < flat->tree.count; label++)
        failed = add_label (flat, file, label, error);
    hpm_file_regions_destroy (file);
    return failed ? -1 : 0;
}

/* ---- sums alone --------------------------------------------------------- */

static struct hpm_statistics
unknown_but_sum (const struct hpm_statistics *from)
{
    struct hpm_statistics sum;

    hpm_statistics_init (&sum);
    hpm_flat_add_sum (&sum, from);
    return sum;
}

static void
add_region (struct flat *flat, int region)
{
    size_t label = (size_t)flat->at[region], from = (size_t)region;
    struct hpm_statistics *into
        = flat->tree.sums + label * HPM_REGION_SUM_COUNT;
    const struct hpm_statistics *sums
        = flat->from->sums + from * HPM_REGION_SUM_COUNT;

    for (int i = 0; i < HPM_REGION_SUM_MAIN_TIME; i++) {
        enum how how = how_of (i);

        if (how == LEAST)
            into[i].min = fmin (into[i].min, sums[i].min);
        else if (i == HPM_REGION_SUM_MAX_TIME)
            into[i].max = fmax (into[i].max, sums[i].max);
        else if (how == MOST && sums[i].sum_low > into[i].sum_low)
            into[i] = unknown_but_sum (&sums[i]);
        else if (how == OF_ALL
                 || (how == OF_OUTERMOST && flat->outermost[region]))
            hpm_flat_add_sum (&into[i], &sums[i]);
    }
    for (size_t e = 0; flat->outermost[region] && e < flat->events; e++)
        hpm_flat_add_sum (&flat->tree.counts[label * flat->events + e],
                          &flat->from->counts[from * flat->events + e]);
}

int
hpm_regions_flatten (const struct hpm_h5_reader *reader,
                     struct hpm_result *result, struct hpm_error *error)
{
    struct flat flat = { .from = NULL };
    int64_t ranks = (int64_t)reader->length[HPM_DIMENSION_RANK];
    int failed = make (&flat, result, ranks)
                     ? hpm_error_set (error, "out of memory")
                     : 0;

    if (!failed && result->tree.count > HPM_REGION_DETAIL_MAX)
        for (int i = 0; i < result->tree.count; i++)
            add_region (&flat, i);
    else if (!failed && result->tree.count)
        failed = add_labels (&flat, reader, result, error);
    if (!failed
        && hpm_flat_split (
            &flat.tree,
            &(struct hpm_flat_labels){ flat.from, flat.at, flat.outermost },
            flat.events))
        failed = hpm_error_set (error, "out of memory");
    if (failed)
        hpm_region_tree_release (&flat.tree);
    else {
        hpm_region_tree_release (&result->tree);
        result->tree = flat.tree;
        hpm_region_totals (result);
    }
    free (flat.at);
    free (flat.outermost);
    free (flat.sums);
    free (flat.counts);
    free (flat.row);
    free (flat.row_counts);
    return failed;
}
