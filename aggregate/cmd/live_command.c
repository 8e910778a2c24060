/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/live_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "aggregate/console/say.h"
#include "aggregate/live/live_find.h"
#include "aggregate/live/live_screen.h"
#include "aggregate/live/live_table.h"

#define LOOK_MS 1000
#define FIRST_MS 5000 /* a rank takes its first snapshot before that */
#define POLL_MS 100
#define KEYS "q quit   < > or 1-9 column   r turn round   arrows scroll"

struct watch {
    const struct hpm_live_request *request;
    char folder[PATH_MAX];
    struct hpm_live_view view;
    int sorted; /* as the request says */
    int first;  /* row at the top */
    int over;   /* the job has ended */
    int quit;
    struct hpm_error trouble; /* of the latest look; "" where it went well */
};

static int64_t
now_ms (void)
{
    struct timespec now;

    clock_gettime (CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- looks -------------------------------------------------------------- */

/* Returns 0, or -1 with the trouble; what was seen before stays.  */
static int
look (struct watch *watch)
{
    const struct hpm_live_request *request = watch->request;
    struct hpm_live_look look;
    int got, failed = 0;

    watch->trouble.text[0] = '\0';
    got = hpm_live_look (&look, watch->folder, request->any_owner,
                         request->events, &watch->trouble);
    if (got == 1 && (look.count || !watch->view.count)) {
        failed = hpm_live_view_take (&watch->view, &look);
        if (failed)
            hpm_error_set (&watch->trouble, "out of memory");
    } else
        watch->over = got == 0 && watch->view.count;
    hpm_live_look_release (&look);
    watch->over |= hpm_live_view_is_over (&watch->view);
    if (!failed && watch->view.count && request->sort && !watch->sorted) {
        watch->sorted = 1;
        failed = hpm_live_view_sort_by (&watch->view, request->sort,
                                        &watch->trouble);
    }
    return got < 0 || failed ? -1 : 0;
}

/* Until a rank has a snapshot.  */
static int
look_first (struct watch *watch)
{
    const struct timespec pause = { 0, POLL_MS * 1000000L };
    int64_t until = now_ms () + FIRST_MS;
    int failed;

    while (!(failed = look (watch)) && !watch->view.count && now_ms () < until)
        nanosleep (&pause, NULL);
    if (!failed && !watch->view.count)
        return hpm_error_set (
            &watch->trouble,
            "%s has no snapshot of any rank (yet): ranks take "
            "one each --snapshot seconds",
            watch->folder);
    return failed;
}

/* ---- the screen --------------------------------------------------------- */

/* Rows that fit between the lines above and the line below.  */
static int
rows_of (int height)
{
    return height > HPM_LIVE_ABOVE + 1 ? height - HPM_LIVE_ABOVE - 1 : 0;
}

static void
keep_in_range (struct watch *watch, int rows)
{
    if (watch->first > watch->view.count - rows)
        watch->first = watch->view.count - rows;
    if (watch->first < 0)
        watch->first = 0;
}

static void
put_below (FILE *out, const struct watch *watch, int width, int rows)
{
    char line[256], where[64] = "";
    int last = watch->first + rows;

    if (rows < watch->view.count)
        snprintf (where, sizeof where, "%d-%d of %d   ", watch->first + 1,
                  last > watch->view.count ? watch->view.count : last,
                  watch->view.count);
    snprintf (line, sizeof line, "%s%.180s", where,
              *watch->trouble.text ? watch->trouble.text : KEYS);
    fprintf (out, "%.*s\033[K", width, line);
}

/* Bytes of the first `height` lines: a window may be lower than what stands
 * above the rows.  */
static size_t
bytes_of_lines (const char *text, int height)
{
    const char *end = text;

    for (int i = 0; i < height; i++) {
        const char *line = strchr (end, '\n');

        if (!line)
            return strlen (text);
        end = line + (i + 1 < height);
    }
    return (size_t)(end - text);
}

static int
draw (struct watch *watch)
{
    struct hpm_live_frame frame = { .terminal = 1 };
    char *text = NULL;
    int height, lines, result;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return -1;
    hpm_live_screen_size (&frame.width, &height);
    frame.rows = rows_of (height);
    keep_in_range (watch, frame.rows);
    frame.first = watch->first;
    lines = hpm_live_table_print (out, &watch->view, &frame);
    for (; lines < height - 1; lines++)
        fputs ("\033[K\n", out);
    put_below (out, watch, frame.width, frame.rows);
    fclose (out);
    result = text ? hpm_live_screen_show (text, bytes_of_lines (text, height))
                  : -1;
    free (text);
    return result;
}

/* The column `step` places to the right of that which orders.  */
static void
move_order (struct watch *watch, int step)
{
    struct hpm_live_view *view = &watch->view;
    int count = hpm_live_view_columns (view), place = 0, column;

    while (hpm_live_view_column (view, place) != view->column)
        place++;
    column = hpm_live_view_column (view, (place + step + count) % count);
    hpm_live_view_sort (view, column, hpm_live_view_is_down (column));
}

static void
scroll (struct watch *watch, int key)
{
    int width, height, page;

    hpm_live_screen_size (&width, &height);
    page = rows_of (height);
    switch (key) {
    case HPM_KEY_UP:
        watch->first--;
        break;
    case HPM_KEY_DOWN:
        watch->first++;
        break;
    case HPM_KEY_PAGE_UP:
        watch->first -= page;
        break;
    case HPM_KEY_PAGE_DOWN:
        watch->first += page;
        break;
    case HPM_KEY_END:
        watch->first = watch->view.count;
        break;
    default:
        watch->first = 0;
    }
    keep_in_range (watch, page);
}

static void
obey (struct watch *watch, int key)
{
    struct hpm_live_view *view = &watch->view;

    if (key == 'q' || key == 'Q' || key == HPM_KEY_QUIT)
        watch->quit = 1;
    else if (key == '<' || key == HPM_KEY_LEFT)
        move_order (watch, -1);
    else if (key == '>' || key == HPM_KEY_RIGHT)
        move_order (watch, 1);
    else if (key == 'r')
        hpm_live_view_sort (view, view->column, !view->down);
    else if (key >= '1' && key <= '9'
             && key - '1' < hpm_live_view_columns (view)) {
        int column = hpm_live_view_column (view, key - '1');

        hpm_live_view_sort (view, column, hpm_live_view_is_down (column));
    } else if (key >= HPM_KEY_UP)
        scroll (watch, key);
}

/* Keys until the next look is due.  */
static void
wait_for_keys (struct watch *watch, int64_t until)
{
    while (!watch->quit && now_ms () < until) {
        obey (watch, hpm_live_screen_key ((int)(until - now_ms ())));
        if (!watch->quit && draw (watch))
            watch->quit = 1;
    }
}

static int
show_live (struct watch *watch)
{
    if (hpm_live_screen_open (&watch->trouble))
        return -1;
    while (!watch->quit && !watch->over) {
        if (draw (watch))
            break;
        wait_for_keys (watch, now_ms () + LOOK_MS);
        if (!watch->quit)
            look (watch);
    }
    hpm_live_screen_close ();
    return 0;
}

/* ---- the command -------------------------------------------------------- */

static void
tell_end (const struct watch *watch)
{
    const char *job = watch->view.look.job;

    printf ("the job%s%s has ended after %.1f s\n", job ? " " : "",
            job ? job : "", hpm_live_view_wall (&watch->view));
}

static int
show (struct watch *watch)
{
    const struct hpm_live_frame whole = { .rows = watch->view.count };

    if (!watch->over && hpm_live_screen_is_there ()) {
        if (show_live (watch))
            return -1;
    } else
        hpm_live_table_print (stdout, &watch->view, &whole);
    if (watch->over)
        tell_end (watch);
    return 0;
}

int
hpm_live_command (const struct hpm_live_request *request)
{
    struct watch watch = { .request = request };
    int failed = hpm_live_find (watch.folder, request->job, request->any_owner,
                                &watch.trouble)
                 || look_first (&watch) || show (&watch);

    if (failed)
        hpm_say ("%s", watch.trouble.text);
    hpm_live_view_release (&watch.view);
    return failed ? 2 : 0;
}
