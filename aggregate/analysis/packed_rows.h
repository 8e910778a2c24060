/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Many rows of 64-bit cells in little memory, and as they were: in each block
 * of rows a column takes no room whose cells are all the same, or are those of
 * a column before it.
 */
#ifndef HPM_AGGREGATE_PACKED_ROWS_H
#define HPM_AGGREGATE_PACKED_ROWS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HPM_PACKED_BLOCK 1024 /* rows */

struct hpm_packed_column {
    const uint64_t *cells;
    size_t step; /* from one row to the next; 0: all are the same */
};

struct hpm_packed_rows {
    size_t width, count; /* cells of a row, and rows */
    size_t block_count, capacity;
    struct hpm_packed_column **blocks; /* [blocks][width], owned */
    uint64_t *open; /* the rows of the last block, until it is full */
};

/* None yet, of so many cells each.  */
void hpm_packed_init (struct hpm_packed_rows *rows, size_t width);
void hpm_packed_release (struct hpm_packed_rows *rows);

/* Take a copy of a row.  Returns 0, or -1 without memory.  */
int hpm_packed_add (struct hpm_packed_rows *rows, const void *row);

/* A cell, and all cells of a row, into `cell` or `row`.  */
static inline void
hpm_packed_cell (const struct hpm_packed_rows *rows, size_t row, size_t column,
                 void *cell)
{
    const struct hpm_packed_column *from
        = &rows->blocks[row / HPM_PACKED_BLOCK][column];

    memcpy (cell, &from->cells[row % HPM_PACKED_BLOCK * from->step],
            sizeof *from->cells);
}

void hpm_packed_row (const struct hpm_packed_rows *rows, size_t at, void *row);

#endif /* HPM_AGGREGATE_PACKED_ROWS_H */
