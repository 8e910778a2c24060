/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The run over time, in the summary: a row of characters for each of a few
 * quantities, as high as they are.
 */
#include "config.h"

#include "aggregate/show/summary/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/course/phases.h"
#include "aggregate/course/span.h"
#include "aggregate/console/columns.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"

#define COLUMNS 60    /* at most */
#define MOST_EVENTS 2 /* that were asked for */
#define TITLE 30      /* characters beside a row, where events have none */

#define LEAST_SHARE 0.001 /* in MPI, of a step: a row of less says nothing */

/* What is shorter than that part of a step is a piece of one.  */
#define PIECE 0.75

/* Of a quantity.  */
struct row {
    double columns[COLUMNS];
    double most; /* of a step, and of an interval where that is no shorter */
};

/* Sums over the intervals, each in the columns that it is in.  */
struct course {
    int columns;      /* that there is room for */
    double step;      /* the longer of column and mean interval, in columns */
    struct row share; /* in MPI, as far as it is known */
    struct row processors;
    struct row events[MOST_EVENTS]; /* a second */
    int chosen[MOST_EVENTS], count; /* places of events */
};

/* Add what has this rate from `from` to `to`, in columns.  */
static void
spread (const struct course *course, struct row *row, double rate, double from,
        double to)
{
    if (!isfinite (rate))
        return;
    if (to - from >= PIECE * course->step)
        row->most = fmax (row->most, rate);
    for (int c = (int)from; c < COLUMNS && c < to; c++) {
        double begin = from > c ? from : c, end = to < c + 1 ? to : c + 1;

        if (end > begin)
            row->columns[c] += rate * (end - begin);
    }
}

static void
add_interval (struct course *course, const struct hpm_result *result,
              int interval, struct hpm_value *values)
{
    const struct hpm_timeline *timeline = &result->timeline;
    double whole
        = 1e-9
          * (double)(timeline->ends[timeline->count - 1] - timeline->start);
    int processor = hpm_result_find_event (result, "os::CPU_TIME");
    double from, to, seconds;

    hpm_span_times (result, interval, interval, &from, &to);
    hpm_span_values (result, interval, interval, values);
    seconds = to - from;
    from *= course->columns / whole;
    to *= course->columns / whole;
    spread (course, &course->share,
            hpm_span_mpi_shown (result, values, seconds), from, to);
    if (processor >= 0)
        spread (course, &course->processors,
                1e-9 * values[processor].number / seconds, from, to);
    for (int i = 0; i < course->count; i++)
        spread (course, &course->events[i],
                values[course->chosen[i]].number / seconds, from, to);
}

/* Nothing is printed of what was never as much as `least`, or not known.  The
 * title stands above where it does not fit behind.  */
static void
print_row (FILE *out, const struct row *row, int count, double least,
           const char *title)
{
    static const char *const blocks[]
        = { "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
            "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88" };
    static const char *const plain[]
        = { "_", ".", ":", "-", "=", "+", "*", "#" };
    const char *const *heights = hpm_columns_draw () ? blocks : plain;
    char number[HPM_NUMBER_TEXT], text[320];
    double most = row->most;
    int above;

    for (int c = 0; c < count; c++)
        most = fmax (most, row->columns[c]);
    if (!(most > least))
        return;
    snprintf (text, sizeof text, "%.200s, %s at most", title,
              hpm_short_text (number, most));
    above = count + 4 + (int)strlen (text) > hpm_report_width (out);
    if (above)
        hpm_report_fold (out, "  ", 4, text);
    fputs ("  ", out);
    for (int c = 0; c < count; c++)
        fputs (heights[(int)(7 * fmax (0, row->columns[c]) / most + 0.5)], out);
    fprintf (out, "%s%s\n", above ? "" : "  ", above ? "" : text);
}

/* The heading of the rows: how fine they are, and where numbers are.  */
static void
print_heading (FILE *out, const struct hpm_timeline *timeline, int columns,
               const char *file, int events)
{
    /* No finer than was measured, also where they are wider.  */
    int steps = columns < timeline->count ? columns : timeline->count;
    double length
        = 1e-9
          * (double)(timeline->ends[timeline->count - 1] - timeline->start);
    char heading[64];
    const char *where = file ? "numbers: hpmagg --per=interval "
                             : "hpmstat -o FILE keeps them";
    size_t width;

    snprintf (heading, sizeof heading, "over time, %d steps of %.3g s", steps,
              length / steps);
    width = strlen (heading) + strlen (where) + (file ? strlen (file) : 0);
    fprintf (out, "%s%s", events ? "\n" : "", heading);
    if (width + strlen (" ()") <= (size_t)hpm_report_width (out))
        fprintf (out, " (%s%s)\n", where, file ? file : "");
    else
        fprintf (out, "\n  %s%s\n", where, file ? file : "");
}

static void
print_course (FILE *out, const struct hpm_result *result,
              const struct course *course)
{
    print_row (out, &course->share, course->columns, LEAST_SHARE, "in MPI");
    print_row (out, &course->processors, course->columns, 0, "processors");
    for (int i = 0; i < course->count; i++) {
        char title[256];

        snprintf (title, sizeof title, "%.200s a second",
                  result->events[course->chosen[i]].name);
        print_row (out, &course->events[i], course->columns, 0, title);
    }
}

int
hpm_summary_line (FILE *out, const struct hpm_result *result, const char *file,
                  int events)
{
    const struct hpm_timeline *timeline = &result->timeline;
    struct hpm_value *values;
    struct course course = { .count = 0 };
    int room = hpm_report_width (out) - (events ? 4 : TITLE);

    if (timeline->count < HPM_PHASES_INTERVALS)
        return 0;
    values = calloc ((size_t)result->event_count + 1, sizeof *values);
    if (!values)
        return -1;
    course.columns = room < COLUMNS ? room : COLUMNS;
    course.step = fmax (1, (double)course.columns / timeline->count);
    if (events)
        course.count = hpm_phases_events (result, course.chosen, MOST_EVENTS);
    for (int i = 0; i < timeline->count; i++)
        add_interval (&course, result, i, values);
    print_heading (out, timeline, course.columns, file, events);
    print_course (out, result, &course);
    free (values);
    return hpm_summary_phases (out, result, events);
}
