/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ranks of a result file, one by one, read in windows of rows.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/file/detail_file.h"
#include "aggregate/file/load.h"
#include "aggregate/file/record_numbers.h"
#include "aggregate/file/result_parts.h"

struct hpm_file_ranks {
    struct hpm_rank_source source; /* first: the source is the object */
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    struct hpm_text_table text_table;
    struct hpm_record_texts texts;
    struct hpm_h5_window ranks, accounts, threads, cells[HPM_CELL_MEMBERS];
    int has_accounts;
    struct hpm_account account;   /* of the rank */
    int stored[HPM_CELL_MEMBERS]; /* members of cells that the file has */
    hsize_t next_rank;
    hsize_t capacity;                  /* threads */
    struct hpm_thread_record *records; /* of the rank, owned */
    struct hpm_cell *rank_cells;       /* owned */
};

static size_t
row_items (const struct hpm_file_ranks *ranks)
{
    return (size_t)ranks->result->region_count
           * (size_t)ranks->result->event_count;
}

int
hpm_rank_row_read (struct hpm_h5_window *window,
                   const struct hpm_h5_reader *reader, hsize_t rank,
                   const int64_t **numbers, struct hpm_error *error)
{
    hsize_t rows = reader->length[HPM_DIMENSION_THREAD];
    int64_t first, count;

    if (hpm_h5_window_cover (window, reader, rank, 1, error))
        return -1;
    *numbers = hpm_h5_window_row (window, rank);
    first = (*numbers)[HPM_RANK_FIELD_first_thread * window->count];
    count = (*numbers)[HPM_RANK_FIELD_threads * window->count];
    if (first < 0 || count < 0 || (hsize_t)first > rows
        || (hsize_t)count > rows - (hsize_t)first)
        return hpm_h5_damaged (reader, "rank_record", error);
    return 0;
}

static int
read_rank (struct hpm_file_ranks *ranks, struct hpm_rank_row *row,
           struct hpm_error *error)
{
    hsize_t stored = ranks->reader->stored[HPM_DIMENSION_RANK_FIELD];
    const int64_t *numbers;

    if (hpm_rank_row_read (&ranks->ranks, ranks->reader, ranks->next_rank,
                           &numbers, error))
        return -1;
    /* Fields that the file does not have are empty, and not its first text.  */
    hpm_record_unpack (hpm_rank_fields,
                       stored < HPM_RANK_FIELD_COUNT ? (int)stored
                                                     : HPM_RANK_FIELD_COUNT,
                       &ranks->texts, numbers, ranks->ranks.count, row);
    row->record.rank = (int32_t)ranks->next_rank;
    return 0;
}

static int
read_account (struct hpm_file_ranks *ranks, struct hpm_error *error)
{
    hsize_t rank = ranks->next_rank;
    const double *parts;

    if (hpm_h5_window_cover (&ranks->accounts, ranks->reader, rank, 1, error))
        return -1;
    parts = hpm_h5_window_row (&ranks->accounts, rank);
    for (size_t i = 0; i < HPM_PART_COUNT; i++)
        ranks->account.part[i] = parts[i * ranks->accounts.count];
    return 0;
}

static int
cover_threads (struct hpm_file_ranks *ranks, hsize_t first, hsize_t count,
               struct hpm_error *error)
{
    int failed = hpm_h5_window_cover (&ranks->threads, ranks->reader, first,
                                      count, error);

    for (int i = 0; !failed && i < HPM_CELL_MEMBERS; i++)
        if (ranks->stored[i])
            failed = hpm_h5_window_cover (&ranks->cells[i], ranks->reader,
                                          first, count, error);
    return failed;
}

static int
reserve (struct hpm_file_ranks *ranks, hsize_t threads, struct hpm_error *error)
{
    if (threads <= ranks->capacity && ranks->records)
        return 0;
    free (ranks->records);
    free (ranks->rank_cells);
    ranks->records = calloc (threads + 1, sizeof *ranks->records);
    ranks->rank_cells
        = calloc (threads * row_items (ranks) + 1, sizeof *ranks->rank_cells);
    ranks->capacity = threads;
    if (ranks->records && ranks->rank_cells)
        return 0;
    ranks->capacity = 0;
    return hpm_error_set (error, "out of memory");
}

