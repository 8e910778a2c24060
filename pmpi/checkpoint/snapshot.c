/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>
#include <sys/mman.h>

#include "base/quality.h"
#include "include/hpm_schema.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/count/topology.h"
#include "pmpi/checkpoint/snapshot.h"

#define USUAL_ROWS 16
#define USUAL_CALLS 64
#define SPARE_ROWS 4 /* threads that may begin meanwhile */

static size_t
cells_of_row (const struct hpm_snapshot *snapshot)
{
    return (size_t)hpm_mpi_calls_regions (snapshot->mode)
           * (size_t)snapshot->table->width;
}

static size_t
bytes_of_rows (const struct hpm_snapshot *snapshot, size_t rows)
{
    return rows
           * (sizeof (struct hpm_thread_record)
              + cells_of_row (snapshot) * sizeof (struct hpm_cell));
}

static size_t
bytes_besides_rows (size_t calls, size_t inside)
{
    return 9 * sizeof (struct hpm_chunk_header) + hpm_node_counters_bytes ()
           + hpm_topology_bytes () + sizeof (struct hpm_rank_record)
           + sizeof (struct hpm_mpi_record)
           + calls * sizeof (struct hpm_call_record)
           + inside * sizeof (struct hpm_inside_record)
           + HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS
                 * sizeof (struct hpm_size_record);
}

/* All records are multiples of 8 bytes: no chunk needs padding.  */
_Static_assert(sizeof (struct hpm_rank_record) % 8 == 0
                   && sizeof (struct hpm_thread_record) % 8 == 0
                   && sizeof (struct hpm_node_record) % 8 == 0
                   && sizeof (struct hpm_mpi_record) % 8 == 0
                   && sizeof (struct hpm_call_record) % 8 == 0
                   && sizeof (struct hpm_inside_record) % 8 == 0
                   && sizeof (struct hpm_size_record) % 8 == 0
                   && sizeof (struct hpm_cell) % 8 == 0,
               "records fill chunks");

size_t
hpm_snapshot_usual_bytes (const struct hpm_snapshot *snapshot)
{
    return bytes_of_rows (snapshot, USUAL_ROWS)
           + bytes_besides_rows (USUAL_CALLS, USUAL_ROWS);
}

static size_t
bytes_of_samples (const struct hpm_snapshot *snapshot)
{
    return snapshot->samples ? snapshot->samples->bytes : 0;
}

size_t
hpm_snapshot_bytes (const struct hpm_snapshot *snapshot)
{
    return bytes_of_rows (snapshot, (size_t)snapshot->rows)
           + bytes_besides_rows ((size_t)snapshot->mpi.call_count,
                                 (size_t)snapshot->mpi.inside_count)
           + hpm_region_chunk_bytes (&snapshot->regions)
           + bytes_of_samples (snapshot);
}

int
hpm_snapshot_drop (struct hpm_snapshot *snapshot)
{
    int any = snapshot->regions.used.paths > 0;

    if (bytes_of_samples (snapshot)) {
        snapshot->samples = NULL;
        return 1;
    }
    snapshot->regions.used.paths = 0;
    return any;
}

