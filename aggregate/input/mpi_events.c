/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/mpi_events.h"

#include <stdlib.h>
#include <string.h>

#include "base/metric/statistics.h"
#include "hpm_quality.h"

static const struct hpm_event_record mpi_events[] = {
#define HPM_X(identifier, name, unit, description)                             \
    { name, unit, "mpi", HPM_SCOPE_THREAD, HPM_KIND_COUNT, description },
    HPM_MPI_EVENTS (HPM_X)
#undef HPM_X
};

void
hpm_mpi_events_append (struct hpm_event_record *events, int count)
{
    memcpy (events + count, mpi_events, sizeof mpi_events);
}

int
hpm_mpi_events_have (const char *name)
{
    for (int i = 0; i < HPM_MPI_EVENT_COUNT; i++)
        if (!strcmp (mpi_events[i].name, name))
            return 1;
    return 0;
}

static void
add (struct hpm_cell *cell, int64_t value)
{
    cell->value = hpm_add_bounded (cell->value, value);
}

/* Add a function's calls to the cells of its thread.  */
static void
add_call (struct hpm_cell *cells, const struct hpm_rank_mpi *mpi,
          const struct hpm_call_record *call)
{
    int io = mpi->functions[call->function].kind == HPM_CALL_IO;

    add (&cells[io ? HPM_MPI_EVENT_IO_TIME : HPM_MPI_EVENT_TIME], call->time);
    add (&cells[HPM_MPI_EVENT_CALLS], call->calls);
    add (&cells[HPM_MPI_EVENT_SENT], call->sent);
    add (&cells[HPM_MPI_EVENT_RECEIVED], call->received);
}

/* The cells of one row before any call was added.  */
static void
start_row (struct hpm_cell *cells, int region, int recorded)
{
    struct hpm_cell cell = { 0, 0, 0, HPM_QUALITY_EXACT, 0 };

    if (!recorded)
        cell = (struct hpm_cell){ 0, 0, 0, HPM_QUALITY_UNAVAILABLE,
                                  HPM_REASON_NOT_TIMED };
    else if (region)
        cell.quality = HPM_QUALITY_ABSENT;
    for (int i = 0; i < HPM_MPI_EVENT_COUNT; i++)
        cells[i] = cell;
}

struct hpm_cell *
hpm_mpi_events_widen (const struct hpm_rank_mpi *mpi,
                      const struct hpm_cell *cells, int64_t threads,
                      int regions, int count)
{
    size_t wide = (size_t)count + HPM_MPI_EVENT_COUNT;
    size_t rows = (size_t)threads * (size_t)regions;
    struct hpm_cell *widened = calloc (rows * wide + 1, sizeof *widened);

    if (!widened)
        return NULL;
    for (size_t row = 0; row < rows; row++) {
        memcpy (widened + row * wide, cells + row * (size_t)count,
                (size_t)count * sizeof *cells);
        start_row (widened + row * wide + count, (int)(row % (size_t)regions),
                   mpi->recorded);
    }
    for (int64_t i = 0; i < mpi->call_count; i++)
        add_call (widened
                      + (size_t)mpi->calls[i].thread * (size_t)regions * wide
                      + count,
                  mpi, &mpi->calls[i]);
    return widened;
}
