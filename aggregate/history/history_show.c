/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/history/history_file.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/median.h"
#include "aggregate/compare/quantity.h"
#include "aggregate/history/history_lines.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"

#define COURSE 24 /* runs shown, the last ones */

/* A letter for each of the last runs, from the least to the largest, and a
 * blank for one without a value.  */
static void
draw_course (char *course, const double *values, int count)
{
    static const char levels[] = "_.:-=+*#";
    int first = count > COURSE ? count - COURSE : 0;
    double least = INFINITY, most = -INFINITY, unit;

    for (int i = first; i < count; i++) {
        least = fmin (least, values[i]);
        most = fmax (most, values[i]);
    }
    unit = isfinite (most - least) ? 1 : 0.25; /* else it is too large */
    for (int i = first; i < count; i++)
        *course++ = isnan (values[i]) ? ' '
                    : most > least
                        ? levels[(int)(7
                                       * ((unit * values[i] - unit * least)
                                          / (unit * most - unit * least)))]
                        : '-';
    *course = '\0';
}

/* The values of a column, NAN for a run that has none; malloc'ed, NULL without
 * memory.  */
static double *
values_of (const struct hpm_history *history, int column)
{
    double *values = malloc ((size_t)history->lines * sizeof *values);

    for (int line = 1; values && line < history->lines; line++)
        values[line - 1] = hpm_history_number (history, line, column);
    return values;
}

/* The median of those that are there, which come first then; NAN for none.  */
static double
usual_of (double *values, int count)
{
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (!isnan (values[i]))
            values[kept++] = values[i];
    return kept ? hpm_median (values, (size_t)kept) : NAN;
}

static void
number_cell (char *cell, double value)
{
    if (isnan (value))
        strcpy (cell, "-");
    else
        hpm_number_text (cell, value);
}

static int
add_column (struct libscols_table *table, const struct hpm_history *history,
            int column)
{
    int count = history->lines - 1, failed = 0;
    double *values = values_of (history, column);
    char course[COURSE + 1], cells[3][HPM_NUMBER_TEXT];

    if (values && count) {
        double last = values[count - 1], usual;

        draw_course (course, values, count);
        usual = usual_of (values, count - 1);
        number_cell (cells[0], last);
        number_cell (cells[1], usual);
        snprintf (cells[2], sizeof cells[2],
                  fabs (usual) > 0 && !isnan (last) ? "%+.3g %%" : "-",
                  100 * (last - usual) / fabs (usual));
        failed = hpm_report_row (
            table,
            (const char *const[]){ hpm_history_field (history, 0, column),
                                   cells[0], cells[1], cells[2], course },
            5);
    }
    free (values);
    return values && !failed ? 0 : -1;
}

/* Tell the first run that has another one than the first.  */
static void
tell_unlike (FILE *out, const struct hpm_history *history, int column,
             const char *name)
{
    const char *first = hpm_history_field (history, 1, column);

    for (int line = 2; line < history->lines; line++) {
        const char *own = hpm_history_field (history, line, column);

        if (!strcmp (own, first))
            continue;
        fprintf (out, "note: not all runs are alike: another %s in run %d, ",
                 name, line);
        hpm_report_name (out, own);
        fputs (", not ", out);
        hpm_report_name (out, first);
        fputc ('\n', out);
        return;
    }
}

/* The place of the column of that name, or -1.  */
static int
find_column (const struct hpm_history *history, const char *name)
{
    for (int i = HPM_HISTORY_TEXTS; i < history->columns; i++)
        if (!strcmp (hpm_history_field (history, 0, i), name))
            return i;
    return -1;
}

/* The column of the number that this one is the lower end of, or -1.  */
static int
whole_of (const struct hpm_history *history, int column)
{
    const char *whole
        = hpm_quantity_whole (hpm_history_field (history, 0, column));

    return whole ? find_column (history, whole) : -1;
}

/* Runs in which a column is less than the number of which it is the lower end;
 * -1 where it is none.  */
static int
count_ranges (const struct hpm_history *history, int column)
{
    int whole = whole_of (history, column), count = 0;

    for (int line = 1; whole >= 0 && line < history->lines; line++)
        count += hpm_history_number (history, line, column)
                 < hpm_history_number (history, line, whole);
    return whole < 0 ? -1 : count;
}

static void
tell_ranges (FILE *out, const struct hpm_history *history)
{
    for (int i = HPM_HISTORY_TEXTS; i < history->columns; i++) {
        int count = count_ranges (history, i);
        char text[160];

        if (count <= 0)
            continue;
        snprintf (text, sizeof text,
                  "%s is what it is at most in %d of these runs: at least it "
                  "is %s",
                  hpm_history_field (history, 0, whole_of (history, i)), count,
                  hpm_history_field (history, 0, i));
        hpm_report_fold (out, "note: ", 6, text);
    }
}

/* A table that was begun before there were lower ends has none.  */
static void
tell_unknown_ranges (FILE *out, const struct hpm_history *history)
{
    struct hpm_list told = { 0 };

    for (int i = HPM_HISTORY_TEXTS; i < history->columns; i++) {
        const char *name = hpm_history_field (history, 0, i),
                   *least = hpm_quantity_least (name);

        if (least && find_column (history, least) < 0)
            hpm_list_add (&told, " and ", "%s", name);
    }
    if (told.count)
        hpm_list_add (&told, " ",
                      "may be what %s at most: this table was begun without "
                      "lower ends, which a new one has",
                      told.count > 1 ? "they are" : "it is");
    hpm_list_print (&told, out, "note: ", 6);
}

static int
print (FILE *out, const char *path, const struct hpm_history *history)
{
    static const struct hpm_heading headings[] = { { "", 0, 0 },
                                                   { "last", 1, 0 },
                                                   { "median before", 1, 0 },
                                                   { "change", 1, 0 },
                                                   { "course", 0, 0 } };
    struct libscols_table *table = hpm_report_table (out, headings, 5, 0);
    int failed = !table;

    hpm_report_name (out, path);
    fprintf (out, ": %d runs", history->lines - 1);
    if (history->lines > 1) {
        fputs (", the last of ", out);
        hpm_report_name (out,
                         hpm_history_field (history, history->lines - 1, 1));
        fputs (", ", out);
        hpm_report_name (out,
                         hpm_history_field (history, history->lines - 1, 0));
    }
    fputc ('\n', out);
    if (history->lines > 1) {
        tell_unlike (out, history, 1, "program");
        tell_unlike (out, history, 2, "number of ranks");
        tell_ranges (out, history);
        tell_unknown_ranges (out, history);
    }
    fputc ('\n', out);
    for (int i = HPM_HISTORY_TEXTS; !failed && i < history->columns; i++)
        if (count_ranges (history, i)) /* else the number tells all */
            failed = add_column (table, history, i);
    return hpm_report_print (table) || failed || ferror (out) ? -1 : 0;
}

int
hpm_history_show (FILE *out, const char *path, struct hpm_error *error)
{
    struct hpm_history history;
    int failed = hpm_history_read (&history, path, error);

    if (!failed)
        hpm_history_tell_broken (&history, path);
    if (!failed && print (out, path, &history))
        failed = hpm_error_set (error, "cannot write the output");
    hpm_history_release (&history);
    return failed;
}
