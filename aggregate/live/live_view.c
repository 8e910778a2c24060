/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* qsort_r */
#include "config.h"

#include "aggregate/live/live_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "base/text.h"
#include "aggregate/live/live_peek.h"

#define SILENT_S 5 /* several snapshots are missing then */

/* ---- state -------------------------------------------------------------- */

static double
age_of (const struct hpm_live_rank *rank, int64_t now)
{
    return 1e-9 * (double)(now - rank->until);
}

static int
is_stopped (const struct hpm_live_rank *rank)
{
    char letter = hpm_live_runs (rank->space, rank->pid) == 1
                      ? hpm_process_state ((pid_t)rank->pid)
                      : '?';

    return letter == 'T' || letter == 't';
}

static void
put_state (char *text, size_t size, const struct hpm_live_row *row, int64_t now)
{
    const struct hpm_live_rank *rank = &row->now;
    double age = age_of (rank, now);
    double inside = 1e-9 * (double)(rank->until - rank->inside.since);
    int runs = hpm_live_runs (rank->space, rank->pid);

    if (row->ended)
        snprintf (text, size, "ended");
    else if (is_stopped (rank))
        snprintf (text, size, "stopped");
    else if (age > SILENT_S)
        snprintf (text, size, "%sno news for %.0f s",
                  runs == 1 ? "running, " : "", age);
    else if (*rank->inside.function && inside >= 0.1)
        snprintf (text, size, "in %s %.1f s", rank->inside.function, inside);
    else if (*rank->inside.function)
        snprintf (text, size, "in %s", rank->inside.function);
    else
        snprintf (text, size, "running");
}

/* ---- shares and rates --------------------------------------------------- */

static double
ratio (double now, double before, double seconds)
{
    double more = now - before;

    return more >= 0 && seconds > 0 ? more / seconds : NAN;
}

/* `before` may be NULL: since the start.  */
static void
put_rates (struct hpm_live_row *row, const struct hpm_live_look *look,
           const struct hpm_live_rank *before)
{
    const struct hpm_live_rank *now = &row->now;
    double seconds = now->wall - (before ? before->wall : 0);

    row->interval = seconds;
    row->cpu = ratio (now->cpu, before ? before->cpu : 0, seconds);
    row->mpi = ratio (now->mpi, before ? before->mpi : 0, seconds);
    for (int i = 0; i < look->event_count; i++) {
        double unit = strcmp (look->events[i].unit, "ns") ? 1 : 1e-9;

        row->rates[i]
            = unit
              * (look->events[i].is_peak
                     ? now->counts[i]
                     : ratio (now->counts[i], before ? before->counts[i] : 0,
                              seconds));
    }
}

static int
are_same_events (const struct hpm_live_look *a, const struct hpm_live_look *b)
{
    return a->event_count == b->event_count
           && !memcmp (a->events, b->events,
                       (size_t)a->event_count * sizeof *a->events);
}

static int
by_rank (const void *key, const void *row)
{
    return *(const int32_t *)key - ((const struct hpm_live_row *)row)->now.rank;
}

/* What was known of the rank, if it has the same process; rows ascend.  */
static const struct hpm_live_row *
find_before (const struct hpm_live_view *view, const struct hpm_live_rank *rank)
{
    const struct hpm_live_row *row
        = view->count ? bsearch (&rank->rank, view->rows, (size_t)view->count,
                                 sizeof *view->rows, by_rank)
                      : NULL;

    return row && row->now.pid == rank->pid ? row : NULL;
}

/* Nothing is known of what it does now.  */
static void
forget_rates (struct hpm_live_row *row, const struct hpm_live_look *look)
{
    row->cpu = row->mpi = NAN;
    for (int i = 0; i < look->event_count; i++)
        if (!look->events[i].is_peak)
            row->rates[i] = NAN;
}

static void
fill_row (struct hpm_live_row *row, const struct hpm_live_view *view,
          const struct hpm_live_look *look, const struct hpm_live_rank *rank,
          int comparable)
{
    const struct hpm_live_row *before
        = comparable ? find_before (view, rank) : NULL;

    row->now = *rank;
    row->ended = rank->status == HPM_RANK_COMPLETE
                 || hpm_live_runs (rank->space, rank->pid) == 0;
    if (before && rank->wall <= before->now.wall) {
        int ended = row->ended;

        *row = *before;
        row->now = *rank;
        row->ended = ended;
        if (row->ended || is_stopped (rank)
            || age_of (rank, look->now) > SILENT_S)
            forget_rates (row, look);
    } else
        put_rates (row, look, before ? &before->now : NULL);
    hpm_text_tame (row->now.host);
    put_state (row->state, sizeof row->state, row, look->now);
}

