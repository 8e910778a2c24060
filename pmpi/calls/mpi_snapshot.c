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

#define COUNTS 5 /* arrays that are copied of a thread */
#define COPY_TRIES 8

size_t
hpm_mpi_snapshot_bytes (int threads)
{
    size_t calls = (size_t)hpm_mpi_calls_function_count () * (size_t)threads;

    return calls * sizeof (struct hpm_call_record)
           + (size_t)threads * sizeof (struct hpm_inside_record)
           + (size_t)threads * sizeof (struct hpm_mpi_clocks)
           + COUNTS * (size_t)hpm_mpi_calls_counters () * sizeof (int64_t);
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
                                     + COUNTS * hpm_mpi_calls_counters ());
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

/* The counts inside MPI and those at the last look: a sequence lock of words,
 * as in sampling.c.  Returns whether they belong together.  */
static int
copy_counts (const struct hpm_mpi_snapshot *snapshot,
             const struct hpm_calls_split *split, struct hpm_mpi_inside *inside)
{
    uint64_t before = __atomic_load_n (&split->sequence, __ATOMIC_ACQUIRE);
    const int64_t *const from[COUNTS]
        = { split->inside[0], split->inside[1], split->unsure[0],
            split->unsure[1], split->looked };
    int n = split->counters;

    for (int array = 0; array < COUNTS; array++)
        for (int i = 0; i < n; i++)
            snapshot->counts[array * n + i] = hpm_calls_load (&from[array][i]);
    for (int io = 0; io < 2; io++) {
        inside->counts[io] = snapshot->counts + io * n;
        inside->unsure[io] = snapshot->counts + (2 + io) * n;
        inside->alone[io] = hpm_calls_load (&split->alone[io]);
        inside->pending[io] = hpm_calls_load (&split->pending[io]);
    }
    inside->apart = hpm_calls_load (&split->apart);
    inside->since = hpm_calls_load (&split->since);
    if (inside->since)
        inside->looked = snapshot->counts + (COUNTS - 1) * n;
    return before % 2 == 0
           && before == __atomic_load_n (&split->sequence, __ATOMIC_RELAXED);
}

/* Where the thread looks at each try, what it counted since is not told.  */
static void
copy_split (const struct hpm_mpi_snapshot *snapshot,
            const struct hpm_calls_table *table, struct hpm_mpi_inside *inside)
{
    int tries = 0;

    while (!copy_counts (snapshot, &table->split, inside))
        if (++tries == COPY_TRIES) {
            inside->looked = NULL;
            break;
        }
    inside->is_still = hpm_calls_load (&table->under_way) == inside->under_way;
    inside->looks = hpm_mpi_calls_looks (table);
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
    inside->at = hpm_mpi_calls_now ();
    ticks = hpm_calls_ticks_of (inside->under_way, inside->at);
    add_calls (snapshot, row, table, inside->under_way);
    hpm_mpi_clocks_estimate (table, row,
                             &snapshot->clocks[snapshot->clock_count++]);
    copy_split (snapshot, table, inside);
    hpm_mpi_pause_sizes (table, snapshot->sizes);
    look_under_way (snapshot, first, row, table, ticks, inside);
    add_time (snapshot, first, inside);
}

/* Whether the thread has begun and ended no call since it was looked at.  */
static int
is_as_it_was (const struct hpm_calls_table *table,
              const struct hpm_mpi_inside *inside)
{
    const struct hpm_calls_split *split = &table->split;

    return inside->is_still
           && hpm_calls_load (&table->under_way) == inside->under_way
           && hpm_calls_load (&split->since) == inside->since
           && hpm_calls_load (&split->pending[0]) == inside->pending[0]
           && hpm_calls_load (&split->pending[1]) == inside->pending[1];
}

/* The counters have been read by now, some time after the calls were looked at,
 * `later`: in which the thread was in the call under way, or in none, or, where
 * it has gone on, in any.  */
static void
close_window (const struct hpm_calls_table *table,
              struct hpm_mpi_inside *inside)
{
    int64_t now = hpm_mpi_calls_now (), later = now - inside->at;
    int is_same = is_as_it_was (table, inside);
    int64_t *in = inside->pending, outside;

    if (inside->under_way && inside->is_still) {
        int64_t ticks = hpm_calls_ticks_of (inside->under_way, inside->at);
        int64_t most = inside->at - inside->since;

        in[inside->io] += (ticks < most ? ticks : most) + (is_same ? later : 0);
    }
    outside = now - inside->since - in[0] - in[1];
    inside->window.outside
        = outside > 0 ? hpm_mpi_calls_nanoseconds (outside) + 1 : 0;
    if (!is_same)
        in[inside->io] += later;
    for (int io = 0; io < 2; io++)
        inside->window.inside[io] = hpm_mpi_calls_nanoseconds (in[io]);
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
    if (inside->looked && hpm_split_counters_are_events ()
        && hpm_calls_load (&table->under_way) != inside->under_way)
        inside->looked = NULL;
    if (inside->looked)
        close_window (table, inside);
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
