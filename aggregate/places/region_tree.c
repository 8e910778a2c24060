/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/places/region_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    free (region->place);
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

static double
total_of (const struct hpm_region_tree *tree, int region,
          enum hpm_region_sum sum)
{
    return hpm_statistics_sum (
        &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum]);
}

/* What was taken out of the outermost regions is less by what stood around
 * these.  */
double
hpm_region_tree_cost (const struct hpm_region_tree *tree)
{
    double marks = 0, taken = 0;

    for (int i = 0; i < tree->count; i++) {
        marks += total_of (tree, i, HPM_REGION_SUM_MARKING);
        if (tree->regions[i].parent < 0)
            taken += total_of (tree, i, HPM_REGION_SUM_COST);
    }
    return marks > 0 ? marks : taken;
}

double
hpm_region_tree_cost_beside (const struct hpm_region_tree *tree)
{
    double beside = 0;

    for (int i = 0; i < tree->count; i++)
        beside += total_of (tree, i, HPM_REGION_SUM_MARKING)
                  - total_of (tree, i, HPM_REGION_SUM_MAIN_MARKING);
    return beside;
}

int
hpm_region_sum_is_judged (enum hpm_region_sum sum)
{
    return sum >= HPM_REGION_SUM_MAIN_TIME && sum <= HPM_REGION_SUM_THREAD_SPAN;
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
    free (tree->inner);
    free (tree->beside);
    free (tree->own);
    tree->inner = tree->beside = NULL;
    tree->own = NULL;
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++) {
        free (tree->parts[p]);
        free (tree->own_parts[p]);
        tree->parts[p] = tree->own_parts[p] = NULL;
    }
    free (tree->metrics);
    free (tree->read);
    tree->sums = tree->counts = NULL;
    tree->metrics = NULL;
    tree->read = NULL;
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
    tree->read = calloc (count * (size_t)events + 1, 1);
    return tree->sums && tree->counts && tree->metrics && tree->read ? 0 : -1;
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
