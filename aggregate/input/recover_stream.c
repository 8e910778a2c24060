/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/recover_stream.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "hpm_quality.h"
#include "hpm_stream.h"
#include "aggregate/input/rank_reader.h"

static void
put_chunk (FILE *out, uint32_t type, int32_t rank, const void *payload,
           size_t bytes)
{
    static const char zeros[8];
    struct hpm_chunk_header header
        = { .type = type, .rank = (uint32_t)rank, .bytes = bytes };

    fwrite (&header, sizeof header, 1, out);
    fwrite (payload, 1, bytes, out);
    fwrite (zeros, 1, (8 - bytes % 8) % 8, out);
}

/* ---- the run ------------------------------------------------------------ */

/* The text behind `at` in the RUN payload; NULL at its end.  The payload has a
 * NUL behind it.  */
static const char *
next_text (const struct hpm_recovery *recovery, const char *at)
{
    const char *end = recovery->run + recovery->run_bytes;

    at = at ? at + strlen (at) + 1 : recovery->run;
    return at < end ? at : NULL;
}

const char *
hpm_recovery_run (const struct hpm_recovery *recovery, const char *field)
{
    const char *name = NULL, *value = NULL;

    while ((name = next_text (recovery, value))
           && (value = next_text (recovery, name)))
        if (!strcmp (name, field))
            return value;
    return NULL;
}

static void
put_text (FILE *out, const char *name, const char *value)
{
    fwrite (name, 1, strlen (name) + 1, out);
    fwrite (value, 1, strlen (value) + 1, out);
}

static void
put_inside (const struct hpm_recovery *recovery, FILE *run)
{
    char *text = hpm_recovery_inside (recovery, "; ");

    if (text && *text && hpm_recovery_knows_inside (recovery))
        put_text (run, "inside_mpi", text);
    free (text);
}

/* RUN as the ranks left it, with the end as far as anybody knows it.  */
static int
put_run (const struct hpm_recovery *recovery, FILE *out)
{
    const char *name, *value = NULL;
    char *texts = NULL, time[HPM_TEXT_TIME];
    struct timespec now = { 0, 0 };
    size_t bytes = 0;
    FILE *run = open_memstream (&texts, &bytes);

    if (!run)
        return -1;
    while ((name = next_text (recovery, value))
           && (value = next_text (recovery, name)))
        if (strcmp (name, "end_time") && strcmp (name, "status"))
            put_text (run, name, value);
    put_text (run, "end_time", hpm_text_time (time, recovery->until));
    put_text (run, "status", "complete"); /* unless ranks are not */
    clock_gettime (CLOCK_REALTIME, &now);
    put_text (run, "recovered",
              hpm_text_time (time, (int64_t)now.tv_sec * 1000000000));
    put_inside (recovery, run);
    if (fclose (run)) {
        free (texts);
        return -1;
    }
    put_chunk (out, HPM_CHUNK_RUN, 0, texts, bytes);
    free (texts);
    return 0;
}

/* ---- the ranks ---------------------------------------------------------- */

/* Rows in the order of thread numbers, as the library writes them at the end.
 */
struct row {
    struct hpm_thread_record record;
    size_t place;
};

static int
by_number (const void *a, const void *b)
{
    const struct row *left = a, *right = b;

    return (left->record.number > right->record.number)
           - (left->record.number < right->record.number);
}

/* What a quality is when the rank did not count to its end.  */
static uint32_t
partial_quality (uint32_t quality)
{
    return quality == HPM_QUALITY_EXACT || quality == HPM_QUALITY_SCALED
               ? HPM_QUALITY_PARTIAL
               : quality;
}

static void
mark_partial (struct hpm_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cells[i].quality = partial_quality (cells[i].quality);
}

struct target {
    FILE *out;
    int32_t rank;
    const struct row *rows; /* sorted */
    size_t count;
    int partial;
};

/* The records of a chunk, to be changed and freed; NULL where the chunk does
 * not consist of records of `size` bytes, or without memory.  */
static void *
copy_records (const char *payload, size_t bytes, size_t size)
{
    void *records = bytes % size ? NULL : malloc (bytes + 1);

    return records ? memcpy (records, payload, bytes) : NULL;
}

