/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/compare_output.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"

#define ROWS_OF_A_KIND 20 /* of those that say little */
#define CELL 96

/* A number with its unit, "-" for none.  */
static void
value_text (char *text, double value, const char *unit)
{
    char number[HPM_NUMBER_TEXT];

    if (isnan (value)) {
        snprintf (text, CELL, "-");
        return;
    }
    hpm_number_text (number, value);
    snprintf (text, CELL, "%s%s%s", number, *unit ? " " : "", unit);
}

static void
share_text (char *text, double share)
{
    if (isfinite (share))
        snprintf (text, CELL, fabs (share) < 10 ? "%+.3g %%" : "%+.0f %%",
                  100 * share);
    else
        snprintf (text, CELL, isnan (share) ? "-" : "from 0");
}

static void
interval_text (char *text, const struct hpm_change *change)
{
    double of = fabs (change->median[HPM_SIDE_BASE]);

    if (isnan (change->low) || !(of > 0))
        snprintf (text, CELL, "-");
    else
        snprintf (text, CELL, "%+.3g to %+.3g", 100 * change->low / of,
                  100 * change->high / of);
}

static void
surety_text (char *text, const struct hpm_change *change)
{
    if (isnan (change->adjusted))
        snprintf (text, CELL, "%s", hpm_change_word (change->kind));
    else
        snprintf (text, CELL, "p %.2g", change->adjusted);
}

static int
add_change (struct libscols_table *table, const struct hpm_change *change)
{
    const struct hpm_quantity *quantity = change->quantity;
    char cells[5][CELL], *name = NULL;
    int failed;

    value_text (cells[0], change->median[HPM_SIDE_BASE], quantity->unit);
    value_text (cells[1], change->median[HPM_SIDE_NEW], quantity->unit);
    share_text (cells[2], change->share);
    interval_text (cells[3], change);
    surety_text (cells[4], change);
    if (asprintf (&name, "%s", quantity->key) < 0)
        return -1;
    failed
        = hpm_report_row (table,
                          (const char *const[]){ name, cells[0], cells[1],
                                                 cells[2], cells[3], cells[4] },
                          6);
    free (name);
    return failed;
}

/* Changes of these kinds; how many were left out.  */
static int
print_kinds (FILE *out, const struct hpm_comparison *comparison, int from,
             int to, int most, int *left)
{
    static const struct hpm_heading headings[]
        = { { "", 0, 0 },       { "base", 1, 0 },     { "new", 1, 0 },
            { "change", 1, 0 }, { "95 % [%]", 1, 0 }, { "surety", 0, 0 } };
    struct libscols_table *table = NULL;
    int shown = 0;

    *left = 0;
    for (int i = 0; i < comparison->count; i++) {
        const struct hpm_change *change = &comparison->list[i];

        if ((int)change->kind < from || (int)change->kind > to)
            continue;
        if (shown == most) {
            (*left)++;
            continue;
        }
        if (!table && !(table = hpm_report_table (out, headings, 6, 0)))
            return -1;
        if (add_change (table, change))
            return -1;
        shown++;
    }
    if (!table)
        return 0;
    fputc ('\n', out);
    hpm_report_cut (table, out);
    return hpm_report_print (table);
}

static void
print_side (FILE *out, const char *name, const struct hpm_side_runs *side)
{
    for (int i = 0; i < side->count; i++) {
        fprintf (out, "  %-5s", i ? "" : name);
        hpm_report_name (out, side->runs[i].path);
        fputc ('\n', out);
    }
}

static int
print_notes (FILE *out, const struct hpm_comparison *comparison)
{
    char *text = hpm_comparison_notes (comparison), *rest = text, *line;

    while ((line = strsep (&rest, "\n")))
        if (*line)
            hpm_report_fold (out, "note: ", 6, line);
    free (text);
    return text ? 0 : -1;
}

/* Of all kinds in the order of the list, a line each.  */
static int
print_spread (FILE *out, const struct hpm_comparison *comparison)
{
    static const struct hpm_heading headings[]
        = { { "", 0, 0 }, { "mean", 1, 0 }, { "+-", 1, 0 }, { "", 1, 0 } };
    struct libscols_table *table = hpm_report_table (out, headings, 4, 0);

    for (int i = 0; table && i < comparison->count; i++) {
        const struct hpm_change *change = &comparison->list[i];
        double mean = change->mean[HPM_SIDE_NEW],
               deviation = change->deviation[HPM_SIDE_NEW];
        char cells[3][CELL];

        /* Bytes of functions that carry none.  */
        if (!(fabs (mean) > 0) && !(deviation > 0))
            continue;
        value_text (cells[0], mean, change->quantity->unit);
        value_text (cells[1], deviation, "");
        *cells[2] = '\0';
        if (deviation > 0 && fabs (mean) > 0)
            hpm_percent_text (cells[2], deviation / fabs (mean));
        if (hpm_report_row (table,
                            (const char *const[]){ change->quantity->key,
                                                   cells[0], cells[1],
                                                   cells[2] },
                            4))
            return -1;
    }
    if (table)
        hpm_report_cut (table, out);
    return hpm_report_print (table);
}

/* Of one run a side each change is that of the two numbers beside it.  */
static int
has_pairs (const struct hpm_comparison *comparison)
{
    return comparison->count > 0
           && comparison->side[HPM_SIDE_BASE].count
                      * comparison->side[HPM_SIDE_NEW].count
                  > 1;
}

static int
print_differences (FILE *out, const struct hpm_comparison *comparison)
{
    char *verdict = hpm_comparison_verdict (comparison);
    int left = 0, more, failed = !verdict;

    if (verdict)
        hpm_report_fold (out, "", 2, verdict);
    free (verdict);
    print_side (out, "base", &comparison->side[HPM_SIDE_BASE]);
    print_side (out, "new", &comparison->side[HPM_SIDE_NEW]);
    failed = failed || print_notes (out, comparison)
             || print_kinds (out, comparison, HPM_CHANGE_EXACT,
                             HPM_CHANGE_SHOWN, -1, &more)
             || print_kinds (out, comparison, HPM_CHANGE_SINGLE,
                             HPM_CHANGE_UNSHOWN, ROWS_OF_A_KIND, &left);
    if (left)
        fprintf (out, "%d more that are less: --format=csv has all\n", left);
    if (has_pairs (comparison))
        hpm_report_fold (out, "", 2,
                         "base and new are medians; change is the median over "
                         "pairs of runs, not the change of these two");
    return failed ? -1 : 0;
}

int
hpm_compare_text (FILE *out, const struct hpm_comparison *comparison)
{
    int failed;

    if (comparison->side[HPM_SIDE_BASE].count)
        failed = print_differences (out, comparison);
    else {
        int runs = comparison->side[HPM_SIDE_NEW].count;

        fprintf (out, "mean and standard deviation of %d run%s\n", runs,
                 runs == 1 ? "" : "s");
        print_side (out, "", &comparison->side[HPM_SIDE_NEW]);
        failed
            = print_notes (out, comparison) || print_spread (out, comparison);
    }
    return failed || ferror (out) ? -1 : 0;
}
