/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/calls/calls_bytes.h"
#include "pmpi/calls/calls_real.h"

/* ---- roots -------------------------------------------------------------- */

int
hpm_is_root (int root, MPI_Comm comm)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 0);

    return known->between ? root == MPI_ROOT : root == known->rank;
}

/* Between groups, the others of the root's group say MPI_PROC_NULL.  */
int
hpm_is_leaf (int root, MPI_Comm comm)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 0);

    return known->between ? root >= 0 : root != known->rank;
}

int
hpm_is_contributor (int root, MPI_Comm comm)
{
    return !hpm_comm_known (comm, 0)->between || root >= 0;
}

int
hpm_peers (MPI_Comm comm)
{
    return hpm_comm_known (comm, 0)->peers;
}

int
hpm_group_size (MPI_Comm comm)
{
    return hpm_comm_known (comm, 0)->size;
}

int
hpm_group_rank (MPI_Comm comm)
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
hpm_bytes_of_each (const int counts[], const MPI_Datatype types[], int n)
{
    int64_t sum = 0;

    for (int i = 0; i < n; i++)
        if (counts[i] > 0)
            sum += counts[i] * hpm_type_size (types[i]);
    return sum;
}

int64_t
hpm_bytes_unless_no_op (MPI_Op op, int count, MPI_Datatype type)
{
    if (op == hpm_calls_real.no_op || count <= 0)
        return 0;
    return count * hpm_type_size (type);
}

/* ---- neighbours --------------------------------------------------------- */

/* The sum over real neighbours of counts[i] times the size of types[i]; without
 * types of counts[i]; without counts of 1.  */
static int64_t
sum_over (const int *neighbours, int n, const int counts[],
          const MPI_Datatype types[])
{
    int64_t sum = 0;

    for (int i = 0; i < n; i++) {
        if (neighbours[i] == MPI_PROC_NULL)
            continue;
        if (!counts)
            sum++;
        else if (counts[i] > 0)
            sum += counts[i] * (types ? hpm_type_size (types[i]) : 1);
    }
    return sum;
}

int64_t
hpm_source_bytes (MPI_Comm comm, const int counts[], const MPI_Datatype types[])
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 1);

    return sum_over (known->sources, known->source_count, counts, types);
}

int64_t
hpm_target_bytes (MPI_Comm comm, const int counts[], const MPI_Datatype types[])
{
    const struct hpm_known_comm *known = hpm_comm_known (comm, 1);

    return sum_over (known->targets, known->target_count, counts, types);
}

int64_t
hpm_source_counts (MPI_Comm comm, const int counts[])
{
    return hpm_source_bytes (comm, counts, NULL);
}

int64_t
hpm_target_counts (MPI_Comm comm, const int counts[])
{
    return hpm_target_bytes (comm, counts, NULL);
}

int64_t
hpm_sources (MPI_Comm comm)
{
    return hpm_source_bytes (comm, NULL, NULL);
}

int64_t
hpm_targets (MPI_Comm comm)
{
    return hpm_target_bytes (comm, NULL, NULL);
}
