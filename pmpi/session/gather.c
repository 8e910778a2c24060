/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/guest/message.h"
#include "pmpi/session/gather.h"
#include "pmpi/session/gather_write.h"
#include "pmpi/wire/mpi_api.h"

#define TAG_GO 1
#define TAG_LENGTHS 2
#define TAG_PART 3

/* Ranks that may be sending to rank 0 at the same time when their parts do not
 * all fit: enough to hide the way there and back.  */
#define MOST_UNDER_WAY 8

/* Parts that do not go at once go in pieces of this many bytes, for which rank
 * 0 has room without asking for memory.  */
#define PIECE (64 << 10)

/* What all ranks agree on first, in one reduction.  */
struct agreement {
    int64_t part_bytes;      /* largest part of a rank, with its events */
    int64_t hash_high;       /* largest hash of an event table, and ... */
    int64_t hash_low;        /* ... the smallest, negated: equal or not */
    int64_t first_functions; /* lowest rank that has functions, negated */
    int64_t functions_bytes; /* of the chunk, 0 if no rank has them */
    int64_t output;          /* hash of the file that rank 0 makes */
    int64_t no_room;         /* a rank lacks the memory to do it at once */
    int64_t worth;           /* a rank has something to keep */
};

/* Memory to take part at once, had before anybody relies on it: a rank that
 * can't take part in a collective operation leaves all others waiting for ever.
 * Pages that are not written to cost nothing.  */
struct room {
    char *slot;  /* what this rank sends: as much as may be its share */
    char *slots; /* rank 0: what all send, `window` bytes */
    size_t slot_bytes;
};

static size_t
events_bytes (const struct hpm_event_table *table)
{
    return sizeof (struct hpm_chunk_header)
           + (size_t)table->width * sizeof *table->records;
}

/* With the padding of the chunk.  */
static size_t
functions_bytes (const struct hpm_gather_part *part)
{
    return sizeof (struct hpm_chunk_header)
           + (size_t)part->function_count * sizeof *part->functions + 8;
}

/* Returns 0, or -1 without memory.  */
static int
room_get (struct room *room, size_t window, int rank, int ranks)
{
    *room = (struct room){ .slot_bytes = window / (size_t)ranks };
    if (room->slot_bytes > INT32_MAX)
        room->slot_bytes = INT32_MAX;
    if (ranks == 1)
        return 0;
    room->slot = malloc (room->slot_bytes + 1);
    if (rank == 0)
        room->slots = malloc (room->slot_bytes * (size_t)ranks + 1);
    return room->slot && (rank > 0 || room->slots) ? 0 : -1;
}

static void
room_release (struct room *room)
{
    free (room->slot);
    free (room->slots);
}

/* FNV-1a, never negative.  */
static int64_t
hash_of (const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return (int64_t)(hash >> 1);
}

/* A job has one file, and who asked for another one must know.  */
static void
tell_output (const struct hpm_gather_part *part, const struct agreement *all)
{
    if (part->tells_output && *part->output
        && hash_of (part->output) != all->output)
        hpm_message ("%s is not written: all ranks of the job are in the "
                     "result file of its first program",
                     part->output);
}

static void
agree (const struct hpm_gather_part *part, int no_room, struct agreement *all)
{
    int64_t hash = (int64_t)(part->table->hash >> 1);
    struct agreement mine = { .hash_high = hash,
                              .hash_low = -hash,
                              .first_functions = INT64_MIN,
                              .output = -1,
                              .no_room = no_room,
                              .worth = part->worth };
    int rank;

    /* A rank without a table makes the tables differ, and all are sent.  */
    if (part->table->count == 0)
        mine.hash_high = INT64_MAX;
    mine.part_bytes = (int64_t)(part->body->bytes + events_bytes (part->table));
    hpm_mpi.Comm_rank (part->comm, &rank);
    if (rank == 0)
        mine.output = hash_of (part->output);
    if (part->functions) {
        mine.first_functions = -rank;
        mine.functions_bytes = (int64_t)functions_bytes (part);
    }
    *all = mine;
    hpm_mpi.Allreduce (&mine, all, (int)(sizeof mine / sizeof (int64_t)),
                       hpm_mpi.int64, hpm_mpi.max, part->comm);
}

static int
tables_equal (const struct agreement *all)
{
    return all->hash_high == -all->hash_low;
}

