/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said of marked regions below their tree: where a rank is slow, where
 * they wait, what marks took, and which marks do not fit each other.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/accumulate.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/finding_region.h"
#include "aggregate/show/summary/finding_words.h"
#include "aggregate/show/summary/summary_regions.h"
#include "hpm_region_record.h"

#define WORTH 0.02 /* of the run */

static const struct hpm_statistics *
sum_of (const struct hpm_region_tree *tree, int region, enum hpm_region_sum sum)
{
    return &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum];
}

double
hpm_region_total (const struct hpm_region_tree *tree, int region,
                  enum hpm_region_sum sum)
{
    return hpm_statistics_sum (sum_of (tree, region, sum));
}

/* Threads that were merged are one row, longer than the run.  */
int
hpm_region_is_threaded (const struct hpm_result *result, int region)
{
    const struct hpm_region_tree *tree = &result->tree;

    return sum_of (tree, region, HPM_REGION_SUM_THREADS)->max > 1
           || sum_of (tree, region, HPM_REGION_SUM_TIME)->max
                  > 1.01 * result->wall.max;
}

struct hpm_region_view
hpm_region_view_of (const struct hpm_result *result)
{
    int wall = hpm_result_find_literal (result, "os::WALL_TIME");
    struct hpm_region_view view
        = { .tree = &result->tree,
            .run = result->wall.mean * (double)result->wall.count,
            .threads = NAN,
            .timed = hpm_result_find_literal (result, "mpi::TIME") >= 0 };

    for (int i = 0; i < view.tree->count; i++)
        view.is_threaded |= hpm_region_is_threaded (result, i);
    if (wall >= 0 && result->job.events[wall].statistics.count)
        view.threads
            = hpm_statistics_sum (&result->job.events[wall].statistics);
    return view;
}

/* The path of a region; of one that is nested deep ".../LABEL/LABEL".  */
static void
print_end_of_path (FILE *out, const char *path)
{
    int is_cut;
    const char *rest = hpm_region_end_of_path (path, &is_cut);

    if (is_cut)
        fputs ("...", out);
    hpm_report_name (out, rest);
}

/* "  PATH: ", of a line about a region.  */
static void
print_path (FILE *out, const struct hpm_region_tree *tree, int region)
{
    fputs ("  ", out);
    print_end_of_path (out, tree->regions[region].path);
    fputs (": ", out);
}

/* ---- where it costs most ------------------------------------------------ */

static void
print_slow_rank (FILE *out, const struct hpm_result *result,
                 const struct hpm_region_view *view, int region,
                 const struct hpm_statistics *own)
{
    int threaded = hpm_region_is_threaded (result, region);
    char more[HPM_NUMBER_TEXT], all[HPM_NUMBER_TEXT], share[HPM_NUMBER_TEXT];
    double excess = own->max - own->mean;

    print_path (out, view->tree, region);
    fprintf (out, "%srank %lld %s%s for %s%s, %s more than the mean",
             threaded ? "threads of " : "", (long long)own->max_rank,
             threaded ? "are " : "is ", view->timed ? "outside MPI" : "in it",
             hpm_quantity_text (all, own->max, "ns"),
             threaded ? " together" : "",
             hpm_quantity_text (more, excess, "ns"));
    if (!threaded)
        fprintf (
            out, ": %s of the run",
            hpm_percent_text (share, fmin (1, excess / result->wall.mean)));
    fputc ('\n', out);
}

/* Whether a sentence of the verdict names the region of a slow rank.  */
static int
is_named (const struct hpm_verdict *verdict, const struct hpm_result *result)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (hpm_finding_words (&verdict->findings[i], result).region >= 0)
            return 1;
    return 0;
}

/* The region in which one rank is longest beyond the mean of all, by their own
 * time in it, outside MPI where that is known: for that long all others wait,
 * at worst.  Whether it has a processor meanwhile is not known by region.  */
