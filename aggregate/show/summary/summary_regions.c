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

#include "aggregate/analysis/accumulate.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/summary.h"
#include "aggregate/show/summary/summary_regions.h"
#include "base/text.h"

#define SHOWN 12 /* regions, most costly first */
#define LINES 24 /* with those around them, however deep they are */
#define COLUMNS 8

/* Which regions are shown.  */
struct choice {
    const struct hpm_region_tree *tree;
    char *shown; /* [region] */
    int lines;   /* so far */
    int left_out;
    double time_left_out; /* their own, ns */
};

static const struct hpm_statistics *
sum_of (const struct hpm_region_tree *tree, int region, enum hpm_region_sum sum)
{
    return &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum];
}

/* ---- which -------------------------------------------------------------- */

static const struct hpm_region_tree *sorted; /* for the comparison */

/* By exclusive time, most first.  */
static int
compare (const void *a, const void *b)
{
    double left
        = hpm_region_total (sorted, *(const int *)a, HPM_REGION_SUM_EXCLUSIVE);
    double right
        = hpm_region_total (sorted, *(const int *)b, HPM_REGION_SUM_EXCLUSIVE);

    return left < right   ? 1
           : left > right ? -1
                          : *(const int *)a - *(const int *)b;
}

/* A region is shown with those around it, where there are lines for all of
 * them.  Returns whether it is.  */
static int
show_with_parents (struct choice *choice, int region)
{
    const struct hpm_marked_region *regions = choice->tree->regions;
    int more = 0;

    for (int i = region; i >= 0 && !choice->shown[i]; i = regions[i].parent)
        more++;
    if (choice->lines + more > LINES)
        return 0;
    choice->lines += more;
    for (int i = region; i >= 0; i = regions[i].parent)
        choice->shown[i] = 1;
    return 1;
}

static void
count_left_out (struct choice *choice)
{
    for (int i = 0; i < choice->tree->count; i++)
        if (!choice->shown[i]) {
            choice->left_out++;
            choice->time_left_out
                += hpm_region_total (choice->tree, i, HPM_REGION_SUM_EXCLUSIVE);
        }
}

