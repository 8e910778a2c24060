/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/region_tree.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/result.h"
#include "hpm_schema.h"

#define LISTS_FIRST 64
#define MOST (1 << 20) /* as many as the schema says */

/* ---- the tree ----------------------------------------------------------- */

static uint64_t
hash_of (int parent, const char *label)
{
    uint64_t hash = 0xcbf29ce484222325u + (uint64_t)(unsigned)parent;

    for (; *label; label++)
        hash = (hash ^ (unsigned char)*label) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

static int *
list_of (const struct hpm_region_tree *tree, int parent, const char *label)
{
    return &tree->lists[hash_of (parent, label)
                        & (uint64_t)(tree->list_count - 1)];
}

static void
link_region (struct hpm_region_tree *tree, int region)
{
    int *list = list_of (tree, tree->regions[region].parent,
                         tree->regions[region].label);

    tree->next[region] = *list;
    *list = region;
}

/* Room for one region more, and as many lists as regions.  */
static int
grow (struct hpm_region_tree *tree)
{
    int room = tree->list_count ? 2 * tree->list_count : LISTS_FIRST;
    size_t count = (size_t)room;
    void *regions, *next, *lists;

    if (tree->count < tree->list_count)
        return 0;
    regions = realloc (tree->regions, count * sizeof *tree->regions);
    tree->regions = regions ? regions : tree->regions;
    next = realloc (tree->next, count * sizeof *tree->next);
    tree->next = next ? next : tree->next;
    lists = realloc (tree->lists, count * sizeof *tree->lists);
    tree->lists = lists ? lists : tree->lists;
    if (!regions || !next || !lists)
        return -1;
    tree->list_count = room;
    memset (tree->lists, -1, count * sizeof *tree->lists);
    for (int i = 0; i < tree->count; i++)
        link_region (tree, i);
    return 0;
}

static void
release_texts (struct hpm_marked_region *region)
{
    free (region->path);
    free (region->label);
    free (region->file);
}

static char *
path_of (const struct hpm_region_tree *tree, int parent, const char *label)
{
    const char *around = parent < 0 ? "" : tree->regions[parent].path;
    size_t bytes = strlen (around) + strlen (label) + 2;
    char *path = malloc (bytes);

    if (path)
        snprintf (path, bytes, "%s%s%s", around, parent < 0 ? "" : "/", label);
    return path;
}

static int
add (struct hpm_region_tree *tree, int parent,
     const struct hpm_path_record *path, const char *label, const char *file)
{
    struct hpm_marked_region region
        = { .parent = parent, .line = path->line, .mark = path->mark };

    if (tree->count >= MOST || grow (tree))
        return -1;
    region.path = path_of (tree, parent, label);
    region.label = strdup (label);
    region.file = file ? strdup (file) : NULL;
    if (!region.path || !region.label || (file && !region.file)) {
        release_texts (&region);
        return -1;
    }
    tree->regions[tree->count] = region;
    link_region (tree, tree->count);
    return tree->count++;
}

int
hpm_region_tree_place (struct hpm_region_tree *tree, int parent,
                       const struct hpm_path_record *path, const char *label,
                       const char *file)
{
    int at = tree->count ? *list_of (tree, parent, label) : -1;

    while (at >= 0
           && (tree->regions[at].parent != parent
               || strcmp (tree->regions[at].label, label)))
        at = tree->next[at];
    return at >= 0 ? at : add (tree, parent, path, label, file);
}

const char *
hpm_mark_word (int mark)
{
    static const char *const words[] = {
#define HPM_X(code, identifier, word, meaning) word,
        HPM_MARKS (HPM_X)
#undef HPM_X
    };

    return mark >= 0 && mark < HPM_MARK_COUNT ? words[mark] : "?";
}

/* ---- statistics --------------------------------------------------------- */

static struct hpm_statistics *
make_statistics (size_t count)
{
    struct hpm_statistics *statistics = calloc (count + 1, sizeof *statistics);

    for (size_t i = 0; statistics && i < count; i++)
        hpm_statistics_init (&statistics[i]);
    return statistics;
}

static void
release_statistics (struct hpm_region_tree *tree)
{
    free (tree->sums);
    free (tree->counts);
    free (tree->metrics);
    tree->sums = tree->counts = NULL;
    tree->metrics = NULL;
}

int
hpm_region_tree_start (struct hpm_region_tree *tree, int events, int metrics)
{
    size_t count = (size_t)tree->count;

    release_statistics (tree);
    for (int i = 0; i < tree->count; i++)
        tree->regions[i].squares = 0;
    tree->sums = make_statistics (count * HPM_REGION_SUM_COUNT);
    tree->counts = make_statistics (count * (size_t)events);
    tree->metrics = calloc (count * (size_t)metrics + 1, sizeof *tree->metrics);
    return tree->sums && tree->counts && tree->metrics ? 0 : -1;
}

void
hpm_region_tree_release (struct hpm_region_tree *tree)
{
    release_statistics (tree);
    for (int i = 0; i < tree->count; i++)
        release_texts (&tree->regions[i]);
    free (tree->regions);
    free (tree->lists);
    free (tree->next);
    memset (tree, 0, sizeof *tree);
}

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

static void
add_row (int64_t *sums, const struct hpm_region_record *row)
{
    int first = sums[HPM_REGION_SUM_ENTRIES] == 0;

    if (row->entries
        && (first || row->min_time < sums[HPM_REGION_SUM_MIN_TIME]))
        sums[HPM_REGION_SUM_MIN_TIME] = row->min_time;
    keep_most (&sums[HPM_REGION_SUM_MAX_TIME], row->max_time);
    keep_most (&sums[HPM_REGION_SUM_THREAD_TIME], row->time);
    add_bounded (&sums[HPM_REGION_SUM_ENTRIES], row->entries);
    add_bounded (&sums[HPM_REGION_SUM_TIME], row->time);
    add_bounded (&sums[HPM_REGION_SUM_EXCLUSIVE], row->time);
    add_bounded (&sums[HPM_REGION_SUM_MPI_TIME], row->mpi_time);
    add_bounded (&sums[HPM_REGION_SUM_COST], row->cost);
    add_bounded (&sums[HPM_REGION_SUM_UNENDED], row->unended);
    add_bounded (&sums[HPM_REGION_SUM_STRAY], row->stray);
    add_bounded (&sums[HPM_REGION_SUM_FOLDED], row->folded);
    sums[HPM_REGION_SUM_THREADS] += row->entries > 0;
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

/* What is in a region but in none of those inside it: these come after it.  */
static void
take_inner (const struct hpm_region_tree *tree, int64_t *sums)
{
    for (int i = tree->count - 1; i >= 0; i--) {
        int64_t *own = sums + (size_t)i * HPM_REGION_SUM_COUNT, *around;
        int parent = tree->regions[i].parent;

        own[HPM_REGION_SUM_USEFUL] += own[HPM_REGION_SUM_TIME];
        own[HPM_REGION_SUM_USEFUL] -= own[HPM_REGION_SUM_MPI_TIME];
        if (parent < 0)
            continue;
        around = sums + (size_t)parent * HPM_REGION_SUM_COUNT;
        around[HPM_REGION_SUM_EXCLUSIVE] -= own[HPM_REGION_SUM_TIME];
        around[HPM_REGION_SUM_USEFUL]
            -= own[HPM_REGION_SUM_TIME] - own[HPM_REGION_SUM_MPI_TIME];
    }
}

/* Standard deviation of so many entries of that mean, of their squares.  */
static double
deviation (int64_t entries, int64_t time, double squares)
{
    double mean = (double)time / (double)entries;

    return entries ? sqrt (fmax (0, squares / (double)entries - mean * mean))
                   : 0;
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

        own[HPM_REGION_SUM_DEVIATION] = llrint (deviation (
            own[HPM_REGION_SUM_ENTRIES], own[HPM_REGION_SUM_TIME], squares[i]));
    }
    free (squares);
}

void
hpm_region_tree_of_rank (const struct hpm_region_tree *tree,
                         const struct hpm_rank_data *data, int events,
                         int64_t *sums, int64_t *counts)
{
    size_t regions = (size_t)tree->count;

    memset (sums, 0, regions * HPM_REGION_SUM_COUNT * sizeof *sums);
    memset (counts, 0, regions * (size_t)events * sizeof *counts);
    for (int64_t i = 0; i < data->region_count; i++) {
        const struct hpm_region_record *row = &data->regions[i];
        int64_t *own = sums + (size_t)row->path * HPM_REGION_SUM_COUNT;

        add_counts (counts + (size_t)row->path * (size_t)events,
                    data->region_counts + i * events, events);
        add_row (own, row);
    }
    take_inner (tree, sums);
    add_squares (tree, data, sums);
}

/* Of each event, over the threads of a rank that count it.  */
static uint32_t *
qualities_of (const struct hpm_rank_data *data, int parts, int events)
{
    size_t stride = (size_t)parts * (size_t)events;
    uint32_t *qualities = calloc ((size_t)events + 1, sizeof *qualities);

    for (int e = 0; qualities && e < events; e++) {
        qualities[e] = HPM_QUALITY_EXACT;
        for (int64_t t = 0; t < data->thread_count; t++)
            if (data->cells[(size_t)t * stride + (size_t)e].quality
                == HPM_QUALITY_PARTIAL)
                qualities[e] = HPM_QUALITY_PARTIAL;
    }
    return qualities;
}

/* A rank that did not enter it has no shortest entry.  */
static void
add_sums (struct hpm_statistics *into, const int64_t *sums, int rank)
{
    for (int i = 0; i < HPM_REGION_SUM_COUNT; i++)
        if (i != HPM_REGION_SUM_MIN_TIME || sums[HPM_REGION_SUM_ENTRIES])
            hpm_statistics_add_integer (&into[i], sums[i], rank,
                                        HPM_QUALITY_EXACT);
}

int
hpm_region_tree_add (struct hpm_region_tree *tree,
                     const struct hpm_rank_data *data, int parts, int events,
                     const int64_t *sums, const int64_t *counts)
{
    size_t regions = (size_t)tree->count;
    uint32_t *qualities = qualities_of (data, parts, events);
    int rank = data->record.rank;

    if (!qualities)
        return -1;
    for (size_t i = 0; i < regions; i++)
        add_sums (&tree->sums[i * HPM_REGION_SUM_COUNT],
                  sums + i * HPM_REGION_SUM_COUNT, rank);
    for (size_t i = 0; i < regions * (size_t)events; i++)
        if (counts[i] == HPM_NO_COUNT)
            hpm_statistics_add_missing (&tree->counts[i], rank);
        else
            hpm_statistics_add_integer (&tree->counts[i], counts[i], rank,
                                        qualities[i % (size_t)events]);
    for (int64_t i = 0; i < data->region_count; i++)
        tree->regions[data->regions[i].path].squares
            += data->regions[i].squares;
    free (qualities);
    return 0;
}
