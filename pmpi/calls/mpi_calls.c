/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The link to the library of the wrappers, and the records of what it recorded.
 */
#include "config.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/calls/mpi_arrivals.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/wire/mpi_world.h"

static const char region_names[] =
#define HPM_X(identifier, name, meaning) name "\0"
    HPM_REGIONS (HPM_X)
#undef HPM_X
    ;

static struct {
    /* NULL: calls are not recorded.  There before the first one is; threads
     * may end meanwhile.  */
    const struct hpm_calls_link *_Atomic link;
    struct hpm_mpi_record record;
    struct hpm_calls_cost cost; /* that is taken from times and counts */
    int counters;               /* that a split reads, ... */
    int is_sparse;              /* ... and not at each call */
} calls;

/* ---- start and stop ----------------------------------------------------- */

static const struct hpm_calls_link *
find_link (void)
{
    return dlsym (RTLD_DEFAULT, "hpm_mpi_calls");
}

int
hpm_mpi_calls_are_there (void)
{
    return find_link () != NULL;
}

void *
hpm_mpi_calls_wrapper_of (const char *name, const void *function)
{
    const struct hpm_calls_link *link = find_link ();

    return link && link->version == HPM_CALLS_VERSION
               ? link->wrapper_of (name, function)
               : NULL;
}

int
hpm_mpi_calls_start (enum hpm_mpi_mode mode,
                     const struct hpm_event_table *table,
                     void *(*attach) (struct hpm_calls_table *),
                     const void *caller, struct hpm_error *error)
{
    const struct hpm_calls_link *link;
    struct hpm_calls_start how = { .caller = caller,
                                   .has_world = !hpm_mpi_world_has_session (),
                                   .attach = attach };

    if (mode == HPM_MPI_OFF)
        return 0;
    link = find_link ();
    if (!link)
        return hpm_error_set (error, "libhpmmpi-calls.so is not preloaded");
    if (link->version != HPM_CALLS_VERSION)
        return hpm_error_set (error,
                              "libhpmmpi-calls.so is of another version");
    hpm_split_counters_choose (table, mode, &how);
    calls.record.mode = mode;
    calls.counters = how.counters;
    calls.link = link;
    if (link->start (&how) == 0)
        return 0;
    calls.link = NULL;
    return hpm_error_set (error, "the MPI library lacks functions that hpmmpi "
                                 "was built for");
}

/* What `calls` calls took, in ps a call.  */
static int64_t
picoseconds (int64_t ticks, int64_t count)
{
    return count ? calls.link->nanoseconds (1000 * ticks) / count : 0;
}

void
hpm_mpi_calls_stop (int with_error)
{
    struct hpm_calls_cost *cost = &calls.cost;

    if (!calls.link)
        return;
    calls.link->stop (&calls.record, cost);
    hpm_mpi_arrivals_start (calls.link, calls.record.clock);
    calls.record.call_overhead = picoseconds (cost->ticks, cost->calls);
    calls.record.call_inside = picoseconds (cost->ticks_inside, cost->calls);
    calls.record.look_overhead = picoseconds (cost->look_ticks, 1);
    calls.is_sparse = cost->edge != NULL;
    if (with_error)
        memset (cost, 0, sizeof *cost);
}

void
hpm_mpi_calls_thread_end (void)
{
    if (calls.link)
        calls.link->thread_end ();
}

void
hpm_mpi_calls_release (struct hpm_calls_table *table)
{
    if (table)
        calls.link->release (table);
}

int
hpm_mpi_calls_regions (enum hpm_mpi_mode mode)
{
    return mode == HPM_MPI_SPLIT ? HPM_REGION_COUNT : 1;
}

struct hpm_calls_table *
hpm_mpi_calls_merge (struct hpm_calls_table *into, struct hpm_calls_table *from)
{
    if (!into || !from)
        return into ? into : from;
    calls.link->merge_sites (into, from);
    hpm_mpi_merge_tables (into, from, hpm_mpi_calls_function_count ());
    hpm_mpi_calls_release (from);
    return into;
}

