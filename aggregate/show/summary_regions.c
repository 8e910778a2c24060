/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that the program marked, for people: the tree, with those in which
 * most of the time went.
 */
#include "config.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary.h"
#include "base/text.h"

#define SHOWN 12 /* regions, most costly first */
#define COLUMNS 7

/* What is shown, and what the table needs to know of all.  */
struct view {
    const struct hpm_region_tree *tree;
    struct hpm_scale time;
    double run;  /* ns all ranks ran, together */
    char *shown; /* [region] */
    int timed;   /* calls of MPI were */
    int left_out;
};

static const struct hpm_statistics *
sum_of (const struct hpm_region_tree *tree, int region, enum hpm_region_sum sum)
{
    return &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum];
}

static double
total (const struct hpm_region_tree *tree, int region, enum hpm_region_sum sum)
{
    return hpm_statistics_sum (sum_of (tree, region, sum));
}

/* ---- which -------------------------------------------------------------- */

static const struct hpm_region_tree *sorted; /* for the comparison */

/* By exclusive time, most first.  */
static int
compare (const void *a, const void *b)
{
    double left = total (sorted, *(const int *)a, HPM_REGION_SUM_EXCLUSIVE);
    double right = total (sorted, *(const int *)b, HPM_REGION_SUM_EXCLUSIVE);

    return left < right   ? 1
           : left > right ? -1
                          : *(const int *)a - *(const int *)b;
}

/* A region is shown with those around it.  */
static void
show_with_parents (struct view *view, int region)
{
    for (; region >= 0; region = view->tree->regions[region].parent)
        view->shown[region] = 1;
}

/* Returns 0, or -1 without memory.  */
static int
choose (struct view *view)
{
    const struct hpm_region_tree *tree = view->tree;
    int *order = malloc (((size_t)tree->count + 1) * sizeof *order);

    view->shown = calloc ((size_t)tree->count + 1, 1);
    if (!order || !view->shown) {
        free (order);
        return -1;
    }
    for (int i = 0; i < tree->count; i++)
        order[i] = i;
    sorted = tree;
    qsort (order, (size_t)tree->count, sizeof *order, compare);
    for (int i = 0; i < tree->count && i < SHOWN; i++)
        show_with_parents (view, order[i]);
    for (int i = 0; i < tree->count; i++)
        view->left_out += !view->shown[i];
    free (order);
    return 0;
}

/* ---- rows --------------------------------------------------------------- */

static int
depth_of (const struct hpm_region_tree *tree, int region)
{
    int depth = -1;

    for (; region >= 0; region = tree->regions[region].parent)
        depth++;
    return depth;
}

#define DEEPEST 16

/* Columns before a label.  */
static int
indent_of (const struct hpm_region_tree *tree, int region)
{
    int depth = depth_of (tree, region);

    return 2 * (depth < DEEPEST ? depth : DEEPEST);
}

static void
percent (char *text, size_t size, double part, double whole)
{
    if (whole > 0)
        snprintf (text, size, "%.1f %%", 100 * part / whole);
    else
        snprintf (text, size, "-");
}

static void
add_row (struct libscols_table *table, const struct view *view, int region)
{
    const struct hpm_region_tree *tree = view->tree;
    double time = total (tree, region, HPM_REGION_SUM_TIME);
    char numbers[4][HPM_NUMBER_TEXT], shares[2][32], name[96];

    snprintf (name, sizeof name, "%*s%s", indent_of (tree, region), "",
              tree->regions[region].label);
    hpm_number_text (numbers[0], total (tree, region, HPM_REGION_SUM_ENTRIES));
    hpm_number_text (numbers[1], time * view->time.factor);
    percent (shares[0], sizeof shares[0], time, view->run);
    hpm_number_text (numbers[2], total (tree, region, HPM_REGION_SUM_EXCLUSIVE)
                                     * view->time.factor);
    percent (shares[1], sizeof shares[1],
             total (tree, region, HPM_REGION_SUM_MPI_TIME),
             view->timed ? time : 0);
    hpm_number_text (numbers[3], hpm_statistics_imbalance (sum_of (
                                     tree, region, HPM_REGION_SUM_TIME)));
    hpm_report_row (table,
                    (const char *[]){ name, numbers[0], numbers[1], shares[0],
                                      numbers[2], shares[1], numbers[3] },
                    COLUMNS);
}

/* Those inside a region below it, in the order in which they were met.  */
static void
add_rows (struct libscols_table *table, const struct view *view, int parent)
{
    for (int i = parent + 1; i < view->tree->count; i++)
        if (view->shown[i] && view->tree->regions[i].parent == parent) {
            add_row (table, view, i);
            add_rows (table, view, i);
        }
}

static void
print_escaped (FILE *out, const char *text)
{
    char *plain = hpm_text_escaped (text);

    fputs (plain ? plain : "?", out);
    free (plain);
}

/* "PATH (FILE:LINE)", as far as the place is known.  */
static void
print_place (FILE *out, const struct hpm_marked_region *region)
{
    print_escaped (out, region->path);
    if (!region->file || !*region->file)
        return;
    fputs (" (", out);
    print_escaped (out, region->file);
    if (region->line > 0)
        fprintf (out, ":%d", (int)region->line);
    fputc (')', out);
}

/* Marks that do not fit each other, with the region that has most of them.  */
static void
print_unbalanced (FILE *out, const struct hpm_region_tree *tree,
                  enum hpm_region_sum sum, const char *one, const char *several)
{
    double all = 0, most = 0;
    const struct hpm_marked_region *where = NULL;
    char number[HPM_NUMBER_TEXT];

