/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/report_rows.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "aggregate/console/scratch.h"
#include "base/text.h"

struct hpm_report_rows {
    const struct hpm_heading *headings;
    int count;
    int *widths;            /* on the screen, owned */
    struct hpm_spool cells; /* each with a NUL at its end */
    int column;             /* of the cell to be printed next */
};

/* How wide a text is on the screen; one that is none of this encoding is as
 * wide as it has bytes.  */
static int
width_of (const char *text)
{
    size_t length = strlen (text);
    wchar_t wide[256];
    int width = -1;

    for (size_t i = 0; i < length; i++)
        if (text[i] & 0x80) {
            size_t got = mbstowcs (wide, text, 256);

            if (got < 256)
                width = wcswidth (wide, got);
            break;
        }
    return width < 0 ? (int)length : width;
}

static void
take_width (struct hpm_report_rows *rows, int column, const char *text)
{
    int width = width_of (text);

    if (width > rows->widths[column])
        rows->widths[column] = width;
}

struct hpm_report_rows *
hpm_report_rows_create (const struct hpm_heading *headings, int count,
                        struct hpm_error *error)
{
    struct hpm_report_rows *rows = calloc (1, sizeof *rows);

    if (rows)
        rows->widths = calloc ((size_t)count + 1, sizeof *rows->widths);
    if (!rows || !rows->widths) {
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
    free (rows->widths);
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

static void
put_blanks (FILE *out, int count)
{
    while (count-- > 0)
        putc_unlocked (' ', out);
}

static void
put_cell (struct hpm_report_rows *rows, FILE *out, const char *text)
{
    int column = rows->column, last = column == rows->count - 1;
    int blanks = rows->widths[column] - width_of (text);

    if (column)
        put_blanks (out, 2);
    if (rows->headings[column].right)
        put_blanks (out, blanks);
    fputs (text, out);
    if (!rows->headings[column].right && !last)
        put_blanks (out, blanks);
    if (last)
        putc_unlocked ('\n', out);
    rows->column = last ? 0 : column + 1;
}

static int
put_file (struct hpm_report_rows *rows, FILE *out, struct hpm_error *error)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = rows->cells.file;

    if (hpm_spool_rewind (&rows->cells, error))
        return -1;
    while (file && getdelim (&text, &size, '\0', file) > 0)
        put_cell (rows, out, text);
    free (text);
    return file && ferror (file) ? hpm_scratch_failed (error) : 0;
}

int
hpm_report_rows_print (struct hpm_report_rows *rows, FILE *out,
                       struct hpm_error *error)
{
    const struct hpm_spool *cells = &rows->cells;

    for (int i = 0; i < rows->count; i++)
        put_cell (rows, out, rows->headings[i].text);
    if (put_file (rows, out, error))
        return -1;
    for (size_t at = 0; at < cells->used; at += strlen (cells->text + at) + 1)
        put_cell (rows, out, cells->text + at);
    return 0;
}
