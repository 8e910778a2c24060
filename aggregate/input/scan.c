/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The first pass over the records: what is to be written.
 */
#include "config.h"

#include "aggregate/input/scan.h"
#include "aggregate/input/place_names.h"

#include <stdlib.h>
#include <string.h>

#define RANKS_PER_BYTE 64

static int
run_field (const char *name)
{
    static const char *const names[] = {
#define HPM_X(name, description) #name,
        HPM_RUN_FIELDS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (!strcmp (names[i], name))
            return i;
    return -1;
}

/* The text at *offset of a payload, and *offset behind it; NULL at the end or
 * where the NUL is missing.  */
static const char *
next_text (const struct hpm_chunk *chunk, uint64_t *offset)
{
    const char *text = chunk->payload + *offset, *end;

    if (*offset >= chunk->bytes)
        return NULL;
    end = memchr (text, '\0', chunk->bytes - *offset);
    if (!end)
        return NULL;
    *offset += (uint64_t)(end - text) + 1;
    return text;
}

static void
take_run (struct hpm_result *result, const struct hpm_chunk *chunk)
{
    uint64_t offset = 0;
    const char *name, *value;

    while ((name = next_text (chunk, &offset))
           && (value = next_text (chunk, &offset))) {
        int field = run_field (name);

        if (field < 0)
            continue;
        free (result->run[field]);
        result->run[field] = strdup (value);
    }
}

static void
take_region_names (struct hpm_result *result, const struct hpm_chunk *chunk)
{
    uint64_t offset = 0;
    const char *name;
    char **regions;

    while ((name = next_text (chunk, &offset))) {
        size_t count = (size_t)result->region_count;

        regions = realloc (result->regions, (count + 1) * sizeof *regions);
        if (!regions)
            return;
        result->regions = regions;
        regions[count] = strdup (name);
        if (regions[count])
            result->region_count++;
    }
}

/* A rank whose calls were split, where rank 0's were not.  */
static int
split_regions (struct hpm_result *result)
{
    struct hpm_chunk names = { 0, 0, 0, NULL };
    static const char texts[] =
#define HPM_X(identifier, name, meaning) name "\0"
        HPM_REGIONS (HPM_X);
#undef HPM_X

    names.bytes = sizeof texts - 1;
    names.payload = texts;
    for (int i = 0; i < result->region_count; i++)
        free (result->regions[i]);
    result->region_count = 0;
    take_region_names (result, &names);
    return result->region_count == HPM_REGION_COUNT ? 0 : -1;
}

static void
take_run_chunk (const struct hpm_chunk *chunk, void *data)
{
    struct hpm_result *result = data;

    if (chunk->type == HPM_CHUNK_RUN)
        take_run (result, chunk);
    else if (!result->region_count)
        take_region_names (result, chunk);
}

/* Add the events of a table to those of the run.  Tables are mostly alike:
 * look at the same place first.  */
static int
unite_events (struct hpm_result *result, const struct hpm_rank_reader *reader,
              struct hpm_error *error)
{
    for (int i = 0; i < reader->event_count; i++) {
        const struct hpm_event_record *event = &reader->events[i];

        if (i < result->event_count
            && !strcmp (result->events[i].name, event->name))
            continue;
        if (hpm_result_find_event (result, event->name) < 0
            && hpm_result_add_event (result, event, error))
            return -1;
    }
    return 0;
}

static void
scan_cells (struct hpm_scan *scan, const struct hpm_cell *cells, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        const struct hpm_cell *cell = &cells[i];

        scan->multiplexed |= cell->time_running != cell->time_enabled;
        if (cell->reason == HPM_REASON_NOT_COMPARED)
            scan->compared++;
        else
            scan->unavailable |= cell->quality == HPM_QUALITY_UNAVAILABLE;
        scan->inexact |= cell->error != 0;
    }
}

int
hpm_scan_add (struct hpm_scan *scan, const struct hpm_rank_data *data,
              int64_t row)
{
    int failed
        = hpm_text_table_add (&scan->texts, data->record.cpus_allowed) < 0;

    if (*data->record.cores_allowed || data->record.dropped_marks) {
        scan->last_fields = 1;
        failed /* others may have no such cores */
            |= hpm_text_table_add (&scan->texts, "") < 0
               || hpm_text_table_add (&scan->texts, data->record.cores_allowed)
                      < 0;
    }
    for (int64_t t = 0; t < data->thread_count; t++) {
        const struct hpm_thread_record *thread = &data->threads[t];

        failed
            |= hpm_text_table_add (&scan->texts, thread->name) < 0
               || hpm_text_table_add (&scan->texts, thread->cpus_allowed) < 0;
    }
    scan_cells (scan, data->cells, data->thread_count * row);
    scan->thread_rows += (uint64_t)data->thread_count;
    scan->recorded += data->record.status != HPM_RANK_MISSING;
    return failed;
}

/* Note which functions are called, and the largest size of a message.  */
static int
scan_calls (const struct hpm_rank_reader *reader, struct hpm_result *result,
            struct hpm_scan *scan)
{
    const struct hpm_rank_mpi *mpi = &reader->mpi;

    if (!scan->function_places && mpi->functions) {
        scan->functions = mpi->function_count;
        scan->function_places = calloc ((size_t)scan->functions + 1,
                                        sizeof *scan->function_places);
        if (!scan->function_places)
            return -1;
    }
    for (int64_t i = 0; i < mpi->call_count; i++)
        if (mpi->calls[i].calls)
            scan->function_places[mpi->calls[i].function] = 1;
    for (int64_t i = 0; i < mpi->size_count; i++)
        if (mpi->sizes[i].bucket >= result->calls.buckets)
            result->calls.buckets = mpi->sizes[i].bucket + 1;
    return mpi->site_count
               ? hpm_sites_add_rank (&result->sites, reader->record.rank,
                                     mpi->sites, mpi->site_count, mpi->modules,
                                     mpi->module_bytes)
               : 0;
}

