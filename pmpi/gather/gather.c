/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/gather/gather.h"
#include "pmpi/gather/gather_agree.h"
#include "pmpi/gather/gather_tree.h"
#include "pmpi/gather/gather_write.h"
#include "pmpi/wire/mpi_api.h"

/* Memory to take part at once, had before anybody relies on it: a rank that
 * can't take part in a collective operation leaves all others waiting for ever.
 * Pages that are not written to cost nothing.  */
struct room {
    char *slot;  /* what this rank sends: as much as may be its share */
    char *slots; /* rank 0: what all send, `window` bytes */
    int *counts; /* rank 0: of which each sends so many ... */
    int *places; /* ... that stand there */
    char *lost;  /* rank 0: nothing of that rank can be read */
};

/* What may be in one place, in the numbers that MPI has for that.  */
static size_t
window_of (const struct hpm_gather_part *part)
{
    return part->window < INT32_MAX ? part->window : INT32_MAX;
}

/* Returns 0, or -1 without memory.  */
static int
room_get (struct room *room, size_t window, int rank, int ranks)
{
    size_t share = window / (size_t)ranks; /* holds a length, too */

    *room = (struct room){ .slot = NULL };
    if (ranks == 1 || ranks > HPM_GATHER_DIRECT)
        return 0;
    room->slot = malloc (share + 1);
    if (rank > 0)
        return room->slot ? 0 : -1;
    room->slots = malloc (window + 1);
    room->counts = malloc ((size_t)ranks * sizeof *room->counts);
    room->places = malloc ((size_t)ranks * sizeof *room->places);
    room->lost = malloc ((size_t)ranks);
    return room->slot && room->slots && room->counts && room->places
                   && room->lost
               ? 0
               : -1;
}

static void
room_release (struct room *room)
{
    free (room->slot);
    free (room->slots);
    free (room->counts);
    free (room->places);
    free (room->lost);
    *room = (struct room){ .slot = NULL };
}

/* What leads this rank's chunks, where the stream does not have it yet.  */
static void
make_lead (struct hpm_stream_buffer *lead, const struct hpm_gather_part *part,
           int rank, const struct hpm_gather_agreement *all)
{
    if (rank == hpm_gather_functions_sender (all))
        hpm_stream_buffer_chunk (
            lead, HPM_CHUNK_FUNCTIONS, rank, part->functions,
            (size_t)part->function_count * sizeof *part->functions);
    if (!hpm_gather_tables_equal (all) && part->table->count > 0)
        hpm_gather_append_events (lead, part->table, rank);
}

/* Unless it lacked the memory.  */
static int
write_buffer (struct hpm_stream_file *file,
              const struct hpm_stream_buffer *buffer, struct hpm_error *error)
{
    return hpm_gather_write_bytes (file, buffer->data,
                                   buffer->failed ? 0 : buffer->bytes, error);
}

/* What rank 0 has of a rank since they met.  */
static int
write_met (struct hpm_stream_file *file, int rank, int ranks,
           struct hpm_error *error)
{
    size_t bytes;
    const char *data = hpm_gather_met (rank, ranks, &bytes);

    return hpm_gather_write_bytes (file, data, bytes, error);
}

static int
write_all_met (struct hpm_stream_file *file, int rank, int ranks,
               struct hpm_error *error)
{
    int result = 0;

    for (int i = 0; i < ranks && rank == 0 && result == 0; i++)
        result = write_met (file, i, ranks, error);
    return result;
}

/* ---- all parts at once -------------------------------------------------- */

/* A rank that has not even the memory for its table of events: what rank 0 has
 * of it can't be read.  */
#define NOTHING -1

/* Returns the bytes that are still to be sent, or NOTHING.  */
static int
fill_slot (char *slot, const struct hpm_stream_buffer *lead,
           const struct hpm_gather_part *part, int ranks)
{
    const struct hpm_stream_buffer *body = part->body;
    size_t more = hpm_gather_has_met (part, ranks) ? 0 : body->bytes;

    if (lead->failed || body->failed)
        return NOTHING;
    if (lead->bytes)
        memcpy (slot, lead->data, lead->bytes);
    if (more)
        memcpy (slot + lead->bytes, body->data, more);
    return (int)(lead->bytes + more);
}

/* So many bytes of each rank, one behind the other: on rank 0.  */
static void
lay_out (const struct room *room, int bytes, int ranks)
{
    for (int i = 0; i < ranks; i++) {
        room->counts[i] = bytes;
        room->places[i] = i * bytes;
    }
}

/* The same of what they told.  */
static void
lay_out_told (const struct room *room, int ranks)
{
    int place = 0;

    memcpy (room->counts, room->slots, (size_t)ranks * sizeof *room->counts);
    for (int i = 0; i < ranks; i++) {
        room->lost[i] = room->counts[i] == NOTHING;
        room->counts[i] = room->lost[i] ? 0 : room->counts[i];
        room->places[i] = place;
        place += room->counts[i];
    }
}

