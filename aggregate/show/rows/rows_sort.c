/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows in another order than the file's.
 */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aggregate/show/rows/row_columns.h"
#include "aggregate/show/rows/rows.h"
#include "aggregate/console/say.h"
#include "aggregate/console/scratch.h"
#include "aggregate/model/row_names.h"
#include "base/event/event_list.h"

enum key {
    BY_RANK,
    BY_THREAD,
    BY_HOST,
    BY_WALL,
    BY_EVENT,
    BY_METRIC,
    BY_COLUMN
};

/* What a row is compared by.  */
struct place {
    double value;
    int64_t rank, thread;
    size_t at; /* in the file */
    int host;
};

struct hpm_row_order {
    const struct hpm_result *result;
    enum key by;
    enum hpm_per per;
    int index; /* of the event or metric */
    const struct hpm_column *column;
    int turned;
    struct place *places; /* owned */
    size_t count, capacity, next;
    FILE *file; /* the rows, in the file's order */
};

static double
value_of (const struct hpm_row *row, const struct hpm_row_order *order)
{
    switch (order->by) {
    case BY_RANK:
        return -(double)row->rank;
    case BY_THREAD:
        return -(double)row->thread;
    case BY_WALL:
        return row->wall_s;
    case BY_EVENT:
        return hpm_count_exists (&row->counts[order->index])
                   ? hpm_count_number (&row->counts[order->index])
                   : row->amounts[order->index];
    case BY_METRIC:
        return row->metrics[order->index];
    case BY_COLUMN:
        return hpm_row_key_number (row, order->column);
    default:
        return 0;
    }
}

static int
compare_places (const void *a, const void *b, void *data)
{
    const struct hpm_row_order *order = data;
    const struct place *first = a, *second = b;
    double x = first->value, y = second->value;
    int sign = (x < y) - (x > y);

    if (isnan (x) || isnan (y))
        sign = isnan (x) - isnan (y);
    else if (order->by == BY_HOST)
        sign
            = strcmp (hpm_text_table_get (&order->result->hosts, first->host),
                      hpm_text_table_get (&order->result->hosts, second->host));
    if (sign)
        return order->turned && !isnan (x) && !isnan (y) ? -sign : sign;
    sign = (first->rank > second->rank) - (first->rank < second->rank);
    if (!sign)
        sign = (first->thread > second->thread)
               - (first->thread < second->thread);
    if (!sign)
        sign = (first->host > second->host) - (first->host < second->host);
    return sign ? sign : (first->at > second->at) - (first->at < second->at);
}

static int
find_key (struct hpm_row_order *order, const char *name)
{
    static const char *const words[] = { "rank", "thread", "host", "wall" };
    const struct hpm_result *result = order->result;

    if (!strcmp (hpm_result_row_word (result), name))
        name = words[0];
    for (int i = 0; i < 4; i++)
        if (!strcmp (words[i], name)) {
            order->by = BY_RANK + (enum key)i;
            return 0;
        }
    order->by = BY_EVENT;
    order->index = hpm_result_find_event (result, name);
    if (order->index >= 0)
        return 0;
    order->by = BY_METRIC;
    order->index = hpm_metric_set_find (&result->metrics, name);
    if (order->index >= 0)
        return 0;
    order->by = BY_COLUMN;
    order->column = hpm_row_key (order->per, name);
    return order->column ? 0 : -1;
}

/* No key has that name: which one may be meant.  */
static int
refuse_key (const struct hpm_row_order *order, const char *name,
            struct hpm_error *error)
{
    const struct hpm_result *result = order->result;
    const char **names = calloc (
        (size_t)(HPM_ROW_KEYS + result->event_count + result->metrics.count),
        sizeof *names);
    const char *nearest = NULL;
    int count;

    if (names) {
        count = hpm_row_key_names (order->per, names);
        for (int e = 0; e < result->event_count; e++)
            names[count++] = result->events[e].name;
        for (int m = 0; m < result->metrics.count; m++)
            names[count++] = result->metrics.metrics[m].name;
        hpm_names_nearest (name, names, count, &nearest, 1);
        free (names);
    }
    return hpm_error_set (error,
                          "cannot sort by '%s': neither an event nor a "
                          "metric of this run, nor %s, thread, host, "
                          "wall or a column of numbers of these rows%s%s%s",
                          name, hpm_result_row_word (result),
                          nearest ? " (did you mean " : "",
                          nearest ? nearest : "", nearest ? "?)" : "");
}