/* Keep the functions that were called, and number them.  */
static int
keep_functions (const struct hpm_rank_mpi *mpi, struct hpm_result *result,
                struct hpm_scan *scan)
{
    struct hpm_calls *calls = &result->calls;

    calls->functions
        = calloc ((size_t)scan->functions + 1, sizeof *calls->functions);
    if (!calls->functions)
        return -1;
    for (int64_t i = 0; i < scan->functions; i++)
        if (scan->function_places[i]) {
            calls->functions[calls->count] = mpi->functions[i];
            scan->function_places[i] = calls->count++;
        } else
            scan->function_places[i] = -1;
    hpm_sites_finish (&result->sites, scan->function_places);
    return hpm_sites_name (&result->sites);
}

/* Add the rank's regions to those of the run.  */
static int
scan_regions (const struct hpm_rank_reader *reader, struct hpm_result *result)
{
    int *places = hpm_rank_regions_place (&reader->regions, &result->tree);

    free (places);
    return places ? 0 : -1;
}

static int
scan_rank (const struct hpm_rank_reader *reader, struct hpm_result *result,
           struct hpm_scan *scan)
{
    const struct hpm_rank_data data = hpm_rank_reader_data (reader);

    return hpm_text_table_add (&result->hosts, data.record.host) < 0
           || hpm_scan_add (scan, &data,
                            (int64_t)reader->rank_regions * reader->event_count)
           || scan_calls (reader, result, scan)
           || hpm_sample_sums_add (&scan->samples, result, data.record.rank,
                                   &reader->samples)
           || scan_regions (reader, result)
           || hpm_timeline_scan (&result->timeline, &data.record, data.line);
}

/* Ranks of the job: what the run says, unless it says nonsense.  */
static uint64_t
rank_count (const struct hpm_result *result, int64_t last_rank)
{
    const char *text = hpm_result_run (result, HPM_RUN_ranks, "0");
    unsigned long long said = strtoull (text, NULL, 10);
    uint64_t seen = (uint64_t)(last_rank + 1);

    return said > seen && said <= HPM_RANKS_MAX ? said : seen;
}

/* Every rank that is missing gets its rows, too.  A node's part of a stream has
 * some kilobytes for each of its ranks: this is that of one rank of a job of
 * 100,000.  */
static int
check_ranks (const struct hpm_records *records, const struct hpm_scan *scan,
             struct hpm_error *error)
{
    if (scan->ranks / RANKS_PER_BYTE <= records->bytes)
        return 0;
    return hpm_error_set (error,
                          "%s %s announces %llu ranks, of which "
                          "%llu bytes cannot be a part: it is damaged",
                          records->kind, records->name,
                          (unsigned long long)scan->ranks,
                          (unsigned long long)records->bytes);
}

static int
scan_ranks (struct hpm_records *records, struct hpm_rank_reader *reader,
            struct hpm_result *result, struct hpm_scan *scan,
            struct hpm_error *error)
{
    int got, lists = 0;

    while ((got = records->next (records, reader, error)) == 1) {
        int failed = scan_rank (reader, result, scan);

        if (reader->events_changed) {
            if (unite_events (result, reader, error))
                return -1;
            scan->unavailable |= lists++ > 0;
        }
        reader->events_changed = 0;
        if (reader->rank_regions > reader->region_count && !scan->split++)
            failed |= split_regions (result);
        scan->unavailable |= reader->rank_regions != reader->region_count;
        if (failed)
            return hpm_error_set (error, "out of memory");
    }
    scan->ranks = rank_count (result, reader->last_rank);
    scan->complete = records->complete;
    return got;
}

int
hpm_scan_records (struct hpm_records *records, struct hpm_result *result,
                  struct hpm_scan *scan, struct hpm_error *error)
{
    struct hpm_rank_reader reader;
    int got;

    memset (scan, 0, sizeof *scan);
    hpm_text_table_init (&scan->texts);
    hpm_rank_reader_init (&reader);
    reader.run_chunk = take_run_chunk;
    reader.data = result;
    reader.arrivals = scan->arrivals = hpm_arrivals_create ();
    got = scan->arrivals ? records->rewind (records, error)
                         : hpm_error_set (error, "out of memory");
    if (!got)
        got = scan_ranks (records, &reader, result, scan, error);
    if (!got && !result->region_count) {
        struct hpm_chunk whole = { 0, 0, 4, "run" };

        take_region_names (result, &whole);
    }
    if (!got
        && (reader.region_count > result->region_count
            || keep_functions (&reader.mpi, result, scan)
            || hpm_sample_sums_finish (&scan->samples, result)))
        got = hpm_error_set (error, "out of memory");
    hpm_rank_reader_release (&reader);
    if (!got) /* two cells of each rank */
        scan->unavailable
            |= scan->compared
               > 2 * hpm_arrivals_compare (scan->arrivals, &scan->inexact);
    if (!got && !scan->recorded)
        got = hpm_error_set (error, "%s %s holds no complete rank",
                             records->kind, records->name);
    return got ? got : check_ranks (records, scan, error);
}

void
hpm_scan_release (struct hpm_scan *scan)
{
    hpm_text_table_release (&scan->texts);
    free (scan->function_places);
    scan->function_places = NULL;
    hpm_arrivals_destroy (scan->arrivals);
    scan->arrivals = NULL;
}
