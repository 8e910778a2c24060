/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "report_rows.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "scratch.h"

#define MEMORY_MOST ((size_t)1 << 22) /* of cells, more go to the file */

struct hpm_report_rows {
    const struct hpm_heading *headings;
    int count;
    int *widths; /* on the screen, owned */
    /* Cells, each with a NUL at its end, those of the file first.  */
    FILE *file;  /* NULL until it is needed */
    char *cells; /* owned */
    size_t used, room;
    int column; /* of the cell to be printed next */
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
    if (rows->file)
        fclose (rows->file);
    free (rows->cells);
    free (rows->widths);
    free (rows);
}

static int
flush_cells (struct hpm_report_rows *rows, struct hpm_error *error)
{
    if (!rows->file)
        rows->file = hpm_scratch_open (error);
    if (!rows->file)
        return -1;
    if (fwrite (rows->cells, 1, rows->used, rows->file) != rows->used)
        return hpm_scratch_failed (error);
    rows->used = 0;
    return 0;
}

static int
add_cell (struct hpm_report_rows *rows, const char *text,
          struct hpm_error *error)
{
    size_t bytes = strlen (text) + 1, room = 2 * rows->room + bytes + 4096;

    if (rows->used + bytes > MEMORY_MOST && flush_cells (rows, error))
        return -1;
    if (rows->used + bytes > rows->room) {
        char *cells = realloc (rows->cells, room);

        if (!cells)
            return hpm_error_set (error, "out of memory");
        rows->cells = cells;
        rows->room = room;
    }
    memcpy (rows->cells + rows->used, text, bytes);
    rows->used += bytes;
    return 0;
}

int
hpm_report_rows_add (struct hpm_report_rows *rows, const char *const *texts,
                     struct hpm_error *error)
{
    for (int i = 0; i < rows->count; i++) {
        take_width (rows, i, texts[i]);
        if (add_cell (rows, texts[i], error))
            return -1;
    }
    return 0;
}

static void
put_blanks (FILE *out, int count)
{
    while (count-- > 0)
        putc_unlocked (' ', out);
}

/* What would move the cursor is no part of a cell.  */
static void
put_text (FILE *out, const char *text)
{
    for (; *text; text++)
        putc_unlocked ((unsigned char)*text < ' ' || *text == 127 ? '?' : *text,
                       out);
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
    put_text (out, text);
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
    int failed = fflush (rows->file) || fseeko (rows->file, 0, SEEK_SET);

    while (!failed && getdelim (&text, &size, '\0', rows->file) > 0)
        put_cell (rows, out, text);
    failed = failed || ferror (rows->file);
    free (text);
    return failed ? hpm_scratch_failed (error) : 0;
}

int
hpm_report_rows_print (struct hpm_report_rows *rows, FILE *out,
                       struct hpm_error *error)
{
    const char *text = rows->cells, *end = text ? text + rows->used : text;

    for (int i = 0; i < rows->count; i++)
        put_cell (rows, out, rows->headings[i].text);
    if (rows->file && put_file (rows, out, error))
        return -1;
    for (; text < end; text += strlen (text) + 1)
        put_cell (rows, out, text);
    return 0;
}
