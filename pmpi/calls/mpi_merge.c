/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What two threads did that have ended, added up.
 */
#include "config.h"

#include "pmpi/calls/mpi_calls.h"

static void
merge_row (struct hpm_call_row *into, struct hpm_call_row *from)
{
    if (from->calls == 0)
        return;
    if (into->calls == 0 || from->shortest < into->shortest)
        into->shortest = from->shortest;
    if (from->longest > into->longest)
        into->longest = from->longest;
    into->calls += from->calls;
    into->ticks += from->ticks;
    into->sent += from->sent;
    into->received += from->received;
    if (!from->sample)
        return;
    if (into->sample)
        hpm_sample_merge (into->sample, from->sample);
    else {
        into->sample = from->sample; /* whose table is freed without it */
        from->sample = NULL;
    }
}

static void
merge_split (struct hpm_calls_split *into, const struct hpm_calls_split *from)
{
    for (int io = 0; io < 2; io++) {
        for (int i = 0; i < into->counters; i++) {
            into->inside[io][i] += from->inside[io][i];
            into->unsure[io][i] += from->unsure[io][i];
        }
        into->alone[io] += from->alone[io];
        into->pending[io] += from->pending[io];
    }
    into->apart += from->apart;
    into->spent += from->spent;
    into->looks += from->looks;
}

void hpm_mpi_sizes_add (struct hpm_size_row (*into)[HPM_SIZE_BUCKETS],
                        struct hpm_size_row (*from)[HPM_SIZE_BUCKETS])
{
    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        for (int bucket = 0; bucket < HPM_SIZE_BUCKETS; bucket++) {
            into[kind][bucket].messages
                += hpm_calls_load (&from[kind][bucket].messages);
            into[kind][bucket].bytes
                += hpm_calls_load (&from[kind][bucket].bytes);
        }
}

void
hpm_mpi_merge_tables (struct hpm_calls_table *into,
                      struct hpm_calls_table *from, int functions)
{
    for (int f = 0; f < functions; f++)
        merge_row (&into->rows[f], &from->rows[f]);
    hpm_mpi_sizes_add (into->sizes, from->sizes);
    merge_split (&into->split, &from->split);
    into->lost += from->lost;
}
