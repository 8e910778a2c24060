/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/compare/rank_test.h"
#include "base/text.h"

static int
is_single (const struct hpm_comparison *comparison)
{
    return comparison->side[0].count < 2 || comparison->side[1].count < 2;
}

static int
count_kind (const struct hpm_comparison *comparison, enum hpm_change_kind kind)
{
    int count = 0;

    for (int i = 0; i < comparison->count; i++)
        count += comparison->list[i].kind == kind;
    return count;
}

/* The run time, which alone has half the level.  */
static void
tell_wall (FILE *out, const struct hpm_comparison *comparison)
{
    const struct hpm_change *wall = hpm_comparison_find (comparison, "wall");

    if (!wall || !isfinite (wall->share)) {
        fprintf (out, "the run time was not measured in all runs");
        return;
    }
    if (wall->kind == HPM_CHANGE_SHOWN)
        fprintf (out, "the new runs are %s: run time %+.3g %%",
                 wall->shift > 0 ? "slower" : "faster", 100 * wall->share);
    else if (wall->kind == HPM_CHANGE_SINGLE)
        fprintf (out, "run time %+.3g %%", 100 * wall->share);
    else
        fprintf (out, "no change of the run time is shown: %+.3g %%",
                 100 * wall->share);
    if (!isnan (wall->low))
        fprintf (out, " (95 %% interval %+.3g to %+.3g %%)",
                 100 * wall->low / fabs (wall->median[HPM_SIDE_BASE]),
                 100 * wall->high / fabs (wall->median[HPM_SIDE_BASE]));
}

/* How many of a kind, and the largest, which stands first.  */
static void
tell_kind (FILE *out, const struct hpm_comparison *comparison,
           enum hpm_change_kind kind, const char *one, const char *many)
{
    int count = count_kind (comparison, kind), first = 0;

    if (!count)
        return;
    while (comparison->list[first].kind != kind)
        first++;
    fprintf (out, "; %d %s changed, %s%s", count, count > 1 ? many : one,
             count > 1 ? "the most " : "",
             comparison->list[first].quantity->key);
    if (isfinite (comparison->list[first].share))
        fprintf (out, " (%+.3g %%)", 100 * comparison->list[first].share);
}

char *
hpm_comparison_verdict (const struct hpm_comparison *comparison)
{
    const struct hpm_change *wall = hpm_comparison_find (comparison, "wall");
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    tell_wall (out, comparison);
    tell_kind (out, comparison, HPM_CHANGE_EXACT, "count has", "counts have");
    /* The run time was told.  */
    if (count_kind (comparison, HPM_CHANGE_SHOWN)
        > (wall && wall->kind == HPM_CHANGE_SHOWN))
        tell_kind (out, comparison, HPM_CHANGE_SHOWN, "measure has",
                   "measures have");
    if (is_single (comparison))
        fprintf (out, "; single runs: nothing is known of chance");
    else if (!comparison->is_alternating)
        fprintf (out, "; the sides did not take turns, so what else changed "
                      "with time looks the same");
    return fclose (out) ? NULL : text;
}

/* The line of a setting in a list of lines, by the name before its "=", and its
 * length; "" for none.  */
static struct hpm_piece
find_setting (const char *lines, const char *name, size_t length)
{
    for (; *lines; lines += *lines == '\n') {
        size_t all = strcspn (lines, "\n");

        if (all > length && !strncmp (lines, name, length)
            && lines[length] == '=')
            return (struct hpm_piece){ lines, all };
        lines += all;
    }
    return (struct hpm_piece){ "", 0 };
}

/* Settings of `lines` that the others have not, and of one's own those that
 * they have otherwise, behind so many that were told.  Returns how many then
 * are.  */
static int
tell_settings (FILE *out, const char *lines, const char *others, int is_own,
               int told)
{
    for (; *lines; lines += *lines == '\n') {
        size_t all = strcspn (lines, "\n");
        struct hpm_piece other
            = find_setting (others, lines, strcspn (lines, "=\n"));
        int same = other.length == all && !strncmp (other.start, lines, all);

        if (!same && (is_own || !other.length))
            fprintf (out, "%s'%.*s', not '%.*s'", told++ ? "; " : "",
                     (int)(is_own ? all : 0), lines,
                     (int)(is_own ? other.length : all),
                     is_own ? other.start : lines);
        lines += all;
    }
    return told;
}

/* All settings that differ, by name.  */
static void
tell_difference (FILE *out, const char *own, const char *other)
{
    tell_settings (out, other, own, 0, tell_settings (out, own, other, 1, 0));
}

/* Tell the first run that has not what the first one has, and how many.  */
static void
tell_unlike (FILE *out, const struct hpm_comparison *comparison,
             const char *name,
             const char *(*of) (const struct hpm_compared_run *run, int field),
             int field)
{
    const struct hpm_side_runs *side = comparison->side;
    const struct hpm_compared_run *first
        = side[0].count ? side[0].runs : side[1].runs;
    const struct hpm_compared_run *unlike = NULL;
    char usual[16384];
    int count = 0;

    snprintf (usual, sizeof usual, "%s", of (first, field));
    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < side[s].count; i++)
            if (strncmp (of (&side[s].runs[i], field), usual,
                         sizeof usual - 1)) {
                if (!unlike)
                    unlike = &side[s].runs[i];
                count++;
            }
    if (!unlike)
        return;
    fprintf (out, "another %s than %s: %s", name, first->path, unlike->path);
    if (count > 1)
        fprintf (out, " and %d more", count - 1);
    fprintf (out, ", ");
    if (field == HPM_COMPARED_OPTIONS)
        tell_difference (out, of (unlike, field), usual);
    else
        fprintf (out, "'%s', not '%s'", of (unlike, field), usual);
    fputc ('\n', out);
}

