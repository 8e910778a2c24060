/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/rank_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hpm_quality.h"

void
hpm_rank_reader_init (struct hpm_rank_reader *reader)
{
    memset (reader, 0, sizeof *reader);
    reader->region_count = 1;
    reader->last_rank = reader->line_rank = -1;
}

void
hpm_rank_reader_release (struct hpm_rank_reader *reader)
{
    free (reader->events);
    free (reader->threads);
    free (reader->cells);
    free (reader->nodes);
    free (reader->topology);
    hpm_rank_mpi_release (&reader->mpi);
    hpm_rank_regions_clear (&reader->regions);
    hpm_rank_samples_clear (&reader->samples);
    hpm_rank_pages_clear (&reader->pages);
    hpm_rank_line_clear (&reader->line);
    memset (reader, 0, sizeof *reader);
}

/* Texts of records end in a NUL whatever the file says.  */
static void
terminate_event (struct hpm_event_record *event)
{
    event->name[sizeof event->name - 1] = '\0';
    event->unit[sizeof event->unit - 1] = '\0';
    event->source[sizeof event->source - 1] = '\0';
    event->description[sizeof event->description - 1] = '\0';
}

static void
terminate_thread (struct hpm_thread_record *thread)
{
    thread->name[sizeof thread->name - 1] = '\0';
    thread->cpus_allowed[sizeof thread->cpus_allowed - 1] = '\0';
}

/* Codes this program does not know are no counts.  */
static void
check_cell (struct hpm_cell *cell)
{
    if (cell->quality >= HPM_QUALITY_COUNT)
        cell->quality = HPM_QUALITY_UNAVAILABLE;
    if (cell->reason >= HPM_REASON_COUNT)
        cell->reason = HPM_REASON_NONE;
    if (cell->quality == HPM_QUALITY_UNAVAILABLE
        && cell->reason == HPM_REASON_NONE)
        cell->reason = HPM_REASON_NOT_RECORDED;
    if (cell->error < 0)
        cell->error = 0;
}

static int
take_events (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    int64_t count = 0;
    struct hpm_event_record *events;

    if (chunk->bytes > HPM_EVENTS_MAX * sizeof *events)
        return -1;
    events = hpm_chunk_copy (chunk, sizeof *events, &count);
    if (!events)
        return -1;
    for (int64_t i = 0; i < count; i++)
        terminate_event (&events[i]);
    free (reader->events);
    reader->events = events;
    reader->event_count = (int)count;
    reader->events_changed = 1;
    return 0;
}

static void
forget_topology (struct hpm_rank_reader *reader)
{
    free (reader->topology);
    reader->topology = NULL;
}

static int
take_rank (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    struct hpm_rank_record *record = &reader->record;

    if (chunk->bytes != sizeof *record)
        return -1;
    memcpy (record, chunk->payload, sizeof *record);
    record->host[sizeof record->host - 1] = '\0';
    record->cpus_allowed[sizeof record->cpus_allowed - 1] = '\0';
    record->cores_allowed[sizeof record->cores_allowed - 1] = '\0';
    if (record->rank <= reader->last_rank || record->rank >= HPM_RANKS_MAX)
        return -1;
    reader->last_rank = record->rank;
    reader->in_rank = 1;
    reader->has_threads = 0;
    reader->node_count = 0;
    forget_topology (reader);
    hpm_rank_mpi_clear (&reader->mpi);
    hpm_rank_samples_clear (&reader->samples);
    hpm_rank_pages_clear (&reader->pages);
    hpm_rank_regions_clear (&reader->regions);
    return 0;
}

static int
take_threads (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    int64_t count = 0;
    struct hpm_thread_record *threads;

    if (!reader->in_rank || reader->has_threads)
        return -1;
    threads = hpm_chunk_copy (chunk, sizeof *threads, &count);
    if (!threads)
        return -1;
    for (int64_t i = 0; i < count; i++)
        terminate_thread (&threads[i]);
    free (reader->threads);
    reader->threads = threads;
    reader->thread_count = count;
    reader->has_threads = 1;
    return 0;
}

/* How many regions so many cells have; 0 if they fit none.  */
static int
regions_of (const struct hpm_rank_reader *reader, int64_t cells)
{
    int64_t row = reader->thread_count * reader->event_count;
    const int known[] = { reader->region_count, 1, HPM_REGION_COUNT };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (cells == known[i] * row)
            return known[i];
    return 0;
}

/* The cells complete a rank: 1.  */
static int
take_cells (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    int64_t count = 0;
    struct hpm_cell *cells;

    if (!reader->in_rank || !reader->has_threads)
        return -1;
    cells = hpm_chunk_copy (chunk, sizeof *cells, &count);
    reader->rank_regions = regions_of (reader, count);
    if (!cells || !reader->rank_regions) {
        free (cells);
        return -1;
    }
    for (int64_t i = 0; i < count; i++)
        check_cell (&cells[i]);
    free (reader->cells);
    reader->cells = cells;
    reader->in_rank = 0;
    return 1;
}

/* Counts for the host; codes this program does not know are no counts.  */
static int
take_nodes (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    int64_t count = 0;
    struct hpm_node_record *nodes;

    if (!reader->in_rank)
        return -1;
    nodes = hpm_chunk_copy (chunk, sizeof *nodes, &count);
    if (!nodes)
        return -1;
    free (reader->nodes);
    reader->nodes = nodes;
    reader->node_count = count;
    for (int64_t i = 0; i < count; i++) {
        struct hpm_node_record *node = &nodes[i];

        if (node->event < 0 || node->event >= reader->event_count)
            return -1;
        if (node->quality < 0 || node->quality >= HPM_QUALITY_COUNT
            || !isfinite (node->scale))
            node->quality = HPM_QUALITY_UNAVAILABLE;
        if (node->reason < 0 || node->reason >= HPM_REASON_COUNT)
            node->reason = HPM_REASON_NONE;
    }
    return 0;
}

