/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counts are a table: a row for each processor that counted, a column for
 * each event; a processor that an event's mask does not have is absent.
 */
#include "config.h"

#include "aggregate/h5/nodes_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Variables along node, node_event.  */
enum { COUNTS, ENABLED, RUNNING, INTEGERS };

static const char *const integer_names[INTEGERS]
    = { "node_count", "node_time_enabled", "node_time_running" };
static const int64_t no_count = HPM_NO_COUNT;

struct table {
    int32_t *hosts, *cpus; /* [row] */
    int *events;           /* [column]: of the result */
    const char **names;    /* [column], not owned themselves */
    double *scales;        /* [column] */
    size_t rows, columns;
    int64_t *integers[INTEGERS];
    double *amounts;
    uint8_t *qualities, *reasons;
};

static void
table_release (struct table *table)
{
    for (int i = 0; i < INTEGERS; i++)
        free (table->integers[i]);
    free (table->hosts);
    free (table->cpus);
    free (table->events);
    free (table->names);
    free (table->scales);
    free (table->amounts);
    free (table->qualities);
    free (table->reasons);
}

/* Room for the cells, all of them absent.  */
static int
table_make_cells (struct table *table)
{
    size_t cells = table->rows * table->columns;
    int failed = 0;

    for (int i = 0; i < INTEGERS; i++) {
        table->integers[i] = calloc (cells + 1, sizeof (int64_t));
        failed |= !table->integers[i];
    }
    table->amounts = calloc (cells + 1, sizeof *table->amounts);
    table->qualities = calloc (cells + 1, 1);
    table->reasons = calloc (cells + 1, 1);
    if (failed || !table->amounts || !table->qualities || !table->reasons)
        return -1;
    for (size_t i = 0; i < cells; i++) {
        table->integers[COUNTS][i] = HPM_NO_COUNT;
        table->amounts[i] = NAN;
    }
    return 0;
}

static int
table_make_labels (struct table *table, size_t rows, size_t columns)
{
    table->hosts = calloc (rows + 1, sizeof *table->hosts);
    table->cpus = calloc (rows + 1, sizeof *table->cpus);
    table->events = calloc (columns + 1, sizeof *table->events);
    table->names = calloc (columns + 1, sizeof *table->names);
    table->scales = calloc (columns + 1, sizeof *table->scales);
    return table->hosts && table->cpus && table->events && table->names
                   && table->scales
               ? 0
               : -1;
}

/* The row of a processor, made where it is new.  */
static size_t
row_of (struct table *table, const struct hpm_node_count *count)
{
    size_t row = 0;

    while (
        row < table->rows
        && (table->hosts[row] != count->host || table->cpus[row] != count->cpu))
        row++;
    if (row == table->rows) {
        table->hosts[row] = count->host;
        table->cpus[row] = count->cpu;
        table->rows++;
    }
    return row;
}

static size_t
column_of (const struct table *table, int event)
{
    size_t column = 0;

    while (column < table->columns && table->events[column] != event)
        column++;
    return column;
}

static void
put_cell (struct table *table, const struct hpm_node_count *count)
{
    size_t column = column_of (table, count->event);
    size_t at = row_of (table, count) * table->columns + column;

    if (hpm_node_was_counted (count)) {
        table->integers[COUNTS][at] = count->count;
        table->scales[column] = count->scale;
    }
    table->integers[ENABLED][at] = count->enabled;
    table->integers[RUNNING][at] = count->running;
    table->amounts[at] = hpm_node_amount (count);
    table->qualities[at] = (uint8_t)count->quality;
    table->reasons[at] = (uint8_t)count->reason;
}

static int
table_fill (struct table *table, const struct hpm_result *result)
{
    const struct hpm_nodes *nodes = &result->nodes;

    if (table_make_labels (table, nodes->count, (size_t)result->event_count))
        return -1;
    for (int e = 0; e < result->event_count; e++)
        if (hpm_result_is_node (result, (size_t)e)) {
            table->events[table->columns] = e;
            table->scales[table->columns] = NAN;
            table->names[table->columns++] = result->events[e].name;
        }
    for (size_t i = 0; i < nodes->count; i++)
        row_of (table, &nodes->counts[i]);
    if (table_make_cells (table))
        return -1;
    for (size_t i = 0; i < nodes->count; i++)
        put_cell (table, &nodes->counts[i]);
    return 0;
}

static int
write_labels (struct hpm_h5_writer *writer, const struct table *table,
              struct hpm_error *error)
{
    struct hpm_h5_variable row = { .name = "node_host",
                                   .type = H5T_NATIVE_INT32,
                                   .rank = 1,
                                   .dimensions = { HPM_DIMENSION_NODE } };
    struct hpm_h5_variable scale
        = { .name = "node_scale",
            .type = H5T_NATIVE_DOUBLE,
            .rank = 1,
            .dimensions = { HPM_DIMENSION_NODE_EVENT } };

    if (hpm_h5_dimension (writer, HPM_DIMENSION_NODE, table->rows, -1, NULL,
                          NULL, error)
        || hpm_h5_dimension (writer, HPM_DIMENSION_NODE_EVENT, table->columns,
                             -1, NULL, table->names, error)
        || hpm_h5_write (writer, &row, table->hosts, error))
        return -1;
    row.name = "node_cpu";
    return hpm_h5_write (writer, &row, table->cpus, error)
           || hpm_h5_write (writer, &scale, table->scales, error);
}