static const char *
text_of (const struct hpm_compared_run *run, int field)
{
    return run->text[field];
}

static const char *
hosts_of (const struct hpm_compared_run *run, int field)
{
    (void)field;
    return run->hosts;
}

/* Of the caller's next call alone: the text is static.  */
static const char *
size_of_job (const struct hpm_compared_run *run, int field)
{
    static _Thread_local char text[32];

    snprintf (text, sizeof text, "%.0f",
              field == -1 ? run->ranks : run->threads);
    return text;
}

static void
tell_copies (FILE *out, const struct hpm_comparison *comparison)
{
    if (!comparison->copies)
        return;
    fprintf (out, "%s is of the same run as %s", comparison->copy,
             comparison->copied);
    if (comparison->copies > 1)
        fprintf (out, ", and so are %d more", comparison->copies - 1);
    fprintf (out, ": a run counts once\n");
}

static void
tell_both_sides (FILE *out, const struct hpm_comparison *comparison)
{
    const struct hpm_side_runs *side = comparison->side;

    for (int i = 0; i < side[0].count; i++)
        for (int k = 0; k < side[1].count; k++)
            if (hpm_compared_run_is_same (&side[0].runs[i], &side[1].runs[k])) {
                fprintf (out, "%s and %s are the same run, on both sides\n",
                         side[0].runs[i].path, side[1].runs[k].path);
                return;
            }
}

static int
is_empty (const struct hpm_compared_run *run)
{
    return run->is_empty;
}

static int
is_range (const struct hpm_compared_run *run)
{
    return hpm_compared_run_has_range (run, "overall" HPM_QUANTITY_LEAST);
}

/* Put the first run that is such, and how many more, behind `before`.  Returns
 * 0 where none is.  */
static int
tell_such (FILE *out, const struct hpm_comparison *comparison,
           int (*is_such) (const struct hpm_compared_run *run),
           const char *before)
{
    const char *first = NULL;
    int count = 0;

    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < comparison->side[s].count; i++) {
            const struct hpm_compared_run *run = &comparison->side[s].runs[i];

            count += is_such (run);
            if (count && !first)
                first = run->path;
        }
    if (!first)
        return 0;
    fprintf (out, "%s %s", before, first);
    if (count > 1)
        fprintf (out, " and %d more", count - 1);
    return 1;
}

static void
tell_empty (FILE *out, const struct hpm_comparison *comparison)
{
    if (tell_such (out, comparison, is_empty, "nothing was counted in"))
        fprintf (out, ", so nothing of it can be compared\n");
}

static void
tell_ranges (FILE *out, const struct hpm_comparison *comparison)
{
    if (tell_such (out, comparison, is_range,
                   "overall and processors are what they are at most in"))
        fprintf (out, "; at least they are overall" HPM_QUANTITY_LEAST
                      " and processors" HPM_QUANTITY_LEAST "\n");
}

static void
tell_runs (FILE *out, const struct hpm_comparison *comparison)
{
    static const char *const names[] = {
#define HPM_X(identifier, field, name) name,
        HPM_COMPARED_TEXTS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_COMPARED_TEXT_COUNT; i++)
        tell_unlike (out, comparison, names[i], text_of, i);
    tell_unlike (out, comparison, "number of ranks", size_of_job, -1);
    tell_unlike (out, comparison, "number of threads", size_of_job, -2);
    tell_unlike (out, comparison, "list of hosts", hosts_of, -1);
}

/* Runs a side that it takes until so many tests can show something.  */
static int
runs_needed (double tests)
{
    int runs = 2;

    while (runs < HPM_SAMPLE_MOST
           && 2 * tests * hpm_rank_test_least (runs, runs) > HPM_COMPARE_LEVEL)
        runs++;
    return runs;
}

static void
tell_power (FILE *out, const struct hpm_comparison *comparison)
{
    int base = comparison->side[0].count, news = comparison->side[1].count;
    double least = hpm_rank_test_least (base, news);
    int others = comparison->tested > 1 ? comparison->tested - 1 : 1;

    if (2 * least > HPM_COMPARE_LEVEL)
        fprintf (out,
                 "%d and %d runs are too few for a test: the run time takes %d "
                 "and %d, the other %d measures %d and %d\n",
                 base, news, runs_needed (1), runs_needed (1), others,
                 runs_needed (others), runs_needed (others));
    else if (2 * others * least > HPM_COMPARE_LEVEL)
        fprintf (out,
                 "%d and %d runs are too few to show a change of measures "
                 "other than the run time: these are %d, which takes %d and "
                 "%d\n",
                 base, news, others, runs_needed (others),
                 runs_needed (others));
}

char *
hpm_comparison_notes (const struct hpm_comparison *comparison)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int both = comparison->side[0].count && comparison->side[1].count;

    if (!out)
        return NULL;
    tell_copies (out, comparison);
    tell_both_sides (out, comparison);
    tell_empty (out, comparison);
    tell_runs (out, comparison);
    tell_ranges (out, comparison);
    if (both && !is_single (comparison)) {
        if (!comparison->is_alternating)
            fprintf (out, "the sides did not take turns (hpmrun --repeat "
                          "--against does that): a machine that was busier "
                          "meanwhile looks like a change\n");
        if (comparison->tested)
            tell_power (out, comparison);
    }
    if (comparison->unmatched == 1)
        fprintf (out, "%s is not in all runs and was left out\n",
                 comparison->unmatched_name);
    if (comparison->unmatched > 1)
        fprintf (out,
                 "%d quantities are not in all runs and were left out, "
                 "%s for one\n",
                 comparison->unmatched, comparison->unmatched_name);
    return fclose (out) ? NULL : text;
}
