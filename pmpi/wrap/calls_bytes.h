/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a call carried, by its arguments: for calls that have succeeded, so the
 * arguments are valid.  Arguments that mean nothing on this rank are not read.
 */
#ifndef HPM_PMPI_CALLS_BYTES_H
#define HPM_PMPI_CALLS_BYTES_H

#include "pmpi/wrap/calls_known.h"
#include "pmpi/wrap/calls_wrap.h"

HPM_INLINE int64_t
hpm_bytes (struct hpm_call *call, int count, hpm_handle type)
{
    (void)call;
    return count > 0 ? count * hpm_type_size (type) : 0;
}

HPM_INLINE int
hpm_size_bucket (int64_t bytes)
{
    int bucket = bytes > 0 ? 64 - __builtin_clzll ((uint64_t)bytes) : 0;

    return bucket < HPM_SIZE_BUCKETS ? bucket : HPM_SIZE_BUCKETS - 1;
}

HPM_INLINE void
hpm_call_size (struct hpm_call *call, enum hpm_size_kind kind, int64_t bytes)
{
    struct hpm_size_row *size
        = &call->table->sizes[kind][hpm_size_bucket (bytes)];

    hpm_calls_add (&size->messages, 1);
    hpm_calls_add (&size->bytes, bytes);
}

/* A message to a rank.  */
HPM_INLINE void
hpm_call_sent (struct hpm_call *call, int to, int64_t bytes)
{
    if (to == hpm_mpi_abi.proc_null)
        return;
    hpm_calls_add (&call->row->sent, bytes);
    hpm_call_size (call, HPM_SIZE_P2P, bytes);
}

/* Bytes that arrived, or room for a message from a rank.  */
HPM_INLINE void
hpm_call_received (struct hpm_call *call, int from, int64_t bytes)
{
    if (from != hpm_mpi_abi.proc_null)
        hpm_calls_add (&call->row->received, bytes);
}

HPM_INLINE void
hpm_call_moved (struct hpm_call *call, enum hpm_size_kind kind, int64_t sent,
                int64_t received)
{
    hpm_calls_add (&call->row->sent, sent);
    hpm_calls_add (&call->row->received, received);
    hpm_call_size (call, kind, sent ? sent : received);
}

HPM_INLINE void
hpm_call_collective (struct hpm_call *call, int64_t sent, int64_t received)
{
    hpm_call_moved (call, HPM_SIZE_COLLECTIVE, sent, received);
}

/* As many bytes go in as come out.  */
HPM_INLINE void
hpm_call_collective_alike (struct hpm_call *call, int64_t bytes)
{
    hpm_call_moved (call, HPM_SIZE_COLLECTIVE, bytes, bytes);
}

HPM_INLINE void
hpm_call_one_sided (struct hpm_call *call, int target, int64_t sent,
                    int64_t received)
{
    if (target != hpm_mpi_abi.proc_null)
        hpm_call_moved (call, HPM_SIZE_ONE_SIDED, sent, received);
}

HPM_INLINE void
hpm_call_io (struct hpm_call *call, int64_t written, int64_t read)
{
    hpm_call_moved (call, HPM_SIZE_IO, written, read);
}

/* A status to look at: the program's, or ours where it wants none.  */
HPM_INLINE void *
hpm_call_status (struct hpm_call *call, void *status)
{
    if ((intptr_t)status != hpm_mpi_abi.status_ignore)
        return status;
    memset (call->guard->status, 0, sizeof call->guard->status);
    return call->guard->status;
}

/* The bytes that came, where only the MPI library knows.  */
int64_t hpm_arrived_as_told (const void *status);

HPM_INLINE int64_t
hpm_arrived (const void *status)
{
    switch (hpm_mpi_abi.library) {
    case HPM_MPI_OPEN_MPI:
        return hpm_status_bytes_open_mpi (status);
    case HPM_MPI_MPICH:
        return hpm_status_bytes_mpich (status);
    default:
        return hpm_arrived_as_told (status);
    }
}

HPM_INLINE int
hpm_is_in_place (const void *buffer)
{
    return (intptr_t)buffer == hpm_mpi_abi.in_place;
}

/* ---- out of line: what needs the communicator, or arrays ----------------- */

/* Whether this rank is the root of a collective, is another rank that takes
 * part in it, and has a part of its own to give or get: in one group the root
 * has too; between groups it has not, and the others of its group take no part.
 */
int hpm_is_root (int root, hpm_handle comm);
int hpm_is_leaf (int root, hpm_handle comm);
int hpm_is_contributor (int root, hpm_handle comm);

/* Ranks that data comes from: the group's size, or the other group's.  Local:
 * always this group's.  */
int hpm_peers (hpm_handle comm);
int hpm_group_size (hpm_handle comm);
int hpm_group_rank (hpm_handle comm);

/* Sums over the first n counts, and counts times their own types.  */
int64_t hpm_count_sum (const int counts[], int n);
int64_t hpm_bytes_of_each (const int counts[], const void *types, int n);

/* Neighbours in the topology, those that are MPI_PROC_NULL left out: how many,
 * and their bytes where each has a count (and a type) of its own.  */
int64_t hpm_sources (hpm_handle comm);
int64_t hpm_targets (hpm_handle comm);
int64_t hpm_source_counts (hpm_handle comm, const int counts[]);
int64_t hpm_target_counts (hpm_handle comm, const int counts[]);
int64_t hpm_source_bytes (hpm_handle comm, const int counts[],
                          const void *types);
int64_t hpm_target_bytes (hpm_handle comm, const int counts[],
                          const void *types);

/* Bytes at the origin, 0 where the operation is MPI_NO_OP and sends nothing. */
int64_t hpm_bytes_unless_no_op (hpm_handle op, int count, hpm_handle type);

/* Persistent requests: what each carries is known when it is made, and counted
 * when it is started.  `peer` may be MPI_PROC_NULL.  */
void hpm_persistent_make (hpm_handle request, int peer, int is_send,
                          int64_t bytes);
void hpm_persistent_started (struct hpm_call *call, const void *request);
/* Each message is one of the call's.  */
void hpm_persistent_started_all (struct hpm_call *call, int count,
                                 const void *requests);

#endif /* HPM_PMPI_CALLS_BYTES_H */
