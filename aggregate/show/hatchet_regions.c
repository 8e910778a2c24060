/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tree of regions for Hatchet, a row for each, or for each on each rank.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "aggregate/show/hatchet.h"
#include "aggregate/show/rows/row_columns.h"

#define INCLUSIVE " (inc)"

/* Columns of the row at hand, and what is said of them.  */
struct table {
    const struct hpm_output *output;
    struct hpm_hatchet_tree tree;
    struct hpm_column *values;         /* owned */
    struct hpm_hatchet_column *titles; /* owned */
    char (*names)[HPM_COLUMN_NAME];    /* those made of others, owned */
    int count, name_count;
};

/* What each region has.  */
static const struct {
    const char *name, *unit;
    enum hpm_kind kind;
    size_t offset;
    int of_rank, timed; /* 1: in rows of ranks, of a run with MPI timed */
} keys[] = {
#define KEY(name, unit, kind, field, of_rank, timed)                           \
    {                                                                          \
        name, unit, kind, offsetof (struct hpm_row, field), of_rank, timed     \
    }
    KEY ("mpi.rank", NULL, HPM_INTEGER, rank, 1, 0),
    KEY ("time", "s", HPM_REAL, own_s, 0, 0),
    KEY ("time" INCLUSIVE, "s", HPM_REAL, time_s, 0, 0),
    KEY ("entries", NULL, HPM_INTEGER, entries, 0, 0),
    KEY ("MPI time", "s", HPM_REAL, own_mpi_s, 0, 1),
    KEY ("MPI time" INCLUSIVE, "s", HPM_REAL, mpi_s, 0, 1),
#undef KEY
};

#define KEYS (sizeof keys / sizeof *keys)

static int
make (struct table *table, const struct hpm_output *output,
      struct hpm_error *error)
{
    size_t named
        = (size_t)output->result->event_count + (size_t)output->chosen->count;
    size_t most = KEYS + 2 * named;

    *table = (struct table){ .output = output };
    table->values = calloc (most, sizeof *table->values);
    table->titles = calloc (most, sizeof *table->titles);
    table->names = calloc (named + 1, sizeof *table->names);
    return table->values && table->titles && table->names
                   && !hpm_hatchet_tree_init (&table->tree, HPM_HATCHET_REGION,
                                              output->result->tree.count)
               ? 0
               : hpm_error_set (error, "out of memory");
}

static void
release (struct table *table)
{
    free (table->values);
    free (table->titles);
    free (table->names);
    hpm_hatchet_tree_release (&table->tree);
}

static void
add (struct table *table, const char *name, const char *unit,
     enum hpm_kind kind, const void *at)
{
    table->titles[table->count] = (struct hpm_hatchet_column){ name, unit };
    table->values[table->count++]
        = (struct hpm_column){ .name = name, .kind = kind, .base = at };
}

/* With the regions inside.  */
static void
add_inclusive (struct table *table, const char *name, const char *unit,
               enum hpm_kind kind, const void *at)
{
    char *text = table->names[table->name_count++];

    snprintf (text, HPM_COLUMN_NAME, "%.200s" INCLUSIVE, name);
    add (table, text, unit, kind, at);
}

static void
add_keys (struct table *table, int timed)
{
    const struct hpm_rows *rows = table->output->rows;

    for (size_t i = 0; i < KEYS; i++)
        if ((!keys[i].of_rank || rows->per == HPM_PER_REGION_RANK)
            && (!keys[i].timed || timed))
            add (table, keys[i].name, keys[i].unit, keys[i].kind,
                 (const char *)&rows->row + keys[i].offset);
}

/* Own counts are known where the run split them.  */
static void
add_counts (struct table *table, const struct hpm_seen *seen)
{
    const struct hpm_output *output = table->output;
    const struct hpm_row *row = &output->rows->row;
    const struct hpm_count *own = row->split[HPM_ROW_SPLIT_OWN];

    for (int e = 0; e < output->result->event_count; e++) {
        const struct hpm_event_record *event = &output->result->events[e];

        if (!output->shown[e] || !seen[e].any)
            continue;
        if (own)
            add (table, event->name, event->unit, HPM_COUNTED, &own[e]);
        add_inclusive (table, event->name, event->unit, HPM_COUNTED,
                       &row->counts[e]);
    }
}

/* A metric does not add up, and Hatchet does not try with such a name.  */
static void
add_metrics (struct table *table, const struct hpm_seen *seen)
{
    const struct hpm_output *output = table->output;

    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];
        const struct hpm_metric *metric = &output->result->metrics.metrics[m];

        if (seen[m].any)
            add_inclusive (table, metric->name, metric->unit, HPM_REAL,
                           &output->rows->row.metrics[m]);
    }
}

/* What no row has is no column.  */
static int
make_columns (struct table *table, const struct hpm_output *output,
              struct hpm_error *error)
{
    struct hpm_rows_seen seen = { 0 };
    int failed = make (table, output, error)
                 || hpm_rows_look (output->rows, &seen, error);

    if (!failed) {
        add_keys (table, seen.timed);
        add_counts (table, seen.events);
        add_metrics (table, seen.metrics);
    }
    hpm_rows_seen_release (&seen);
    return failed ? -1 : 0;
}

static void
fill_tree (struct hpm_hatchet_tree *tree, const struct hpm_region_tree *from)
{
    for (int i = 0; i < from->count; i++) {
        tree->labels[i] = from->regions[i].label;
        tree->parents[i] = from->regions[i].parent;
    }
    hpm_hatchet_tree_sort (tree);
}

static int
put_rows (struct hpm_json *json, const struct table *table,
          struct hpm_error *error)
{
    const struct hpm_row *row = &table->output->rows->row;
    int got;

    hpm_json_open (json, "data", '[');
    while ((got = hpm_rows_next (table->output->rows, error)) == 1) {
        hpm_json_open_line (json);
        hpm_json_integer (json, NULL, table->tree.order[row->id]);
        hpm_json_integer (json, NULL, row->id);
        for (int i = 0; i < table->count; i++)
            hpm_json_value (json, &table->values[i]);
        hpm_json_close_line (json);
    }
    hpm_json_close (json, ']');
    return got;
}

/* Rows of ranks come rank by rank, so that the first are those of all regions
 * on one.  */
static int
order_rows (struct hpm_rows *rows, struct hpm_error *error)
{
    return rows->per == HPM_PER_REGION_RANK
               ? hpm_rows_sort (rows, "rank", error)
               : 0;
}

int
hpm_hatchet_put_regions (struct hpm_json *json, const struct hpm_output *output,
                         struct hpm_error *error)
{
    struct table table;
    int failed = make_columns (&table, output, error)
                 || order_rows (output->rows, error);

    if (!failed) {
        fill_tree (&table.tree, &output->result->tree);
        hpm_hatchet_put_head (json, &table.tree, table.titles, table.count);
        failed = put_rows (json, &table, error);
    }
    release (&table);
    return failed ? -1 : 0;
}
