/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/binding_made.h"

#include <stdio.h>
#include <stdlib.h>

#include "aggregate/file/binding_file.h"

struct hpm_made_binding {
    struct hpm_binding binding;
    struct hpm_binding_rows rows;
    char label[128]; /* of the row at hand */
};

void
hpm_made_binding_destroy (struct hpm_made_binding *made)
{
    if (!made)
        return;
    hpm_binding_rows_release (&made->rows);
    hpm_binding_release (&made->binding);
    free (made);
}

struct hpm_made_binding *
hpm_made_binding_create (const struct hpm_h5_reader *reader,
                         const struct hpm_result *result,
                         struct hpm_error *error)
{
    struct hpm_made_binding *made = calloc (1, sizeof *made);

    if (!made) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    if (!hpm_binding_read (&made->binding, reader, result, error)) {
        if (!hpm_binding_rows_make (&made->rows, &made->binding))
            return made;
        hpm_error_set (error, "out of memory");
    }
    hpm_made_binding_destroy (made);
    return NULL;
}

int
hpm_made_binding_count (const struct hpm_made_binding *made)
{
    return (int)made->rows.count;
}

static int64_t
known (int number)
{
    return number < 0 ? HPM_NO_INTEGER : number;
}

void
hpm_row_of_binding (struct hpm_row *row, struct hpm_made_binding *made,
                    const struct hpm_result *result, int place)
{
    const struct hpm_binding_row *from = &made->rows.list[place];
    const struct hpm_binding_picture *picture
        = &made->binding.pictures[from->picture];

    row->host = picture->host;
    row->host_name = hpm_text_table_get (&result->hosts, picture->host);
    snprintf (made->label, sizeof made->label,
              picture->hosts > 1 ? "%.64s +%d" : "%.64s", row->host_name,
              picture->hosts - 1);
    row->host_label = made->label;
    row->hosts = picture->hosts;
    row->socket = known (from->socket);
    row->node = known (from->node);
    row->cores = from->cores;
    row->processors = from->processors;
    row->bound_ranks = from->ranks;
    row->how = from->how;
    hpm_row_without_counts (row, result);
}
