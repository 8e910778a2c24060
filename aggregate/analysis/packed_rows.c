/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/packed_rows.h"

#include <stdlib.h>

void
hpm_packed_init (struct hpm_packed_rows *rows, size_t width)
{
    memset (rows, 0, sizeof *rows);
    rows->width = width;
}

/* The cells that a packed block keeps lie behind its columns.  */
void
hpm_packed_release (struct hpm_packed_rows *rows)
{
    for (size_t i = 0; i < rows->block_count; i++)
        free (rows->blocks[i]);
    free (rows->blocks);
    free (rows->open);
    hpm_packed_init (rows, rows->width);
}

static int
is_same (const uint64_t *cells)
{
    return !memcmp (cells, cells + 1, (HPM_PACKED_BLOCK - 1) * sizeof *cells);
}

/* Of the columns of a block, one behind the other, the first that is as this
 * one; itself if there is none before.  */
static size_t
first_alike (const uint64_t *cells, size_t column)
{
    const uint64_t *of = cells + column * HPM_PACKED_BLOCK;
    size_t i = 0;

    while (i < column
           && memcmp (cells + i * HPM_PACKED_BLOCK, of,
                      HPM_PACKED_BLOCK * sizeof *of))
        i++;
    return i;
}

/* The open rows by columns.  */
static void
turn (const struct hpm_packed_rows *rows, uint64_t *cells)
{
    for (size_t column = 0; column < rows->width; column++)
        for (size_t row = 0; row < HPM_PACKED_BLOCK; row++)
            cells[column * HPM_PACKED_BLOCK + row]
                = rows->open[row * rows->width + column];
}

/* Cells of a column that are kept: none where it is as one before.  */
static size_t
kept_cells (const uint64_t *cells, size_t column)
{
    return first_alike (cells, column) < column          ? 0
           : is_same (cells + column * HPM_PACKED_BLOCK) ? 1
                                                         : HPM_PACKED_BLOCK;
}

/* Columns, and behind them what is kept of their cells.  */
static struct hpm_packed_column *
make_columns (const uint64_t *cells, size_t width)
{
    struct hpm_packed_column *columns;
    size_t kept = 1; /* malloc of no bytes may be NULL */
    uint64_t *to;

    for (size_t i = 0; i < width; i++)
        kept += kept_cells (cells, i);
    columns = malloc (width * sizeof *columns + kept * sizeof *cells);
    if (!columns)
        return NULL;
    to = (uint64_t *)(columns + width);
    for (size_t i = 0; i < width; i++) {
        size_t alike = first_alike (cells, i), own = kept_cells (cells, i);

        if (alike < i) {
            columns[i] = columns[alike];
            continue;
        }
        memcpy (to, cells + i * HPM_PACKED_BLOCK, own * sizeof *cells);
        columns[i] = (struct hpm_packed_column){ to, own > 1 };
        to += own;
    }
    return columns;
}

/* Pack the last block, whose rows are the open ones.  */
static int
pack (struct hpm_packed_rows *rows)
{
    uint64_t *cells = malloc (rows->width * HPM_PACKED_BLOCK * sizeof *cells);
    struct hpm_packed_column *columns = NULL;

    if (cells) {
        turn (rows, cells);
        columns = make_columns (cells, rows->width);
    }
    free (cells);
    if (!columns)
        return -1;
    free (rows->blocks[rows->block_count - 1]);
    rows->blocks[rows->block_count - 1] = columns;
    return 0;
}

static int
reserve (struct hpm_packed_rows *rows)
{
    size_t capacity = rows->capacity ? 2 * rows->capacity : 1;
    struct hpm_packed_column **blocks;

    if (rows->block_count < rows->capacity)
        return 0;
    blocks = realloc (rows->blocks, capacity * sizeof *blocks);
    if (!blocks)
        return -1;
    rows->blocks = blocks;
    rows->capacity = capacity;
    return 0;
}

/* A block of the open rows, none of which is there yet.  */
static int
add_block (struct hpm_packed_rows *rows)
{
    struct hpm_packed_column *columns;

    if (reserve (rows))
        return -1;
    if (!rows->open)
        rows->open
            = malloc (HPM_PACKED_BLOCK * rows->width * sizeof *rows->open);
    columns = rows->open ? malloc (rows->width * sizeof *columns) : NULL;
    if (!columns)
        return -1;
    for (size_t i = 0; i < rows->width; i++)
        columns[i] = (struct hpm_packed_column){ rows->open + i, rows->width };
    rows->blocks[rows->block_count++] = columns;
    return 0;
}

int
hpm_packed_add (struct hpm_packed_rows *rows, const void *row)
{
    size_t at = rows->count % HPM_PACKED_BLOCK;

    if (!at && ((rows->count && pack (rows)) || add_block (rows)))
        return -1;
    memcpy (rows->open + at * rows->width, row,
            rows->width * sizeof *rows->open);
    rows->count++;
    return 0;
}

void
hpm_packed_row (const struct hpm_packed_rows *rows, size_t at, void *row)
{
    for (size_t i = 0; i < rows->width; i++)
        hpm_packed_cell (rows, at, i, (uint64_t *)row + i);
}