    for (int i = 0; i < tree->count; i++) {
        double here = total (tree, i, sum);

        all += here;
        if (here > most) {
            most = here;
            where = &tree->regions[i];
        }
    }
    if (!where)
        return;
    fprintf (out, "  %s %s: ", hpm_number_text (number, all),
             all > 1 ? several : one);
    print_place (out, where);
    fputs (all > most ? " and others\n" : "\n", out);
}

/* ---- where it costs most ------------------------------------------------ */

#define WORTH 0.02 /* of the run */

/* The region in which one rank is longest beyond the mean of all, by their own
 * time in it, outside MPI where that is known: for that long all others wait,
 * at worst.  Whether it has a processor meanwhile is not known by region.  */
static void
print_slowest (FILE *out, const struct hpm_result *result,
               const struct view *view)
{
    enum hpm_region_sum own
        = view->timed ? HPM_REGION_SUM_USEFUL : HPM_REGION_SUM_EXCLUSIVE;
    double most = 0;
    int where = -1;
    char more[HPM_NUMBER_TEXT], all[HPM_NUMBER_TEXT], share[HPM_NUMBER_TEXT];

    for (int i = 0; i < view->tree->count; i++) {
        const struct hpm_statistics *time = sum_of (view->tree, i, own);

        if (time->count > 1 && time->max - time->mean > most) {
            most = time->max - time->mean;
            where = i;
        }
    }
    if (where < 0 || most < WORTH * result->wall.mean)
        return;
    fputs ("  ", out);
    print_escaped (out, view->tree->regions[where].path);
    fprintf (
        out, ": rank %lld %s for %s, %s more than the mean: %s of the run\n",
        (long long)sum_of (view->tree, where, own)->max_rank,
        view->timed ? "is outside MPI" : "is in it",
        hpm_quantity_text (all, sum_of (view->tree, where, own)->max, "ns"),
        hpm_quantity_text (more, most, "ns"),
        hpm_percent_text (share, most / result->wall.mean));
}

/* The region in which most of the time in MPI is, by itself.  */
static void
print_most_mpi (FILE *out, const struct view *view)
{
    double most = 0;
    int where = -1;
    char share[HPM_NUMBER_TEXT];

    for (int i = 0; view->timed && i < view->tree->count; i++) {
        double mpi = total (view->tree, i, HPM_REGION_SUM_EXCLUSIVE)
                     - total (view->tree, i, HPM_REGION_SUM_USEFUL);

        if (mpi > most) {
            most = mpi;
            where = i;
        }
    }
    if (where < 0 || most < WORTH * view->run)
        return;
    fputs ("  ", out);
    print_escaped (out, view->tree->regions[where].path);
    fprintf (out, ": most of the time in MPI, %s of the run\n",
             hpm_percent_text (share, most / view->run));
}

/* The region of which marks took most, where that is most of its time.  */
static void
print_cost (FILE *out, const struct view *view)
{
    double most = 0;
    int where = -1;
    char share[HPM_NUMBER_TEXT];

    for (int i = 0; i < view->tree->count; i++) {
        double cost = total (view->tree, i, HPM_REGION_SUM_COST);

        if (cost > most && cost > total (view->tree, i, HPM_REGION_SUM_TIME)) {
            most = cost;
            where = i;
        }
    }
    if (where < 0)
        return;
    fputs ("  ", out);
    print_escaped (out, view->tree->regions[where].path);
    most /= most + total (view->tree, where, HPM_REGION_SUM_TIME);
    fprintf (out,
             ": marks took %s of its time; that is taken out, and what is left "
             "uncertain\n",
             hpm_percent_text (share, most));
}

int
hpm_summary_regions (FILE *out, const struct hpm_result *result)
{
    struct view view = { .tree = &result->tree };
    char time[48], own[48];
    struct hpm_heading headings[COLUMNS]
        = { { "region", 0, 1 }, { "entries", 1, 0 }, { time, 1, 0 },
            { "of run", 1, 0 }, { own, 1, 0 },       { "in MPI", 1, 0 },
            { "imbal.", 1, 0 } };
    struct libscols_table *table;
    double most = 0;
    int failed;

    if (!view.tree->count || choose (&view)) {
        free (view.shown);
        return 0;
    }
    for (int i = 0; i < view.tree->count; i++)
        most = fmax (most, total (view.tree, i, HPM_REGION_SUM_TIME));
    view.time = hpm_scale_choose ("ns", most);
    view.timed = hpm_result_find_literal (result, "mpi::TIME") >= 0;
    view.run = result->wall.mean * (double)result->wall.count;
    snprintf (time, sizeof time, "time [%s]", view.time.unit);
    snprintf (own, sizeof own, "own [%s]", view.time.unit);
    table = hpm_report_table (out, headings, COLUMNS, 1);
    if (table)
        add_rows (table, &view, -1);
    fputc ('\n', out);
    failed = table ? hpm_report_print (table) : -1;
    if (view.left_out)
        fprintf (out, "  and %d more: see hpmagg --per=region\n",
                 view.left_out);
    print_slowest (out, result, &view);
    print_most_mpi (out, &view);
    print_cost (out, &view);
    print_unbalanced (out, view.tree, HPM_REGION_SUM_UNENDED,
                      "entry never ended", "entries never ended");
    print_unbalanced (out, view.tree, HPM_REGION_SUM_STRAY,
                      "end without a beginning", "ends without a beginning");
    free (view.shown);
    return failed;
}