/* Calls name the row of their thread as it was before.  */
static void
put_sorted_calls (const struct target *target, const char *payload,
                  size_t bytes)
{
    size_t count = bytes / sizeof (struct hpm_call_record);
    struct hpm_call_record *records
        = copy_records (payload, bytes, sizeof *records);

    if (!records)
        return;
    for (size_t i = 0; i < count; i++) {
        size_t row = 0;

        while (row < target->count
               && target->rows[row].place != (size_t)records[i].thread)
            row++;
        records[i].thread = (int32_t)row;
    }
    put_chunk (target->out, HPM_CHUNK_CALLS, target->rank, records, bytes);
    free (records);
}

static void
put_nodes (const struct target *target, const char *payload, size_t bytes)
{
    size_t count = bytes / sizeof (struct hpm_node_record);
    struct hpm_node_record *records
        = copy_records (payload, bytes, sizeof *records);

    if (!records)
        return;
    for (size_t i = 0; i < count && target->partial; i++)
        records[i].quality
            = (int32_t)partial_quality ((uint32_t)records[i].quality);
    put_chunk (target->out, HPM_CHUNK_NODE, target->rank, records, bytes);
    free (records);
}

/* What was counted for the node, and what was recorded of MPI calls.  */
static void
put_others (uint32_t type, const char *payload, size_t bytes, void *to)
{
    const struct target *target = to;

    if (type == HPM_CHUNK_CALLS)
        put_sorted_calls (target, payload, bytes);
    else if (type == HPM_CHUNK_NODE)
        put_nodes (target, payload, bytes);
    else if (type == HPM_CHUNK_MPI || type == HPM_CHUNK_SIZES)
        put_chunk (target->out, type, target->rank, payload, bytes);
}

/* Bytes of the cells of one thread in one region.  */
static size_t
region_bytes (const struct hpm_checkpoint_data *saved)
{
    size_t bytes;

    hpm_checkpoint_data_chunk (saved->head, saved->head_bytes, HPM_CHUNK_EVENTS,
                               &bytes);
    return bytes / sizeof (struct hpm_event_record) * sizeof (struct hpm_cell);
}

/* The cells of one thread in all regions.  A rank of another program may have
 * fewer regions than the first rank.  */
static void
fill_regions (char *to, size_t bytes, const char *from, size_t there)
{
    const struct hpm_cell none = { .quality = HPM_QUALITY_UNAVAILABLE,
                                   .reason = HPM_REASON_NOT_RECORDED };

    if (there > bytes)
        there = bytes;
    memcpy (to, from, there);
    for (size_t at = there; at < bytes; at += sizeof none)
        memcpy (to + at, &none, sizeof none);
}

/* THREADS and CELLS, sorted.  `rows`, `records` and `sorted` are large enough.
 */
static void
put_rows (const struct hpm_checkpoint_data *saved, FILE *out, struct row *rows,
          struct hpm_thread_record *records, char *sorted, size_t regions)
{
    size_t threads, bytes, row, whole;
    const char *from = hpm_checkpoint_data_chunk (saved->buffer, saved->bytes,
                                                  HPM_CHUNK_THREADS, &threads);
    const char *cells = hpm_checkpoint_data_chunk (saved->buffer, saved->bytes,
                                                   HPM_CHUNK_CELLS, &bytes);
    size_t count = threads / sizeof *records;
    int partial = saved->record.status != HPM_RANK_COMPLETE;

    row = count ? bytes / count : 0;
    whole = regions * region_bytes (saved);
    for (size_t i = 0; i < count; i++) {
        memcpy (&rows[i].record, from + i * sizeof *records, sizeof *records);
        rows[i].place = i;
    }
    qsort (rows, count, sizeof *rows, by_number);
    for (size_t i = 0; i < count; i++) {
        records[i] = rows[i].record;
        fill_regions (sorted + i * whole, whole, cells + rows[i].place * row,
                      row);
    }
    if (partial)
        mark_partial ((struct hpm_cell *)sorted,
                      count * whole / sizeof (struct hpm_cell));
    put_chunk (out, HPM_CHUNK_THREADS, saved->record.rank, records,
               count * sizeof *records);
    hpm_checkpoint_data_each (
        saved->buffer, saved->bytes, put_others,
        &(struct target){ out, saved->record.rank, rows, count, partial });
    put_chunk (out, HPM_CHUNK_CELLS, saved->record.rank, sorted, count * whole);
}

static int
put_rank (const struct hpm_checkpoint_data *saved, FILE *out, size_t regions,
          struct hpm_error *error)
{
    size_t threads;
    struct row *rows;
    struct hpm_thread_record *records;
    char *sorted;

