/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "pmpi/guest/message.h"
#include "pmpi/gather/gather_agree.h"
#include "pmpi/wire/mpi_api.h"

#define SLOT 8000 /* bytes; MPI libraries hand on that much at once */
#define FIELDS (sizeof (struct hpm_gather_agreement) / sizeof (int64_t))

/* What a rank sends to meet.  */
struct head {
    struct hpm_gather_agreement mine;
    uint64_t bytes; /* of its record, which follows; 0 if that has no room */
};

union slot {
    struct head head;
    char bytes[SLOT];
};
#define INLINE (SLOT - sizeof (struct head))

/* There without asking for memory, which might fail when others wait already.
 * Pages that are not written to cost nothing.  */
static union slot own;
static struct {
    union slot slots[HPM_GATHER_FLAT];
    struct hpm_gather_agreement words[HPM_GATHER_FLAT];
    int counts[HPM_GATHER_FLAT], places[HPM_GATHER_FLAT];
} root;

/* ---- this rank's -------------------------------------------------------- */

static int64_t
events_bytes (const struct hpm_event_table *table)
{
    return (int64_t)(sizeof (struct hpm_chunk_header)
                     + (size_t)table->width * sizeof *table->records);
}

/* With the padding of the chunk.  */
static int64_t
functions_bytes (const struct hpm_gather_part *part)
{
    return (int64_t)(sizeof (struct hpm_chunk_header)
                     + (size_t)part->function_count * sizeof *part->functions
                     + 8);
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

static void
begin (struct hpm_gather_agreement *mine, const struct hpm_gather_part *part,
       int rank, int no_room)
{
    int64_t hash = (int64_t)(part->table->hash >> 1);

    *mine = (struct hpm_gather_agreement){
        .part_bytes = part->body->failed ? 0 : (int64_t)part->body->bytes,
        .events_bytes = events_bytes (part->table),
        /* A rank without a table makes the tables differ, and all are sent.  */
        .hash_high = part->table->count == 0 ? INT64_MAX : hash,
        .hash_low = -hash,
        .first_functions = part->functions ? -rank : INT64_MIN,
        .functions_bytes = part->functions ? functions_bytes (part) : 0,
        .output = rank == 0 ? hash_of (part->output) : -1,
        .window
        = -(int64_t)(part->window < INT32_MAX ? part->window : INT32_MAX),
        .no_room = no_room,
        .worth = part->worth,
        .first_counted = part->table->count ? -rank : INT64_MIN,
    };
}

/* ---- few ranks ---------------------------------------------------------- */

static void
fill_slot (const struct hpm_gather_agreement *mine,
           const struct hpm_gather_part *part)
{
    own.head.mine = *mine;
    own.head.bytes = 0;
    if (!hpm_gather_has_met (part, 1) || part->body->failed)
        return;
    own.head.bytes = part->body->bytes;
    if (own.head.bytes)
        memcpy (own.bytes + sizeof own.head, part->body->data, own.head.bytes);
}

/* As MPI_MAX does.  */
static void
merge (struct hpm_gather_agreement *all,
       const struct hpm_gather_agreement *more)
{
    int64_t into[FIELDS], from[FIELDS];

    memcpy (into, all, sizeof into);
    memcpy (from, more, sizeof from);
    for (size_t i = 0; i < FIELDS; i++)
        into[i] = from[i] > into[i] ? from[i] : into[i];
    memcpy (all, into, sizeof into);
}

/* So many bytes of each rank, one behind the other.  */
static void
lay_out (int bytes, int ranks)
{
    for (int i = 0; i < ranks; i++) {
        root.counts[i] = bytes;
        root.places[i] = i * bytes;
    }
}

static void
meet_flat (hpm_handle comm, int rank, int ranks,
           struct hpm_gather_agreement *all)
{
    lay_out (sizeof own, ranks);
    hpm_mpi.Gatherv (&own, sizeof own, hpm_mpi.byte, root.slots, root.counts,
                     root.places, hpm_mpi.byte, 0, comm);
    for (int i = 0; i < ranks && rank == 0; i++)
        merge (all, &root.slots[i].head.mine);
    for (int i = 0; i < ranks && rank == 0; i++)
        root.words[i] = *all;
    lay_out (sizeof *all, ranks);
    hpm_mpi.Scatterv (root.words, root.counts, root.places, hpm_mpi.byte, all,
                      sizeof *all, hpm_mpi.byte, 0, comm);
}

/* ---- all ---------------------------------------------------------------- */

void
hpm_gather_meet (const struct hpm_gather_part *part, int no_room,
                 struct hpm_gather_agreement *all)
{
    struct hpm_gather_agreement mine;
    int rank, ranks;

    hpm_mpi.Comm_rank (part->comm, &rank);
    hpm_mpi.Comm_size (part->comm, &ranks);
    begin (&mine, part, rank, no_room);
    *all = mine;
    if (ranks == 1)
        return;
    if (ranks <= HPM_GATHER_FLAT) {
        fill_slot (&mine, part);
        meet_flat (part->comm, rank, ranks, all);
    } else
        hpm_mpi.Allreduce (&mine, all, FIELDS, hpm_mpi.int64, hpm_mpi.max,
                           part->comm);
}

int
hpm_gather_tables_equal (const struct hpm_gather_agreement *all)
{
    return all->hash_high == -all->hash_low;
}

int
hpm_gather_functions_sender (const struct hpm_gather_agreement *all)
{
    return all->functions_bytes && all->first_functions < 0
               ? (int)-all->first_functions
               : -1;
}

size_t
hpm_gather_room (size_t bytes)
{
    return bytes < INLINE ? INLINE - bytes : 0;
}

int
hpm_gather_has_met (const struct hpm_gather_part *part, int ranks)
{
    return ranks <= HPM_GATHER_FLAT && part->body->bytes <= INLINE;
}

int
hpm_gather_is_done (const struct hpm_gather_agreement *all, int ranks)
{
    return ranks > 1 && ranks <= HPM_GATHER_FLAT
           && all->part_bytes <= (int64_t)INLINE
           && hpm_gather_tables_equal (all)
           && hpm_gather_functions_sender (all) < 0;
}

const char *
hpm_gather_met (int rank, int ranks, size_t *bytes)
{
    *bytes = ranks <= HPM_GATHER_FLAT ? root.slots[rank].head.bytes : 0;
    if (*bytes > INLINE)
        *bytes = 0; /* no record of ours */
    return ranks <= HPM_GATHER_FLAT
               ? root.slots[rank].bytes + sizeof (struct head)
               : NULL;
}

void
hpm_gather_tell_output (const struct hpm_gather_part *part,
                        const struct hpm_gather_agreement *all)
{
    if (part->tells_output && *part->output
        && hash_of (part->output) != all->output)
        hpm_message ("%s is not written: all ranks of the job are in the "
                     "result file of its first program",
                     part->output);
}
