/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions that the wrappers themselves call, to learn what a call
 * carries: of the MPI library behind us, never our own.
 */
#ifndef HPM_PMPI_CALLS_REAL_H
#define HPM_PMPI_CALLS_REAL_H

#include <mpi.h>

#define HPM_CALLS_REAL(X)                                                      \
    X (Type_size_x)                                                            \
    X (Comm_rank)                                                              \
    X (Comm_size)                                                              \
    X (Comm_test_inter)                                                        \
    X (Comm_remote_size)                                                       \
    X (Topo_test)                                                              \
    X (Cartdim_get)                                                            \
    X (Cart_shift)                                                             \
    X (Graph_neighbors_count)                                                  \
    X (Graph_neighbors)                                                        \
    X (Dist_graph_neighbors_count)                                             \
    X (Dist_graph_neighbors)

struct hpm_calls_real {
#define HPM_X(name) __typeof__ (PMPI_##name) *name;
    HPM_CALLS_REAL (HPM_X)
#undef HPM_X
    MPI_Op no_op; /* MPI_NO_OP, or NULL */
};

/* Filled in by hpm_calls_real_find; read-only afterwards.  */
extern struct hpm_calls_real hpm_calls_real;

/* Returns 0, or -1 when one is missing.  */
int hpm_calls_real_find (const void *caller);

#endif /* HPM_PMPI_CALLS_REAL_H */