static int
write_cells (struct hpm_h5_writer *writer, const struct table *table,
             struct hpm_error *error)
{
    struct hpm_h5_variable cell
        = { .name = "node_amount",
            .type = H5T_NATIVE_DOUBLE,
            .rank = 2,
            .dimensions = { HPM_DIMENSION_NODE, HPM_DIMENSION_NODE_EVENT } };
    int failed = hpm_h5_write (writer, &cell, table->amounts, error);

    cell.type = H5T_NATIVE_INT64;
    for (int i = 0; !failed && i < INTEGERS; i++) {
        cell.name = integer_names[i];
        cell.fill = i == COUNTS ? &no_count : NULL;
        failed = hpm_h5_write (writer, &cell, table->integers[i], error);
    }
    cell.type = H5T_NATIVE_UINT8;
    cell.name = "node_quality";
    cell.enumeration = &hpm_qualities;
    failed = failed || hpm_h5_write (writer, &cell, table->qualities, error);
    cell.name = "node_reason";
    cell.enumeration = &hpm_reasons;
    return failed || hpm_h5_write (writer, &cell, table->reasons, error);
}

int
hpm_nodes_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                 struct hpm_error *error)
{
    struct table table = { .rows = 0 };
    int failed;

    if (!result->nodes.count)
        return 0;
    failed = table_fill (&table, result)
                 ? hpm_error_set (error, "out of memory")
                 : write_labels (writer, &table, error)
                       || write_cells (writer, &table, error);
    table_release (&table);
    return failed ? -1 : 0;
}

/* ---- load --------------------------------------------------------------- */

static int
load_labels (const struct hpm_h5_reader *reader,
             const struct hpm_result *result, struct table *table,
             struct hpm_error *error)
{
    struct hpm_h5_box rows = { 1, { table->rows }, { 0 }, { table->rows } };
    struct hpm_h5_box columns
        = { 1, { table->columns }, { 0 }, { table->columns } };
    char **names;

    if (hpm_h5_read (reader, "node_host", &rows, H5T_NATIVE_INT32, table->hosts,
                     error)
        || hpm_h5_read (reader, "node_cpu", &rows, H5T_NATIVE_INT32,
                        table->cpus, error)
        || hpm_h5_read (reader, "node_scale", &columns, H5T_NATIVE_DOUBLE,
                        table->scales, error)
        || hpm_h5_read_texts (reader, "node_event", table->columns, &names,
                              error))
        return -1;
    for (size_t i = 0; i < table->columns; i++)
        table->events[i] = hpm_result_find_event (result, names[i]);
    hpm_texts_free (names, table->columns);
    return 0;
}

static int
load_cells (const struct hpm_h5_reader *reader, struct table *table,
            struct hpm_error *error)
{
    struct hpm_h5_box box = { 2,
                              { table->rows, table->columns },
                              { 0 },
                              { table->rows, table->columns } };
    int failed = 0;

    for (int i = 0; !failed && i < INTEGERS; i++)
        failed = hpm_h5_read (reader, integer_names[i], &box, H5T_NATIVE_INT64,
                              table->integers[i], error);
    return failed
           || hpm_h5_read (reader, "node_quality", &box, H5T_NATIVE_UINT8,
                           table->qualities, error)
           || hpm_h5_read (reader, "node_reason", &box, H5T_NATIVE_UINT8,
                           table->reasons, error);
}

/* Cells of places that the file should not name are dropped.  */
static int
take_cell (struct hpm_result *result, const struct table *table, size_t row,
           size_t column)
{
    size_t at = row * table->columns + column;
    struct hpm_node_count count = { .event = table->events[column],
                                    .host = table->hosts[row],
                                    .cpu = table->cpus[row],
                                    .count = table->integers[COUNTS][at],
                                    .scale = table->scales[column],
                                    .enabled = table->integers[ENABLED][at],
                                    .running = table->integers[RUNNING][at],
                                    .quality = table->qualities[at],
                                    .reason = table->reasons[at] };

    if (count.event < 0 || !hpm_result_is_node (result, (size_t)count.event)
        || count.host < 0 || count.host >= result->hosts.count
        || count.quality == HPM_QUALITY_ABSENT)
        return 0;
    if (count.quality >= HPM_QUALITY_COUNT)
        count.quality = HPM_QUALITY_UNAVAILABLE;
    if (count.reason >= HPM_REASON_COUNT)
        count.reason = HPM_REASON_NOT_RECORDED;
    return hpm_nodes_add (&result->nodes, &count);
}

static int
load (const struct hpm_h5_reader *reader, struct hpm_result *result,
      struct table *table, struct hpm_error *error)
{
    int failed = table_make_labels (table, table->rows, table->columns)
                 || table_make_cells (table);

    if (failed)
        return hpm_error_set (error, "out of memory");
    if (load_labels (reader, result, table, error)
        || load_cells (reader, table, error))
        return -1;
    for (size_t i = 0; i < table->rows * table->columns; i++)
        if (take_cell (result, table, i / table->columns, i % table->columns))
            return hpm_error_set (error, "out of memory");
    return 0;
}

int
hpm_nodes_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    struct table table = { .rows = 0 };
    hsize_t rows, columns;
    int failed;

    if (!hpm_h5_has (reader, integer_names[COUNTS]))
        return 0;
    if (hpm_h5_length (reader, "node_host", &rows, error)
        || hpm_h5_length (reader, "node_event", &columns, error))
        return -1;
    if (!rows || rows > 1 << 24 || !columns || columns > 1 << 12)
        return hpm_h5_damaged (reader, "node_event", error);
    table.rows = rows;
    table.columns = columns;
    failed = load (reader, result, &table, error);
    table_release (&table);
    return failed;
}