static void
print_slowest (FILE *out, const struct hpm_result *result,
               const struct hpm_region_view *view)
{
    enum hpm_region_sum own
        = view->timed ? HPM_REGION_SUM_USEFUL : HPM_REGION_SUM_EXCLUSIVE;
    double most = 0;
    int where = -1;

    if (result->ranks_partial || result->ranks_missing
        || hpm_result_paused_apart (result))
        return; /* what is known of them was taken at different times */
    if (is_named (&result->verdict, result))
        return;
    for (int i = 0; i < view->tree->count; i++) {
        const struct hpm_statistics *time = sum_of (view->tree, i, own);

        if (time->count > 1 && time->max - time->mean > most) {
            most = time->max - time->mean;
            where = i;
        }
    }
    if (where >= 0 && most >= WORTH * result->wall.mean)
        print_slow_rank (out, result, view, where,
                         sum_of (view->tree, where, own));
}

/* The region with more time in MPI of its own than any other.  */
static void
print_most_mpi (FILE *out, const struct hpm_result *result,
                const struct hpm_region_view *view)
{
    double most = 0, whole;
    int where = -1, threaded = view->is_threaded;
    char share[HPM_NUMBER_TEXT], time[HPM_NUMBER_TEXT];

    for (int i = 0; view->timed && i < view->tree->count; i++) {
        double mpi = hpm_region_total (view->tree, i, HPM_REGION_SUM_EXCLUSIVE)
                     - hpm_region_total (view->tree, i, HPM_REGION_SUM_USEFUL);

        if (mpi > most) {
            most = mpi;
            where = i;
        }
    }
    if (where < 0 || most < WORTH * view->run)
        return;
    whole = threaded ? view->threads : view->run;
    print_path (out, view->tree, where);
    fprintf (out, "has the most time in MPI, %s",
             hpm_quantity_text (time, most, "ns"));
    if (whole > 0)
        fprintf (out, ": %s of the %s",
                 hpm_percent_text (share, fmin (1, most / whole)),
                 threaded            ? "threads' time"
                 : result->ranks > 1 ? "ranks' time"
                                     : "run");
    fputc ('\n', out);
}

#define DEAR 0.01       /* of the run, that all marks took */
#define MANY_FIRST 0.01 /* of the entries */

/* For a first one a label and a region are made, by memory that is new.  Ten
 * times the least is less than that was measured to take.  */
#define FIRST 10

/* Entries that were the first of their region in their thread.  Those of labels
 * that had no room are of no region that is known: each may be one.  */
static double
first_entries (const struct hpm_region_tree *tree)
{
    double first = 0;

    for (int i = 0; i < tree->count; i++)
        first += hpm_region_total (
            tree, i,
            strcmp (tree->regions[i].label, HPM_REGION_OTHER)
                ? HPM_REGION_SUM_THREADS
                : HPM_REGION_SUM_ENTRIES);
    return first;
}

static double
all_entries (const struct hpm_region_tree *tree)
{
    double entries = 0;

    for (int i = 0; i < tree->count; i++)
        entries += hpm_region_total (tree, i, HPM_REGION_SUM_ENTRIES);
    return entries;
}

static void
print_first (FILE *out, double first, double entries)
{
    char these[HPM_NUMBER_TEXT], all[HPM_NUMBER_TEXT];

    fprintf (out,
             "; of %s entries, %s may have been the first of a region, which "
             "cost more: how much is not known",
             hpm_number_text (all, entries), hpm_number_text (these, first));
}

/* What threads beside the main ones marked is no part of the run's time.  */
static void
print_all_costs (FILE *out, const struct hpm_region_view *view)
{
    int of_threads
        = view->is_threaded || hpm_region_tree_cost_beside (view->tree) > 0;
    double whole = of_threads ? view->threads : view->run;
    double cost = hpm_region_tree_cost (view->tree);
    double first = first_entries (view->tree), all = all_entries (view->tree);
    double dear = all > 0 ? 1 + FIRST * fmin (1, first / all) : 1;
    char time[HPM_NUMBER_TEXT], share[HPM_NUMBER_TEXT];

    if (!(cost > 0 && dear * cost >= DEAR * whole))
        return;
    fprintf (out,
             "  marking cost about %s, %s of the %s: it is taken out of "
             "regions, not out of the run",
             hpm_quantity_text (time, cost, "ns"),
             hpm_percent_text (share, fmin (1, cost / whole)),
             of_threads ? "threads' time" : "run");
    if (first > MANY_FIRST * all)
        print_first (out, first, all);
    fputc ('\n', out);
}