static int
add_place (struct hpm_row_order *order, const struct hpm_row *row)
{
    if (order->count == order->capacity) {
        size_t capacity = order->capacity ? 2 * order->capacity : 1024;
        struct place *places
            = realloc (order->places, capacity * sizeof *places);

        if (!places)
            return -1;
        order->places = places;
        order->capacity = capacity;
    }
    order->places[order->count]
        = (struct place){ value_of (row, order), row->rank, row->thread,
                          order->count, row->host };
    order->count++;
    return 0;
}

/* All rows into the file, their keys into memory.  */
static int
collect (struct hpm_rows *rows, struct hpm_row_order *order,
         struct hpm_error *error)
{
    int got;

    while ((got = hpm_rows_read (rows, error)) == 1) {
        if (add_place (order, &rows->row))
            return hpm_error_set (error, "out of memory");
        if (fwrite (&rows->row, sizeof rows->row, 1, order->file) != 1
            || fwrite (rows->row.counts, rows->bytes, 1, order->file) != 1)
            return hpm_scratch_failed (error);
    }
    if (!got && fflush (order->file))
        return hpm_scratch_failed (error);
    return got;
}

/* 1 if some row has a value to be compared by.  */
static int
any_value (const struct hpm_row_order *order)
{
    for (size_t i = 0; i < order->count; i++)
        if (!isnan (order->places[i].value))
            return 1;
    return !order->count;
}

int
hpm_rows_sort (struct hpm_rows *rows, const char *name, struct hpm_error *error)
{
    struct hpm_row_order *order = calloc (1, sizeof *order);

    if (!order)
        return hpm_error_set (error, "out of memory");
    order->result = rows->result;
    order->per = rows->per;
    order->turned = *name == '-';
    order->file = NULL;
    rows->order = order;
    if (find_key (order, name + order->turned))
        return refuse_key (order, name + order->turned, error);
    order->file = hpm_scratch_open (error);
    if (!order->file || collect (rows, order, error))
        return -1;
    if (!any_value (order))
        hpm_say ("not sorted: no row has a value of '%s'",
                 name + order->turned);
    if (order->count)
        qsort_r (order->places, order->count, sizeof *order->places,
                 compare_places, order);
    return 0;
}

static int
read_at (int descriptor, void *data, size_t bytes, off_t offset)
{
    ssize_t got = 0;

    for (size_t done = 0; done < bytes; done += (size_t)got) {
        got = pread (descriptor, (char *)data + done, bytes - done,
                     offset + (off_t)done);
        if (got <= 0)
            return -1;
    }
    return 0;
}

int
hpm_row_order_next (struct hpm_rows *rows, struct hpm_error *error)
{
    struct hpm_row_order *order = rows->order;
    struct hpm_row kept = rows->row;
    off_t offset;

    if (order->next >= order->count)
        return 0;
    offset = (off_t)(order->places[order->next++].at
                     * (sizeof rows->row + rows->bytes));
    if (read_at (fileno (order->file), &rows->row, sizeof rows->row, offset)
        || read_at (fileno (order->file), kept.counts, rows->bytes,
                    offset + (off_t)sizeof rows->row)) {
        rows->row = kept;
        return hpm_scratch_failed (error);
    }
    rows->row.counts = kept.counts;
    rows->row.metrics = kept.metrics;
    rows->row.coverage = kept.coverage;
    rows->row.errors = kept.errors;
    rows->row.metric_errors = kept.metric_errors;
    rows->row.qualities = kept.qualities;
    return 1;
}

void
hpm_row_order_restart (struct hpm_row_order *order)
{
    order->next = 0;
}

void
hpm_row_order_destroy (struct hpm_row_order *order)
{
    if (!order)
        return;
    if (order->file)
        fclose (order->file);
    free (order->places);
    free (order);
}