/* ---- chunks ------------------------------------------------------------- */

const struct hpm_function_record *
hpm_mpi_calls_functions (int *count)
{
    *count = 0;
    return calls.link ? calls.link->functions (count) : NULL;
}

void
hpm_mpi_calls_append_run (struct hpm_stream_buffer *buffer,
                          enum hpm_mpi_mode mode)
{
    const struct hpm_function_record *functions;
    size_t bytes = hpm_mpi_calls_regions (mode) > 1 ? sizeof region_names - 1
                                                    : strlen (region_names) + 1;
    int count;

    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_REGIONS, 0, region_names, bytes);
    functions = hpm_mpi_calls_functions (&count);
    if (functions)
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_FUNCTIONS, 0, functions,
                                 (size_t)count * sizeof *functions);
}

struct hpm_call_record
hpm_mpi_call_record (int thread, int function, const struct hpm_call_row *row)
{
    struct hpm_call_record record = { .thread = thread, .function = function };
    struct hpm_call_row taken;
    int64_t share = hpm_mpi_calls_take_row (row, &taken, &calls.record.larger);

    calls.record.removed += calls.link->nanoseconds (share);
    record.calls = taken.calls;
    record.time = calls.link->nanoseconds (taken.ticks);
    record.min_time = calls.link->nanoseconds (taken.shortest);
    record.max_time = calls.link->nanoseconds (taken.longest);
    record.sent = taken.sent;
    record.received = taken.received;
    return record;
}

static void
append_thread (struct hpm_stream_buffer *records, int thread,
               const struct hpm_calls_table *table)
{
    int count = hpm_mpi_calls_function_count ();

    for (int f = 0; f < count; f++) {
        struct hpm_call_record record
            = hpm_mpi_call_record (thread, f, &table->rows[f]);

        calls.record.calls += record.calls;
        if (record.calls > 0)
            hpm_stream_buffer_append (records, &record, sizeof record);
    }
}

static void
append_clocks (struct hpm_stream_buffer *all, int thread,
               const struct hpm_calls_table *table)
{
    struct hpm_mpi_clocks clocks;

    hpm_mpi_clocks_estimate (table, thread, &clocks);
    calls.record.looks
        += (calls.is_sparse ? 2 : 1) * clocks.looks[HPM_SAMPLE_CPU];
    hpm_stream_buffer_append (all, &clocks, sizeof clocks);
}

static void
add_looks (struct hpm_mpi_looks *sum, struct hpm_mpi_looks looks)
{
    sum->count += looks.count;
    sum->ticks += looks.ticks;
}

static void
fill_cells (const struct hpm_event_table *events, int regions,
            struct hpm_thread_rows *rows,
            const struct hpm_stream_buffer *records,
            const struct hpm_stream_buffer *clocks)
{
    struct hpm_mpi_called called
        = { .calls = (const struct hpm_call_record *)records->data,
            .call_count = records->bytes / sizeof *called.calls,
            .clocks = (const struct hpm_mpi_clocks *)clocks->data,
            .clock_count = (int)(clocks->bytes / sizeof *called.clocks) };

    hpm_mpi_cells_fill (events, regions, rows->cells, rows->count, &called);
}

static void
fill_arrivals (const struct hpm_event_table *events, int regions,
               struct hpm_thread_rows *rows)
{
    size_t row = (size_t)regions * (size_t)events->width;

    for (int i = 0; i < rows->count && events->width > events->count; i++)
        if (rows->calls[i])
            hpm_mpi_arrivals_row (
                rows->calls[i], i,
                &rows->cells[(size_t)i * row + (size_t)events->count]);
}