/* Rank by rank, what has come now and what has come before.  */
static int
write_slots (const struct room *room, int ranks, struct hpm_stream_file *file,
             struct hpm_error *error)
{
    int result = 0;

    for (int i = 0; i < ranks && result == 0; i++) {
        result = hpm_gather_write_bytes (file, room->slots + room->places[i],
                                         (size_t)room->counts[i], error);
        if (result == 0 && !room->lost[i])
            result = write_met (file, i, ranks, error);
    }
    return result;
}

/* With true lengths, of which rank 0 has to know first.  */
static int
gather_at_once (const struct hpm_gather_part *part, const struct room *room,
                const struct hpm_stream_buffer *lead, int rank, int ranks,
                struct hpm_stream_file *file, struct hpm_error *error)
{
    int mine = fill_slot (room->slot, lead, part, ranks);

    if (rank == 0)
        lay_out (room, sizeof mine, ranks);
    hpm_mpi.Gatherv (&mine, sizeof mine, hpm_mpi.byte, room->slots,
                     room->counts, room->places, hpm_mpi.byte, 0, part->comm);
    if (rank == 0)
        lay_out_told (room, ranks);
    hpm_mpi.Gatherv (room->slot, mine == NOTHING ? 0 : mine, hpm_mpi.byte,
                     room->slots, room->counts, room->places, hpm_mpi.byte, 0,
                     part->comm);
    return rank ? 0 : write_slots (room, ranks, file, error);
}

/* ---- piece by piece ----------------------------------------------------- */

/* On a communicator of our own: the program's may have receives posted that
 * would take anything.  */
static int
gather_in_pieces (hpm_handle all, const struct hpm_stream_buffer *lead,
                  const struct hpm_stream_buffer *body,
                  struct hpm_stream_file *file, struct hpm_error *error)
{
    static struct hpm_tree tree;
    union hpm_handle_slot slot = hpm_handle_slot (0);
    int result;

    if (hpm_mpi.Comm_dup (all, &slot) != HPM_MPI_SUCCESS)
        return hpm_error_set (error, "MPI_Comm_dup failed");
    result = hpm_gather_tree (&tree, hpm_handle_at (&slot, 0), lead, body, file,
                              error);
    hpm_mpi.Comm_free (&slot);
    return result;
}

/* ---- both --------------------------------------------------------------- */

/* From the agreement to the end of the gather; there is one at a time.  */
static struct hpm_gather_agreement agreed;
static struct room room;

int
hpm_gather_agree (const struct hpm_gather_part *part, int *first)
{
    int rank, ranks;

    room_release (&room);
    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_mpi.Comm_size (part->comm, &ranks);
    hpm_gather_meet (part, room_get (&room, window_of (part), rank, ranks) < 0,
                     &agreed);
    if (!agreed.worth)
        room_release (&room);
    *first = agreed.first_counted == INT64_MIN ? 0 : (int)-agreed.first_counted;
    return agreed.worth != 0;
}

/* Whether the parts of all ranks fit into what each of them has room for.  All
 * come to the same answer.  */
static int
fits (int ranks)
{
    int64_t bytes = agreed.part_bytes;

    if (!hpm_gather_tables_equal (&agreed))
        bytes += agreed.events_bytes;
    if (hpm_gather_functions_sender (&agreed) >= 0)
        bytes += agreed.functions_bytes;
    return ranks <= HPM_GATHER_DIRECT && !agreed.no_room
           && bytes <= -agreed.window / ranks;
}

/* Whatever a rank lacks, it takes part in all that the others wait for.  */
int
hpm_gather (const struct hpm_gather_part *part, struct hpm_stream_file *file,
            struct hpm_error *error)
{
    struct hpm_stream_buffer lead = { .data = NULL };
    int result = 0, rank, ranks;

    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_mpi.Comm_size (part->comm, &ranks);
    hpm_gather_tell_output (part, &agreed);
    if (rank == 0 && file && hpm_gather_tables_equal (&agreed))
        result = hpm_gather_write_events (file, part->table, error);
    make_lead (&lead, part, rank, &agreed);
    if (ranks == 1)
        result |= write_buffer (file, &lead, error)
                  | write_buffer (file, part->body, error);
    else if (hpm_gather_is_done (&agreed, ranks))
        result |= write_all_met (file, rank, ranks, error);
    else if (fits (ranks))
        result |= gather_at_once (part, &room, &lead, rank, ranks, file, error);
    else
        result |= gather_in_pieces (part->comm, &lead, part->body, file, error);
    hpm_stream_buffer_release (&lead);
    room_release (&room);
    return result;
}
