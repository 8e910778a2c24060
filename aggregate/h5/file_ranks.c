/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ranks of a result file, one by one, read in windows of rows.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/model/fields.h"
#include "aggregate/h5/load.h"
#include "aggregate/h5/load_totals.h"

#define WINDOW_BYTES (4 << 20)
#define BLOCK 4096 /* rows, where a file has no chunks */

/* Rows [first, first + count) of the thread dimension.  */
struct window {
    hsize_t first, count, most;
    int64_t *fields; /* [field][most] */
    int64_t *counts; /* [region][event][count] */
    int64_t *enabled, *running;
    uint8_t *qualities, *reasons;
};

struct hpm_file_ranks {
    struct hpm_rank_source source; /* first: the source is the object */
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    struct hpm_record_layout ranks, threads;
    char **texts; /* owned */
    hsize_t text_count;
    hsize_t next_rank;
    hsize_t first_rank, rank_count; /* of the block of records */
    int64_t *rank_values;           /* [field][rank], owned */
    struct window window;
    hsize_t capacity;                  /* threads */
    struct hpm_thread_record *records; /* of the rank, owned */
    struct hpm_cell *cells;
    int timed, reasoned; /* the file has these variables */
    hsize_t block;       /* threads in its chunks */
    hsize_t rank_block;  /* and ranks */
};

static size_t
row_items (const struct hpm_file_ranks *ranks)
{
    return (size_t)ranks->result->region_count
           * (size_t)ranks->result->event_count;
}

/* Put a number into a field of a record.  */
static void
set_field (const struct hpm_file_ranks *ranks, const struct hpm_field *field,
           int64_t number, void *record)
{
    char *to = (char *)record + field->offset;
    int32_t small = (int32_t)number;
    const char *text = "";

    if (field->kind == HPM_FIELD_i64)
        memcpy (to, &number, sizeof number);
    else if (field->kind == HPM_FIELD_i32)
        memcpy (to, &small, sizeof small);
    else {
        if (hpm_field_is_host (field))
            text = hpm_text_table_get (&ranks->result->hosts, (long)number);
        else if (number >= 0 && (hsize_t)number < ranks->text_count)
            text = ranks->texts[number];
        memset (to, 0, field->bytes);
        memcpy (to, text, strnlen (text, field->bytes - 1));
    }
}

/* Have the record of the next rank in the block of them.  */
static int
cover_rank (struct hpm_file_ranks *ranks, struct hpm_error *error)
{
    hsize_t fields = ranks->ranks.fields, left;
    struct hpm_h5_box box = {
        2, { fields, ranks->ranks.rows }, { 0, ranks->next_rank }, { fields, 0 }
    };

    if (ranks->rank_count
        && ranks->next_rank < ranks->first_rank + ranks->rank_count)
        return 0;
    left = ranks->ranks.rows - ranks->next_rank;
    box.count[1] = left < ranks->rank_block ? left : ranks->rank_block;
    ranks->first_rank = ranks->next_rank;
    ranks->rank_count = box.count[1];
    if (!ranks->rank_values)
        ranks->rank_values
            = calloc (fields * ranks->rank_block + 1, sizeof (int64_t));
    if (!ranks->rank_values)
        return hpm_error_set (error, "out of memory");
    return hpm_h5_read (ranks->reader, "rank_record", &box, H5T_NATIVE_INT64,
                        ranks->rank_values, error);
}

/* A field of the next rank, by its place; -1 if the file lacks it.  */
static int64_t
rank_value (const struct hpm_file_ranks *ranks, int place)
{
    if (place < 0)
        return -1;
    return ranks->rank_values[(hsize_t)place * ranks->rank_count
                              + ranks->next_rank - ranks->first_rank];
}

static int
read_rank_record (struct hpm_file_ranks *ranks, struct hpm_rank_record *record,
                  int64_t *first, int64_t *count, struct hpm_error *error)
{
    const int *places = ranks->ranks.places;
    int n = hpm_rank_field_count;

    if (cover_rank (ranks, error))
        return -1;
    memset (record, 0, sizeof *record);
    for (int i = 0; i < n; i++)
        if (places[i] >= 0)
            set_field (ranks, &hpm_rank_fields[i],
                       rank_value (ranks, places[i]), record);
    *first = rank_value (ranks, places[n]);
    *count = rank_value (ranks, places[n + 1]);
    record->rank = (int32_t)ranks->next_rank;
    return 0;
}

