/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_pause.h"

static int
is_held (const struct hpm_calls_table *table)
{
    return table->pause
           && __atomic_load_n (&table->rows, __ATOMIC_ACQUIRE)
                  == table->pause->aside;
}

/* One piece of memory, which whoever frees the table frees.  */
static struct hpm_calls_pause *
create (struct hpm_calls_table *table)
{
    size_t functions = (size_t)hpm_mpi_calls_function_count ();
    struct hpm_calls_pause *pause
        = calloc (1, sizeof *pause + 2 * functions * sizeof *pause->aside);

    if (!pause)
        return NULL;
    pause->counted = table->rows;
    pause->aside = (struct hpm_call_row *)(pause + 1);
    pause->parts = pause->aside + functions;
    table->pause = pause;
    return pause;
}

static void
use_rows (struct hpm_calls_table *table, struct hpm_call_row *rows)
{
    __atomic_store_n (&table->rows, rows, __ATOMIC_SEQ_CST);
}

/* The call that was under way before and after `rows` were taken into use: what
 * it ends in are those.  Returns it, or 0, and its ticks up to now.  */
static int64_t
exchange_rows (struct hpm_calls_table *table, struct hpm_call_row *rows,
               int64_t *ticks)
{
    int64_t under_way = hpm_calls_load (&table->under_way);

    *ticks
        = under_way ? hpm_calls_ticks_of (under_way, hpm_mpi_calls_now ()) : 0;
    use_rows (table, rows);
    return __atomic_load_n (&table->under_way, __ATOMIC_SEQ_CST) == under_way
               ? under_way
               : 0;
}

static void
add_sizes (struct hpm_size_row (*into)[HPM_SIZE_BUCKETS],
           struct hpm_size_row (*from)[HPM_SIZE_BUCKETS], int sign)
{
    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        for (int bucket = 0; bucket < HPM_SIZE_BUCKETS; bucket++) {
            into[kind][bucket].messages
                += sign * hpm_calls_load (&from[kind][bucket].messages);
            into[kind][bucket].bytes
                += sign * hpm_calls_load (&from[kind][bucket].bytes);
        }
}

void
hpm_mpi_pause_hold (struct hpm_calls_table *table)
{
    struct hpm_calls_pause *pause;
    struct hpm_call_row *part;
    int64_t ticks;

    if (!table || is_held (table))
        return;
    pause = table->pause ? table->pause : create (table);
    if (!pause)
        return;
    pause->began = 0;
    pause->held = exchange_rows (table, pause->aside, &ticks);
    memset (pause->sizes, 0, sizeof pause->sizes);
    add_sizes (pause->sizes, table->sizes, 1);
    if (!pause->held)
        return;
    part = &pause->parts[hpm_calls_function_of (pause->held)];
    part->calls++;
    part->ticks += ticks;
}

/* A call that is under way will count as a whole when it ends.  */
void
hpm_mpi_pause_go_on (struct hpm_calls_table *table)
{
    struct hpm_calls_pause *pause;
    struct hpm_call_row *part;

    if (!table || !is_held (table))
        return;
    pause = table->pause;
    add_sizes (pause->missed, table->sizes, 1);
    add_sizes (pause->missed, pause->sizes, -1);
    pause->began = exchange_rows (table, pause->counted, &pause->before);
    if (!pause->began)
        return;
    part = &pause->parts[hpm_calls_function_of (pause->began)];
    part->calls -= pause->began == pause->held;
    part->ticks -= pause->before;
}

/* What belongs to a row beside what is noted in it.  */
static struct hpm_call_row
part_of (const struct hpm_calls_pause *pause, int function, int64_t under_way)
{
    struct hpm_call_row part = pause->parts[function];

    if (pause->began && pause->began == under_way
        && hpm_calls_function_of (under_way) == function) {
        part.calls += pause->began == pause->held;
        part.ticks += pause->before;
    }
    return part;
}

const struct hpm_call_row *
hpm_mpi_pause_counted (const struct hpm_calls_table *table)
{
    return table->pause ? table->pause->counted : table->rows;
}

struct hpm_call_row
hpm_mpi_pause_row (const struct hpm_calls_table *table, int function,
                   int64_t under_way)
{
    const struct hpm_calls_pause *pause = table->pause;
    const struct hpm_call_row *from = &hpm_mpi_pause_counted (table)[function];
    struct hpm_call_row row = { .calls = hpm_calls_load (&from->calls),
                                .ticks = hpm_calls_load (&from->ticks),
                                .shortest = hpm_calls_load (&from->shortest),
                                .longest = hpm_calls_load (&from->longest),
                                .sent = hpm_calls_load (&from->sent),
                                .received = hpm_calls_load (&from->received) };

    if (pause) {
        struct hpm_call_row part = part_of (pause, function, under_way);

        row.calls += part.calls;
        row.ticks += part.ticks;
        if (row.ticks < 0)
            row.ticks = 0;
        if (row.longest > row.ticks)
            row.longest = row.ticks;
        if (row.shortest > row.longest)
            row.shortest = row.longest;
    }
    return row;
}

int64_t
hpm_mpi_pause_ticks (const struct hpm_calls_table *table, int64_t under_way,
                     int64_t ticks)
{
    const struct hpm_calls_pause *pause = table->pause;

    if (is_held (table))
        return -1;
    return pause && pause->began == under_way ? ticks - pause->before : ticks;
}

void
hpm_mpi_pause_sizes (struct hpm_calls_table *table,
                     struct hpm_size_row (*into)[HPM_SIZE_BUCKETS])
{
    struct hpm_calls_pause *pause = table->pause;

    add_sizes (into, is_held (table) ? pause->sizes : table->sizes, 1);
    if (pause)
        add_sizes (into, pause->missed, -1);
}

void
hpm_mpi_pause_finish (struct hpm_calls_table *table)
{
    struct hpm_size_row sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS]
        = { { { 0 } } };
    struct hpm_calls_pause *pause = table ? table->pause : NULL;
    int functions = hpm_mpi_calls_function_count ();
    int64_t under_way;

    if (!pause)
        return;
    under_way = hpm_calls_load (&table->under_way);
    for (int f = 0; f < functions; f++) {
        struct hpm_call_row *counted = &pause->counted[f];
        struct hpm_call_row row = hpm_mpi_pause_row (table, f, under_way);

        counted->calls = row.calls;
        counted->ticks = row.ticks;
        counted->shortest = row.shortest;
        counted->longest = row.longest;
    }
    hpm_mpi_pause_sizes (table, sizes);
    memcpy (table->sizes, sizes, sizeof sizes);
    use_rows (table, pause->counted);
    memset (pause->parts, 0, (size_t)functions * sizeof *pause->parts);
    memset (pause->missed, 0, sizeof pause->missed);
    pause->held = pause->began = 0;
}
