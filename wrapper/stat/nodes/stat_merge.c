/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/nodes/stat_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "include/hpm_launch.h"
#include "include/hpm_record.h"
#include "pmpi/wire/stream_texts.h"
#include "wrapper/stat/file/stat_stream.h"

/* A chunk of an input; `payload` is where the input has it.  */
struct piece {
    const struct hpm_chunk_header *header;
    char *payload;
};

/* The next chunk from `at`, which comes to be behind it.  Returns 1, or 0 where
 * there is no whole one.  */
static int
next_piece (const struct hpm_stat_input *input, size_t *at, struct piece *piece)
{
    size_t left = input->bytes - *at, padded;

    if (left < sizeof *piece->header)
        return 0;
    left -= sizeof *piece->header;
    piece->header = (const void *)(input->data + *at);
    piece->payload = input->data + *at + sizeof *piece->header;
    if (piece->header->bytes > left)
        return 0;
    padded = (piece->header->bytes + 7) & ~(size_t)7;
    *at += sizeof *piece->header + (padded < left ? padded : left);
    return 1;
}

/* ---- what is said of the run -------------------------------------------- */

/* Whether it is a whole stream of this version, with so many rows as the node
 * has said.  */
static int
check (const struct hpm_stat_input *input, struct hpm_error *error)
{
    const struct hpm_stream_header *header = (const void *)input->data;
    size_t at = sizeof *header;
    struct piece piece = { .header = NULL };
    int runs = 0;

    if (input->bytes < sizeof *header
        || memcmp (header->magic, HPM_STREAM_MAGIC, sizeof header->magic)
        || header->version != HPM_STREAM_VERSION
        || header->byte_order != HPM_STREAM_BYTE_ORDER)
        return hpm_error_set (error,
                              "%s is of another version of hpmstat, or of "
                              "another kind of machine",
                              input->path);
    while (next_piece (input, &at, &piece))
        runs += piece.header->type == HPM_CHUNK_RUN && piece.header->bytes
                && !piece.payload[piece.header->bytes - 1];
    if (runs != 1 || !input->rows || piece.header->type != HPM_CHUNK_END)
        return hpm_error_set (error, "%s was cut short", input->path);
    return 0;
}

/* What the texts of all begin with is the same, up to a space: "processors ".
 */
static int
check_kinds (const struct hpm_stat_input *inputs, int count,
             struct hpm_error *error)
{
    const char *first = NULL;

    for (int i = 0; i < count; i++) {
        first = first ? first : inputs[i].rows;
        if (inputs[i].rows
            && strncmp (first, inputs[i].rows, strcspn (first, " ") + 1) != 0)
            return hpm_error_set (error,
                                  "some nodes counted processes, and others "
                                  "processors");
    }
    return 0;
}

/* "processors 0-3;0-3": a list of each node.  malloc'ed, or NULL.  */
static char *
join_rows (const struct hpm_stat_input *inputs, int count)
{
    size_t size = 1;
    char *rows;

    for (int i = 0; i < count; i++)
        size += inputs[i].rows ? strlen (inputs[i].rows) + 1 : 0;
    rows = calloc (size, 1);
    for (int i = 0; rows && i < count; i++) {
        const char *own = inputs[i].rows;

        if (own && *rows)
            strcat (strcat (rows, ";"), own + strcspn (own, " ") + 1);
        else if (own)
            strcpy (rows, own);
    }
    return rows;
}

static void
append_run (struct hpm_stream_buffer *stream, const struct piece *run,
            const struct hpm_stat_input *inputs, int count)
{
    struct hpm_stream_buffer texts = { .data = NULL };
    const char *at = run->payload, *end = at + run->header->bytes;
    char *rows = join_rows (inputs, count);
    long ranks = 0;

    for (int i = 0; i < count; i++)
        ranks += inputs[i].row_count;
    while (at < end) {
        const char *value = at + strlen (at) + 1;

        if (!strcmp (at, "ranks"))
            hpm_stream_text_number (&texts, at, ranks);
        else
            hpm_stream_text_add (&texts, at,
                                 !strcmp (at, "rows") ? rows
                                 : !strcmp (value, HPM_RUN_SCOPE_NODE)
                                     ? HPM_RUN_SCOPE_NODES
                                     : value);
        at = value + strlen (value) + 1;
    }
    hpm_stream_buffer_chunk (stream, HPM_CHUNK_RUN, 0, texts.data, texts.bytes);
    stream->failed |= texts.failed | !rows;
    hpm_stream_buffer_release (&texts);
    free (rows);
}

/* ---- ranks -------------------------------------------------------------- */

/* Records that tell their rank: their size, 0 for others.  */
static size_t
record_size (uint32_t type)
{
    return type == HPM_CHUNK_RANK      ? sizeof (struct hpm_rank_record)
           : type == HPM_CHUNK_THREADS ? sizeof (struct hpm_thread_record)
                                       : 0;
}

