/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Variables read row by row along their last dimension.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_private.h"

#define BLOCK_BYTES (1 << 22)
#define BLOCK 4096 /* rows, where a file has no chunks */

/* Rows of a chunk, 0 if there are none.  */
static hsize_t
chunk_rows (const struct hpm_h5_reader *reader,
            const struct hpm_h5_variable *variable)
{
    hsize_t chunk[HPM_H5_RANK_MAX] = { 0 };
    int rank = 0;
    hid_t dataset = hpm_h5_open_dataset (reader, variable->name, &rank, chunk);
    hid_t list = dataset < 0 ? -1 : H5Dget_create_plist (dataset);
    int chunked
        = list >= 0 && H5Pget_layout (list) == H5D_CHUNKED
          && H5Pget_chunk (list, HPM_H5_RANK_MAX, chunk) == variable->rank;

    if (list >= 0)
        H5Pclose (list);
    if (dataset >= 0)
        H5Dclose (dataset);
    return chunked ? chunk[variable->rank - 1] : 0;
}

void
hpm_h5_window_open (struct hpm_h5_window *window,
                    const struct hpm_h5_reader *reader,
                    enum hpm_variable variable)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];

    memset (window, 0, sizeof *window);
    window->variable = variable;
    window->block = chunk_rows (reader, it);
    if (!window->block
        || window->block > BLOCK_BYTES / hpm_h5_type_size (it->type))
        window->block = BLOCK;
}

void
hpm_h5_window_release (struct hpm_h5_window *window)
{
    free (window->values);
    window->values = NULL;
    window->most = window->count = 0;
}

static int
reserve (struct hpm_h5_window *window, const struct hpm_h5_reader *reader,
         hsize_t rows)
{
    enum hpm_h5_type type = hpm_h5_variables[window->variable].type;

    if (rows <= window->most)
        return 0;
    hpm_h5_window_release (window);
    window->values
        = calloc (hpm_h5_elements_of (reader, window->variable, rows) + 1,
                  hpm_h5_type_size (type));
    if (!window->values)
        return -1;
    window->most = rows;
    return 0;
}

int
hpm_h5_window_cover (struct hpm_h5_window *window,
                     const struct hpm_h5_reader *reader, hsize_t first,
                     hsize_t count, struct hpm_error *error)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[window->variable];
    hsize_t rows = reader->length[it->along[it->rank - 1]];
    hsize_t end = first - first % window->block + window->block;

    if (window->values && first >= window->first
        && first + count <= window->first + window->count)
        return 0;
    end = end < first + count ? first + count : end;
    end = end < rows ? end : rows;
    if (reserve (window, reader, end - first))
        return hpm_error_set (error, "out of memory");
    window->first = first;
    window->count = end - first;
    return hpm_h5_read_rows (reader, window->variable, first, end - first,
                             window->values, error);
}

const void *
hpm_h5_window_row (const struct hpm_h5_window *window, hsize_t row)
{
    return window->values
           + (row - window->first)
                 * hpm_h5_type_size (hpm_h5_variables[window->variable].type);
}
