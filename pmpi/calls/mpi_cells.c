/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the records of calls to cells: the events of HPM_MPI_EVENTS.
 */
#include "config.h"

#include "pmpi/calls/mpi_calls.h"

/* The cells of one row before any call was added.  */
static void
start_row (struct hpm_cell *cells, int region)
{
    for (int i = 0; i < HPM_MPI_EVENT_COUNT; i++)
        cells[i] = (struct hpm_cell){ .quality = region ? HPM_QUALITY_ABSENT
                                                        : HPM_QUALITY_EXACT };
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
    int row = regions * events->width;

    if (events->width == events->count)
        return;
    cells += events->count;
    for (int i = 0; i < rows; i++)
        for (int r = 0; r < regions; r++)
            start_row (cells + (size_t)i * (size_t)row + r * events->width, r);
    for (size_t i = 0; i < count; i++)
        add_call (cells + (size_t)calls[i].thread * (size_t)row, &calls[i]);
}
