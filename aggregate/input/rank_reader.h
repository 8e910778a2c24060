/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Puts the chunks of a record stream together again: one rank at a time, as
 * it is in the stream.  Used twice, by the scan and by the ranks proper.
 */
#ifndef HPM_AGGREGATE_RANK_READER_H
#define HPM_AGGREGATE_RANK_READER_H

#include "hpm_record.h"
#include "aggregate/input/rank_mpi.h"
#include "aggregate/model/result.h"
#include "aggregate/input/stream.h"

/* More than this is damage, not a run.  */
#define HPM_RANKS_MAX (1 << 24)
#define HPM_REGIONS_MAX 16

struct hpm_rank_reader {
    struct hpm_stream *stream;
    int region_count; /* set by the REGIONS chunk, 1 before */
    int rank_regions; /* of the rank's cells: those, or only the whole
                         run, or HPM_REGIONS, as its own HPM_MPI says */
    struct hpm_event_record *events; /* of the ranks that follow; owned */
    int event_count;
    int events_changed; /* since the last rank */
    struct hpm_rank_record record;
    struct hpm_thread_record *threads; /* owned */
    int64_t thread_count;
    struct hpm_cell *cells;  /* [thread][rank_regions][event], owned */
    struct hpm_rank_mpi mpi; /* of the rank */
    int64_t last_rank;
    int in_rank; /* a RANK chunk came, its CELLS did not yet */
    int has_threads;
    struct hpm_node_record *nodes; /* of the rank; owned */
    int64_t node_count;
    /* Called for RUN and REGIONS chunks; may be NULL.  */
    void (*run_chunk) (const struct hpm_chunk *chunk, void *data);
    void *data;
};

void hpm_rank_reader_init (struct hpm_rank_reader *reader,
                           struct hpm_stream *stream);
void hpm_rank_reader_release (struct hpm_rank_reader *reader);

/* Read up to the next rank that is complete.  Returns 1, 0 at the end or where
 * the stream stops making sense (then stream->complete is 0), -1 with the
 * error.  */
int hpm_rank_reader_next (struct hpm_rank_reader *reader,
                          struct hpm_error *error);

#endif /* HPM_AGGREGATE_RANK_READER_H */
