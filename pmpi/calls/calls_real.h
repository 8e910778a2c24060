/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions that the wrappers themselves call, to learn what a call
 * carries: of the MPI library behind us, never our own.
 */
#ifndef HPM_PMPI_CALLS_REAL_H
#define HPM_PMPI_CALLS_REAL_H

#include "pmpi/wire/mpi_abi.h"

#define HPM_CALLS_REAL(X)                                                      \
    X (Type_size_x, (hpm_handle, int64_t *))                                   \
    X (Comm_rank, (hpm_handle, int *))                                         \
    X (Comm_size, (hpm_handle, int *))                                         \
    X (Comm_test_inter, (hpm_handle, int *))                                   \
    X (Comm_remote_size, (hpm_handle, int *))                                  \
    X (Topo_test, (hpm_handle, int *))                                         \
    X (Cartdim_get, (hpm_handle, int *))                                       \
    X (Cart_shift, (hpm_handle, int, int, int *, int *))                       \
    X (Graph_neighbors_count, (hpm_handle, int, int *))                        \
    X (Graph_neighbors, (hpm_handle, int, int, int *))                         \
    X (Dist_graph_neighbors_count, (hpm_handle, int *, int *, int *))          \
    X (Dist_graph_neighbors, (hpm_handle, int, int *, int *, int, int *, int *))

struct hpm_calls_real {
#define HPM_X(name, parameters) int (*name) parameters;
    HPM_CALLS_REAL (HPM_X)
#undef HPM_X
    hpm_handle no_op; /* MPI_NO_OP */
};

/* Filled in by hpm_calls_real_find; read-only afterwards.  */
extern struct hpm_calls_real hpm_calls_real;

/* After hpm_mpi_abi_choose.  Returns 0, or -1 when one is missing.  */
int hpm_calls_real_find (const void *caller);

#endif /* HPM_PMPI_CALLS_REAL_H */