static void
window_release (struct window *window)
{
    free (window->fields);
    free (window->counts);
    free (window->enabled);
    free (window->running);
    free (window->qualities);
    free (window->reasons);
    memset (window, 0, sizeof *window);
}

static int
window_reserve (struct hpm_file_ranks *ranks, hsize_t rows,
                struct hpm_error *error)
{
    struct window *window = &ranks->window;
    size_t items = row_items (ranks) * rows + 1;

    if (rows <= window->most)
        return 0;
    window_release (window);
    window->fields = calloc (ranks->threads.fields * rows + 1, 8);
    window->counts = calloc (items, 8);
    window->qualities = calloc (items, 1);
    window->reasons = calloc (items, 1);
    window->enabled = calloc (ranks->timed ? items : 1, 8);
    window->running = calloc (ranks->timed ? items : 1, 8);
    if (!window->fields || !window->counts || !window->qualities
        || !window->reasons || !window->enabled || !window->running)
        return hpm_error_set (error, "out of memory");
    window->most = rows;
    return 0;
}

static int
window_read (struct hpm_file_ranks *ranks, struct hpm_error *error)
{
    const struct hpm_h5_reader *reader = ranks->reader;
    struct window *window = &ranks->window;
    hsize_t regions = (hsize_t)ranks->result->region_count;
    hsize_t events = (hsize_t)ranks->result->event_count;
    struct hpm_h5_box record = { 2,
                                 { ranks->threads.fields, ranks->threads.rows },
                                 { 0, window->first },
                                 { ranks->threads.fields, window->count } };
    struct hpm_h5_box cells = { 3,
                                { regions, events, ranks->threads.rows },
                                { 0, 0, window->first },
                                { regions, events, window->count } };

    if (hpm_h5_read (reader, "thread_record", &record, H5T_NATIVE_INT64,
                     window->fields, error))
        return -1;
    if (!regions || !events)
        return 0;
    if (hpm_h5_read (reader, "count", &cells, H5T_NATIVE_INT64, window->counts,
                     error)
        || hpm_h5_read (reader, "count_quality", &cells, H5T_NATIVE_UINT8,
                        window->qualities, error)
        || (ranks->reasoned
            && hpm_h5_read (reader, "count_reason", &cells, H5T_NATIVE_UINT8,
                            window->reasons, error)))
        return -1;
    return ranks->timed
           && (hpm_h5_read (reader, "time_enabled", &cells, H5T_NATIVE_INT64,
                            window->enabled, error)
               || hpm_h5_read (reader, "time_running", &cells, H5T_NATIVE_INT64,
                               window->running, error));
}

/* Have rows [first, first + count) in the window.  */
static int
window_cover (struct hpm_file_ranks *ranks, hsize_t first, hsize_t count,
              struct hpm_error *error)
{
    struct window *window = &ranks->window;
    hsize_t block = ranks->block, end;

    if (window->most && first >= window->first
        && first + count <= window->first + window->count)
        return 0;
    end = first + count > first - first % block + block
              ? first + count
              : first - first % block + block;
    end = end < ranks->threads.rows ? end : ranks->threads.rows;
    if (window_reserve (ranks, end - first, error))
        return -1;
    window->first = first;
    window->count = end - first;
    return window_read (ranks, error);
}

static int
records_reserve (struct hpm_file_ranks *ranks, hsize_t threads,
                 struct hpm_error *error)
{
    if (threads <= ranks->capacity && ranks->records)
        return 0;
    free (ranks->records);
    free (ranks->cells);
    ranks->records = calloc (threads + 1, sizeof *ranks->records);
    ranks->cells
        = calloc (threads * row_items (ranks) + 1, sizeof *ranks->cells);
    ranks->capacity = threads;
    if (ranks->records && ranks->cells)
        return 0;
    ranks->capacity = 0;
    return hpm_error_set (error, "out of memory");
}

