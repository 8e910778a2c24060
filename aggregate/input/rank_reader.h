/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts chunks together again: one rank at a time, as it was recorded.  What is
 * in it was checked, and may be used as an index or a text.
 */
#ifndef HPM_AGGREGATE_RANK_READER_H
#define HPM_AGGREGATE_RANK_READER_H

#include "hpm_record.h"
#include "aggregate/input/arrivals.h"
#include "aggregate/input/rank_line.h"
#include "aggregate/input/rank_mpi.h"
#include "aggregate/input/rank_regions.h"
#include "aggregate/input/rank_samples.h"
#include "aggregate/memory/rank_pages.h"
#include "aggregate/model/result.h"
#include "aggregate/input/chunk.h"

/* More than this is damage, not a run.  */
#define HPM_RANKS_MAX (1 << 24)
#define HPM_REGIONS_MAX 16

struct hpm_rank_reader {
    int region_count; /* set by the REGIONS chunk, 1 before */
    int rank_regions; /* of the rank's cells: those, or only the whole
                         run, or HPM_REGIONS, as its own HPM_MPI says */
    struct hpm_event_record *events; /* of the ranks that follow; owned */
    int event_count;
    int events_changed; /* since the last rank */
    struct hpm_rank_record record;
    struct hpm_thread_record *threads; /* owned */
    int64_t thread_count;
    struct hpm_cell *cells;          /* [thread][rank_regions][event], owned */
    struct hpm_rank_mpi mpi;         /* of the rank */
    struct hpm_rank_regions regions; /* the same */
    struct hpm_rank_samples samples; /* the same */
    struct hpm_rank_pages pages;     /* the same */
    struct hpm_rank_line line;       /* of the rank that is next or at hand */
    int64_t line_rank;               /* whose it is */
    int64_t last_rank;
    int in_rank; /* a RANK chunk came, its CELLS did not yet */
    int has_threads;
    struct hpm_node_record *nodes; /* of the rank; owned */
    int64_t node_count;
    char *topology;                /* of its host, NULL: not told; owned */
    struct hpm_arrivals *arrivals; /* of all ranks; NULL, or its owner's */
    /* Called for RUN and REGIONS chunks; may be NULL.  */
    void (*run_chunk) (const struct hpm_chunk *chunk, void *data);
    void *data;
};

void hpm_rank_reader_init (struct hpm_rank_reader *reader);
void hpm_rank_reader_release (struct hpm_rank_reader *reader);

/* Take the next chunk.  Returns 1 when a rank is complete, which stays until
 * the next RANK, 0 to go on, and -1 where the chunk makes no sense there, or
 * without memory: then what is left of the rank is to be skipped.  */
int hpm_rank_reader_take (struct hpm_rank_reader *reader,
                          const struct hpm_chunk *chunk);

/* The rank that is complete, by the reader's own events, regions and functions;
 * the reader's, until the next chunk.  */
struct hpm_rank_data
hpm_rank_reader_data (const struct hpm_rank_reader *reader);

/* Forget the rank that is not complete yet.  */
void hpm_rank_reader_skip (struct hpm_rank_reader *reader);

#endif /* HPM_AGGREGATE_RANK_READER_H */
