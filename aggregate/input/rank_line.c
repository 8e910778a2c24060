/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/rank_line.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/model/result.h"

#define FAR ((int64_t)1 << 62) /* in ns since 1970: more is damage */

void
hpm_rank_line_clear (struct hpm_rank_line *line)
{
    free (line->slots);
    free (line->times);
    free (line->counts);
    free (line->columns);
    memset (line, 0, sizeof *line);
}

/* What is still to be read of the chunk; `at` NULL: it made no sense.  */
struct rest {
    const unsigned char *at, *end;
};

static int64_t
next (struct rest *rest)
{
    uint64_t number = hpm_line_get (&rest->at, rest->end);

    if (number > INT64_MAX)
        rest->at = NULL;
    return rest->at ? (int64_t)number : 0;
}

/* Each number takes a byte at least: what is asked of memory is bounded by what
 * the chunk has.  */
static int
is_sound (const struct hpm_line_head *head, uint64_t bytes, int64_t columns)
{
    return head->step > 0 && head->step < FAR && head->multiple > 0
           && head->multiple < FAR && head->edges > 0
           && head->edges <= HPM_LINE_FINE
           && (uint64_t)(columns + 2) * (uint64_t)head->edges <= bytes;
}

static void
read_slots (struct hpm_rank_line *line, struct rest *rest)
{
    int64_t slot = 0;

    for (int i = 0; i < line->head.edges; i++) {
        int64_t more = next (rest);

        if (more < 1 || more > FAR / line->head.step - slot)
            rest->at = NULL;
        else
            slot += more;
        line->slots[i] = slot;
    }
}

static void
read_times (struct hpm_rank_line *line, struct rest *rest)
{
    for (int i = 0; i < line->head.edges; i++) {
        int64_t off = hpm_line_unfold (hpm_line_get (&rest->at, rest->end));
        int64_t step = line->head.step;

        if (off < -step || off > step)
            rest->at = NULL;
        line->times[i] = line->slots[i] * step + (rest->at ? off : 0);
        if (i && line->times[i] <= line->times[i - 1])
            rest->at = NULL;
    }
}

static void
read_counts (int64_t *counts, int edges, struct rest *rest)
{
    int64_t count = 0;

    for (int i = 0; i < edges; i++) {
        if (__builtin_add_overflow (count, next (rest), &count))
            rest->at = NULL;
        counts[i] = count;
    }
}

/* Which column an event has among those that were counted.  Returns how many
 * there are.  */
static int
number_columns (const unsigned char *counted, int events, int *columns)
{
    int count = 0;

    for (int e = 0; e < events; e++)
        columns[e] = counted[e] ? count++ : -1;
    return count;
}

static int
get_room (struct hpm_rank_line *line, int columns)
{
    size_t edges = (size_t)line->head.edges;

    line->slots = calloc (edges, sizeof *line->slots);
    line->times = calloc (edges, sizeof *line->times);
    line->counts = calloc (edges * (size_t)columns + 1, sizeof *line->counts);
    return line->slots && line->times && line->counts ? 0 : -1;
}

static int
read_all (struct hpm_rank_line *line, struct rest *rest, int columns)
{
    if (get_room (line, columns))
        return -1;
    read_slots (line, rest);
    read_times (line, rest);
    for (int c = 0; c < columns; c++)
        read_counts (line->counts + (size_t)c * (size_t)line->head.edges,
                     line->head.edges, rest);
    if (!rest->at)
        hpm_rank_line_clear (line);
    return 0;
}

int
hpm_rank_line_take (struct hpm_rank_line *line, const struct hpm_chunk *chunk)
{
    const unsigned char *data = (const unsigned char *)chunk->payload;
    struct hpm_line_head head;
    struct rest rest;
    int columns;

    hpm_rank_line_clear (line);
    if (chunk->bytes < sizeof head)
        return 0;
    memcpy (&head, data, sizeof head);
    if (head.events < 1 || head.events > HPM_EVENTS_MAX
        || (uint64_t)head.events > chunk->bytes - sizeof head)
        return 0;
    line->columns = calloc ((size_t)head.events, sizeof *line->columns);
    if (!line->columns)
        return -1;
    columns = number_columns (data + sizeof head, head.events, line->columns);
    if (!is_sound (&head, chunk->bytes, columns)) {
        hpm_rank_line_clear (line);
        return 0;
    }
    line->head = head;
    rest = (struct rest){ data + sizeof head + head.events,
                          data + chunk->bytes };
    return read_all (line, &rest, columns);
}

int
hpm_rank_line_place (struct hpm_rank_line *line, const int *places, int count,
                     int all)
{
    int *columns = NULL;

    if (!line->head.edges)
        return 0;
    if (line->head.events == count)
        columns = malloc (((size_t)all + 1) * sizeof *columns);
    if (!columns) {
        int failed = line->head.events == count;

        hpm_rank_line_clear (line);
        return failed ? -1 : 0;
    }
    for (int e = 0; e < all; e++)
        columns[e] = -1;
    for (int e = 0; e < count; e++)
        if (places[e] >= 0)
            columns[places[e]] = line->columns[e];
    free (line->columns);
    line->columns = columns;
    return 0;
}