/* Codes this program does not know are no counts.  */
static struct hpm_cell
window_cell (const struct hpm_file_ranks *ranks, size_t at)
{
    const struct window *window = &ranks->window;
    struct hpm_cell cell = { window->counts[at], 0, 0, window->qualities[at],
                             window->reasons[at] };

    if (cell.quality >= HPM_QUALITY_COUNT)
        cell.quality = HPM_QUALITY_UNAVAILABLE;
    if (cell.reason >= HPM_REASON_COUNT)
        cell.reason = HPM_REASON_NOT_RECORDED;
    if (ranks->timed) {
        cell.time_enabled = window->enabled[at];
        cell.time_running = window->running[at];
    }
    return cell;
}

/* Thread `t` of a rank whose first row is `first`.  */
static void
take_thread (struct hpm_file_ranks *ranks, hsize_t first, hsize_t t)
{
    const struct window *window = &ranks->window;
    hsize_t row = first + t - window->first;
    size_t items = row_items (ranks);

    memset (&ranks->records[t], 0, sizeof ranks->records[t]);
    for (int f = 0; f < hpm_thread_field_count; f++)
        if (ranks->threads.places[f] >= 0)
            set_field (
                ranks, &hpm_thread_fields[f],
                window->fields[(hsize_t)ranks->threads.places[f] * window->count
                               + row],
                &ranks->records[t]);
    for (size_t i = 0; i < items; i++)
        ranks->cells[t * items + i]
            = window_cell (ranks, i * window->count + row);
}

static int
next_rank (struct hpm_rank_source *source, struct hpm_rank_data *data,
           struct hpm_error *error)
{
    struct hpm_file_ranks *ranks = (struct hpm_file_ranks *)source;
    int64_t first, count;

    if (ranks->next_rank >= ranks->ranks.rows)
        return 0;
    memset (data, 0, sizeof *data);
    if (read_rank_record (ranks, &data->record, &first, &count, error))
        return -1;
    if (first < 0 || count < 0 || (hsize_t)first > ranks->threads.rows
        || (hsize_t)count > ranks->threads.rows - (hsize_t)first)
        return hpm_h5_damaged (ranks->reader, "rank_record", error);
    if (count
        && (window_cover (ranks, (hsize_t)first, (hsize_t)count, error)
            || records_reserve (ranks, (hsize_t)count, error)))
        return -1;
    for (hsize_t t = 0; t < (hsize_t)count; t++)
        take_thread (ranks, (hsize_t)first, t);
    data->thread_count = count;
    data->threads = ranks->records;
    data->cells = ranks->cells;
    ranks->next_rank++;
    return 1;
}

/* Rows to read at a time: whole chunks, or else each is inflated twice.  */
static hsize_t
block_of (const struct hpm_h5_reader *reader, const char *name)
{
    hsize_t block = hpm_h5_block (reader, name);

    return block && block <= WINDOW_BYTES / 8 ? block : BLOCK;
}

struct hpm_file_ranks *
hpm_file_ranks_create (const struct hpm_h5_reader *reader,
                       const struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_file_ranks *ranks = calloc (1, sizeof *ranks);

    if (!ranks) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    ranks->source.next = next_rank;
    ranks->reader = reader;
    ranks->result = result;
    ranks->timed = hpm_h5_has (reader, "time_enabled")
                   && hpm_h5_has (reader, "time_running");
    ranks->reasoned = hpm_h5_has (reader, "count_reason");
    ranks->block = block_of (reader, "count");
    ranks->rank_block = block_of (reader, "rank_record");
    if (!hpm_record_layout_read (&ranks->ranks, reader, 0, error)
        && !hpm_record_layout_read (&ranks->threads, reader, 1, error)
        && !hpm_h5_length (reader, "text", &ranks->text_count, error)
        && !hpm_h5_read_texts (reader, "text_value", ranks->text_count,
                               &ranks->texts, error))
        return ranks;
    hpm_file_ranks_destroy (ranks);
    return NULL;
}

void
hpm_file_ranks_destroy (struct hpm_file_ranks *ranks)
{
    if (!ranks)
        return;
    window_release (&ranks->window);
    hpm_record_layout_release (&ranks->ranks);
    hpm_record_layout_release (&ranks->threads);
    hpm_texts_free (ranks->texts, ranks->text_count);
    free (ranks->rank_values);
    free (ranks->records);
    free (ranks->cells);
    free (ranks);
}

struct hpm_rank_source *
hpm_file_ranks_source (struct hpm_file_ranks *ranks)
{
    return &ranks->source;
}
