/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the records of calls to cells: the events of HPM_MPI_EVENTS.
 */
#include "config.h"

#include "base/quality.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/count/cell.h"

/* The cells of one row before any call was added.  */
static void
start_row (struct hpm_cell *cells, int region)
{
    for (int i = 0; i < HPM_MPI_EVENT_COUNT; i++)
        hpm_cell_mark (&cells[i],
                       region ? HPM_QUALITY_ABSENT : HPM_QUALITY_EXACT,
                       HPM_REASON_NONE);
}

/* Processor time of a thread inside MPI, where it was split.  `row` is the
 * thread's cells[regions][width].  */
static void
take_split (const struct hpm_event_table *events, const struct hpm_cell *row,
            struct hpm_cell *into)
{
    int column = hpm_event_table_find_os (events, HPM_OS_CPU_TIME);
    const struct hpm_cell *mpi, *io;

    if (column < 0)
        return;
    mpi = &row[HPM_REGION_MPI * events->width + column];
    io = &row[HPM_REGION_MPI_IO * events->width + column];
    if (!hpm_quality_has_value (mpi->quality))
        return;
    *into = *mpi;
    into->value += io->value;
    into->error += io->error;
}

/* How a thread that made calls spent the time in them.  */
static void
fill_clocks (const struct hpm_event_table *events, int regions,
             struct hpm_cell *row)
{
    struct hpm_cell *cells = row + events->count;

    if (!cells[HPM_MPI_EVENT_CALLS].value)
        return;
    for (int i = HPM_MPI_EVENT_CPU_TIME; i <= HPM_MPI_EVENT_WAIT_TIME; i++)
        hpm_cell_mark (&cells[i],
                       regions > 1 ? HPM_QUALITY_UNAVAILABLE
                                   : HPM_QUALITY_ABSENT,
                       regions > 1 ? HPM_REASON_NOT_SPLIT : HPM_REASON_NONE);
    if (regions > 1)
        take_split (events, row, &cells[HPM_MPI_EVENT_CPU_TIME]);
}

static void
add_call (struct hpm_cell *cells, const struct hpm_call_record *call)
{
    int io = hpm_mpi_calls_function_io (call->function);

    cells[io ? HPM_MPI_EVENT_IO_TIME : HPM_MPI_EVENT_TIME].value += call->time;
    cells[HPM_MPI_EVENT_CALLS].value += call->calls;
    cells[HPM_MPI_EVENT_SENT].value += call->sent;
    cells[HPM_MPI_EVENT_RECEIVED].value += call->received;
}

void
hpm_mpi_cells_fill (const struct hpm_event_table *events, int regions,
                    struct hpm_cell *cells, int rows,
                    const struct hpm_call_record *calls, size_t count)
{
    size_t row = (size_t)regions * (size_t)events->width;

    if (events->width == events->count)
        return;
    for (int i = 0; i < rows; i++)
        for (int r = 0; r < regions; r++)
            start_row (
                cells + (size_t)i * row + r * events->width + events->count, r);
    for (size_t i = 0; i < count; i++)
        add_call (cells + (size_t)calls[i].thread * row + events->count,
                  &calls[i]);
    for (int i = 0; i < rows; i++)
        fill_clocks (events, regions, cells + (size_t)i * row);
}
