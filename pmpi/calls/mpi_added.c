/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What noting calls added to the counts of a rank that are not split: each call
 * as much as one of nothing did in the end (pmpi/wrap/calls_cost.c).
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/calls/mpi_calls.h"

/* Returns whether there is any, in added[width], which are 0.  */
static int
fill (const struct hpm_event_table *events, int64_t made, int64_t *added)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    int64_t of_trial;
    int any = 0;

    for (int c = 0; c < events->count; c++) {
        if (hpm_split_counters_value (events, c, cost->outside, &of_trial) < 0)
            continue;
        added[c] = hpm_measuring_share (of_trial, cost->calls, made);
        any |= added[c] > 0;
    }
    return any;
}

void
hpm_mpi_added_append (struct hpm_stream_buffer *buffer, int rank,
                      const struct hpm_event_table *events, int64_t made)
{
    int64_t *added;

    if (hpm_mpi_calls_are_split () || !hpm_mpi_calls_cost ()->outside)
        return;
    added = calloc ((size_t)events->width, sizeof *added);
    if (added && fill (events, made, added))
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_ADDED, rank, added,
                                 (size_t)events->width * sizeof *added);
    free (added);
}
