/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/report_rows.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/console/columns.h"
#include "aggregate/console/scratch.h"
#include "base/text.h"

/* A name is not cut to less than that for the sake of columns that can be left
 * out or stand below.  */
#define NAME_LEAST 24

#define SEPARATOR 2 /* blanks between columns */

struct column {
    int width;  /* on the screen */
    int spare;  /* when it is left out, 0: never */
    int hidden; /* 1: it is */
};

struct hpm_report_rows {
    const struct hpm_heading *headings;
    int count;
    int repeated;           /* from the first on, in each part of the table */
    struct column *columns; /* [count], owned */
    struct hpm_spool cells; /* each with a NUL at its end */
    int column;             /* of the cell to be printed next */
};

/* Columns of a part of the table, beside those that are repeated.  */
struct part {
    int first, end;
    int last; /* that is shown of all */
};

static void
take_width (struct hpm_report_rows *rows, int column, const char *text)
{
    int width = hpm_columns_of (text);

    if (width > rows->columns[column].width)
        rows->columns[column].width = width;
}

struct hpm_report_rows *
hpm_report_rows_create (const struct hpm_heading *headings, int count,
                        struct hpm_error *error)
{
    struct hpm_report_rows *rows = calloc (1, sizeof *rows);

    if (rows)
        rows->columns = calloc ((size_t)count + 1, sizeof *rows->columns);
    if (!rows || !rows->columns) {
        hpm_error_set (error, "out of memory");
        free (rows);
        return NULL;
    }
    rows->headings = headings;
    rows->count = count;
    for (int i = 0; i < count; i++)
        take_width (rows, i, headings[i].text);
    return rows;
}

void
hpm_report_rows_destroy (struct hpm_report_rows *rows)
{
    if (!rows)
        return;
    hpm_spool_release (&rows->cells);
    free (rows->columns);
    free (rows);
}

static int
add_cell (struct hpm_report_rows *rows, int column, const char *text,
          struct hpm_error *error)
{
    take_width (rows, column, text);
    return hpm_spool_add (&rows->cells, text, strlen (text) + 1, error);
}

/* What a terminal obeys instead of showing it is no part of a cell.  */
int
hpm_report_rows_add (struct hpm_report_rows *rows, const char *const *texts,
                     struct hpm_error *error)
{
    int failed = 0;

    for (int i = 0; !failed && i < rows->count; i++) {
        char *plain = NULL;

        if (texts[i][hpm_text_plain (texts[i])])
            plain = hpm_text_escaped (texts[i]);
        failed = add_cell (rows, i, plain ? plain : texts[i], error);
        free (plain);
    }
    return failed ? -1 : 0;
}

void
hpm_report_rows_repeat (struct hpm_report_rows *rows, int count)
{
    rows->repeated = count;
}

void
hpm_report_rows_spare (struct hpm_report_rows *rows, int column, int order)
{
    rows->columns[column].spare = order;
}

/* ---- fit to a width ----------------------------------------------------- */

static int
least_width (const struct hpm_report_rows *rows, int column)
{
    int width = rows->columns[column].width;

    return rows->headings[column].narrow && width > NAME_LEAST ? NAME_LEAST
                                                               : width;
}

/* Of all columns that are shown; with `cut` names are as short as they may be.
 */
static int
whole_width (const struct hpm_report_rows *rows, int cut)
{
    int width = -SEPARATOR;

    for (int i = 0; i < rows->count; i++)
        if (!rows->columns[i].hidden)
            width += SEPARATOR
                     + (cut ? least_width (rows, i) : rows->columns[i].width);
    return width;
}

/* The column that goes next, or -1.  */
static int
find_spare (const struct hpm_report_rows *rows)
{
    int found = -1;

    for (int i = 0; i < rows->count; i++) {
        const struct column *column = &rows->columns[i];

        if (column->spare && !column->hidden
            && (found < 0 || column->spare < rows->columns[found].spare))
            found = i;
    }
    return found;
}

/* The widest of the names that can be cut, and are longer than `least`, or -1.
 */
static int
find_widest (const struct hpm_report_rows *rows, int least)
{
    int found = -1;

    for (int i = 0; i < rows->count; i++)
        if (least_width (rows, i) < rows->columns[i].width
            && rows->columns[i].width > least
            && (found < 0
                || rows->columns[i].width > rows->columns[found].width))
            found = i;
    return found;
}