/* Thread `t` of a rank, in row `row`.  */
static void
take_thread (struct hpm_file_ranks *ranks, hsize_t t, hsize_t row)
{
    size_t items = row_items (ranks);
    struct hpm_cell *cells = ranks->rank_cells + t * items;

    hpm_record_unpack (hpm_thread_fields, HPM_THREAD_FIELD_COUNT, &ranks->texts,
                       hpm_h5_window_row (&ranks->threads, row),
                       ranks->threads.count, &ranks->records[t]);
    for (int i = 0; i < HPM_CELL_MEMBERS; i++)
        if (ranks->stored[i])
            hpm_h5_scatter (&hpm_cell_members[i],
                            hpm_h5_window_row (&ranks->cells[i], row),
                            ranks->cells[i].count, cells, sizeof *cells, items);
}

static int
next_rank (struct hpm_rank_source *source, struct hpm_rank_data *data,
           struct hpm_error *error)
{
    struct hpm_file_ranks *ranks = (struct hpm_file_ranks *)source;
    struct hpm_rank_row row = { 0 };
    hsize_t first, count;

    if (ranks->next_rank >= ranks->reader->length[HPM_DIMENSION_RANK])
        return 0;
    if (read_rank (ranks, &row, error)
        || (ranks->has_accounts && read_account (ranks, error)))
        return -1;
    first = (hsize_t)row.first_thread;
    count = (hsize_t)row.threads;
    if (count
        && (cover_threads (ranks, first, count, error)
            || reserve (ranks, count, error)))
        return -1;
    for (hsize_t t = 0; t < count; t++)
        take_thread (ranks, t, first + t);
    *data = (struct hpm_rank_data){ .record = row.record,
                                    .thread_count = row.threads,
                                    .threads = ranks->records,
                                    .cells = ranks->rank_cells,
                                    .account = ranks->has_accounts
                                                   ? &ranks->account
                                                   : NULL };
    ranks->next_rank++;
    return 1;
}

/* Of what may be left out, all is 0 where it is.  */
static void
open_windows (struct hpm_file_ranks *ranks)
{
    hpm_h5_window_open (&ranks->ranks, ranks->reader, HPM_VARIABLE_RANK_RECORD);
    hpm_h5_window_open (&ranks->threads, ranks->reader,
                        HPM_VARIABLE_THREAD_RECORD);
    for (int i = 0; i < HPM_CELL_MEMBERS; i++) {
        enum hpm_variable variable = hpm_cell_members[i].variable;

        ranks->stored[i] = row_items (ranks)
                           && (i <= HPM_CELL_QUALITY
                               || hpm_h5_has (ranks->reader, variable));
        hpm_h5_window_open (&ranks->cells[i], ranks->reader, variable);
    }
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
    hpm_text_table_init (&ranks->text_table);
    ranks->texts
        = (struct hpm_record_texts){ &result->hosts, &ranks->text_table };
    open_windows (ranks);
    if (!hpm_text_table_load (reader, HPM_DIMENSION_TEXT, &ranks->text_table,
                              error))
        return ranks;
    hpm_file_ranks_destroy (ranks);
    return NULL;
}

void
hpm_file_ranks_want_accounts (struct hpm_file_ranks *ranks)
{
    ranks->has_accounts = hpm_h5_has (ranks->reader, HPM_VARIABLE_RANK_ACCOUNT);
    hpm_h5_window_open (&ranks->accounts, ranks->reader,
                        HPM_VARIABLE_RANK_ACCOUNT);
}

void
hpm_file_ranks_destroy (struct hpm_file_ranks *ranks)
{
    if (!ranks)
        return;
    hpm_h5_window_release (&ranks->ranks);
    hpm_h5_window_release (&ranks->accounts);
    hpm_h5_window_release (&ranks->threads);
    for (int i = 0; i < HPM_CELL_MEMBERS; i++)
        hpm_h5_window_release (&ranks->cells[i]);
    hpm_text_table_release (&ranks->text_table);
    free (ranks->records);
    free (ranks->rank_cells);
    free (ranks);
}

struct hpm_rank_source *
hpm_file_ranks_source (struct hpm_file_ranks *ranks)
{
    return &ranks->source;
}