/* The region of which marks took most, where that is most of its time.  */
static void
print_cost (FILE *out, const struct hpm_region_view *view)
{
    double most = 0;
    int where = -1;
    char share[HPM_NUMBER_TEXT];

    for (int i = 0; i < view->tree->count; i++) {
        double cost = hpm_region_total (view->tree, i, HPM_REGION_SUM_COST);

        if (cost > most
            && cost > hpm_region_total (view->tree, i, HPM_REGION_SUM_TIME)) {
            most = cost;
            where = i;
        }
    }
    if (where < 0)
        return;
    print_path (out, view->tree, where);
    most /= most + hpm_region_total (view->tree, where, HPM_REGION_SUM_TIME);
    fprintf (out,
             "marks took %s of its time; that is taken out, and what is left "
             "uncertain\n",
             hpm_percent_text (share, most));
}

/* ---- efficiency --------------------------------------------------------- */

/* The verdict's has a factor more, which a region has not: waiting for a
 * processor is known of whole threads.  */
static void
print_processors (FILE *out, const struct hpm_result *result)
{
    const double *e = result->verdict.efficiency;
    double most = e[HPM_EFFICIENCY_PROCESSORS];
    int is_range = hpm_efficiency_is_range (e);
    double least = is_range ? e[HPM_EFFICIENCY_PROCESSORS_LEAST] : most;
    char range[32];
    int known = 0;

    for (int i = 0; i < result->tree.count && !known; i++)
        known = isfinite (hpm_region_efficiency (result, i).parallel);
    if (is_range)
        snprintf (range, sizeof range, "%.2f to %.2f", least, most);
    else
        snprintf (range, sizeof range, "%.2f", most);
    if (known && least < HPM_LIMIT_GOOD)
        fprintf (out,
                 "  efficiency of regions: balance x communication alone; the "
                 "verdict's processors, %s, are no part of it\n",
                 range);
}

/* ---- marks that do not fit ---------------------------------------------- */

/* "PATH (FILE:LINE)", as far as the place is known.  */
static void
print_place (FILE *out, const struct hpm_marked_region *region)
{
    print_end_of_path (out, region->path);
    if (!region->file || !*region->file)
        return;
    fputs (" (", out);
    hpm_report_name (out, region->file);
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
        double here = hpm_region_total (tree, i, sum);

        all += here;
        if (here > most) {
            most = here;
            where = &tree->regions[i];
        }
    }
    if (!where)
        return;
    fprintf (out, "  %s %s ", hpm_number_text (number, all),
             all > 1 ? several : one);
    print_place (out, where);
    fputs (all > most ? " and others\n" : "\n", out);
}

static void
print_dropped (FILE *out, const struct hpm_result *result)
{
    char number[HPM_NUMBER_TEXT];

    if (result->dropped_marks > 0)
        fprintf (out,
                 "  dropped, since signal handlers made them within others: "
                 "%s mark%s\n",
                 hpm_number_text (number, (double)result->dropped_marks),
                 result->dropped_marks == 1 ? "" : "s");
}

static void
print_notes (FILE *out, const struct hpm_result *result,
             const struct hpm_region_view *view)
{
    print_processors (out, result);
    print_slowest (out, result, view);
    print_most_mpi (out, result, view);
    print_all_costs (out, view);
    print_cost (out, view);
    print_unbalanced (out, view->tree, HPM_REGION_SUM_UNENDED,
                      "entry never ended:", "entries never ended:");
    print_unbalanced (out, view->tree, HPM_REGION_SUM_STRAY,
                      "end without a beginning:", "ends without a beginning:");
    print_unbalanced (out, view->tree, HPM_REGION_SUM_FOLDED,
                      "entry was nested too deep, and is part of",
                      "entries were nested too deep, and are part of");
    print_dropped (out, result);
}

/* Each is a line that begins with two blanks, and has no other line's end: what
 * names have of these is escaped.  */
void
hpm_region_notes (FILE *out, const struct hpm_result *result,
                  const struct hpm_region_view *view)
{
    char *text = NULL, *rest;
    size_t size;
    FILE *notes = open_memstream (&text, &size);

    if (!notes)
        return;
    print_notes (notes, result, view);
    if (fclose (notes) == 0)
        for (char *line = strtok_r (text, "\n", &rest); line;
             line = strtok_r (NULL, "\n", &rest))
            hpm_report_fold (out, "  ", 4, line + 2);
    free (text);
}
