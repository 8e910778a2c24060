/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The second pass over the records: rank by rank, without gaps.
 */
#include "config.h"

#include "aggregate/input/recorded_ranks.h"
#include "hpm_schema.h"

#include <stdlib.h>
#include <string.h>

struct hpm_recorded_ranks {
    struct hpm_rank_source source; /* first: the source is the object */
    struct hpm_records *records;
    struct hpm_rank_reader reader;
    const struct hpm_result *result;
    const struct hpm_scan *scan;
    int64_t next_rank;
    int held; /* the reader has a rank that is not given yet */
    int ended;
    int *places;            /* of the reader's events in the result's */
    uint32_t *reasons;      /* why a rank lacks an event of the result */
    struct hpm_cell *cells; /* of the rank, over all events */
    int64_t *region_counts; /* the same, of its rows of regions, ... */
    int64_t *region_split;  /* ... and its parts */
    int64_t *added;         /* the same, of the rank */
};

/* Where the events of the rank stand among those of the run.  */
static int
place_events (struct hpm_recorded_ranks *ranks)
{
    const struct hpm_rank_reader *reader = &ranks->reader;
    int *places;

    places = realloc (ranks->places,
                      ((size_t)reader->event_count + 1) * sizeof *places);
    if (!places)
        return -1;
    ranks->places = places;
    for (int i = 0; i < reader->event_count; i++)
        places[i]
            = hpm_result_find_event (ranks->result, reader->events[i].name);
    return 0;
}

/* One row of the rank's cells, over all events.  */
static void
spread_row (const struct hpm_recorded_ranks *ranks, const struct hpm_cell *from,
            struct hpm_cell *to)
{
    for (int i = 0; i < ranks->reader.event_count; i++)
        if (ranks->places[i] >= 0)
            to[ranks->places[i]] = from[i];
}

/* Spread the cells of a rank over all regions and events; those it was not
 * asked to count are unavailable.  */
static int
spread_cells (struct hpm_recorded_ranks *ranks)
{
    const struct hpm_rank_reader *reader = &ranks->reader;
    size_t all = (size_t)ranks->result->event_count;
    size_t own = (size_t)reader->event_count;
    size_t regions = (size_t)ranks->result->region_count;
    size_t own_regions = (size_t)reader->rank_regions;
    size_t count = (size_t)reader->thread_count * regions * all;
    struct hpm_cell *cells
        = realloc (ranks->cells, (count + 1) * sizeof *cells);

    if (!cells)
        return -1;
    ranks->cells = cells;
    for (size_t i = 0; i < count; i++)
        cells[i] = (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                      .reason = i / all % regions < own_regions
                                                    ? ranks->reasons[i % all]
                                                    : HPM_REASON_NOT_SPLIT };
    for (size_t t = 0; t < (size_t)reader->thread_count; t++)
        for (size_t r = 0; r < own_regions && r < regions; r++)
            spread_row (ranks, reader->cells + (t * own_regions + r) * own,
                        cells + (t * regions + r) * all);
    return 0;
}

static struct hpm_cell *
cell_at (const struct hpm_recorded_ranks *ranks, int64_t thread,
         const char *event)
{
    int place = hpm_result_find_literal (ranks->result, event);
    int64_t row = thread * ranks->result->region_count;

    return place < 0 || thread >= ranks->reader.thread_count
               ? NULL
               : &ranks->cells[row * ranks->result->event_count + place];
}

static int64_t
at_most (int64_t value, int64_t most)
{
    return value < most ? value : most;
}

/* Say why nothing is known where that is since collectives were of several
 * hosts.  */
static void
tell_hosts (struct hpm_recorded_ranks *ranks)
{
    static const char *const events[]
        = { "mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME" };
    int64_t thread = hpm_arrivals_crossed (ranks->scan->arrivals,
                                           ranks->reader.record.rank);

    for (size_t i = 0; thread >= 0 && i < sizeof events / sizeof *events; i++) {
        struct hpm_cell *cell = cell_at (ranks, thread, events[i]);

        if (cell && cell->reason == HPM_REASON_NOT_COMPARED)
            cell->reason = HPM_REASON_SEVERAL_HOSTS;
    }
}

