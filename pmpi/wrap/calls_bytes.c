/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/wrap/calls_bytes.h"
#include "pmpi/wrap/calls_real.h"

/* ---- statuses ----------------------------------------------------------- */

int64_t
hpm_arrived_as_told (const void *status)
{
    int64_t bytes = 0;

    if (hpm_calls_real.Get_count_c (status, hpm_calls_real.byte, &bytes)
        != HPM_MPI_SUCCESS)
        return 0;
    return bytes > 0 ? bytes : 0; /* MPI_UNDEFINED is below */
}

/* ---- roots -------------------------------------------------------------- */

int
hpm_is_root (int root, hpm_handle comm)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 0);

    return known->between ? root == hpm_mpi_abi.root : root == known->rank;
}

/* Between groups, the others of the root's group say MPI_PROC_NULL.  */
int
hpm_is_leaf (int root, hpm_handle comm)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 0);

    return known->between ? root >= 0 : root != known->rank;
}

int
hpm_is_contributor (int root, hpm_handle comm)
{
    return !hpm_comm_known (comm, 0)->between || root >= 0;
}

int
hpm_peers (hpm_handle comm)
{
    return hpm_comm_known (comm, 0)->peers;
}

int
hpm_group_size (hpm_handle comm)
{
    return hpm_comm_known (comm, 0)->size;
}

int
hpm_group_rank (hpm_handle comm)
{
    return hpm_comm_known (comm, 0)->rank;
}

/* ---- sums --------------------------------------------------------------- */

int64_t
hpm_count_sum (const int counts[], int n)
{
    int64_t sum = 0;

    for (int i = 0; i < n; i++)
        sum += counts[i];
    return sum;
}

/* A type of a count of 0 may be anything, even no type.  */
int64_t
hpm_bytes_of_each (const int counts[], const void *types, int n)
{
    int64_t sum = 0;

    for (int i = 0; i < n; i++)
        if (counts[i] > 0)
            sum += counts[i] * hpm_type_size (hpm_handle_at (types, i));
    return sum;
}

int64_t
hpm_bytes_unless_no_op (hpm_handle op, int count, hpm_handle type)
{
    if (hpm_handle_clean (op) == hpm_calls_real.no_op || count <= 0)
        return 0;
    return count * hpm_type_size (type);
}

/* ---- neighbours --------------------------------------------------------- */

/* The sum over real neighbours of counts[i] times the size of types[i]; without
 * types of counts[i]; without counts of 1.  */
static int64_t
sum_over (const int *neighbours, int n, const int counts[], const void *types)
{
    int64_t sum = 0;

    for (int i = 0; i < n; i++) {
        if (neighbours[i] == hpm_mpi_abi.proc_null)
            continue;
        if (!counts)
            sum++;
        else if (counts[i] > 0)
            sum += counts[i]
                   * (types ? hpm_type_size (hpm_handle_at (types, i)) : 1);
    }
    return sum;
}

int64_t
hpm_source_bytes (hpm_handle comm, const int counts[], const void *types)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 1);

    return sum_over (known->sources, known->source_count, counts, types);
}

int64_t
hpm_target_bytes (hpm_handle comm, const int counts[], const void *types)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 1);

    return sum_over (known->targets, known->target_count, counts, types);
}

int64_t
hpm_source_counts (hpm_handle comm, const int counts[])
{
    return hpm_source_bytes (comm, counts, NULL);
}

int64_t
hpm_target_counts (hpm_handle comm, const int counts[])
{
    return hpm_target_bytes (comm, counts, NULL);
}

int64_t
hpm_sources (hpm_handle comm)
{
    return hpm_source_bytes (comm, NULL, NULL);
}

int64_t
hpm_targets (hpm_handle comm)
{
    return hpm_target_bytes (comm, NULL, NULL);
}
