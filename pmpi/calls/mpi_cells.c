/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the records of calls to cells: the events of HPM_MPI_EVENTS.
 */
#include "config.h"

#include "base/quality.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/perf/cell.h"

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
    into->quality = hpm_quality_worse (mpi->quality, io->quality);
}

static int64_t
between (int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* An estimate, where there may be up to `most`.  */
static void
set_estimate (struct hpm_cell *cell, int64_t value, int64_t error, int64_t most)
{
    value = between (value, 0, most);
    error = between (error, 0, value > most - value ? value : most - value);
    hpm_cell_mark (cell, error ? HPM_QUALITY_SCALED : HPM_QUALITY_EXACT,
                   HPM_REASON_NONE);
    cell->value = value;
    cell->error = error;
}

/* The thread has no more of it in calls than in all, where that is known.  */
static void
limit_error (const struct hpm_event_table *events, const struct hpm_cell *row,
             enum hpm_os_event event, struct hpm_cell *cell)
{
    int column = hpm_event_table_find_os (events, event);
    const struct hpm_cell *whole = column < 0 ? NULL : &row[column];
    int64_t most;

    if (!whole || whole->quality != HPM_QUALITY_EXACT
        || cell->value > whole->value)
        return;
    most = whole->value - cell->value;
    most = most > cell->value ? most : cell->value;
    cell->error = cell->error < most ? cell->error : most;
}

/* Nobody looked at the wait for a processor: it is between nothing and what it
 * is in the whole run, if that is known.  */
static void
set_unseen_wait (const struct hpm_event_table *events,
                 const struct hpm_cell *row, struct hpm_cell *cell,
                 int64_t most)
{
    int column = hpm_event_table_find_os (events, HPM_OS_WAIT_TIME);

    if (column >= 0 && hpm_quality_has_value (row[column].quality))
        set_estimate (cell, 0, most, most);
    else
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE,
                       column < 0 ? HPM_REASON_SYSTEM
                                  : (enum hpm_reason)row[column].reason);
}

/* Half of what a call under way may have of a clock that went on by `value` in
 * the calls before: no more than the call has lasted, nor than is left of what
 * the thread has in all, where that is known.  */
static int64_t
half_under_way (const struct hpm_event_table *events,
                const struct hpm_cell *row, enum hpm_os_event event,
                int64_t value, int64_t under_way)
{
    int column = hpm_event_table_find_os (events, event);

    if (column >= 0 && row[column].quality == HPM_QUALITY_EXACT)
        under_way = between (row[column].value - value, 0, under_way);
    return under_way / 2;
}

static int64_t
time_in_calls (const struct hpm_cell *cells)
{
    return cells[HPM_MPI_EVENT_TIME].value + cells[HPM_MPI_EVENT_IO_TIME].value;
}

/* How long a thread that made calls had the processor in them, by a sample.
 * What measuring added to that was processor time; of a call under way nothing
 * is known but what is left of the whole.  */
static void
take_processor (const struct hpm_event_table *events, struct hpm_cell *row,
                const struct hpm_mpi_clocks *clocks)
{
    struct hpm_cell *cells = row + events->count;
    struct hpm_cell *processor = &cells[HPM_MPI_EVENT_CPU_TIME];
    int64_t time = time_in_calls (cells);
    int64_t added = between (clocks->time - time, 0, INT64_MAX);
    int64_t under_way = between (time - clocks->time, 0, INT64_MAX);
    int64_t ran = clocks->value[HPM_SAMPLE_CPU] - added;
    int64_t half
        = half_under_way (events, row, HPM_OS_CPU_TIME, ran, under_way);

    set_estimate (processor, ran + half, clocks->error[HPM_SAMPLE_CPU] + half,
                  time);
    limit_error (events, row, HPM_OS_CPU_TIME, processor);
}

/* How long it waited for one, where it is known how long it had it.  */
static void
take_wait (const struct hpm_event_table *events, struct hpm_cell *row,
           const struct hpm_mpi_clocks *clocks)
{
    struct hpm_cell *cells = row + events->count;
    const struct hpm_cell *processor = &cells[HPM_MPI_EVENT_CPU_TIME];
    struct hpm_cell *wait = &cells[HPM_MPI_EVENT_WAIT_TIME];
    int64_t time = time_in_calls (cells);
    int64_t under_way = between (time - clocks->time, 0, INT64_MAX);
    int64_t waited = clocks->value[HPM_SAMPLE_WAIT];
    int64_t half
        = half_under_way (events, row, HPM_OS_WAIT_TIME, waited, under_way);
    int64_t rest
        = time - between (processor->value - processor->error, 0, time);

    if (clocks->looks[HPM_SAMPLE_WAIT])
        set_estimate (wait,
                      between (waited + half, 0,
                               between (time - processor->value, 0, time)),
                      clocks->error[HPM_SAMPLE_WAIT] + half, rest);
    else
        set_unseen_wait (events, row, wait, rest);
    limit_error (events, row, HPM_OS_WAIT_TIME, wait);
}

static void
fill_clocks (const struct hpm_event_table *events, int regions,
             struct hpm_cell *row, const struct hpm_mpi_clocks *clocks)
{
    struct hpm_cell *cells = row + events->count;

    if (!cells[HPM_MPI_EVENT_CALLS].value)
        return;
    if (regions == 1)
        take_processor (events, row, clocks);
    else {
        hpm_cell_mark (&cells[HPM_MPI_EVENT_CPU_TIME], HPM_QUALITY_UNAVAILABLE,
                       HPM_REASON_NOT_SPLIT);
        take_split (events, row, &cells[HPM_MPI_EVENT_CPU_TIME]);
    }
    take_wait (events, row, clocks);
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

/* When ranks came to collectives is known in the end, if at all
 * (mpi_arrivals.h).  */
static void
mark_arrivals (struct hpm_cell *cells)
{
    if (!cells[HPM_MPI_EVENT_CALLS].value)
        return;
    hpm_cell_mark (&cells[HPM_MPI_EVENT_ARRIVAL_TIME], HPM_QUALITY_UNAVAILABLE,
                   HPM_REASON_NOT_COMPARED);
    hpm_cell_mark (&cells[HPM_MPI_EVENT_AWAITED_TIME], HPM_QUALITY_UNAVAILABLE,
                   HPM_REASON_NOT_COMPARED);
}

void
hpm_mpi_cells_fill (const struct hpm_event_table *events, int regions,
                    struct hpm_cell *cells, int rows,
                    const struct hpm_mpi_called *called)
{
    size_t row = (size_t)regions * (size_t)events->width;

    if (events->width == events->count)
        return;
    for (int i = 0; i < rows; i++)
        for (int r = 0; r < regions; r++)
            start_row (
                cells + (size_t)i * row + r * events->width + events->count, r);
    for (size_t i = 0; i < called->call_count; i++)
        add_call (cells + (size_t)called->calls[i].thread * row + events->count,
                  &called->calls[i]);
    for (int i = 0; i < rows; i++)
        mark_arrivals (cells + (size_t)i * row + events->count);
    for (int i = 0; i < called->clock_count; i++)
        fill_clocks (events, regions,
                     cells + (size_t)called->clocks[i].thread * row,
                     &called->clocks[i]);
}