/* What a thread waited in collectives is a part of its time in MPI.  */
static void
fill_arrivals (struct hpm_recorded_ranks *ranks)
{
    const struct hpm_rank_record *record = &ranks->reader.record;
    struct hpm_cell arrival, awaited, *into, *awaited_into, *time;
    int64_t thread, other;

    thread = hpm_arrivals_of (ranks->scan->arrivals, record->rank,
                              record->wall_time, &arrival, &awaited);
    if (thread < 0) {
        tell_hosts (ranks);
        return;
    }
    into = cell_at (ranks, thread, "mpi::ARRIVAL_TIME");
    awaited_into = cell_at (ranks, thread, "mpi::AWAITED_TIME");
    time = cell_at (ranks, thread, "mpi::TIME");
    if (!into || !awaited_into || !time || time->value < 0
        || into->reason != HPM_REASON_NOT_COMPARED)
        return;
    arrival.value = at_most (arrival.value, time->value);
    other = time->value - arrival.value;
    arrival.error = at_most (arrival.error,
                             arrival.value > other ? arrival.value : other);
    *into = arrival;
    *awaited_into = awaited;
}

/* Number the functions as the result does, and drop what was not called.  The
 * second pass over a file that changed in between may bring new ones.  */
static void
place_functions (struct hpm_recorded_ranks *ranks)
{
    struct hpm_rank_mpi *mpi = &ranks->reader.mpi;
    int64_t kept = 0;

    for (int64_t i = 0; i < mpi->call_count; i++) {
        struct hpm_call_record call = mpi->calls[i];

        if (call.function >= ranks->scan->functions
            || ranks->scan->function_places[call.function] < 0)
            continue;
        call.function = ranks->scan->function_places[call.function];
        mpi->calls[kept++] = call;
    }
    mpi->call_count = kept;
}

/* Spread what noting calls added over all events.  */
static void
spread_added (const struct hpm_recorded_ranks *ranks)
{
    const struct hpm_rank_mpi *mpi = &ranks->reader.mpi;

    memset (ranks->added, 0,
            (size_t)ranks->result->event_count * sizeof *ranks->added);
    for (int i = 0; i < ranks->reader.event_count && i < mpi->added_count; i++)
        if (ranks->places[i] >= 0)
            ranks->added[ranks->places[i]] = mpi->added[i];
}

/* Spread numbers of regions over all events, `each` of an event.  Returns 0, or
 * -1 without memory.  */
static int
spread_regions (const struct hpm_recorded_ranks *ranks, const int64_t *from,
                size_t each, int64_t **to)
{
    size_t all = (size_t)ranks->result->event_count * each;
    size_t own = (size_t)ranks->reader.event_count * each;
    size_t rows = (size_t)ranks->reader.regions.row_count;
    int64_t *numbers = realloc (*to, (rows * all + 1) * sizeof *numbers);

    if (!numbers)
        return -1;
    *to = numbers;
    for (size_t i = 0; i < rows * all; i++)
        numbers[i] = HPM_NO_COUNT;
    for (size_t i = 0; from && i < rows; i++)
        for (size_t e = 0; e < own; e++)
            if (ranks->places[e / each] >= 0)
                numbers[i * all + (size_t)ranks->places[e / each] * each
                        + e % each]
                    = from[i * own + e];
    return 0;
}

/* Number the paths as the tree does, and spread their counts over all events.
 */
static int
place_regions (struct hpm_recorded_ranks *ranks)
{
    struct hpm_rank_regions *regions = &ranks->reader.regions;
    int *places = hpm_rank_regions_place (
        regions, (struct hpm_region_tree *)&ranks->result->tree);
    int failed = !places;

    for (int64_t i = 0; places && i < regions->row_count; i++)
        regions->rows[i].path = places[regions->rows[i].path];
    free (places);
    return failed
                   || spread_regions (ranks, regions->counts, 1,
                                      &ranks->region_counts)
                   || (regions->split
                       && spread_regions (ranks, regions->split,
                                          HPM_REGION_SPLIT_COUNT,
                                          &ranks->region_split))
               ? -1
               : 0;
}