/* The rank that sends the functions along, because rank 0, which leads the
 * stream, has none (its program may run with other settings); -1: none.  */
static int
functions_sender (const struct agreement *all)
{
    return all->functions_bytes && all->first_functions < 0
               ? (int)-all->first_functions
               : -1;
}

/* What leads this rank's chunks, where the stream does not have it yet.  */
static void
make_lead (struct hpm_stream_buffer *lead, const struct hpm_gather_part *part,
           int rank, const struct agreement *all)
{
    if (rank == functions_sender (all))
        hpm_stream_buffer_chunk (
            lead, HPM_CHUNK_FUNCTIONS, rank, part->functions,
            (size_t)part->function_count * sizeof *part->functions);
    if (!tables_equal (all) && part->table->count > 0)
        hpm_gather_append_events (lead, part->table, rank);
}

/* What a rank sends, in two lengths; both are 0 where it had no memory.  */
struct lengths {
    uint64_t lead, body;
};

static struct lengths
lengths_of (const struct hpm_stream_buffer *lead,
            const struct hpm_stream_buffer *body)
{
    if (lead->failed || body->failed)
        return (struct lengths){ 0, 0 };
    return (struct lengths){ lead->bytes, body->bytes };
}

static int
write_own (struct hpm_stream_file *file, const struct hpm_stream_buffer *lead,
           const struct hpm_stream_buffer *body, struct hpm_error *error)
{
    struct lengths lengths = lengths_of (lead, body);
    int result = hpm_gather_write_bytes (file, lead->data, lengths.lead, error);

    return result
               ? result
               : hpm_gather_write_bytes (file, body->data, lengths.body, error);
}

/* ---- all parts at once -------------------------------------------------- */

/* A slot is its lengths and its bytes.  */
static void
fill_slot (char *slot, const struct hpm_stream_buffer *lead,
           const struct hpm_stream_buffer *body, size_t bytes)
{
    struct lengths lengths = lengths_of (lead, body);

    if (sizeof lengths + lengths.lead + lengths.body > bytes)
        lengths = (struct lengths){ 0, 0 };
    memset (slot, 0, bytes);
    memcpy (slot, &lengths, sizeof lengths);
    slot += sizeof lengths;
    if (lengths.lead)
        memcpy (slot, lead->data, lengths.lead);
    if (lengths.body)
        memcpy (slot + lengths.lead, body->data, lengths.body);
}

static int
write_slot (struct hpm_stream_file *file, const char *slot, size_t room,
            struct hpm_error *error)
{
    struct lengths lengths;

    memcpy (&lengths, slot, sizeof lengths);
    if (file && lengths.lead + lengths.body > room - sizeof lengths)
        return hpm_error_set (error, "a rank sent a record that does not fit");
    return hpm_gather_write_bytes (file, slot + sizeof lengths,
                                   lengths.lead + lengths.body, error);
}

static int
gather_at_once (hpm_handle comm, const struct room *room, int bytes, int rank,
                int ranks, struct hpm_stream_file *file,
                struct hpm_error *error)
{
    int result = 0;

    hpm_mpi.Gather (room->slot, bytes, hpm_mpi.byte, room->slots, bytes,
                    hpm_mpi.byte, 0, comm);
    for (int i = 0; i < ranks && rank == 0 && result == 0; i++)
        result = write_slot (file, room->slots + (size_t)i * (size_t)bytes,
                             (size_t)bytes, error);
    return result;
}

/* ---- one part after the other ------------------------------------------- */

static void
send_bytes (hpm_handle comm, const char *data, uint64_t bytes)
{
    for (uint64_t at = 0; at < bytes; at += PIECE)
        hpm_mpi.Send (data + at, (int)(bytes - at < PIECE ? bytes - at : PIECE),
                      hpm_mpi.byte, 0, TAG_PART, comm);
}

static void
send_part (hpm_handle comm, const struct hpm_stream_buffer *lead,
           const struct hpm_stream_buffer *body)
{
    struct lengths lengths = lengths_of (lead, body);

    hpm_mpi.Recv (NULL, 0, hpm_mpi.byte, 0, TAG_GO, comm,
                  (void *)hpm_mpi_abi.status_ignore);
    hpm_mpi.Send (&lengths, (int)sizeof lengths, hpm_mpi.byte, 0, TAG_LENGTHS,
                  comm);
    send_bytes (comm, lead->data, lengths.lead);
    send_bytes (comm, body->data, lengths.body);
}

