/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What all ranks agree on before they bring their parts.
 *
 * Up to HPM_GATHER_FLAT ranks each send rank 0 a slot of fixed size, which has
 * the whole of a usual part, and get its word back: two steps, in which no rank
 * waits for any but rank 0.  (On 64 ranks that take turns on a few processors a
 * tree of six steps, each of which waits for ranks that have none, takes three
 * times as long.)  More ranks agree by a reduction, and bring their parts
 * afterwards.
 */
#ifndef HPM_PMPI_GATHER_AGREE_H
#define HPM_PMPI_GATHER_AGREE_H

#include <stdint.h>

#include "pmpi/gather/gather.h"

/* Tests set smaller limits, and see with few ranks what many do.  */
#ifndef HPM_GATHER_FLAT
#define HPM_GATHER_FLAT 128
#endif

/* Ranks that send to rank 0 directly; more of them do so along a tree, which
 * needs a communicator of its own.  */
#ifndef HPM_GATHER_DIRECT
#define HPM_GATHER_DIRECT 1024
#endif

/* Of each the largest of any rank.  */
struct hpm_gather_agreement {
    int64_t part_bytes;      /* largest record of a rank */
    int64_t events_bytes;    /* of its table of events, as a chunk */
    int64_t hash_high;       /* largest hash of an event table, and ... */
    int64_t hash_low;        /* ... the smallest, negated: equal or not */
    int64_t first_functions; /* lowest rank that has functions, negated */
    int64_t functions_bytes; /* of the chunk, 0 if no rank has them */
    int64_t output;          /* hash of the file that rank 0 makes */
    int64_t window;          /* the smallest of all ranks, negated */
    int64_t no_room;         /* a rank lacks the memory to do it at once */
    int64_t worth;           /* a rank has something to keep */
    int64_t first_counted;   /* lowest rank that has counted, negated */
};

/* Collective over part->comm, and needs no memory.  `no_room` as above, of this
 * rank.  */
void hpm_gather_meet (const struct hpm_gather_part *part, int no_room,
                      struct hpm_gather_agreement *all);

/* Whether all ranks have the same table of events.  */
int hpm_gather_tables_equal (const struct hpm_gather_agreement *all);

/* The rank that sends the functions along, because rank 0, which leads the
 * stream, has none (its program may run with other settings); -1: none.  */
int hpm_gather_functions_sender (const struct hpm_gather_agreement *all);

/* Whether rank 0 has the record of this rank from hpm_gather_meet.  */
int hpm_gather_has_met (const struct hpm_gather_part *part, int ranks);

/* The same of all ranks, with all that goes with it.  */
int hpm_gather_is_done (const struct hpm_gather_agreement *all, int ranks);

/* On rank 0: the record of that rank; 0 bytes where it is still to come.  */
const char *hpm_gather_met (int rank, int ranks, size_t *bytes);

/* Tell who asked for another result file than the one that rank 0 makes.  */
void hpm_gather_tell_output (const struct hpm_gather_part *part,
                             const struct hpm_gather_agreement *all);

#endif /* HPM_PMPI_GATHER_AGREE_H */
