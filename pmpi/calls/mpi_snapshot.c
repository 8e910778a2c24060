/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread's calls are read first and its counters afterwards, so that what was
 * counted inside is never more than the whole.
 */
#include "config.h"

#include <string.h>

#include "pmpi/guest/clock.h"
#include "pmpi/calls/mpi_pause.h"
#include "pmpi/calls/mpi_snapshot.h"

size_t
hpm_mpi_snapshot_bytes (int threads)
{
    size_t calls = (size_t)hpm_mpi_calls_function_count () * (size_t)threads;

    return calls * sizeof (struct hpm_call_record)
           + (size_t)threads * sizeof (struct hpm_inside_record)
           + (size_t)threads * sizeof (struct hpm_mpi_clocks)
           + 3 * (size_t)hpm_mpi_calls_counters () * sizeof (int64_t);
}

void
hpm_mpi_snapshot_begin (struct hpm_mpi_snapshot *snapshot,
                        enum hpm_mpi_mode mode, void *memory, int threads)
{
    memset (snapshot, 0, sizeof *snapshot);
    snapshot->functions = hpm_mpi_calls_function_count ();
    snapshot->regions = hpm_mpi_calls_regions (mode);
    if (!snapshot->functions)
        return;
    hpm_mpi_calls_look (&snapshot->record);
    snapshot->call_room = snapshot->functions * threads;
    snapshot->counts = memory;
    snapshot->calls
        = (struct hpm_call_record *)(snapshot->counts
                                     + 3 * hpm_mpi_calls_counters ());
    snapshot->inside
        = (struct hpm_inside_record *)(snapshot->calls + snapshot->call_room);
    snapshot->clocks = (struct hpm_mpi_clocks *)(snapshot->inside + threads);
    snapshot->clock_room = threads;
}

/* ---- one thread --------------------------------------------------------- */

static void
add_calls (struct hpm_mpi_snapshot *snapshot, int row,
           const struct hpm_calls_table *table, int64_t under_way)
{
    for (int f = 0; f < snapshot->functions; f++) {
        struct hpm_call_row noted = hpm_mpi_pause_row (table, f, under_way);
        struct hpm_call_record record = hpm_mpi_call_record (row, f, &noted);

        if (record.calls > 0)
            snapshot->calls[snapshot->call_count++] = record;
    }
}

/* The call under way, as one call more of its function; `first` is the thread's
 * first record.  Its function had no record before, or has one of the thread's.
 */
static void
add_under_way (struct hpm_mpi_snapshot *snapshot, int first, int row,
               int function, int64_t time)
{
    struct hpm_call_record *record = &snapshot->calls[first];
    struct hpm_call_record *end = snapshot->calls + snapshot->call_count;

    while (record < end && record->function != function)
        record++;
    if (record == end) {
        *record = (struct hpm_call_record){ .thread = row,
                                            .function = function,
                                            .min_time = time };
        snapshot->call_count++;
    }
    record->calls++;
    record->time += time;
    if (time > record->max_time)
        record->max_time = time;
}

/* The counts inside MPI, and those at the beginning of the call under way.  */
static void
copy_counts (const struct hpm_mpi_snapshot *snapshot,
             const struct hpm_calls_table *table, struct hpm_mpi_inside *inside)
{
    int n = table->counters;

    for (int i = 0; i < n; i++) {
        snapshot->counts[i] = hpm_calls_load (&table->inside[0][i]);
        snapshot->counts[n + i] = hpm_calls_load (&table->inside[1][i]);
        snapshot->counts[2 * n + i] = hpm_calls_load (&table->entry[i]);
    }
    inside->counts[0] = snapshot->counts;
    inside->counts[1] = snapshot->counts + n;
    inside->partial = hpm_calls_load (&table->lost) > 0;
}

static void
add_time (const struct hpm_mpi_snapshot *snapshot, int first,
          struct hpm_mpi_inside *inside)
{
    for (int i = first; i < snapshot->call_count; i++) {
        const struct hpm_call_record *record = &snapshot->calls[i];
        int io = hpm_mpi_calls_function_io (record->function);

        inside->time.inside[io] += record->time;
        inside->made[io] += record->calls;
    }
}

