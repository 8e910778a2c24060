/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/gather.h"
#include "pmpi/mpi_api.h"

#define TAG_GO 1
#define TAG_PART 2

/* Ranks that may be sending to rank 0 at the same time when their parts do not
 * all fit: enough to hide the way there and back.  */
#define MOST_UNDER_WAY 8

/* What all ranks agree on first, in one reduction.  */
struct agreement {
    int64_t part_bytes; /* largest part of a rank, with its events */
    int64_t hash_high;  /* largest hash of an event table, and ... */
    int64_t hash_low;   /* ... the smallest, negated: equal or not */
    int64_t first_functions; /* lowest rank that has functions, negated */
    int64_t functions_bytes; /* of the chunk, 0 if no rank has them */
};

static size_t
events_bytes (const struct hpm_event_table *table)
{
    return sizeof (struct hpm_chunk_header)
           + (size_t)table->count * sizeof *table->records;
}

/* With the padding of the chunk.  */
static size_t
functions_bytes (const struct hpm_gather_part *part)
{
    return sizeof (struct hpm_chunk_header)
           + (size_t)part->function_count * sizeof *part->functions + 8;
}

static void
agree (const struct hpm_gather_part *part, struct agreement *all)
{
    int64_t hash = (int64_t)(part->table->hash >> 1);
    struct agreement mine = { .hash_high = hash,
                              .hash_low = -hash,
                              .first_functions = INT64_MIN };
    int rank;

    /* A rank without a table makes the tables differ, and all are sent.  */
    if (part->table->count == 0)
        mine.hash_high = INT64_MAX;
    mine.part_bytes = (int64_t)(part->body->bytes + events_bytes (part->table));
    if (part->functions) {
        hpm_mpi.Comm_rank (part->comm, &rank);
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

/* The rank that sends the functions along, because rank 0, which leads the stream,
 * has none (its program may run with other settings); -1: none.  */
static int
functions_sender (const struct agreement *all)
{
    return all->functions_bytes && all->first_functions < 0
               ? (int)-all->first_functions
               : -1;
}

static void
append_events (struct hpm_stream_buffer *buffer,
               const struct hpm_event_table *table, int rank)
{
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_EVENTS, rank, table->records,
                             (size_t)table->count * sizeof *table->records);
}

/* What this rank sends: its bytes, led by their number, in a slot of `bytes`
 * bytes.  An empty slot says that the rank had no memory.  */
static char *
make_slot (const struct hpm_gather_part *part, int rank,
           const struct agreement *all, size_t bytes)
{
    struct hpm_stream_buffer events = { .data = NULL };
    char *slot = calloc (1, bytes);
    uint64_t length;

    if (!slot)
        return NULL;
    if (rank == functions_sender (all))
        hpm_stream_buffer_chunk (&events, HPM_CHUNK_FUNCTIONS, rank,
                                 part->functions,
                                 (size_t)part->function_count
                                     * sizeof *part->functions);
    if (!tables_equal (all) && part->table->count > 0)
        append_events (&events, part->table, rank);
    length = events.bytes + part->body->bytes;
    if (!events.failed && !part->body->failed
        && length <= bytes - sizeof length) {
        memcpy (slot, &length, sizeof length);
        if (events.bytes)
            memcpy (slot + sizeof length, events.data, events.bytes);
        if (part->body->bytes)
            memcpy (slot + sizeof length + events.bytes, part->body->data,
                    part->body->bytes);
    }
    hpm_stream_buffer_release (&events);
    return slot;
}

/* Without a file nothing is written, and the reason is known already.  */
static int
write_slot (struct hpm_stream_file *file, const char *slot, size_t room,
            struct hpm_error *error)
{
    uint64_t length;

    if (!file)
        return -1;
    memcpy (&length, slot, sizeof length);
    if (length > room - sizeof length)
        return hpm_error_set (error, "a rank sent a record that does not fit");
    return hpm_stream_file_write (file, slot + sizeof length, length, error);
}

/* All parts at once.  */
static int
gather_at_once (MPI_Comm comm, const char *slot, int bytes, int rank, int ranks,
                struct hpm_stream_file *file, struct hpm_error *error)
{
    char *slots = rank == 0 ? calloc ((size_t)ranks, (size_t)bytes) : NULL;
    int result = 0;

    /* Without memory rank 0 can't take part, and the others would wait for
     * ever: the window bounds what is asked for here, and memory that is
     * promised is there on the systems this runs on.  */
    if (rank == 0 && !slots)
        return hpm_error_set (error, "out of memory");
    hpm_mpi.Gather (slot, bytes, hpm_mpi.byte, slots, bytes, hpm_mpi.byte, 0,
                    comm);
    for (int i = 0; i < ranks && slots && result == 0; i++)
        result = write_slot (file, slots + (size_t)i * (size_t)bytes,
                             (size_t)bytes, error);
    free (slots);
    return result;
}

static void
send_part (MPI_Comm comm, const char *slot, int bytes)
{
    hpm_mpi.Recv (NULL, 0, hpm_mpi.byte, 0, TAG_GO, comm, MPI_STATUS_IGNORE);
    hpm_mpi.Send (slot, bytes, hpm_mpi.byte, 0, TAG_PART, comm);
}

/* Rank 0: ask for a few parts at a time and take them in the order of ranks. */
static int
receive_parts (MPI_Comm comm, const char *own, int bytes, int ranks,
               struct hpm_stream_file *file, struct hpm_error *error)
{
    char *slot = calloc (1, (size_t)bytes);
    int result = write_slot (file, own, (size_t)bytes, error), asked = 1;

    for (int i = 1; i < ranks && slot; i++) {
        for (; asked < ranks && asked < i + MOST_UNDER_WAY; asked++)
            hpm_mpi.Send (NULL, 0, hpm_mpi.byte, asked, TAG_GO, comm);
        hpm_mpi.Recv (slot, bytes, hpm_mpi.byte, i, TAG_PART, comm,
                      MPI_STATUS_IGNORE);
        if (result == 0)
            result = write_slot (file, slot, (size_t)bytes, error);
    }
    free (slot);
    return slot ? result : hpm_error_set (error, "out of memory");
}

/* Part by part, on a communicator of our own: the program's may have receives
 * posted that would take anything.  */
static int
gather_in_turn (MPI_Comm all, const char *slot, int bytes, int rank, int ranks,
                struct hpm_stream_file *file, struct hpm_error *error)
{
    MPI_Comm comm;
    int result = 0;

    if (hpm_mpi.Comm_dup (all, &comm) != MPI_SUCCESS)
        return hpm_error_set (error, "MPI_Comm_dup failed");
    if (rank == 0)
        result = receive_parts (comm, slot, bytes, ranks, file, error);
    else
        send_part (comm, slot, bytes);
    hpm_mpi.Comm_free (&comm);
    return result;
}

int
hpm_gather (const struct hpm_gather_part *part, struct hpm_stream_file *file,
            struct hpm_error *error)
{
    struct hpm_stream_buffer events = { .data = NULL };
    struct agreement all;
    size_t bytes;
    char *slot;
    int result = 0, rank, ranks;

    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_mpi.Comm_size (part->comm, &ranks);
    agree (part, &all);
    bytes = sizeof (uint64_t) + (size_t)all.part_bytes + 8;
    if (functions_sender (&all) >= 0)
        bytes += (size_t)all.functions_bytes;
    if (bytes > INT32_MAX)
        return hpm_error_set (error, "a rank's record is larger than 2 GiB");
    if (rank == 0 && file && tables_equal (&all)) {
        append_events (&events, part->table, 0);
        result = hpm_stream_file_write (file, events.data, events.bytes, error);
        hpm_stream_buffer_release (&events);
    }
    slot = make_slot (part, rank, &all, bytes);
    if (!slot)
        return hpm_error_set (error, "out of memory");
    if (bytes <= part->window / (size_t)ranks)
        result |= gather_at_once (part->comm, slot, (int)bytes, rank, ranks,
                                  file, error);
    else
        result |= gather_in_turn (part->comm, slot, (int)bytes, rank, ranks,
                                  file, error);
    free (slot);
    return result;
}
