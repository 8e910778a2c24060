/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/file/result_parts.h"
#include "tests/unit/made_result.h"

#define REGIONS 3 /* "a", "a/b" and "b" */

static struct hpm_region_record
row_of (int rank, int path)
{
    return (struct hpm_region_record){ .thread = 0,
                                       .path = path,
                                       .entries = 1 + rank,
                                       .time = 1000 * (3 - path) + rank,
                                       .min_time = 10 + path,
                                       .max_time = 900 + path,
                                       .squares = 1e6 * (1 + path),
                                       .mpi_time = 100 + path,
                                       .unended = path,
                                       .stray = 2 * path,
                                       .folded = 3 * path };
}

void
make_regions (struct hpm_result *result)
{
    static const char *const labels[REGIONS] = { "a", "b", "b" };
    static const int parents[REGIONS] = { -1, 0, -1 };

    for (int i = 0; i < REGIONS; i++) {
        const struct hpm_path_record path
            = { .line = 10 * i, .mark = HPM_MARK_HPM };

        hpm_region_tree_place (&result->tree, parents[i], &path, labels[i],
                               i == 1 ? "file.c" : NULL);
    }
}

int
put_regions (struct made *made, struct hpm_h5_writer *writer,
             struct hpm_error *error)
{
    struct hpm_region_columns *columns
        = hpm_region_columns_create (writer, &made->result, error);
    size_t events = (size_t)made->result.event_count;
    int64_t *counts = malloc (REGIONS * events * sizeof *counts);
    int64_t *split = malloc (2 * REGIONS * events * sizeof *split);
    int failed = !columns || !counts || !split;

    for (int r = 0; !failed && r < RANKS; r++) {
        struct hpm_rank_data data = rank_of (made, r);
        struct hpm_region_record rows[REGIONS];

        for (int i = 0; i < REGIONS; i++)
            rows[i] = row_of (r, i);
        for (size_t i = 0; i < REGIONS * events; i++)
            counts[i] = draw_below (1000);
        for (size_t i = 0; i < 2 * REGIONS * events; i++)
            split[i] = draw_below (500);
        data.regions = rows;
        data.region_count = REGIONS;
        data.region_counts = counts;
        data.region_split = split;
        failed = hpm_region_columns_append (columns, &data, error);
    }
    failed = failed || hpm_region_columns_finish (columns, error);
    hpm_region_columns_destroy (columns);
    free (counts);
    free (split);
    return failed;
}

static int
is_same_text (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "") == 0;
}

/* NAN where nothing was added.  */
static int
is_same_number (double a, double b)
{
    return a == b || (isnan (a) && isnan (b));
}

static int
are_same_sums (const struct hpm_statistics *a, const struct hpm_statistics *b,
               size_t count)
{
    size_t same = 0;

    for (size_t i = 0; i < count; i++)
        same += hpm_statistics_sum (&a[i]) == hpm_statistics_sum (&b[i])
                && a[i].count == b[i].count
                && is_same_number (a[i].min, b[i].min)
                && is_same_number (a[i].max, b[i].max)
                && a[i].max_rank == b[i].max_rank;
    return same == count;
}

int
is_same_tree (const struct hpm_result *made, const struct hpm_result *got)
{
    const struct hpm_region_tree *a = &made->tree, *b = &got->tree;
    size_t events = (size_t)made->event_count;

    if (a->count != REGIONS || b->count != REGIONS)
        return 0;
    for (int i = 0; i < REGIONS; i++) {
        const struct hpm_marked_region *x = &a->regions[i], *y = &b->regions[i];

        if (!is_same_text (x->path, y->path)
            || !is_same_text (x->label, y->label)
            || !is_same_text (x->file, y->file) || x->parent != y->parent
            || x->line != y->line || x->mark != y->mark
            || x->squares != y->squares) {
            printf ("# region %d is different\n", i);
            return 0;
        }
    }
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++)
        if (!a->parts[p] || !b->parts[p]
            || !are_same_sums (a->parts[p], b->parts[p], REGIONS * events)) {
            printf ("# counts of part %d are different\n", p);
            return 0;
        }
    return are_same_sums (a->sums, b->sums, REGIONS * HPM_REGION_SUM_COUNT)
           && are_same_sums (a->counts, b->counts, REGIONS * events);
}
