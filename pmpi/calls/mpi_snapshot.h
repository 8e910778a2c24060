/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls in a snapshot: what threads have recorded so far, and the calls
 * they are inside, read while they go on.  A call under way counts as a call,
 * with the time and the counts since it began, and without bytes.
 */
#ifndef HPM_PMPI_MPI_SNAPSHOT_H
#define HPM_PMPI_MPI_SNAPSHOT_H

#include "pmpi/calls/mpi_calls.h"

struct hpm_mpi_snapshot {
    int functions; /* 0: calls are not recorded, nor looked at */
    int regions;   /* of cells */
    struct hpm_mpi_record record;
    struct hpm_call_record *calls; /* in the caller's memory, as the others */
    struct hpm_inside_record *inside;
    struct hpm_mpi_clocks *clocks;
    int64_t *counts; /* [3][counters] of the thread looked at */
    int call_count, call_room, inside_count;
    int clock_count, clock_room;
    struct hpm_size_row sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS];
};

/* Memory for so many threads that made calls, in bytes; a multiple of 8.  */
size_t hpm_mpi_snapshot_bytes (int threads);

/* Begin one, in that memory; `mode` is that of --mpi.  */
void hpm_mpi_snapshot_begin (struct hpm_mpi_snapshot *snapshot,
                             enum hpm_mpi_mode mode, void *memory, int threads);

/* Look at the calls of a thread, which is `row`, before its counters are read;
 * the counters later go to hpm_mpi_snapshot_split.  The table stays meanwhile,
 * or is NULL.  */
void hpm_mpi_snapshot_look (struct hpm_mpi_snapshot *snapshot, int row,
                            struct hpm_calls_table *table,
                            struct hpm_mpi_inside *inside);

/* Fill the regions of that thread's cells[regions][columns] from the first;
 * `base` is what its counts began with.  */
void hpm_mpi_snapshot_split (const struct hpm_mpi_snapshot *snapshot,
                             const struct hpm_event_table *events,
                             const struct hpm_calls_table *table,
                             struct hpm_mpi_inside *inside, int role,
                             const struct hpm_os_counts *base,
                             struct hpm_cell *cells);

/* Fill in the events of calls, as hpm_mpi_cells_fill, once all were looked at.
 */
void hpm_mpi_snapshot_fill (const struct hpm_mpi_snapshot *snapshot,
                            const struct hpm_event_table *events,
                            struct hpm_cell *cells, int rows);

/* Append the chunks MPI, CALLS, SIZES and INSIDE, once all were looked at.  */
void hpm_mpi_snapshot_append (struct hpm_mpi_snapshot *snapshot, int rank,
                              struct hpm_stream_buffer *buffer);

#endif /* HPM_PMPI_MPI_SNAPSHOT_H */