/* What it says is looked at by who takes it.  */
static int
take_topology (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    if (!reader->in_rank)
        return -1;
    forget_topology (reader);
    reader->topology = strndup (chunk->payload, chunk->bytes);
    return reader->topology ? 0 : -1;
}

/* It comes before its rank.  */
static int
take_line (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    if (reader->in_rank)
        return -1;
    reader->line_rank = chunk->rank;
    return hpm_rank_line_take (&reader->line, chunk);
}

/* Names, each ended by a NUL.  */
static int
take_regions (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    int count = 0;

    for (uint64_t i = 0; i < chunk->bytes; i++)
        count += !chunk->payload[i];
    if (!count || count > HPM_REGIONS_MAX || reader->last_rank >= 0
        || chunk->payload[chunk->bytes - 1])
        return -1;
    reader->region_count = count;
    if (reader->run_chunk)
        reader->run_chunk (chunk, reader->data);
    return 0;
}

struct hpm_rank_data
hpm_rank_reader_data (const struct hpm_rank_reader *reader)
{
    return (struct hpm_rank_data){
        .record = reader->record,
        .thread_count = reader->thread_count,
        .threads = reader->threads,
        .cells = reader->cells,
        .mpi = reader->mpi.recorded ? &reader->mpi.record : NULL,
        .call_count = reader->mpi.call_count,
        .size_count = reader->mpi.size_count,
        .calls = reader->mpi.calls,
        .sizes = reader->mpi.sizes,
        .node_count = reader->node_count,
        .nodes = reader->nodes,
        .topology = reader->topology,
        .sampling = reader->samples.recorded ? &reader->samples.record : NULL,
        .samples = reader->samples.list,
        .sample_count = reader->samples.count,
        .sample_module_bytes = reader->samples.module_bytes,
        .sample_modules = reader->samples.modules,
        .chain_count = reader->samples.chain_count,
        .chains = reader->samples.chains,
        .frames = reader->samples.frames,
        .pages = &reader->pages,
        .line
        = reader->line.head.edges && reader->line_rank == reader->record.rank
              ? &reader->line
              : NULL,
    };
}

void
hpm_rank_reader_skip (struct hpm_rank_reader *reader)
{
    reader->in_rank = 0;
}

/* Where memory was, what the host is, or what is not known here.  */
static int
take_other (struct hpm_rank_reader *reader, const struct hpm_chunk *chunk)
{
    switch (chunk->type) {
    case HPM_CHUNK_TOPOLOGY:
        return take_topology (reader, chunk);
    case HPM_CHUNK_LOOK:
    case HPM_CHUNK_MAPPINGS:
    case HPM_CHUNK_MAPPING_NAMES:
    case HPM_CHUNK_PLACEMENTS:
        return reader->in_rank ? hpm_rank_pages_take (
                   &reader->pages, chunk->type, chunk->payload, chunk->bytes)
                               : -1;
    default:
        return 0;
    }
}

int
hpm_rank_reader_take (struct hpm_rank_reader *reader,
                      const struct hpm_chunk *chunk)
{
    switch (chunk->type) {
    case HPM_CHUNK_RUN:
        if (reader->run_chunk)
            reader->run_chunk (chunk, reader->data);
        return 0;
    case HPM_CHUNK_REGIONS:
        return take_regions (reader, chunk);
    case HPM_CHUNK_EVENTS:
        return take_events (reader, chunk);
    case HPM_CHUNK_RANK:
        return take_rank (reader, chunk);
    case HPM_CHUNK_THREADS:
        return take_threads (reader, chunk);
    case HPM_CHUNK_NODE:
        return take_nodes (reader, chunk);
    case HPM_CHUNK_CELLS:
        return take_cells (reader, chunk);
    case HPM_CHUNK_LINE:
        return take_line (reader, chunk);
    case HPM_CHUNK_ARRIVALS:
        return reader->arrivals && !reader->in_rank
                       && (int64_t)chunk->rank == reader->last_rank
                   ? hpm_arrivals_take (reader->arrivals, chunk)
                   : 0;
    case HPM_CHUNK_FUNCTIONS:
        return reader->in_rank ? -1
                               : hpm_rank_mpi_take (&reader->mpi, chunk, 0);
    case HPM_CHUNK_PATHS:
    case HPM_CHUNK_PATH_TEXTS:
    case HPM_CHUNK_REGION_ROWS:
    case HPM_CHUNK_REGION_COUNTS:
    case HPM_CHUNK_REGION_SPLIT:
    case HPM_CHUNK_MARK_COSTS:
        return reader->in_rank && reader->has_threads
                   ? hpm_rank_regions_take (&reader->regions, chunk,
                                            reader->thread_count,
                                            reader->event_count)
                   : -1;
    case HPM_CHUNK_SAMPLING:
    case HPM_CHUNK_SAMPLE_MODULES:
    case HPM_CHUNK_SAMPLES:
    case HPM_CHUNK_SAMPLE_CHAINS:
        return reader->in_rank ? hpm_rank_samples_take (&reader->samples, chunk)
                               : -1;
    case HPM_CHUNK_MPI:
    case HPM_CHUNK_CALLS:
    case HPM_CHUNK_SIZES:
    case HPM_CHUNK_ADDED:
    case HPM_CHUNK_SITE_MODULES:
    case HPM_CHUNK_SITES:
        return reader->in_rank && reader->has_threads ? hpm_rank_mpi_take (
                   &reader->mpi, chunk, reader->thread_count)
                                                      : -1;
    default:
        return take_other (reader, chunk);
    }
}