/* Rank is the first field of both.  */
static void
renumber (const struct piece *piece, int rank)
{
    size_t size = record_size (piece->header->type);

    for (size_t at = 0; size && at + size <= piece->header->bytes; at += size)
        memcpy (piece->payload + at, &rank, sizeof rank);
}

/* Events are said again where a node counted others.  */
static int
is_said (const struct piece *events, const struct piece *before)
{
    return before->payload && before->header->bytes == events->header->bytes
           && !memcmp (before->payload, events->payload, events->header->bytes);
}

static void
append_input (struct hpm_stream_buffer *stream,
              const struct hpm_stat_input *input, int first_rank,
              struct piece *events)
{
    size_t at = sizeof (struct hpm_stream_header);
    struct piece piece;

    while (next_piece (input, &at, &piece)) {
        enum hpm_chunk_type type = (enum hpm_chunk_type)piece.header->type;
        int rank = (int)piece.header->rank + first_rank;

        if (type == HPM_CHUNK_RUN || type == HPM_CHUNK_END
            || (type == HPM_CHUNK_REGIONS && events->payload)
            || (type == HPM_CHUNK_EVENTS && is_said (&piece, events)))
            continue;
        if (type == HPM_CHUNK_EVENTS)
            *events = piece;
        if (type == HPM_CHUNK_REGIONS || type == HPM_CHUNK_EVENTS)
            rank = 0;
        renumber (&piece, rank);
        hpm_stream_buffer_chunk (stream, type, rank, piece.payload,
                                 piece.header->bytes);
    }
}

/* What can't be used of one node is no reason to lose the others: its rows are
 * missing.  Returns how many such there are, the last of which the error tells.
 */
static int
drop_damaged (struct hpm_stat_input *inputs, int count, struct hpm_error *error)
{
    int dropped = 0;

    for (int i = 0; i < count; i++)
        if (inputs[i].data && check (&inputs[i], error)) {
            free (inputs[i].data);
            inputs[i].data = NULL;
            dropped++;
        }
    return dropped;
}

static int
count_whole (const struct hpm_stat_input *inputs, int count)
{
    int whole = 0;

    for (int i = 0; i < count; i++)
        whole += inputs[i].data != NULL;
    return whole;
}

int
hpm_stat_merge (struct hpm_stream_buffer *stream, struct hpm_stat_input *inputs,
                int count, struct hpm_error *error)
{
    struct piece events = { .payload = NULL }, run = events;
    int rank = 0, dropped = drop_damaged (inputs, count, error);

    if (check_kinds (inputs, count, error)
        || (dropped && !count_whole (inputs, count)))
        return -1;
    hpm_stream_buffer_header (stream);
    for (int i = 0; i < count; i++) {
        size_t at = sizeof (struct hpm_stream_header);

        if (inputs[i].data && !run.payload
            && next_piece (&inputs[i], &at, &run))
            append_run (stream, &run, inputs, count);
        if (inputs[i].data)
            append_input (stream, &inputs[i], rank, &events);
        rank += inputs[i].row_count;
    }
    hpm_stream_buffer_chunk (stream, HPM_CHUNK_END, 0, NULL, 0);
    return stream->failed ? hpm_error_set (error, "out of memory") : dropped;
}

/* ---- files -------------------------------------------------------------- */

static int
read_input (struct hpm_stat_input *input, struct hpm_error *error)
{
    FILE *file = fopen (input->path, "re");
    long bytes = file && !fseek (file, 0, SEEK_END) ? ftell (file) : -1;
    int failed;

    input->data = bytes > 0 ? malloc ((size_t)bytes) : NULL;
    failed = !input->data || fseek (file, 0, SEEK_SET)
             || fread (input->data, (size_t)bytes, 1, file) != 1;
    input->bytes = failed ? 0 : (size_t)bytes;
    if (file)
        fclose (file);
    if (failed) {
        free (input->data);
        input->data = NULL;
    }
    return failed ? hpm_error_set (error, "cannot read %s", input->path) : 0;
}

int
hpm_stat_merge_files (const char *path, struct hpm_stat_input *inputs,
                      int count, struct hpm_error *error)
{
    struct hpm_stream_buffer stream = { .data = NULL };
    int lost = 0, merged;

    for (int i = 0; i < count; i++)
        if (inputs[i].path)
            lost += read_input (&inputs[i], error) != 0;
    merged = lost && !count_whole (inputs, count)
                 ? -1
                 : hpm_stat_merge (&stream, inputs, count, error);
    if (merged >= 0 && hpm_stat_stream_save (path, &stream, error))
        merged = -1;
    hpm_stream_buffer_release (&stream);
    return merged < 0 ? -1 : lost + merged;
}

void
hpm_stat_inputs_release (struct hpm_stat_input *inputs, int count)
{
    for (int i = 0; i < count; i++) {
        free (inputs[i].path);
        free (inputs[i].rows);
        free (inputs[i].data);
    }
    free (inputs);
}
