/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ranks of several runs as those of one.
 */
#include "config.h"

#include "aggregate/join/join.h"

#include <stdlib.h>
#include <string.h>

enum { OF_PROGRAM, OF_MPI, KINDS };

/* A run at the current rank: its rows of each kind, in their order.  */
struct part {
    struct hpm_file_ranks *ranks;
    struct hpm_rank_data data;
    int64_t *rows[KINDS]; /* owned */
    int64_t count[KINDS];
    int64_t capacity;
};

struct hpm_join_ranks {
    struct hpm_rank_source source; /* first: the source is the object */
    const struct hpm_join *join;
    const struct hpm_result *result;
    struct part *parts;                /* [run], owned */
    struct hpm_thread_record *threads; /* of the rank, owned */
    struct hpm_cell *cells;            /* owned */
    int64_t capacity;                  /* threads */
};

static int
note_rows (struct part *part)
{
    int64_t count = part->data.thread_count;

    if (count > part->capacity || !part->rows[0]) {
        for (int k = 0; k < KINDS; k++) {
            free (part->rows[k]);
            part->rows[k] = calloc ((size_t)count + 1, sizeof (int64_t));
        }
        part->capacity = count;
    }
    part->count[OF_PROGRAM] = part->count[OF_MPI] = 0;
    for (int64_t t = 0; t < count; t++) {
        int kind
            = part->data.threads[t].role == HPM_ROLE_MPI ? OF_MPI : OF_PROGRAM;

        if (!part->rows[kind])
            return -1;
        part->rows[kind][part->count[kind]++] = t;
    }
    return 0;
}

/* Rows of a kind that the joined rank has.  */
static int64_t
count_rows (const struct hpm_join_ranks *ranks, int kind)
{
    int64_t most = 0;

    for (int i = 0; i < ranks->join->count; i++)
        if (ranks->parts[i].count[kind] > most)
            most = ranks->parts[i].count[kind];
    return most;
}

static int
reserve (struct hpm_join_ranks *ranks, int64_t threads)
{
    size_t row = (size_t)ranks->result->region_count
                 * (size_t)ranks->result->event_count;

    if (threads <= ranks->capacity && ranks->threads)
        return 0;
    free (ranks->threads);
    free (ranks->cells);
    ranks->threads = calloc ((size_t)threads + 1, sizeof *ranks->threads);
    ranks->cells = calloc ((size_t)threads * row + 1, sizeof *ranks->cells);
    ranks->capacity = threads;
    return ranks->threads && ranks->cells ? 0 : -1;
}

/* Put what a run counted on one of its threads where it belongs.  */
static void
spread (const struct hpm_join_ranks *ranks, int run, int64_t from, int64_t to)
{
    const struct hpm_join_run *of = &ranks->join->runs[run];
    size_t own = (size_t)of->result.event_count;
    size_t all = (size_t)ranks->result->event_count;
    size_t regions = (size_t)ranks->result->region_count;

    for (size_t r = 0; r < regions; r++)
        for (size_t e = 0; e < own; e++)
            if (of->places[e] >= 0)
                ranks->cells[((size_t)to * regions + r) * all
                             + (size_t)of->places[e]]
                    = ranks->parts[run]
                          .data.cells[((size_t)from * regions + r) * own + e];
}

/* Row `n` of a kind becomes row `to`, with the record of the first run that has
 * it; what the others would have counted is not recorded.  */
static void
join_row (struct hpm_join_ranks *ranks, int kind, int64_t n, int64_t to)
{
    size_t row = (size_t)ranks->result->region_count
                 * (size_t)ranks->result->event_count;

    for (size_t i = 0; i < row; i++)
        ranks->cells[(size_t)to * row + i]
            = (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                 .reason = HPM_REASON_NOT_RECORDED };
    for (int i = ranks->join->count - 1; i >= 0; i--) {
        const struct part *part = &ranks->parts[i];

        if (n >= part->count[kind])
            continue;
        ranks->threads[to] = part->data.threads[part->rows[kind][n]];
        spread (ranks, i, part->rows[kind][n], to);
    }
}

/* The first run's record, or that of one that has the rank; partial where one
 * of them is.  */
