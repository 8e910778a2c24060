/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/history_file.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/median.h"
#include "aggregate/cmd/history_lines.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "base/text.h"

#define COURSE 24 /* runs shown, the last ones */

/* NAN where there is none.  */
static double
number_of (const char *field)
{
    int minus = *field == '-';
    double number;
    size_t length = hpm_text_number (field + minus, &number);

    if (!length || field[minus + length])
        return NAN;
    return minus ? -number : number;
}

/* A letter for each of the last runs, from the least to the largest.  */
static void
draw_course (char *course, const double *values, int count)
{
    static const char levels[] = "_.:-=+*#";
    int first = count > COURSE ? count - COURSE : 0;
    double least = INFINITY, most = -INFINITY;

    for (int i = first; i < count; i++) {
        least = fmin (least, values[i]);
        most = fmax (most, values[i]);
    }
    for (int i = first; i < count; i++)
        *course++
            = most > least
                  ? levels[(int)(7 * (values[i] - least) / (most - least))]
                  : '-';
    *course = '\0';
}

/* The values of a column; malloc'ed, NULL without memory.  */
static double *
values_of (const struct hpm_history *history, int column, int *count)
{
    double *values = malloc ((size_t)history->lines * sizeof *values);

    *count = 0;
    for (int line = 1; values && line < history->lines; line++) {
        double value = number_of (hpm_history_field (history, line, column));

        if (!isnan (value))
            values[(*count)++] = value;
    }
    return values;
}

static int
add_column (struct libscols_table *table, const struct hpm_history *history,
            int column)
{
    int count, failed = 0;
    double *values = values_of (history, column, &count);
    char course[COURSE + 1], cells[3][HPM_NUMBER_TEXT];

    if (values && count) {
        double last = values[count - 1], usual;

        draw_course (course, values, count);
        usual = hpm_median (values, (size_t)count - 1);
        hpm_number_text (cells[0], last);
        hpm_number_text (cells[1], usual);
        snprintf (cells[2], sizeof cells[2],
                  fabs (usual) > 0 ? "%+.3g %%" : "-",
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
    fputs ("\n\n", out);
    for (int i = HPM_HISTORY_TEXTS; !failed && i < history->columns; i++)
        failed = add_column (table, history, i);
    return hpm_report_print (table) || failed || ferror (out) ? -1 : 0;
}

int
hpm_history_show (FILE *out, const char *path, struct hpm_error *error)
{
    struct hpm_history history;
    int failed = hpm_history_read (&history, path, error);

    if (!failed && print (out, path, &history))
        failed = hpm_error_set (error, "cannot write the output");
    hpm_history_release (&history);
    return failed;
}
