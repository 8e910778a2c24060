/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The MPI library behind us.  Nothing of ours links to MPI: a child process
 * that is no MPI program must not pay for it, and a program may have loaded its
 * MPI library where the linker would not look (RTLD_LOCAL, as mpi4py does).  So
 * functions and predefined handles are looked up when MPI_Init is called.
 */
#ifndef HPM_PMPI_MPI_API_H
#define HPM_PMPI_MPI_API_H

#include <mpi.h>

#include "base/error.h"

#ifndef OPEN_MPI
#error "hpmmpi supports Open MPI: configure with the mpicc of Open MPI"
#endif

/* X(name, parameters): called as hpm_mpi.name (...), meaning PMPI_name.  */
#define HPM_MPI_FUNCTIONS(X)                                                   \
    X (Allreduce, (const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm)) \
    X (Gather, (const void *, int, MPI_Datatype, void *, int, MPI_Datatype,    \
                int, MPI_Comm))                                                \
    X (Send, (const void *, int, MPI_Datatype, int, int, MPI_Comm))            \
    X (Recv, (void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status *))    \
    X (Get_count, (const MPI_Status *, MPI_Datatype, int *))                   \
    X (Comm_rank, (MPI_Comm, int *))                                           \
    X (Comm_size, (MPI_Comm, int *))                                           \
    X (Comm_dup, (MPI_Comm, MPI_Comm *))                                       \
    X (Comm_group, (MPI_Comm, MPI_Group *))                                    \
    X (Comm_create_group, (MPI_Comm, MPI_Group, int, MPI_Comm *))              \
    X (Group_range_incl, (MPI_Group, int, int[][3], MPI_Group *))              \
    X (Group_free, (MPI_Group *))                                              \
    X (Comm_free, (MPI_Comm *))                                                \
    X (Comm_get_attr, (MPI_Comm, int, void *, int *))                          \
    X (Query_thread, (int *))                                                  \
    X (Get_processor_name, (char *, int *))                                    \
    X (Get_library_version, (char *, int *))                                   \
    X (Get_version, (int *, int *))

/* X(field, type, symbol): predefined handles, which Open MPI has as objects. */
#define HPM_MPI_HANDLES(X)                                                     \
    X (comm_world, MPI_Comm, "ompi_mpi_comm_world")                            \
    X (byte, MPI_Datatype, "ompi_mpi_byte")                                    \
    X (int64, MPI_Datatype, "ompi_mpi_int64_t")                                \
    X (max, MPI_Op, "ompi_mpi_op_max")

struct hpm_mpi_api {
#define HPM_X(name, parameters) int (*name) parameters;
    HPM_MPI_FUNCTIONS (HPM_X)
#undef HPM_X
#define HPM_X(field, type, symbol) type field;
    HPM_MPI_HANDLES (HPM_X)
#undef HPM_X
};

/* Filled in by hpm_mpi_find; read-only afterwards.  */
extern struct hpm_mpi_api hpm_mpi;

/* Look up everything above.  `caller` is an address in the object that called
 * MPI_Init, where the search goes on when the global scope has no MPI.  Returns
 * 0, or -1 and what is missing.  Call once, before using hpm_mpi.  */
int hpm_mpi_find (const void *caller, struct hpm_error *error);

/* Whether somebody has initialized MPI, seen or not.  Any thread; at the end.
 */
int hpm_mpi_was_initialized (void);

/* Whether the process has an MPI library already.  */
int hpm_mpi_is_loaded (void);

/* The next definition of an MPI function behind this library, or NULL.  Any
 * thread; the answer never changes once it is not NULL.  */
void *hpm_mpi_next (const char *name, const void *caller);

/* This library's own function of that name, where that one hands on to
 * `function`; else NULL.  Any thread.  */
void *hpm_mpi_wrapper_of (const char *name, const void *function);

/* The object that a predefined handle is the address of, or NULL.  */
void *hpm_mpi_handle (const char *name, const void *caller);

#endif /* HPM_PMPI_MPI_API_H */
