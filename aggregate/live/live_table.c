/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/live/live_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"

#define MOST (HPM_LIVE_FIXED_COUNT + HPM_LIVE_COLUMNS)
#define CELL 160
#define LINE 4096

/* Numbers of the columns shown, from the left, and how wide they are.  */
struct layout {
    int columns[MOST], widths[MOST];
    int count, left_out;
};

/* ---- cells -------------------------------------------------------------- */

static void
put_heading (char *cell, const struct hpm_live_view *view, int column)
{
    static const char *const fixed[] = {
#define HPM_X(identifier, name, heading) heading,
        HPM_LIVE_FIXED (HPM_X)
#undef HPM_X
    };
    const struct hpm_live_event *event;
    const char *unit;

    if (column < HPM_LIVE_FIXED_COUNT) {
        snprintf (cell, CELL, "%s", fixed[column]);
        return;
    }
    event = &view->look.events[column - HPM_LIVE_FIXED_COUNT];
    unit = !strcmp (event->unit, "ns")     ? " s"
           : !strcmp (event->unit, "byte") ? " B"
                                           : "";
    snprintf (cell, CELL, "%s%s%s", event->name, unit,
              event->is_peak ? "" : "/s");
    for (char *c = cell; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

static void
put_time (char *cell, double seconds)
{
    long whole = seconds < 1e9 ? lround (seconds) : 0;

    if (seconds < 100)
        snprintf (cell, CELL, "%.1f s", seconds);
    else
        snprintf (cell, CELL, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
                  whole % 60);
}

static void
put_share (char *cell, double share)
{
    if (isnan (share))
        snprintf (cell, CELL, "-");
    else
        snprintf (cell, CELL, "%.1f", 100 * share);
}

static void
put_cell (char *cell, const struct hpm_live_row *row, int column)
{
    char number[HPM_NUMBER_TEXT];

    switch (column) {
    case HPM_LIVE_RANK:
        snprintf (cell, CELL, "%d", row->now.rank);
        break;
    case HPM_LIVE_HOST:
        snprintf (cell, CELL, "%s", row->now.host);
        break;
    case HPM_LIVE_WALL:
        put_time (cell, row->now.wall);
        break;
    case HPM_LIVE_CPU:
        put_share (cell, row->cpu);
        break;
    case HPM_LIVE_MPI:
        put_share (cell, row->mpi);
        break;
    case HPM_LIVE_STATE:
        snprintf (cell, CELL, "%s", row->state);
        break;
    default:
        hpm_number_text (number, row->rates[column - HPM_LIVE_FIXED_COUNT]);
        snprintf (cell, CELL, "%s", number);
    }
}

/* ---- columns ------------------------------------------------------------ */

static int
width_of (const struct hpm_live_view *view, int column)
{
    char cell[CELL];
    size_t width;

    put_heading (cell, view, column);
    width = strlen (cell);
    for (int i = 0; i < view->count; i++) {
        put_cell (cell, &view->rows[i], column);
        width = strlen (cell) > width ? strlen (cell) : width;
    }
    return (int)width;
}

/* Events come last of those that there is room for.  */
static void
lay_out (struct layout *layout, const struct hpm_live_view *view, int width)
{
    int used = width_of (view, HPM_LIVE_STATE);

    memset (layout, 0, sizeof *layout);
    for (int i = 0; i < hpm_live_view_columns (view); i++) {
        int column = hpm_live_view_column (view, i);
        int wide = width_of (view, column);

        if (width && column >= HPM_LIVE_FIXED_COUNT
            && used + wide + 2 > width) {
            layout->left_out++;
            continue;
        }
        used += column == HPM_LIVE_STATE ? 0 : wide + 2;
        layout->columns[layout->count] = column;
        layout->widths[layout->count++] = wide;
    }
}

/* ---- lines -------------------------------------------------------------- */

/* A line, cut to the width.  */
static void
put_line (FILE *out, const struct hpm_live_frame *frame, const char *text)
{
    int most = frame->width ? frame->width : LINE;

    fprintf (out, "%.*s%s\n", most, text, frame->terminal ? "\033[K" : "");
}

static int
is_left (int column)
{
    return column == HPM_LIVE_HOST || column == HPM_LIVE_STATE;
}

/* Append a cell; numbers stand on the right.  */
static void
add_cell (char *line, const char *cell, const struct layout *layout, int i)
{
    size_t n = strlen (line);
    int column = layout->columns[i], last = i + 1 == layout->count;
    int width = layout->widths[i];

    snprintf (line + n, LINE - n, "%s%*s", i ? "  " : "",
              last               ? 0
              : is_left (column) ? -width
                                 : width,
              cell);
}

/* The heading of the column that orders is shown turned round.  */
static void
put_headings (FILE *out, const struct hpm_live_view *view,
              const struct layout *layout, const struct hpm_live_frame *frame)
{
    char line[LINE] = "", cell[CELL];
    int most = frame->width ? frame->width : LINE, from = 0, to = 0;

    for (int i = 0; i < layout->count; i++) {
        int before = (int)strlen (line);

        put_heading (cell, view, layout->columns[i]);
        add_cell (line, cell, layout, i);
        if (layout->columns[i] == view->column) {
            from = before + (i ? 2 : 0);
            to = (int)strlen (line);
        }
    }
    if (!frame->terminal || from >= most) {
        put_line (out, frame, line);
        return;
    }
    to = to > most ? most : to;
    fprintf (out, "%.*s\033[7m%.*s\033[0m%.*s\033[K\n", from, line, to - from,
             line + from, most - to, line + to);
}

static void
put_row (FILE *out, const struct hpm_live_row *row, const struct layout *layout,
         const struct hpm_live_frame *frame)
{
    char line[LINE] = "", cell[CELL];

    for (int i = 0; i < layout->count; i++) {
        put_cell (cell, row, layout->columns[i]);
        add_cell (line, cell, layout, i);
    }
    put_line (out, frame, line);
}

/* ---- the job ------------------------------------------------------------ */

static int
count_hosts (const struct hpm_live_view *view)
{
    int count = 0;

    for (int i = 0; i < view->count; i++) {
        int known = 0;

        for (int k = i - 1; k >= 0 && !known && i - k < 4096; k--)
            known = !strcmp (view->rows[i].now.host, view->rows[k].now.host);
        count += !known;
    }
    return count;
}

static int
count_ended (const struct hpm_live_view *view)
{
    int count = 0;

    for (int i = 0; i < view->count; i++)
        count += view->rows[i].ended;
    return count;
}

static void
put_job (FILE *out, const struct hpm_live_view *view,
         const struct layout *layout, const struct hpm_live_frame *frame)
{
    const struct hpm_live_look *look = &view->look;
    int hosts = count_hosts (view), ended = count_ended (view);
    char line[LINE], time[CELL], more[CELL] = "";

    snprintf (line, sizeof line, "hpmmpi: %s",
              look->command ? look->command : "?");
    put_line (out, frame, line);
    put_time (time, hpm_live_view_wall (view));
    if (ended)
        snprintf (more, sizeof more, ", %d ended", ended);
    if (look->left_out)
        snprintf (more + strlen (more), sizeof more - strlen (more),
                  ", %d file%s can't be used", look->left_out,
                  look->left_out > 1 ? "s" : "");
    if (layout->left_out)
        snprintf (more + strlen (more), sizeof more - strlen (more),
                  ", %d event%s without room", layout->left_out,
                  layout->left_out > 1 ? "s" : "");
    snprintf (line, sizeof line,
              "job %s: %d of %d rank%s on %d host%s, %s%s; %%, /s: %s",
              look->job ? look->job : "?", view->count, look->all,
              look->all == 1 ? "" : "s", hosts, hosts == 1 ? "" : "s", time,
              more, view->between ? "since the last look" : "since the start");
    put_line (out, frame, line);
    put_line (out, frame, "");
}

int
hpm_live_table_print (FILE *out, const struct hpm_live_view *view,
                      const struct hpm_live_frame *frame)
{
    struct layout layout;
    int rows = 0;

    lay_out (&layout, view, frame->width);
    put_job (out, view, &layout, frame);
    put_headings (out, view, &layout, frame);
    for (int i = frame->first; i < view->count && rows < frame->rows; i++) {
        put_row (out, &view->rows[view->order[i]], &layout, frame);
        rows++;
    }
    return HPM_LIVE_ABOVE + rows;
}
