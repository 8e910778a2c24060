/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/show/hatchet.h"

int
hpm_hatchet_tree_init (struct hpm_hatchet_tree *tree, const char *column,
                       int count)
{
    size_t room = (size_t)count + 1;

    tree->column = column;
    tree->count = count;
    tree->labels = calloc (room, sizeof *tree->labels);
    tree->parents = calloc (room, sizeof *tree->parents);
    tree->order = calloc (room, sizeof *tree->order);
    return tree->labels && tree->parents && tree->order ? 0 : -1;
}

void
hpm_hatchet_tree_release (struct hpm_hatchet_tree *tree)
{
    free (tree->labels);
    free (tree->parents);
    free (tree->order);
}

/* Python compares code points, which are ordered as bytes of UTF-8 are.  */
static int
compare (const void *a, const void *b, void *labels)
{
    const char *const *label = labels;
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    int order = strcmp (label[one], label[other]);

    return order ? order : (one > other) - (one < other);
}

void
hpm_hatchet_tree_sort (struct hpm_hatchet_tree *tree)
{
    int64_t *sorted = calloc ((size_t)tree->count + 1, sizeof *sorted);

    for (int i = 0; i < tree->count; i++)
        tree->order[i] = i + 1;
    if (!sorted)
        return; /* that of the file is an order, too */
    for (int i = 0; i < tree->count; i++)
        sorted[i] = i;
    qsort_r (sorted, (size_t)tree->count, sizeof *sorted, compare,
             tree->labels);
    for (int i = 0; i < tree->count; i++)
        tree->order[sorted[i]] = i + 1;
    free (sorted);
}

static void
put_columns (struct hpm_json *json, const char *column,
             const struct hpm_hatchet_column *columns, int count)
{
    hpm_json_open (json, "columns", '[');
    hpm_json_text (json, NULL, "Node order");
    hpm_json_text (json, NULL, column);
    for (int i = 0; i < count; i++)
        hpm_json_text (json, NULL, columns[i].name);
    hpm_json_close (json, ']');
}

static void
put_metadata (struct hpm_json *json, const struct hpm_hatchet_column *columns,
              int count)
{
    hpm_json_open (json, "column_metadata", '[');
    hpm_json_open_row (json);
    hpm_json_null (json, "is_value");
    hpm_json_close_row (json);
    hpm_json_open_row (json);
    hpm_json_flag (json, "is_value", 0);
    hpm_json_close_row (json);
    for (int i = 0; i < count; i++) {
        hpm_json_open_row (json);
        hpm_json_flag (json, "is_value", 1);
        if (columns[i].unit && strcmp (columns[i].unit, "1"))
            hpm_json_text (json, "attribute.unit", columns[i].unit);
        hpm_json_close_row (json);
    }
    hpm_json_close (json, ']');
}

static void
put_nodes (struct hpm_json *json, const struct hpm_hatchet_tree *tree)
{
    hpm_json_open (json, "nodes", '[');
    for (int i = 0; i < tree->count; i++) {
        hpm_json_open_row (json);
        hpm_json_text (json, "label", tree->labels[i]);
        hpm_json_text (json, "column", tree->column);
        if (tree->parents[i] >= 0)
            hpm_json_integer (json, "parent", tree->parents[i]);
        hpm_json_close_row (json);
    }
    hpm_json_close (json, ']');
}

void
hpm_hatchet_put_head (struct hpm_json *json,
                      const struct hpm_hatchet_tree *tree,
                      const struct hpm_hatchet_column *columns, int count)
{
    put_columns (json, tree->column, columns, count);
    put_metadata (json, columns, count);
    put_nodes (json, tree);
}
