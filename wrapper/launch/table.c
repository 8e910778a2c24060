/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/table.h"

#include <libsmartcols.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NARROWEST 1 /* the last column has NARROWEST_TEXT all the same */
#define WIDEST 10000
#define NARROWEST_TEXT 24
#define SEPARATOR "  "

/* The width to fold to; 0 for none.  */
static size_t
wanted_width (const struct libscols_table *table)
{
    const char *columns = getenv ("COLUMNS");
    long width = columns ? strtol (columns, NULL, 10) : 0;

    if (width >= NARROWEST && width < WIDEST)
        return (size_t)width;
    return isatty (STDOUT_FILENO) ? scols_table_get_termwidth (table) : 0;
}

/* The last column is folded by us, between words: it may have newlines.  */
static struct libscols_column *
new_column (struct libscols_table *table, const char *heading, int last)
{
    struct libscols_column *column
        = scols_table_new_column (table, heading, 0, last ? SCOLS_FL_WRAP : 0);

    if (!column || !last)
        return column;
    if (scols_column_set_safechars (column, "\n")
        || scols_column_set_wrapfunc (column, scols_wrapnl_chunksize,
                                      scols_wrapnl_nextchunk, NULL))
        return NULL;
    return column;
}

struct libscols_table *
hpm_table_create (const char *const *headings)
{
    struct libscols_table *table = scols_new_table ();

    if (!table)
        return NULL;
    for (; *headings; headings++)
        if (!new_column (table, *headings, headings[1] == NULL)) {
            scols_unref_table (table);
            return NULL;
        }
    scols_table_set_column_separator (table, SEPARATOR);
    return table;
}

int
hpm_table_add (struct libscols_table *table, const char *const *texts)
{
    struct libscols_line *line = scols_table_new_line (table, NULL);
    size_t count = scols_table_get_ncols (table);

    if (!line)
        return -1;
    for (size_t i = 0; i < count; i++)
        if (scols_line_set_data (line, i, texts[i]))
            return -1;
    return 0;
}

static size_t
cell_length (struct libscols_line *line, size_t column)
{
    const char *text = scols_cell_get_data (scols_line_get_cell (line, column));

    return text ? strlen (text) : 0;
}

/* What the columns before the last one take, and the blanks between.  */
static size_t
width_before_last (struct libscols_table *table)
{
    size_t columns = scols_table_get_ncols (table), sum = 0;

    for (size_t i = 0; i + 1 < columns; i++) {
        struct libscols_column *column = scols_table_get_column (table, i);
        const char *heading
            = scols_cell_get_data (scols_column_get_header (column));
        size_t widest = strlen (heading);

        for (size_t row = 0; row < scols_table_get_nlines (table); row++) {
            size_t length = cell_length (scols_table_get_line (table, row), i);

            if (length > widest)
                widest = length;
        }
        sum += widest + strlen (SEPARATOR);
    }
    return sum;
}

/* Break a text between words, in place; a word longer than a line stays.  */
static void
fold (char *text, size_t width)
{
    char *start = text, *blank = NULL;

    for (; *text; text++) {
        if (*text == ' ')
            blank = text;
        if ((size_t)(text - start) >= width && blank) {
            *blank = '\n';
            start = blank + 1;
            blank = NULL;
        }
    }
}

static int
fold_last_column (struct libscols_table *table, size_t width)
{
    size_t last = scols_table_get_ncols (table) - 1;

    for (size_t row = 0; row < scols_table_get_nlines (table); row++) {
        struct libscols_cell *cell
            = scols_line_get_cell (scols_table_get_line (table, row), last);
        const char *text = scols_cell_get_data (cell);
        char *folded = text ? strdup (text) : NULL;

        if (!folded)
            continue;
        fold (folded, width);
        if (scols_cell_refer_data (cell, folded))
            return -1;
    }
    return 0;
}

int
hpm_table_print (struct libscols_table *table)
{
    size_t width = wanted_width (table), before = width_before_last (table);
    int failed = 0;

    if (width) {
        size_t room
            = width > before + NARROWEST_TEXT ? width - before : NARROWEST_TEXT;

        failed = fold_last_column (table, room);
        scols_table_set_termforce (table, SCOLS_TERMFORCE_ALWAYS);
        scols_table_set_termwidth (table, before + room + 1);
    }
    failed |= scols_print_table (table);
    scols_unref_table (table);
    return failed ? -1 : 0;
}