static void
fit (struct hpm_report_rows *rows, int room)
{
    int column, least;

    while (whole_width (rows, 1) > room && (column = find_spare (rows)) >= 0)
        rows->columns[column].hidden = 1;
    /* A table in several parts has names that are longer.  */
    least = whole_width (rows, 1) > room ? room / 2 : 0;
    while (whole_width (rows, 0) > room
           && (column = find_widest (rows, least)) >= 0)
        rows->columns[column].width--;
}

/* As many columns from the first on as there is room for, one at least.  */
static struct part
part_from (const struct hpm_report_rows *rows, int first, int room)
{
    struct part part = { .first = first, .end = first, .last = -1 };

    for (int i = 0; i < rows->count; i++) {
        int width = rows->columns[i].width + SEPARATOR;

        if (rows->columns[i].hidden || (i >= rows->repeated && i < first))
            continue;
        if (i > first && room + SEPARATOR < width)
            break;
        room -= width;
        part.last = i;
    }
    part.end = part.last < first ? rows->count : part.last + 1;
    while (part.end < rows->count && rows->columns[part.end].hidden)
        part.end++;
    return part;
}

static int
is_shown (const struct hpm_report_rows *rows, const struct part *part,
          int column)
{
    return !rows->columns[column].hidden
           && (column < rows->repeated
               || (column >= part->first && column < part->end));
}

/* ---- print -------------------------------------------------------------- */

static void
put_blanks (FILE *out, int count)
{
    while (count-- > 0)
        putc_unlocked (' ', out);
}

static void
put_text (const struct hpm_report_rows *rows, FILE *out, const char *text,
          int is_last)
{
    const struct hpm_heading *heading = &rows->headings[rows->column];
    int room = rows->columns[rows->column].width, width = hpm_columns_of (text);
    char *shorter = width > room ? hpm_columns_shorten (text, room) : NULL;

    if (shorter)
        width = room;
    if (heading->right)
        put_blanks (out, room - width);
    fputs (shorter ? shorter : text, out);
    if (!heading->right && !is_last)
        put_blanks (out, room - width);
    free (shorter);
}

static void
put_cell (struct hpm_report_rows *rows, FILE *out, const struct part *part,
          const char *text)
{
    int column = rows->column;

    if (is_shown (rows, part, column)) {
        if (column)
            put_blanks (out, SEPARATOR);
        put_text (rows, out, text, column == part->last);
        if (column == part->last)
            putc_unlocked ('\n', out);
    }
    rows->column = (column + 1) % rows->count;
}

static int
put_file (struct hpm_report_rows *rows, FILE *out, const struct part *part,
          struct hpm_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = rows->cells.file;

    if (hpm_spool_rewind (&rows->cells, error))
        return -1;
    while (file && getdelim (&text, &size, '\0', file) > 0)
        put_cell (rows, out, part, text);
    free (text);
    return file && ferror (file) ? hpm_scratch_failed (error) : 0;
}

static int
put_part (struct hpm_report_rows *rows, FILE *out, const struct part *part,
          struct hpm_error *error)
{
    const struct hpm_spool *cells = &rows->cells;

    for (int i = 0; i < rows->count; i++)
        put_cell (rows, out, part, rows->headings[i].text);
    if (put_file (rows, out, part, error))
        return -1;
    for (size_t at = 0; at < cells->used; at += strlen (cells->text + at) + 1)
        put_cell (rows, out, part, cells->text + at);
    return 0;
}

static void
tell_hidden (const struct hpm_report_rows *rows, FILE *out)
{
    struct hpm_list hidden = { 0 };

    for (int i = 0; i < rows->count; i++)
        if (rows->columns[i].hidden)
            hpm_list_add (&hidden, ", ", "%s", rows->headings[i].text);
    if (hidden.count)
        hpm_list_add (&hidden, " ", "(on more COLUMNS, or with --format=csv)");
    hpm_list_print (&hidden, out, "no room for: ", 2);
}

int
hpm_report_rows_print (struct hpm_report_rows *rows, FILE *out,
                       struct hpm_error *error)
{
    int room = hpm_report_width (out);
    struct part part = { .end = rows->repeated };

    fit (rows, room);
    do {
        if (part.end > rows->repeated)
            putc_unlocked ('\n', out);
        part = part_from (rows, part.end, room);
        if (put_part (rows, out, &part, error))
            return -1;
    } while (part.end < rows->count);
    tell_hidden (rows, out);
    return 0;
}
