/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Packed rows are read as they were added, bit by bit, and take room only for
 * columns that differ.
 */
#include "aggregate/analysis/packed_rows.h"

#include <math.h>

#include "tests/tap.h"

enum { SAME, UNKNOWN, ROW, ROW_AGAIN, LATE, RANDOM, WIDTH };
#define ROWS (20 * HPM_PACKED_BLOCK + 7)

/* `random` is what the row has in the column of that name.  */
static void
make_row (uint64_t row[WIDTH], size_t i, uint64_t random)
{
    double unknown = NAN, nothing = i % 2 ? 0.0 : -0.0;

    row[SAME] = 7;
    memcpy (&row[UNKNOWN], i < 5000 ? &unknown : &nothing, sizeof *row);
    row[ROW] = row[ROW_AGAIN] = i;
    row[LATE] = i == 3 * HPM_PACKED_BLOCK - 1;
    row[RANDOM] = random;
}

static uint64_t
next_random (uint64_t random)
{
    return random * 6364136223846793005U + 1442695040888963407U;
}

/* Rows that are not what was added.  */
static size_t
count_different (const struct hpm_packed_rows *rows)
{
    uint64_t random = 1, expected[WIDTH], row[WIDTH], cell;
    size_t different = 0;

    for (size_t i = 0; i < rows->count; i++) {
        make_row (expected, i, random = next_random (random));
        hpm_packed_row (rows, i, row);
        hpm_packed_cell (rows, i, LATE, &cell);
        different += cell != expected[LATE]
                     || memcmp (row, expected, sizeof row) != 0;
    }
    return different;
}

/* Columns of a block that have a cell for each row, of their own.  */
static int
count_columns (const struct hpm_packed_column *columns)
{
    int own = 0;

    for (int i = 0; i < WIDTH; i++) {
        int is_own = columns[i].step > 0;

        for (int j = 0; j < i; j++)
            is_own &= columns[i].cells != columns[j].cells;
        own += is_own;
    }
    return own;
}

int
main (void)
{
    struct hpm_packed_rows rows;
    uint64_t random = 1, row[WIDTH];
    int failed = 0;

    hpm_packed_init (&rows, WIDTH);
    for (size_t i = 0; i < ROWS; i++) {
        make_row (row, i, random = next_random (random));
        failed |= hpm_packed_add (&rows, row);
        if (i == 0 || i == HPM_PACKED_BLOCK - 1 || i == HPM_PACKED_BLOCK)
            tap_ok (!count_different (&rows), "%zu rows are what was added",
                    i + 1);
    }
    tap_ok (!failed && rows.count == ROWS, "all rows are taken");
    tap_ok (!count_different (&rows),
            "a row in any block is what was added, as is a cell");
    tap_ok (count_columns (rows.blocks[0]) == 2,
            "a column that is always the same, or as another, takes no room");
    tap_ok (count_columns (rows.blocks[2]) == 3,
            "one that differs in the last row of a block takes room there");
    tap_ok (count_columns (rows.blocks[6]) == 3,
            "as does one in which signs of nothing alone differ");
    hpm_packed_release (&rows);
    tap_ok (rows.count == 0, "there are none any more");
    return tap_done ();
}