    hpm_checkpoint_data_chunk (saved->buffer, saved->bytes, HPM_CHUNK_THREADS,
                               &threads);
    rows = calloc (threads / sizeof *records + 1, sizeof *rows);
    records = malloc (threads + 1);
    sorted = malloc (threads / sizeof *records * regions * region_bytes (saved)
                     + 1);
    if (rows && records && sorted) {
        put_chunk (out, HPM_CHUNK_RANK, saved->record.rank, &saved->record,
                   sizeof saved->record);
        put_rows (saved, out, rows, records, sorted, regions);
    } else
        hpm_error_set (error, "out of memory");
    threads = rows && records && sorted;
    free (rows);
    free (records);
    free (sorted);
    return threads ? 0 : -1;
}

/* The events of a rank, where they are not those of the rank before.  */
static int
put_events (const struct hpm_checkpoint_data *saved, FILE *out, char **last,
            size_t *last_bytes)
{
    size_t bytes;
    const char *events = hpm_checkpoint_data_chunk (
        saved->head, saved->head_bytes, HPM_CHUNK_EVENTS, &bytes);

    if (*last && bytes == *last_bytes && !memcmp (events, *last, bytes))
        return 0;
    free (*last);
    *last = malloc (bytes + 1);
    if (!*last)
        return -1;
    memcpy (*last, events, bytes);
    *last_bytes = bytes;
    put_chunk (out, HPM_CHUNK_EVENTS, saved->record.rank, events, bytes);
    return 0;
}

/* What a rank says of all; returns whether it says that.  */
static int
put_common (const struct hpm_checkpoint_data *saved, uint32_t type, FILE *out)
{
    size_t bytes;
    const char *payload = hpm_checkpoint_data_chunk (
        saved->head, saved->head_bytes, type, &bytes);

    if (payload)
        put_chunk (out, type, 0, payload, bytes);
    return payload != NULL;
}

static size_t
count_regions (const struct hpm_checkpoint_data *saved)
{
    size_t bytes, count = 0;
    const char *names = hpm_checkpoint_data_chunk (
        saved->head, saved->head_bytes, HPM_CHUNK_REGIONS, &bytes);

    for (size_t i = 0; i < bytes; i++)
        count += !names[i];
    return count && count <= HPM_REGIONS_MAX ? count : 1;
}

static int
put_ranks (struct hpm_recovery *recovery, FILE *out, struct hpm_stream_end *end,
           struct hpm_error *error)
{
    char *events = NULL;
    size_t event_bytes = 0, regions = 1;
    int failed = 0, functions = 0;

    for (int i = 0; i < recovery->rank_count && !failed; i++) {
        struct hpm_recovered_rank *rank = &recovery->ranks[i];
        struct hpm_checkpoint_data saved;

        failed = hpm_checkpoint_reader_slot (&recovery->files[rank->file],
                                             rank->slot, &saved, error)
                 < 0;
        if (!failed && saved.buffer) {
            if (end->ranks == 0) {
                regions = count_regions (&saved);
                put_common (&saved, HPM_CHUNK_REGIONS, out);
            }
            if (!functions)
                functions = put_common (&saved, HPM_CHUNK_FUNCTIONS, out);
            failed = put_events (&saved, out, &events, &event_bytes)
                     || put_rank (&saved, out, regions, error);
            rank->until = saved.record.end_time;
            rank->status = saved.record.status;
            hpm_recovered_inside_read (&rank->inside, &saved);
            end->ranks++;
        }
        hpm_checkpoint_data_release (&saved);
    }
    free (events);
    return failed ? -1 : 0;
}

int
hpm_recover_stream (struct hpm_recovery *recovery, FILE *out,
                    struct hpm_error *error)
{
    struct hpm_stream_header header = { .magic = HPM_STREAM_MAGIC,
                                        .version = HPM_STREAM_VERSION,
                                        .byte_order = HPM_STREAM_BYTE_ORDER };
    struct hpm_stream_end end = { 0 };

    hpm_error_set (error, "out of memory");
    fwrite (&header, sizeof header, 1, out);
    if (put_run (recovery, out) < 0
        || put_ranks (recovery, out, &end, error) < 0)
        return -1;
    put_chunk (out, HPM_CHUNK_END, 0, &end, sizeof end);
    return fflush (out) || ferror (out)
               ? hpm_error_set (error, "cannot write the record stream")
               : 0;
}
