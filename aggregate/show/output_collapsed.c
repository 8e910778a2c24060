/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions, functions, lines or whole stacks as programs for flame graphs read
 * them: a line "outer;inner NUMBER" for each.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/rows/output.h"
#include "aggregate/show/summary/summary.h"
#include "base/text.h"

/* What separates frames and lines is no part of one, nor is what a terminal
 * obeys, or no character.  */
static void
put_frame (FILE *out, const char *text)
{
    char *plain = hpm_text_escaped (text);

    for (const char *at = plain; at && *at; at++)
        putc (*at == ';' ? ':' : *at, out);
    free (plain);
}

/* ---- regions ------------------------------------------------------------ */

static void
put_path (FILE *out, const struct hpm_region_tree *tree, int region)
{
    const struct hpm_marked_region *marked = &tree->regions[region];

    if (marked->parent >= 0) {
        put_path (out, tree, marked->parent);
        putc (';', out);
    }
    put_frame (out, marked->label);
}

static double
sum_of (const struct hpm_region_tree *tree, int region, enum hpm_region_sum sum)
{
    return hpm_statistics_sum (
        &tree->sums[(size_t)region * HPM_REGION_SUM_COUNT + sum]);
}

static void
put_time (FILE *out, const struct hpm_region_tree *tree, int region,
          const char *inner, double ns)
{
    if (!(ns >= 0.5))
        return;
    put_path (out, tree, region);
    fprintf (out, "%s %.0f\n", inner, ns);
}

/* Own time, in ns as there may be many short ones; that in MPI as of a region
 * in it.  */
static int
put_regions (const struct hpm_output *output, struct hpm_error *error)
{
    const struct hpm_result *result = output->result;
    const struct hpm_region_tree *tree = &result->tree;
    int timed = hpm_result_find_literal (result, "mpi::TIME") >= 0;

    if (!tree->count)
        return hpm_error_set (error, "--format=collapsed: %s",
                              hpm_summary_why_no_regions (result));
    for (int i = 0; i < tree->count; i++) {
        double own = sum_of (tree, i, HPM_REGION_SUM_EXCLUSIVE);
        double useful
            = timed ? fmin (own, sum_of (tree, i, HPM_REGION_SUM_USEFUL)) : own;

        put_time (output->out, tree, i, "", useful);
        put_time (output->out, tree, i, ";[MPI]", own - useful);
    }
    return 0;
}

/* ---- samples ------------------------------------------------------------ */

static const char *
base_of (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash && slash[1] ? slash + 1 : path;
}

static void
put_spot (FILE *out, const struct hpm_spot *spot, int by_line)
{
    if (spot->module && *spot->module) {
        put_frame (out, base_of (spot->module));
        putc (';', out);
    }
    if (by_line && spot->routine && *spot->routine && spot->line > 0) {
        put_frame (out, spot->routine);
        putc (';', out);
        put_frame (out, base_of (spot->file ? spot->file : ""));
        fprintf (out, ":%d", (int)spot->line);
    } else {
        put_frame (out, spot->place);
    }
    fprintf (out, " %lld\n", (long long)spot->samples);
}

/* What there was no room for is of no function.  */
static void
put_way (FILE *out, const struct hpm_samples *samples, int place)
{
    const struct hpm_stack *stack = &samples->stacks.list[place];

    if (stack->parent >= 0) {
        put_way (out, samples, stack->parent);
        putc (';', out);
    }
    put_frame (out, stack->routine < 0
                        ? "[others]"
                        : samples->routines.list[stack->routine].place);
}

static int
put_stacks (const struct hpm_output *output, struct hpm_error *error)
{
    const struct hpm_samples *samples = &output->result->samples;

    if (!samples->stacks.count)
        return hpm_error_set (error, "--format=collapsed: there are no callers "
                                     "of samples: hpmrun --sample=callers "
                                     "takes them");
    for (int i = 0; i < samples->stacks.count; i++) {
        if (!samples->stacks.list[i].samples)
            continue;
        put_way (output->out, samples, i);
        fprintf (output->out, " %lld\n",
                 (long long)samples->stacks.list[i].samples);
    }
    return 0;
}

static int
put_spots (const struct hpm_output *output, struct hpm_error *error)
{
    const struct hpm_spots *spots = hpm_rows_spots (output->rows);

    if (!spots->count)
        return hpm_error_set (error, "--format=collapsed: there are no "
                                     "samples: hpmrun --sample takes them");
    for (int i = 0; i < spots->count; i++)
        put_spot (output->out, &spots->list[i],
                  output->rows->per == HPM_PER_LINE);
    return 0;
}

int
hpm_output_collapsed (const struct hpm_output *output, struct hpm_error *error)
{
    enum hpm_per per = output->rows->per;
    int failed = per == HPM_PER_REGION   ? put_regions (output, error)
                 : per == HPM_PER_CALLER ? put_stacks (output, error)
                                         : put_spots (output, error);

    return failed || ferror (output->out) ? -1 : 0;
}