/* Where a call is under way it is one call more, unless it ended meanwhile.  */
static void
look_under_way (struct hpm_mpi_snapshot *snapshot, int first, int row,
                const struct hpm_calls_table *table, int64_t ticks,
                struct hpm_mpi_inside *inside)
{
    int function = hpm_calls_function_of (inside->under_way);
    int64_t counted;

    if (!inside->under_way
        || hpm_calls_load (&table->under_way) != inside->under_way)
        return;
    counted = hpm_mpi_pause_ticks (table, inside->under_way, ticks);
    if (counted >= 0)
        add_under_way (snapshot, first, row, function,
                       hpm_mpi_calls_nanoseconds (counted));
    snapshot->inside[snapshot->inside_count++] = (struct hpm_inside_record){
        .thread = row,
        .function = function,
        .since = hpm_clock_real () - hpm_mpi_calls_nanoseconds (ticks)
    };
    inside->io = hpm_mpi_calls_function_io (function);
    if (hpm_calls_load (&table->entered))
        inside->entry = snapshot->counts + 2 * table->counters;
}

void
hpm_mpi_snapshot_look (struct hpm_mpi_snapshot *snapshot, int row,
                       struct hpm_calls_table *table,
                       struct hpm_mpi_inside *inside)
{
    int first = snapshot->call_count;
    int64_t ticks;

    memset (inside, 0, sizeof *inside);
    if (!table)
        return;
    inside->partial = 1;
    if (first + snapshot->functions > snapshot->call_room
        || snapshot->clock_count == snapshot->clock_room)
        return;
    inside->under_way = hpm_calls_load (&table->under_way);
    ticks = hpm_calls_ticks_of (inside->under_way, hpm_mpi_calls_now ());
    add_calls (snapshot, row, table, inside->under_way);
    hpm_mpi_clocks_estimate (table, row,
                             &snapshot->clocks[snapshot->clock_count++]);
    copy_counts (snapshot, table, inside);
    hpm_mpi_pause_sizes (table, snapshot->sizes);
    look_under_way (snapshot, first, row, table, ticks, inside);
    add_time (snapshot, first, inside);
}

void
hpm_mpi_snapshot_split (const struct hpm_mpi_snapshot *snapshot,
                        const struct hpm_event_table *events,
                        const struct hpm_calls_table *table,
                        struct hpm_mpi_inside *inside, int role,
                        const struct hpm_os_counts *base,
                        struct hpm_cell *cells)
{
    if (snapshot->regions == 1)
        return;
    inside->base = base;
    if (inside->entry
        && hpm_calls_load (&table->under_way) != inside->under_way)
        inside->entry = NULL;
    hpm_mpi_split_row (events, table ? inside : NULL, role, cells);
}

/* ---- chunks ------------------------------------------------------------- */

void
hpm_mpi_snapshot_append (struct hpm_mpi_snapshot *snapshot, int rank,
                         struct hpm_stream_buffer *buffer)
{
    struct hpm_size_record sizes[HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS];
    size_t n;

    if (!snapshot->functions)
        return;
    snapshot->record.calls = 0;
    for (int i = 0; i < snapshot->clock_count; i++)
        snapshot->record.looks += snapshot->clocks[i].looks[HPM_SAMPLE_CPU];
    for (int i = 0; i < snapshot->call_count; i++)
        snapshot->record.calls += snapshot->calls[i].calls;
    n = (size_t)hpm_mpi_size_records (snapshot->sizes, sizes);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_MPI, rank, &snapshot->record,
                             sizeof snapshot->record);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_CALLS, rank, snapshot->calls,
                             (size_t)snapshot->call_count
                                 * sizeof *snapshot->calls);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SIZES, rank, sizes,
                             n * sizeof *sizes);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_INSIDE, rank, snapshot->inside,
                             (size_t)snapshot->inside_count
                                 * sizeof *snapshot->inside);
}

void
hpm_mpi_snapshot_fill (const struct hpm_mpi_snapshot *snapshot,
                       const struct hpm_event_table *events,
                       struct hpm_cell *cells, int rows)
{
    struct hpm_mpi_called called = { .calls = snapshot->calls,
                                     .call_count = (size_t)snapshot->call_count,
                                     .clocks = snapshot->clocks,
                                     .clock_count = snapshot->clock_count };

    hpm_mpi_cells_fill (events, snapshot->regions, cells, rows, &called);
}