/* Pages that nobody writes to cost nothing.  */
static int
get_memory (struct hpm_snapshot *snapshot, size_t bytes)
{
    void *memory;

    if (bytes <= snapshot->room)
        return 0;
    memory = mmap (NULL, 2 * bytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return -1;
    madvise (memory, 2 * bytes, MADV_DONTFORK);
    madvise (memory, 2 * bytes, MADV_DONTDUMP);
    hpm_snapshot_close (snapshot);
    snapshot->memory = memory;
    snapshot->room = 2 * bytes;
    return 0;
}

/* Lay out the memory.  Returns 0 or -1.  */
static int
lay_out (struct hpm_snapshot *snapshot, const struct hpm_threads_room *room)
{
    struct hpm_threads_sample *look = &snapshot->look;
    size_t source
        = (size_t)snapshot->table->backend_count * sizeof *look->source;
    size_t rows = (size_t)room->rows;
    size_t mpi = hpm_mpi_snapshot_bytes (room->callers);
    size_t whole
        = bytes_of_rows (snapshot, rows) + source + mpi
          + hpm_region_snapshot_bytes (&room->regions, snapshot->table);
    char *rest;

    if (get_memory (snapshot, whole) < 0)
        return -1;
    look->room = room->rows;
    look->stride = cells_of_row (snapshot);
    look->source = (struct hpm_cell *)snapshot->memory;
    look->records = (struct hpm_thread_record *)(snapshot->memory + source);
    look->cells = (struct hpm_cell *)(look->records + rows);
    look->mpi = &snapshot->mpi;
    look->regions = &snapshot->regions;
    rest = (char *)(look->cells + rows * look->stride);
    hpm_mpi_snapshot_begin (&snapshot->mpi, snapshot->mode, rest,
                            room->callers);
    hpm_region_snapshot_begin (&snapshot->regions, snapshot->table,
                               &room->regions, rest + mpi);
    return 0;
}

int
hpm_snapshot_open (struct hpm_snapshot *snapshot,
                   const struct hpm_event_table *table, enum hpm_mpi_mode mode)
{
    const struct hpm_threads_room usual = { .rows = USUAL_ROWS, .callers = 1 };

    memset (snapshot, 0, sizeof *snapshot);
    snapshot->table = table;
    snapshot->mode = mode;
    return lay_out (snapshot, &usual);
}

void
hpm_snapshot_close (struct hpm_snapshot *snapshot)
{
    if (snapshot->memory)
        munmap (snapshot->memory, snapshot->room);
    snapshot->memory = NULL;
    snapshot->room = 0;
}

int
hpm_snapshot_take (struct hpm_snapshot *snapshot, int brief)
{
    struct hpm_threads_room room;

    hpm_threads_room (&room);
    room.rows += SPARE_ROWS;
    room.callers += SPARE_ROWS;
    if (lay_out (snapshot, &room) < 0)
        return -1;
    if (!brief)
        hpm_topology_look ();
    snapshot->look.brief = brief;
    snapshot->rows = hpm_threads_snapshot (&snapshot->look, &snapshot->threads);
    hpm_mpi_snapshot_fill (&snapshot->mpi, snapshot->table,
                           snapshot->look.cells, snapshot->rows);
    return 0;
}

static void
add_row (const struct hpm_snapshot *snapshot, int row, int64_t *sums)
{
    const struct hpm_cell *cells
        = snapshot->look.cells + (size_t)row * snapshot->look.stride;

    for (int e = 0; e < snapshot->table->width; e++)
        if (hpm_quality_has_value (cells[e].quality)
            && __builtin_add_overflow (sums[e] < 0 ? 0 : sums[e],
                                       cells[e].value, &sums[e]))
            sums[e] = INT64_MAX;
}

void
hpm_snapshot_sum (const struct hpm_snapshot *snapshot, int64_t *sums)
{
    for (int e = 0; e < snapshot->table->width; e++)
        sums[e] = HPM_NO_COUNT;
    for (int i = 0; i < snapshot->rows; i++)
        if (snapshot->look.records[i].role != HPM_ROLE_MPI)
            add_row (snapshot, i, sums);
}

void
hpm_snapshot_append (struct hpm_snapshot *snapshot,
                     const struct hpm_rank_record *record,
                     struct hpm_stream_buffer *buffer)
{
    const struct hpm_threads_sample *look = &snapshot->look;
    size_t rows = (size_t)snapshot->rows;

    for (size_t i = 0; i < rows; i++)
        look->records[i].rank = record->rank;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_RANK, record->rank, record,
                             sizeof *record);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_THREADS, record->rank,
                             look->records, rows * sizeof *look->records);
    hpm_node_counters_sample (buffer, record->rank);
    hpm_topology_append (buffer, record->rank);
    if (bytes_of_samples (snapshot))
        hpm_stream_buffer_append (buffer, snapshot->samples->data,
                                  snapshot->samples->bytes);
    hpm_mpi_snapshot_append (&snapshot->mpi, record->rank, buffer);
    hpm_region_snapshot_append (&snapshot->regions, record->rank, buffer);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_CELLS, record->rank, look->cells,
                             rows * look->stride * sizeof *look->cells);
}