/* Also where they can't be written any more: the rank sends them.  */
static void
receive_bytes (hpm_handle comm, int from, uint64_t bytes,
               struct hpm_stream_file *file, int *result,
               struct hpm_error *error)
{
    static char piece[PIECE];

    for (uint64_t at = 0; at < bytes; at += PIECE) {
        size_t n = bytes - at < PIECE ? bytes - at : PIECE;

        hpm_mpi.Recv (piece, (int)n, hpm_mpi.byte, from, TAG_PART, comm,
                      (void *)hpm_mpi_abi.status_ignore);
        if (*result == 0)
            *result = hpm_gather_write_bytes (file, piece, n, error);
    }
}

/* Rank 0: ask for a few parts at a time and receive them in the order of ranks.
 */
static void
receive_parts (hpm_handle comm, int ranks, struct hpm_stream_file *file,
               int *result, struct hpm_error *error)
{
    int asked = 1;

    for (int i = 1; i < ranks; i++) {
        struct lengths lengths = { 0, 0 };

        for (; asked < ranks && asked < i + MOST_UNDER_WAY; asked++)
            hpm_mpi.Send (NULL, 0, hpm_mpi.byte, asked, TAG_GO, comm);
        hpm_mpi.Recv (&lengths, (int)sizeof lengths, hpm_mpi.byte, i,
                      TAG_LENGTHS, comm, (void *)hpm_mpi_abi.status_ignore);
        receive_bytes (comm, i, lengths.lead, file, result, error);
        receive_bytes (comm, i, lengths.body, file, result, error);
    }
}

/* On a communicator of our own: the program's may have receives posted that
 * would take anything.  */
static int
gather_in_turn (hpm_handle all, const struct hpm_stream_buffer *lead,
                const struct hpm_stream_buffer *body, int rank, int ranks,
                struct hpm_stream_file *file, struct hpm_error *error)
{
    union hpm_handle_slot slot = hpm_handle_slot (0);
    hpm_handle comm;
    int result = 0;

    if (rank == 0)
        result = write_own (file, lead, body, error);
    if (ranks == 1)
        return result;
    if (hpm_mpi.Comm_dup (all, &slot) != HPM_MPI_SUCCESS)
        return hpm_error_set (error, "MPI_Comm_dup failed");
    comm = hpm_handle_at (&slot, 0);
    if (rank == 0)
        receive_parts (comm, ranks, file, &result, error);
    else
        send_part (comm, lead, body);
    hpm_mpi.Comm_free (&slot);
    return result;
}

/* ---- both --------------------------------------------------------------- */

/* From the agreement to the end of the gather; there is one at a time.  */
static struct agreement agreed;
static struct room room;

int
hpm_gather_agree (const struct hpm_gather_part *part)
{
    int rank, ranks;

    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_mpi.Comm_size (part->comm, &ranks);
    agree (part, room_get (&room, part->window, rank, ranks) < 0, &agreed);
    if (!agreed.worth)
        room_release (&room);
    return agreed.worth != 0;
}

/* Whatever a rank lacks, it takes part in all that the others wait for.  */
int
hpm_gather (const struct hpm_gather_part *part, struct hpm_stream_file *file,
            struct hpm_error *error)
{
    struct hpm_stream_buffer lead = { .data = NULL };
    size_t bytes;
    int result = 0, rank, ranks;

    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_mpi.Comm_size (part->comm, &ranks);
    tell_output (part, &agreed);
    bytes = sizeof (struct lengths) + (size_t)agreed.part_bytes + 8;
    if (functions_sender (&agreed) >= 0)
        bytes += (size_t)agreed.functions_bytes;
    if (rank == 0 && file && tables_equal (&agreed))
        result = hpm_gather_write_events (file, part->table, error);
    make_lead (&lead, part, rank, &agreed);
    if (ranks > 1 && !agreed.no_room && bytes <= room.slot_bytes) {
        fill_slot (room.slot, &lead, part->body, bytes);
        result |= gather_at_once (part->comm, &room, (int)bytes, rank, ranks,
                                  file, error);
    } else
        result |= gather_in_turn (part->comm, &lead, part->body, rank, ranks,
                                  file, error);
    hpm_stream_buffer_release (&lead);
    room_release (&room);
    return result;
}
