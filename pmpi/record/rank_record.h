/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The record of this rank: chunks RANK, THREADS and CELLS.
 */
#ifndef HPM_PMPI_RANK_RECORD_H
#define HPM_PMPI_RANK_RECORD_H

#include "pmpi/count/cpu_limit.h"
#include "pmpi/wire/stream_buffer.h"
#include "pmpi/threads/thread.h"

/* What the session knows of itself.  Times as in the record.  */
struct hpm_rank_times {
    int64_t start, end;                    /* ns since 1970 */
    int64_t wall;                          /* ns, without pauses */
    int64_t overhead_start, overhead_stop; /* ns */
    int64_t before_mpi;                    /* ns; 0: not known */
    const char *sysfs;                     /* where it is mounted */
    struct hpm_pauses pauses;
    struct hpm_cpu_limit limit; /* as it was at the start */
    /* Since then, as hpm_cpu_limit_since has it; 0 where counting paused.  */
    int64_t group, throttled_time, throttled_periods;
};

/* Counting that began at `start` has gone on until `end`, both CLOCK_MONOTONIC
 * and past: set the end, the time that was counted, and the pauses.  */
void hpm_rank_times_end (struct hpm_rank_times *times, int64_t start,
                         int64_t end);

/* Begin a record with what does not change.  In an MPI
 * program, MPI must be up (host name, thread level, app number).  */
void hpm_rank_record_begin (struct hpm_rank_record *record, int rank);

/* What does change; `tid` is the main thread.  Any thread, no MPI call.  */
void hpm_rank_record_measure (struct hpm_rank_record *record,
                              const struct hpm_rank_times *times, pid_t tid,
                              int threads);

/* Append the record, and note the rank in the rows, whose cells are laid out
 * (hpm_mpi_calls_lay_out).  MPI as above.  */
void hpm_rank_record_append (struct hpm_stream_buffer *buffer, int rank,
                             const struct hpm_rank_times *times,
                             struct hpm_thread_rows *rows,
                             const struct hpm_event_table *events, int regions);

#endif /* HPM_PMPI_RANK_RECORD_H */