/* Returns 0, or -1 without memory.  */
static int
choose (struct choice *choice)
{
    const struct hpm_region_tree *tree = choice->tree;
    int *order = malloc (((size_t)tree->count + 1) * sizeof *order);

    choice->shown = calloc ((size_t)tree->count + 1, 1);
    if (!order || !choice->shown) {
        free (order);
        return -1;
    }
    for (int i = 0; i < tree->count; i++)
        order[i] = i;
    sorted = tree;
    qsort (order, (size_t)tree->count, sizeof *order, compare);
    for (int i = 0, shown = 0; i < tree->count && shown < SHOWN; i++)
        shown += show_with_parents (choice, order[i]);
    count_left_out (choice);
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

#define DEEPEST 5 /* that is indented; names are to be read */
#define INDENT_BYTES 32

/* What stands before a label: two columns a level or, where it lies deep, its
 * depth.  */
static void
indent_text (char text[INDENT_BYTES], const struct hpm_region_tree *tree,
             int region)
{
    int depth = depth_of (tree, region);

    if (depth <= DEEPEST)
        snprintf (text, INDENT_BYTES, "%*s", 2 * depth, "");
    else
        snprintf (text, INDENT_BYTES, "%*s(%d) ", 2 * DEEPEST, "", depth);
}

#define NAME_SHOWN 95 /* bytes, with those before it */

/* The label behind its indent; one that is cut ends in "~".  */
static void
name_text (char name[NAME_SHOWN + 1], const struct hpm_region_tree *tree,
           int region)
{
    char *plain = hpm_text_escaped (tree->regions[region].label);
    char indent[INDENT_BYTES];
    size_t bytes = plain ? strlen (plain) : 0, room, cut;

    indent_text (indent, tree, region);
    room = NAME_SHOWN - strlen (indent);
    cut = room - 1;
    while (bytes > room && cut > 0
           && ((unsigned char)plain[cut] & 0xc0) == 0x80)
        cut--;
    snprintf (name, NAME_SHOWN + 1, "%s%.*s%s", indent,
              (int)(bytes > room ? cut : bytes), plain ? plain : "",
              bytes > room ? "~" : "");
    free (plain);
}

/* Part of what the columns of shares are of; a clock that reads a bit more at
 * the end is none.  */
static void
percent (char *text, size_t size, double part, double whole)
{
    if (whole > 0)
        snprintf (text, size, "%.1f %%", 100 * fmin (1, part / whole));
    else
        snprintf (text, size, "-");
}

static void
add_row (struct libscols_table *table, const struct hpm_result *result,
         const struct hpm_region_view *view, int region)
{
    const struct hpm_region_tree *tree = view->tree;
    double time = hpm_region_total (tree, region, HPM_REGION_SUM_TIME);
    double own = hpm_region_total (tree, region, HPM_REGION_SUM_EXCLUSIVE);
    char numbers[5][HPM_NUMBER_TEXT], shares[2][32], name[NAME_SHOWN + 1];

    name_text (name, tree, region);
    hpm_number_text (numbers[0],
                     hpm_region_total (tree, region, HPM_REGION_SUM_ENTRIES));
    hpm_number_text (numbers[1], time * view->time.factor);
    percent (shares[0], sizeof shares[0], time,
             view->is_threaded ? view->threads : view->run);
    hpm_number_text (numbers[2], own * view->time.factor);
    percent (shares[1], sizeof shares[1],
             hpm_region_total (tree, region, HPM_REGION_SUM_MPI_TIME),
             view->timed ? time : 0);
    hpm_number_text (numbers[4],
                     hpm_region_efficiency (result, region).parallel);
    hpm_number_text (numbers[3], hpm_statistics_imbalance (sum_of (
                                     tree, region, HPM_REGION_SUM_TIME)));
    hpm_report_row (table,
                    (const char *[]){ name, numbers[0], numbers[1], shares[0],
                                      numbers[2], shares[1], numbers[4],
                                      numbers[3] },
                    COLUMNS);
}

/* Those inside a region below it, in the order in which they were met.  */
static void
add_rows (struct libscols_table *table, const struct hpm_result *result,
          const struct hpm_region_view *view, const struct choice *choice,
          int parent)
{
    for (int i = parent + 1; i < view->tree->count; i++)
        if (choice->shown[i] && view->tree->regions[i].parent == parent) {
            add_row (table, result, view, i);
            add_rows (table, result, view, choice, i);
        }
}

/* Times of threads that run beside each other are more than the run.  */
void
hpm_summary_region_times (FILE *out, const struct hpm_result *result)
{
    const struct hpm_region_view view = hpm_region_view_of (result);
    char whole[HPM_NUMBER_TEXT];

    if (view.is_threaded && view.threads > 0)
        fprintf (out,
                 "  time of threads: all of the run's together ran for %s\n",
                 hpm_quantity_text (whole, view.threads, "ns"));
}

void
hpm_summary_region_pauses (FILE *out, const struct hpm_result *result)
{
    char most[HPM_NUMBER_TEXT], least[HPM_NUMBER_TEXT], text[200];

    if (!result->tree.count || !hpm_result_paused_apart (result))
        return;
    snprintf (text, sizeof text,
              "efficiency of regions unknown: ranks paused for %s to %s",
              hpm_quantity_text (least, result->paused.min, "ns"),
              hpm_quantity_text (most, result->paused.max, "ns"));
    hpm_report_fold (out, "  ", 2, text);
}

#define NAME_LEAST 24 /* characters that no number is worth */

static int
print_tree (FILE *out, const struct hpm_result *result,
            const struct hpm_region_view *view, const struct choice *choice)
{
    /* What is left says how long it was: imbalance, efficiency, entries, the
     * share of MPI and at last that of the run go.  */
    static const int spare[] = { 7, 6, 1, 5, 3 };
    char time[48], own[48];
    const char *prefix = view->is_threaded ? "thread " : "";
    struct hpm_heading headings[COLUMNS]
        = { { "region", 0, 1 },
            { "entries", 1, 0 },
            { time, 1, 0 },
            { view->is_threaded ? "of threads" : "of run", 1, 0 },
            { own, 1, 0 },
            { "in MPI", 1, 0 },
            { "effic.", 1, 0 },
            { "imbal.", 1, 0 } };
    struct libscols_table *table;

    snprintf (time, sizeof time, "%stime [%s]", prefix, view->time.unit);
    snprintf (own, sizeof own, "own [%s]", view->time.unit);
    table = hpm_report_table (out, headings, COLUMNS, 1);
    if (table)
        add_rows (table, result, view, choice, -1);
    if (table) {
        hpm_report_spare (table, out, NAME_LEAST, spare,
                          sizeof spare / sizeof *spare);
        hpm_report_cut (table, out);
    }
    fputc ('\n', out);
    return table ? hpm_report_print (table) : -1;
}

int
hpm_summary_regions (FILE *out, const struct hpm_result *result,
                     const char *file)
{
    struct choice choice = { .tree = &result->tree };
    struct hpm_region_view view;
    char left_out[HPM_NUMBER_TEXT];
    double most = 0;
    int failed;

    if (!choice.tree->count || choose (&choice)) {
        free (choice.shown);
        return 0;
    }
    view = hpm_region_view_of (result);
    for (int i = 0; i < choice.tree->count; i++)
        most = fmax (most,
                     hpm_region_total (choice.tree, i, HPM_REGION_SUM_TIME));
    view.time = hpm_scale_choose ("ns", most);
    failed = print_tree (out, result, &view, &choice);
    if (choice.left_out)
        fprintf (
            out, "  and %d more, of %s themselves: hpmagg --per=region %s\n",
            choice.left_out,
            hpm_quantity_text (left_out, choice.time_left_out, "ns"), file);
    hpm_summary_region_times (out, result);
    if (!hpm_verdict_find (&result->verdict, HPM_FINDING_PAUSED))
        hpm_summary_region_pauses (out, result); /* else the verdict says so */
    hpm_region_notes (out, result, &view);
    free (choice.shown);
    return failed;
}