/* Have a rank of the records in hand, if there is one more.  */
static int
hold_next (struct hpm_recorded_ranks *ranks, struct hpm_error *error)
{
    struct hpm_rank_reader *reader = &ranks->reader;
    int got;

    if (ranks->held || ranks->ended)
        return 0;
    got = ranks->records->next (ranks->records, reader, error);
    if (got < 0)
        return -1;
    ranks->ended = !got;
    ranks->held = got;
    if (!got)
        return 0;
    if ((reader->events_changed && place_events (ranks)) || spread_cells (ranks)
        || place_regions (ranks)
        || hpm_rank_line_place (&ranks->reader.line, ranks->places,
                                reader->event_count,
                                ranks->result->event_count))
        return hpm_error_set (error, "out of memory");
    reader->events_changed = 0;
    spread_added (ranks);
    fill_arrivals (ranks);
    place_functions (ranks);
    for (int64_t i = 0; i < reader->node_count; i++)
        reader->nodes[i].event = ranks->places[reader->nodes[i].event];
    return 0;
}

static int
next_rank (struct hpm_rank_source *source, struct hpm_rank_data *data,
           struct hpm_error *error)
{
    struct hpm_recorded_ranks *ranks = (struct hpm_recorded_ranks *)source;
    const struct hpm_rank_reader *reader = &ranks->reader;

    if ((uint64_t)ranks->next_rank >= ranks->scan->ranks)
        return 0;
    if (hold_next (ranks, error))
        return -1;
    memset (data, 0, sizeof *data);
    if (ranks->held && reader->record.rank == ranks->next_rank) {
        *data = hpm_rank_reader_data (reader);
        data->cells = ranks->cells;
        data->added = reader->mpi.added ? ranks->added : NULL;
        data->region_count = reader->regions.row_count;
        data->regions = reader->regions.rows;
        data->region_counts = ranks->region_counts;
        data->region_split = reader->regions.split ? ranks->region_split : NULL;
        data->mark_cost = reader->regions.cost;
        ranks->held = 0;
    } else {
        data->record.rank = (int32_t)ranks->next_rank;
        data->record.status = HPM_RANK_MISSING;
    }
    ranks->next_rank++;
    return 1;
}

/* Events of MPI calls are missing where calls were not timed.  */
static int
make_reasons (struct hpm_recorded_ranks *ranks)
{
    size_t count = (size_t)ranks->result->event_count;

    ranks->reasons = malloc ((count + 1) * sizeof *ranks->reasons);
    for (size_t i = 0; ranks->reasons && i < count; i++)
        ranks->reasons[i]
            = !strcmp (ranks->result->events[i].source, HPM_MPI_EVENT_SOURCE)
                  ? HPM_REASON_NOT_TIMED
                  : HPM_REASON_NOT_RECORDED;
    return ranks->reasons ? 0 : -1;
}

struct hpm_recorded_ranks *
hpm_recorded_ranks_create (struct hpm_records *records,
                           const struct hpm_result *result,
                           const struct hpm_scan *scan, struct hpm_error *error)
{
    struct hpm_recorded_ranks *ranks;

    if (records->rewind (records, error))
        return NULL;
    ranks = calloc (1, sizeof *ranks);
    if (!ranks) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    ranks->source.next = next_rank;
    ranks->result = result;
    ranks->scan = scan;
    ranks->records = records;
    hpm_rank_reader_init (&ranks->reader);
    ranks->added
        = calloc ((size_t)result->event_count + 1, sizeof *ranks->added);
    if (!ranks->added || make_reasons (ranks)) {
        hpm_recorded_ranks_destroy (ranks);
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    return ranks;
}

void
hpm_recorded_ranks_destroy (struct hpm_recorded_ranks *ranks)
{
    if (!ranks)
        return;
    hpm_rank_reader_release (&ranks->reader);
    free (ranks->places);
    free (ranks->reasons);
    free (ranks->cells);
    free (ranks->region_counts);
    free (ranks->region_split);
    free (ranks->added);
    free (ranks);
}

struct hpm_rank_source *
hpm_recorded_ranks_source (struct hpm_recorded_ranks *ranks)
{
    return &ranks->source;
}
