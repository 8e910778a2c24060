/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variables written row by row along their last dimension.  In the file the
 * values of one event stand together, which compresses better than the values
 * of one thread do, and lets a reader take one event alone.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_private.h"
#include "aggregate/h5/h5_writer.h"

#define BLOCK_BYTES (1 << 20)

int
hpm_h5_column_open (struct hpm_h5_column *column,
                    const struct hpm_h5_writer *writer,
                    enum hpm_variable variable, struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    hsize_t lengths[HPM_H5_RANK_MAX] = { 0 }, rows;

    memset (column, 0, sizeof *column);
    column->variable = variable;
    column->dataset = -1;
    column->items = hpm_h5_shape (writer, variable, lengths);
    column->item_bytes = hpm_h5_type_size (it->type);
    rows = lengths[it->rank - 1];
    if (!column->items || !rows)
        return 0;
    column->rows = rows;
    column->block = 1 + BLOCK_BYTES / (column->items * column->item_bytes);
    if (column->block > rows)
        column->block = rows;
    column->buffer
        = malloc (column->block * column->items * column->item_bytes);
    return column->buffer ? 0 : hpm_error_set (error, "out of memory");
}

/* 1 if all elements in the buffer, a full one, are the same.  */
static int
is_constant (const struct hpm_h5_column *column)
{
    size_t item = column->item_bytes;
    size_t bytes = column->block * column->items * item;

    return bytes > item
           && !memcmp (column->buffer, column->buffer + item, bytes - item);
}

/* Where `items` of the buffered rows, from `first` on, are in the file.  */
static void
locate (const struct hpm_h5_column *column, const hsize_t *lengths,
        size_t first, size_t items, hsize_t *start, hsize_t *count)
{
    int last = hpm_h5_variables[column->variable].rank - 1;

    for (int i = last - 1; i >= 0; i--) {
        start[i] = first % lengths[i];
        count[i] = items > 1 ? lengths[i] : 1;
        first /= lengths[i];
    }
    start[last] = column->written;
    count[last] = column->buffered;
}

/* 1 if what is written at once is a whole chunk of a large file, of counts or
 * of what is calculated from them.  */
static int
is_for_runs (const struct hpm_h5_column *column, size_t items)
{
    enum hpm_h5_type type = hpm_h5_variables[column->variable].type;

    return items == 1 && column->block < column->rows
           && column->buffered == column->block
           && (type == HPM_TYPE_count || type == HPM_TYPE_f32);
}

/* Write `items` of the buffered rows, from `first` on.  Each has a run of
 * `block` values, of which the first `buffered` are good.  */
static int
write_items (struct hpm_h5_column *column, hid_t space, const hsize_t *lengths,
             size_t first, size_t items)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[column->variable];
    const char *values
        = column->buffer + first * column->block * column->item_bytes;
    hsize_t held[2] = { items, column->block }, zero[2] = { 0, 0 };
    hsize_t good[2] = { items, column->buffered };
    hsize_t start[HPM_H5_RANK_MAX], count[HPM_H5_RANK_MAX];
    hid_t memory;
    int failed, written = 0;

    locate (column, lengths, first, items, start, count);
    if (is_for_runs (column, items))
        written = hpm_h5_write_runs (&column->runs, column->dataset, start,
                                     values, column->block, column->item_bytes);
    if (written)
        return written < 0;
    memory = H5Screate_simple (2, held, NULL);
    failed = memory < 0
             || H5Sselect_hyperslab (memory, H5S_SELECT_SET, zero, NULL, good,
                                     NULL)
                    < 0
             || H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, count,
                                     NULL)
                    < 0
             || H5Dwrite (column->dataset, hpm_h5_type (it->type), memory,
                          space, H5P_DEFAULT, values)
                    < 0;
    if (memory >= 0)
        H5Sclose (memory);
    return failed;
}

/* 1 if all that is buffered of an item is what the file has where nothing was
 * written.  */
static int
is_fill (const struct hpm_h5_column *column, size_t item)
{
    static const char zeros[sizeof (int64_t)];
    size_t bytes = column->item_bytes;
    const char *run = column->buffer + item * column->block * bytes;
    const void *fill = hpm_h5_variables[column->variable].type == HPM_TYPE_count
                           ? (const void *)&hpm_h5_no_count
                           : zeros;

    return !memcmp (run, fill, bytes)
           && !memcmp (run, run + bytes, (column->buffered - 1) * bytes);
}

/* Write the buffered rows: at once what is one chunk, else item by item, and
 * those that hold something.  */
static int
write_block (struct hpm_h5_column *column, const struct hpm_h5_writer *writer)
{
    hsize_t lengths[HPM_H5_RANK_MAX];
    size_t step = column->block == column->rows ? column->items : 1;
    hid_t space = H5Dget_space (column->dataset);
    int failed = space < 0;

    hpm_h5_shape (writer, column->variable, lengths);
    for (size_t i = 0; !failed && i < column->items; i += step)
        if (step > 1 || !is_fill (column, i))
            failed = write_items (column, space, lengths, i, step);
    if (space >= 0)
        H5Sclose (space);
    return failed;
}

static int
flush (struct hpm_h5_column *column, struct hpm_h5_writer *writer,
       struct hpm_error *error)
{
    const char *name = hpm_h5_variables[column->variable].name;
    int constant = column->buffered == column->rows && is_constant (column);

    if (column->dataset < 0)
        column->dataset
            = hpm_h5_create_dataset (writer, column->variable, column->block,
                                     constant ? column->buffer : NULL);
    if (column->dataset < 0)
        return hpm_h5_failed (error, "create", name);
    if (!constant && write_block (column, writer))
        return hpm_h5_failed (error, "write", name);
    column->written += column->buffered;
    column->buffered = 0;
    return 0;
}

int
hpm_h5_column_append (struct hpm_h5_column *column,
                      struct hpm_h5_writer *writer, const void *row,
                      struct hpm_error *error)
{
    size_t item = column->item_bytes;
    char *to;

    if (!column->buffer)
        return 0;
    to = column->buffer + column->buffered * item;
    if (item == sizeof (int64_t)) /* as most are */
        for (size_t i = 0; i < column->items; i++)
            ((int64_t *)to)[i * column->block] = ((const int64_t *)row)[i];
    else
        for (size_t i = 0; i < column->items; i++)
            memcpy (to + i * column->block * item, (const char *)row + i * item,
                    item);
    column->buffered++;
    return column->buffered == column->block ? flush (column, writer, error)
                                             : 0;
}

int
hpm_h5_column_close (struct hpm_h5_column *column, struct hpm_h5_writer *writer,
                     struct hpm_error *error)
{
    int failed = 0;

    if (!column->buffer)
        return 0;
    if (column->buffered)
        failed = flush (column, writer, error);
    if (column->dataset >= 0 && H5Dclose (column->dataset) < 0 && !failed)
        failed = hpm_h5_failed (error, "write",
                                hpm_h5_variables[column->variable].name);
    column->dataset = -1;
    hpm_h5_column_abandon (column);
    return failed;
}

void
hpm_h5_column_abandon (struct hpm_h5_column *column)
{
    if (column->buffer && column->dataset >= 0)
        H5Dclose (column->dataset);
    free (column->buffer);
    memset (column, 0, sizeof *column);
    column->dataset = -1;
}
