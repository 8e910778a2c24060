/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times of a thread's calls, without what measuring adds to them.
 */
#include "config.h"

#include "pmpi/calls/mpi_calls.h"

static int64_t
smaller (int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t
hpm_mpi_calls_take_row (const struct hpm_call_row *row,
                        struct hpm_call_row *taken, int64_t *larger)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    int64_t share, each = 0;

    taken->calls = hpm_calls_load (&row->calls);
    taken->ticks = hpm_calls_load (&row->ticks);
    share = hpm_measuring_take (
        &taken->ticks,
        hpm_measuring_share (cost->ticks_inside, cost->calls, taken->calls),
        larger);
    if (taken->calls > 0)
        each = share / taken->calls;
    taken->shortest = hpm_calls_load (&row->shortest);
    taken->shortest -= smaller (each, taken->shortest);
    taken->longest = hpm_calls_load (&row->longest);
    taken->longest = smaller (taken->longest - smaller (each, taken->longest),
                              taken->ticks);
    taken->sent = hpm_calls_load (&row->sent);
    taken->received = hpm_calls_load (&row->received);
    return share;
}

void
hpm_mpi_calls_made (const struct hpm_calls_table *table, int64_t made[2])
{
    int count = hpm_mpi_calls_function_count ();

    made[0] = made[1] = 0;
    for (int f = 0; f < count; f++)
        made[hpm_mpi_calls_function_io (f)]
            += hpm_calls_load (&table->rows[f].calls);
}

void
hpm_mpi_calls_time (const struct hpm_calls_table *table,
                    struct hpm_measuring_parts *parts)
{
    int64_t ticks[2] = { 0, 0 }, shares[2] = { 0, 0 }, larger = 0;
    int count = hpm_mpi_calls_function_count ();

    for (int f = 0; f < count; f++) {
        int io = hpm_mpi_calls_function_io (f);
        struct hpm_call_row taken;
        int64_t share
            = hpm_mpi_calls_take_row (&table->rows[f], &taken, &larger);

        shares[io] += share;
        ticks[io] += taken.ticks + share;
    }
    for (int io = 0; io < 2; io++) {
        parts->inside[io] = hpm_mpi_calls_nanoseconds (ticks[io]);
        parts->shares[io]
            = parts->inside[io]
              - hpm_mpi_calls_nanoseconds (ticks[io] - shares[io]);
    }
}

int64_t
hpm_mpi_calls_time_outside (int64_t made)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    int64_t ticks = cost->ticks - smaller (cost->ticks_inside, cost->ticks);

    return hpm_mpi_calls_nanoseconds (
        hpm_measuring_share (ticks, cost->calls, made));
}