int
hpm_live_view_take (struct hpm_live_view *view, struct hpm_live_look *look)
{
    size_t count = (size_t)look->count;
    struct hpm_live_row *rows = calloc (count + 1, sizeof *rows);
    int *order = calloc (count + 1, sizeof *order);
    int comparable = are_same_events (&view->look, look);

    if (!rows || !order) {
        free (rows);
        free (order);
        return -1;
    }
    view->between = view->count > 0 && comparable;
    for (int i = 0; i < look->count; i++) {
        fill_row (&rows[i], view, look, &look->ranks[i], comparable);
        order[i] = i;
    }
    free (view->rows);
    free (view->order);
    hpm_live_look_release (&view->look);
    view->rows = rows;
    view->order = order;
    view->count = look->count;
    view->look = *look;
    memset (look, 0, sizeof *look);
    hpm_live_view_sort (view, view->column, view->down);
    return 0;
}

void
hpm_live_view_release (struct hpm_live_view *view)
{
    free (view->rows);
    free (view->order);
    hpm_live_look_release (&view->look);
    memset (view, 0, sizeof *view);
}

/* ---- order -------------------------------------------------------------- */

static double
number_of (const struct hpm_live_row *row, int column)
{
    switch (column) {
    case HPM_LIVE_WALL:
        return row->now.wall;
    case HPM_LIVE_CPU:
        return row->cpu;
    case HPM_LIVE_MPI:
        return row->mpi;
    default:
        return column < HPM_LIVE_FIXED_COUNT
                   ? (double)row->now.rank
                   : row->rates[column - HPM_LIVE_FIXED_COUNT];
    }
}

static int
is_text (int column)
{
    return column == HPM_LIVE_HOST || column == HPM_LIVE_STATE;
}

/* What is not known comes last, whichever way.  */
static int
compare_numbers (double left, double right, int down)
{
    if (isnan (left) || isnan (right))
        return isnan (left) - isnan (right);
    if (left == right)
        return 0;
    return (left < right) == !down ? -1 : 1;
}

static int
compare (const void *a, const void *b, void *data)
{
    const struct hpm_live_view *view = data;
    const struct hpm_live_row *left = &view->rows[*(const int *)a];
    const struct hpm_live_row *right = &view->rows[*(const int *)b];
    int order;

    if (is_text (view->column)) {
        order = view->column == HPM_LIVE_HOST
                    ? strcmp (left->now.host, right->now.host)
                    : strcmp (left->state, right->state);
        order = view->down ? -order : order;
    } else
        order = compare_numbers (number_of (left, view->column),
                                 number_of (right, view->column), view->down);
    return order ? order : left->now.rank - right->now.rank;
}

void
hpm_live_view_sort (struct hpm_live_view *view, int column, int down)
{
    view->column = column;
    view->down = down;
    if (view->column >= HPM_LIVE_FIXED_COUNT + view->look.event_count)
        view->column = view->down = 0;
    if (view->count)
        qsort_r (view->order, (size_t)view->count, sizeof *view->order, compare,
                 view);
}

int
hpm_live_view_is_down (int column)
{
    return column != HPM_LIVE_RANK && !is_text (column);
}

int
hpm_live_view_sort_by (struct hpm_live_view *view, const char *key,
                       struct hpm_error *error)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, heading) name,
        HPM_LIVE_FIXED (HPM_X)
#undef HPM_X
    };
    const char *name = key + (*key == '-');

    for (int c = 0; c < HPM_LIVE_FIXED_COUNT + view->look.event_count; c++) {
        const char *of = c < HPM_LIVE_FIXED_COUNT
                             ? names[c]
                             : view->look.events[c - HPM_LIVE_FIXED_COUNT].name;

        if (strcmp (of, name) != 0)
            continue;
        hpm_live_view_sort (view, c, hpm_live_view_is_down (c) ^ (*key == '-'));
        return 0;
    }
    return hpm_error_set (error,
                          "--sort=%s: the table has no such column: rank, "
                          "host, wall, cpu, mpi, state, or an event that is "
                          "shown (--events)",
                          key);
}

/* ---- what is there ------------------------------------------------------ */

int
hpm_live_view_columns (const struct hpm_live_view *view)
{
    return HPM_LIVE_FIXED_COUNT + view->look.event_count;
}

int
hpm_live_view_column (const struct hpm_live_view *view, int place)
{
    int events = view->look.event_count;

    if (place < HPM_LIVE_STATE)
        return place;
    return place < HPM_LIVE_STATE + events
               ? place - HPM_LIVE_STATE + HPM_LIVE_FIXED_COUNT
               : HPM_LIVE_STATE;
}

int
hpm_live_view_is_over (const struct hpm_live_view *view)
{
    int ended = 0;

    for (int i = 0; i < view->count; i++)
        ended += view->rows[i].ended;
    return view->count && (ended == view->count || !view->look.in_use);
}

double
hpm_live_view_wall (const struct hpm_live_view *view)
{
    double wall = 0;

    for (int i = 0; i < view->count; i++)
        wall = fmax (wall, view->rows[i].now.wall);
    return wall;
}
