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
    X (Comm_group, (hpm_handle, union hpm_handle_slot *))                      \
    X (Group_translate_ranks,                                                  \
       (hpm_handle, int, const int *, hpm_handle, int *))                      \
    X (Group_free, (union hpm_handle_slot *))                                  \
    X (Topo_test, (hpm_handle, int *))                                         \
    X (Cartdim_get, (hpm_handle, int *))                                       \
    X (Cart_shift, (hpm_handle, int, int, int *, int *))                       \
    X (Graph_neighbors_count, (hpm_handle, int, int *))                        \
    X (Graph_neighbors, (hpm_handle, int, int, int *))                         \
    X (Dist_graph_neighbors_count, (hpm_handle, int *, int *, int *))          \
    X (Dist_graph_neighbors, (hpm_handle, int, int *, int *, int, int *, int *))

/* As HPM_MPI_HANDLES.  */
#define HPM_CALLS_HANDLES(X)                                                   \
    X (byte, HPM_MPI_BYTE)                                                     \
    X (no_op, HPM_MPI_NO_OP)

struct hpm_calls_real {
#define HPM_X(name, parameters) int (*name) parameters;
    HPM_CALLS_REAL (HPM_X)
#undef HPM_X
    /* Of MPI 4: for statuses of the standard ABI.  */
    int (*Get_count_c) (const void *, hpm_handle, int64_t *);
#define HPM_X(field, ...) hpm_handle field;
    HPM_CALLS_HANDLES (HPM_X)
#undef HPM_X
};

/* Filled in by hpm_calls_real_find; read-only afterwards.  */
extern struct hpm_calls_real hpm_calls_real;

/* After hpm_mpi_abi_choose.  Returns 0, or -1 when one is missing.  */
int hpm_calls_real_find (const void *caller);

#endif /* HPM_PMPI_CALLS_REAL_H */
