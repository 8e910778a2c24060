/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One snapshot: what all threads of this process have counted so far, as chunks
 * for the checkpoint.  Takes no memory from the heap: a program that ends in a
 * signal handler may hold its lock.
 */
#ifndef HPM_PMPI_SNAPSHOT_H
#define HPM_PMPI_SNAPSHOT_H

#include "pmpi/calls/mpi_snapshot.h"
#include "pmpi/threads/thread.h"

struct hpm_snapshot {
    const struct hpm_event_table *table;
    enum hpm_mpi_mode mode; /* of --mpi */
    struct hpm_mpi_snapshot mpi;
    struct hpm_region_snapshot regions;
    struct hpm_threads_sample look;
    /* Chunks of samples, or NULL; not owned.  */
    const struct hpm_stream_buffer *samples;
    int rows;     /* of `look` */
    int threads;  /* threads seen, merged ones included */
    char *memory; /* what `look` points into */
    size_t room;  /* of it, in bytes */
};

/* Returns 0, or -1 without memory.  */
int hpm_snapshot_open (struct hpm_snapshot *snapshot,
                       const struct hpm_event_table *table,
                       enum hpm_mpi_mode mode);
void hpm_snapshot_close (struct hpm_snapshot *snapshot);

/* Bytes of the chunks of a usual snapshot: for that much there should be room
 * from the start.  */
size_t hpm_snapshot_usual_bytes (const struct hpm_snapshot *snapshot);

/* Look at all threads; `brief`: for the sum alone, at half the price.  Returns
 * 0, or -1 without memory.  */
int hpm_snapshot_take (struct hpm_snapshot *snapshot, int brief);

/* What the process had counted then, sums[table->width]: all threads but those
 * of the MPI library; HPM_NO_COUNT where no thread has a count.  */
void hpm_snapshot_sum (const struct hpm_snapshot *snapshot, int64_t *sums);

/* Leave samples out, or else regions, for which there is no room.  Returns
 * whether there are any.  */
int hpm_snapshot_drop (struct hpm_snapshot *snapshot);

/* Bytes that the chunks take at most; and append them, RANK being `record`.  */
size_t hpm_snapshot_bytes (const struct hpm_snapshot *snapshot);
void hpm_snapshot_append (struct hpm_snapshot *snapshot,
                          const struct hpm_rank_record *record,
                          struct hpm_stream_buffer *buffer);

#endif /* HPM_PMPI_SNAPSHOT_H */
