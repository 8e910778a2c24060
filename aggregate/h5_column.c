/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variables written row by row.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "h5_private.h"
#include "h5_writer.h"

#define BLOCK_BYTES (1 << 20)

int
hpm_h5_column_open (struct hpm_h5_column *column,
                    const struct hpm_h5_writer *writer,
                    const struct hpm_h5_variable *variable,
                    struct hpm_error *error)
{
    hsize_t lengths[4] = { 0 };
    hsize_t row = hpm_h5_shape (writer, variable, lengths);

    memset (column, 0, sizeof *column);
    column->variable = *variable;
    column->dataset = -1;
    column->row_bytes = row * H5Tget_size (variable->type);
    if (!column->row_bytes || !lengths[0])
        return 0;
    column->block = 1 + BLOCK_BYTES / column->row_bytes;
    if (column->block > lengths[0])
        column->block = lengths[0];
    column->buffer = malloc (column->block * column->row_bytes);
    return column->buffer ? 0 : hpm_error_set (error, "out of memory");
}

/* 1 if all elements in the buffer are the same.  */
static int
is_constant (const struct hpm_h5_column *column)
{
    size_t bytes = column->buffered * column->row_bytes;
    size_t item = H5Tget_size (column->variable.type);

    return bytes > item
           && !memcmp (column->buffer, column->buffer + item, bytes - item);
}

static int
write_block (struct hpm_h5_column *column, const struct hpm_h5_writer *writer)
{
    hsize_t start[4] = { column->written }, count[4];
    hid_t memory, space;
    int failed;

    hpm_h5_shape (writer, &column->variable, count);
    count[0] = column->buffered;
    memory = H5Screate_simple (column->variable.rank, count, NULL);
    space = H5Dget_space (column->dataset);
    failed = memory < 0 || space < 0
             || H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, count,
                                     NULL) < 0
             || H5Dwrite (column->dataset, column->variable.type, memory, space,
                          H5P_DEFAULT, column->buffer) < 0;
    if (memory >= 0)
        H5Sclose (memory);
    if (space >= 0)
        H5Sclose (space);
    return failed ? -1 : 0;
}

static int
flush (struct hpm_h5_column *column, struct hpm_h5_writer *writer,
       struct hpm_error *error)
{
    const char *name = column->variable.name;
    int whole = column->buffered
                == writer->length[column->variable.dimensions[0]];
    int constant = whole && is_constant (column);

    if (column->dataset < 0)
        column->dataset
            = hpm_h5_create_dataset (writer, &column->variable, column->block,
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
    if (!column->buffer)
        return 0;
    memcpy (column->buffer + column->buffered * column->row_bytes, row,
            column->row_bytes);
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
        failed = hpm_h5_failed (error, "write", column->variable.name);
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

int
hpm_h5_write (struct hpm_h5_writer *writer,
              const struct hpm_h5_variable *variable, const void *data,
              struct hpm_error *error)
{
    struct hpm_h5_column column;
    hsize_t rows = writer->length[variable->dimensions[0]];
    int failed = hpm_h5_column_open (&column, writer, variable, error);

    for (hsize_t i = 0; !failed && column.buffer && i < rows; i++)
        failed = hpm_h5_column_append (
            &column, writer, (const char *) data + i * column.row_bytes, error);
    if (!failed)
        return hpm_h5_column_close (&column, writer, error);
    hpm_h5_column_abandon (&column);
    return failed;
}