static void
join_record (const struct hpm_join_ranks *ranks, struct hpm_rank_record *record)
{
    int missing = 0, partial = 0;

    *record = ranks->parts[0].data.record;
    for (int i = ranks->join->count - 1; i >= 0; i--) {
        const struct hpm_rank_record *own = &ranks->parts[i].data.record;

        missing += own->status == HPM_RANK_MISSING;
        partial += own->status == HPM_RANK_PARTIAL;
        if (own->status != HPM_RANK_MISSING)
            *record = *own;
    }
    if (record->status != HPM_RANK_MISSING && (missing || partial))
        record->status = HPM_RANK_PARTIAL;
}

/* The next rank of every run.  Returns 1, 0 after the last one, or -1.  */
static int
next_parts (struct hpm_join_ranks *ranks, struct hpm_error *error)
{
    for (int i = 0; i < ranks->join->count; i++) {
        struct part *part = &ranks->parts[i];
        struct hpm_rank_source *source = hpm_file_ranks_source (part->ranks);
        int got = source->next (source, &part->data, error);

        if (got <= 0)
            return got;
        if (note_rows (part))
            return hpm_error_set (error, "out of memory");
    }
    return 1;
}

static int
next_rank (struct hpm_rank_source *source, struct hpm_rank_data *data,
           struct hpm_error *error)
{
    struct hpm_join_ranks *ranks = (struct hpm_join_ranks *)source;
    int got = next_parts (ranks, error);
    int64_t count[KINDS], to = 0;

    if (got <= 0)
        return got;
    memset (data, 0, sizeof *data);
    join_record (ranks, &data->record);
    for (int kind = 0; kind < KINDS; kind++)
        count[kind] = count_rows (ranks, kind);
    if (reserve (ranks, count[OF_PROGRAM] + count[OF_MPI]))
        return hpm_error_set (error, "out of memory");
    for (int kind = 0; kind < KINDS; kind++)
        for (int64_t n = 0; n < count[kind]; n++)
            join_row (ranks, kind, n, to++);
    data->thread_count = to;
    data->threads = ranks->threads;
    data->cells = ranks->cells;
    return 1;
}

struct hpm_join_ranks *
hpm_join_ranks_create (struct hpm_join *join, const struct hpm_result *result,
                       struct hpm_error *error)
{
    struct hpm_join_ranks *ranks = calloc (1, sizeof *ranks);

    if (ranks)
        ranks->parts = calloc ((size_t)join->count, sizeof *ranks->parts);
    if (!ranks || !ranks->parts) {
        free (ranks);
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    ranks->source.next = next_rank;
    ranks->join = join;
    ranks->result = result;
    for (int i = 0; i < join->count; i++) {
        ranks->parts[i].ranks = hpm_file_ranks_create (
            &join->runs[i].reader, &join->runs[i].result, error);
        if (!ranks->parts[i].ranks) {
            hpm_join_ranks_destroy (ranks);
            return NULL;
        }
    }
    return ranks;
}

void
hpm_join_ranks_destroy (struct hpm_join_ranks *ranks)
{
    if (!ranks)
        return;
    for (int i = 0; i < ranks->join->count; i++) {
        hpm_file_ranks_destroy (ranks->parts[i].ranks);
        free (ranks->parts[i].rows[OF_PROGRAM]);
        free (ranks->parts[i].rows[OF_MPI]);
    }
    free (ranks->parts);
    free (ranks->threads);
    free (ranks->cells);
    free (ranks);
}

struct hpm_rank_source *
hpm_join_ranks_source (struct hpm_join_ranks *ranks)
{
    return &ranks->source;
}

int
hpm_join_scan (struct hpm_join *join, const struct hpm_result *result,
               struct hpm_scan *scan, struct hpm_error *error)
{
    struct hpm_join_ranks *ranks = hpm_join_ranks_create (join, result, error);
    struct hpm_rank_data data;
    int got = ranks ? 1 : -1;

    memset (scan, 0, sizeof *scan);
    scan->complete = 1;
    hpm_text_table_init (&scan->texts);
    while (got == 1 && (got = next_rank (&ranks->source, &data, error)) == 1) {
        scan->ranks++;
        if (hpm_scan_add (scan, &data,
                          (int64_t)result->region_count * result->event_count))
            got = hpm_error_set (error, "out of memory");
    }
    scan->unavailable |= scan->compared > 0;
    hpm_join_ranks_destroy (ranks);
    return got;
}