int
hpm_mpi_size_records (struct hpm_size_row (*sizes)[HPM_SIZE_BUCKETS],
                      struct hpm_size_record *records)
{
    int n = 0;

    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        for (int bucket = 0; bucket < HPM_SIZE_BUCKETS; bucket++)
            if (sizes[kind][bucket].messages > 0)
                records[n++] = (struct hpm_size_record){
                    .kind = kind,
                    .bucket = bucket,
                    .messages = sizes[kind][bucket].messages,
                    .bytes = sizes[kind][bucket].bytes
                };
    return n;
}

void
hpm_mpi_calls_append_rank (struct hpm_stream_buffer *buffer, int rank,
                           struct hpm_thread_rows *rows,
                           const struct hpm_event_table *events, int regions)
{
    struct hpm_size_row sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS] = { 0 };
    struct hpm_size_record by_size[HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS];
    struct hpm_stream_buffer records = { .data = NULL };
    struct hpm_stream_buffer clocks = { .data = NULL };
    struct hpm_mpi_looks looks = { 0, 0 };

    if (!calls.link)
        return;
    for (int i = 0; i < rows->count; i++)
        if (rows->calls[i]) {
            append_thread (&records, i, rows->calls[i]);
            add_looks (&looks, hpm_mpi_calls_looks (rows->calls[i]));
            append_clocks (&clocks, i, rows->calls[i]);
            hpm_mpi_sizes_add (sizes, rows->calls[i]->sizes);
        }
    buffer->failed |= records.failed | clocks.failed;
    calls.record.looks += looks.count;
    if (looks.count)
        calls.record.look_overhead = picoseconds (looks.ticks, looks.count);
    fill_cells (events, regions, rows, &records, &clocks);
    fill_arrivals (events, regions, rows);
    calls.record.overhead = (calls.record.calls * calls.record.call_overhead
                             + calls.record.looks * calls.record.look_overhead)
                            / 1000;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_MPI, rank, &calls.record,
                             sizeof calls.record);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_CALLS, rank, records.data,
                             records.bytes);
    hpm_mpi_added_append (buffer, rank, events, calls.record.calls);
    hpm_stream_buffer_release (&records);
    hpm_stream_buffer_release (&clocks);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SIZES, rank, by_size,
                             (size_t)hpm_mpi_size_records (sizes, by_size)
                                 * sizeof *by_size);
}

/* ---- for snapshots and for the split ------------------------------------ */

int
hpm_mpi_calls_function_count (void)
{
    int count;

    hpm_mpi_calls_functions (&count);
    return count;
}

int
hpm_mpi_calls_counters (void)
{
    return calls.counters;
}

int
hpm_mpi_calls_function_io (int function)
{
    int count;

    return calls.link->functions (&count)[function].kind == HPM_CALL_IO;
}

void
hpm_mpi_calls_look (struct hpm_mpi_record *record)
{
    *record = calls.record;
    calls.link->look (record);
}

int64_t
hpm_mpi_calls_now (void)
{
    struct hpm_mpi_record clock;

    return calls.link->look (&clock);
}

int64_t
hpm_mpi_calls_nanoseconds (int64_t ticks)
{
    return calls.link ? calls.link->nanoseconds (ticks) : 0;
}

int
hpm_mpi_calls_are_split (void)
{
    return calls.link && calls.record.mode == HPM_MPI_SPLIT;
}

const struct hpm_calls_cost *
hpm_mpi_calls_cost (void)
{
    return &calls.cost;
}

struct hpm_mpi_looks
hpm_mpi_calls_looks (const struct hpm_calls_table *table)
{
    struct hpm_mpi_looks looks = { 0, 0 };

    if (calls.is_sparse)
        looks = (struct hpm_mpi_looks){ hpm_calls_load (&table->split.looks),
                                        hpm_calls_load (&table->split.spent) };
    return looks;
}

void
hpm_mpi_calls_look_always (struct hpm_calls_table *table)
{
    if (calls.link)
        calls.link->look_always (table);
}

int64_t
hpm_mpi_calls_take (struct hpm_measuring_parts *parts)
{
    return hpm_measuring_take_parts (parts, &calls.record.larger);
}
