/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/recover/recover_rows.h"

#include <stdlib.h>
#include <string.h>

#include "hpm_quality.h"

/* ---- order -------------------------------------------------------------- */

struct row {
    int32_t number; /* of the thread */
    int64_t place;  /* in the snapshot */
};

static int
by_number (const void *a, const void *b)
{
    const struct row *left = a, *right = b;

    if (left->number != right->number)
        return left->number > right->number ? 1 : -1;
    return (left->place > right->place) - (left->place < right->place);
}

static int
are_sorted (const struct hpm_rank_reader *reader)
{
    for (int64_t t = 1; t < reader->thread_count; t++)
        if (reader->threads[t - 1].number > reader->threads[t].number)
            return 0;
    return 1;
}

/* What is needed to move the rows of a rank.  */
struct move {
    struct row *rows;                  /* in their new order */
    int64_t *places;                   /* new ones, by old ones */
    struct hpm_thread_record *threads; /* moved */
    struct hpm_cell *cells;
};

static int
move_begin (struct move *move, const struct hpm_rank_reader *reader)
{
    size_t count = (size_t)reader->thread_count;
    size_t cells = (size_t)reader->rank_regions * (size_t)reader->event_count;

    move->rows = calloc (count + 1, sizeof *move->rows);
    move->places = calloc (count + 1, sizeof *move->places);
    move->threads = calloc (count + 1, sizeof *move->threads);
    move->cells = calloc (count * cells + 1, sizeof *move->cells);
    return move->rows && move->places && move->threads && move->cells ? 0 : -1;
}

static void
sort (struct move *move, const struct hpm_rank_reader *reader)
{
    int64_t count = reader->thread_count;

    for (int64_t t = 0; t < count; t++)
        move->rows[t] = (struct row){ reader->threads[t].number, t };
    qsort (move->rows, (size_t)count, sizeof *move->rows, by_number);
    for (int64_t t = 0; t < count; t++)
        move->places[move->rows[t].place] = t;
}

static void
move_rows (struct move *move, struct hpm_rank_reader *reader)
{
    size_t row = (size_t)reader->rank_regions * (size_t)reader->event_count;

    for (int64_t t = 0; t < reader->thread_count; t++) {
        int64_t from = move->rows[t].place;

        move->threads[t] = reader->threads[from];
        memcpy (move->cells + (size_t)t * row,
                reader->cells + (size_t)from * row, row * sizeof *move->cells);
    }
    for (int64_t i = 0; i < reader->mpi.call_count; i++) {
        struct hpm_call_record *call = &reader->mpi.calls[i];

        call->thread = (int32_t)move->places[call->thread];
    }
    for (int64_t i = 0; i < reader->regions.row_count; i++) {
        struct hpm_region_record *region = &reader->regions.rows[i];

        region->thread = (int32_t)move->places[region->thread];
    }
}

/* The reader takes the rows that were moved; what it had goes away.  */
static void
exchange (struct move *move, struct hpm_rank_reader *reader)
{
    struct hpm_thread_record *threads = reader->threads;
    struct hpm_cell *cells = reader->cells;

    reader->threads = move->threads;
    reader->cells = move->cells;
    move->threads = threads;
    move->cells = cells;
}

int
hpm_recovered_rows_sort (struct hpm_rank_reader *reader)
{
    struct move move = { NULL, NULL, NULL, NULL };
    int failed;

    if (are_sorted (reader))
        return 0;
    failed = move_begin (&move, reader);
    if (!failed) {
        sort (&move, reader);
        move_rows (&move, reader);
        exchange (&move, reader);
    }
    free (move.rows);
    free (move.places);
    free (move.threads);
    free (move.cells);
    return failed;
}

/* ---- quality ------------------------------------------------------------ */

static uint32_t
partial_quality (uint32_t quality)
{
    return quality == HPM_QUALITY_EXACT || quality == HPM_QUALITY_SCALED
               ? HPM_QUALITY_PARTIAL
               : quality;
}

void
hpm_recovered_rows_mark_partial (struct hpm_rank_reader *reader)
{
    int64_t count
        = reader->thread_count * reader->rank_regions * reader->event_count;

    for (int64_t i = 0; i < count; i++)
        reader->cells[i].quality = partial_quality (reader->cells[i].quality);
    for (int64_t i = 0; i < reader->node_count; i++)
        reader->nodes[i].quality
            = (int32_t)partial_quality ((uint32_t)reader->nodes[i].quality);
}
