/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The MPI library behind us.  Nothing of ours links to MPI: a child process
 * that is no MPI program must not pay for it, and a program may have loaded its
 * MPI library where the linker would not look (RTLD_LOCAL, as mpi4py does).  So
 * functions and predefined handles are looked up when MPI_Init is called.
 */
#ifndef HPM_PMPI_MPI_API_H
#define HPM_PMPI_MPI_API_H

#include "base/error.h"
#include "pmpi/wire/mpi_abi.h"

/* X(name, parameters): called as hpm_mpi.name (...), meaning PMPI_name.  */
#define HPM_MPI_FUNCTIONS(X)                                                   \
    X (Allreduce,                                                              \
       (const void *, void *, int, hpm_handle, hpm_handle, hpm_handle))        \
    X (Gatherv, (const void *, int, hpm_handle, void *, const int *,           \
                 const int *, hpm_handle, int, hpm_handle))                    \
    X (Scatterv, (const void *, const int *, const int *, hpm_handle, void *,  \
                  int, hpm_handle, int, hpm_handle))                           \
    X (Send, (const void *, int, hpm_handle, int, int, hpm_handle))            \
    X (Recv, (void *, int, hpm_handle, int, int, hpm_handle, void *))          \
    X (Comm_rank, (hpm_handle, int *))                                         \
    X (Comm_size, (hpm_handle, int *))                                         \
    X (Comm_dup, (hpm_handle, union hpm_handle_slot *))                        \
    X (Comm_group, (hpm_handle, union hpm_handle_slot *))                      \
    X (Comm_create_group,                                                      \
       (hpm_handle, hpm_handle, int, union hpm_handle_slot *))                 \
    X (Group_range_incl, (hpm_handle, int, int[][3], union hpm_handle_slot *)) \
    X (Group_free, (union hpm_handle_slot *))                                  \
    X (Comm_free, (union hpm_handle_slot *))                                   \
    X (Comm_get_attr, (hpm_handle, int, void *, int *))                        \
    X (Query_thread, (int *))                                                  \
    X (Get_processor_name, (char *, int *))                                    \
    X (Get_library_version, (char *, int *))                                   \
    X (Get_version, (int *, int *))

/* X(field, handle).  */
#define HPM_MPI_HANDLES(X)                                                     \
    X (comm_world, HPM_MPI_COMM_WORLD)                                         \
    X (byte, HPM_MPI_BYTE)                                                     \
    X (int64, HPM_MPI_INT64_T)                                                 \
    X (max, HPM_MPI_MAX)

struct hpm_mpi_api {
#define HPM_X(name, parameters) int (*name) parameters;
    HPM_MPI_FUNCTIONS (HPM_X)
#undef HPM_X
#define HPM_X(field, ...) hpm_handle field;
    HPM_MPI_HANDLES (HPM_X)
#undef HPM_X
};

/* Filled in by hpm_mpi_find; read-only afterwards.  */
extern struct hpm_mpi_api hpm_mpi;

/* Find out whose ABI the MPI library behind us has, and fill in hpm_mpi_abi.
 * `caller` as for hpm_mpi_find.  Returns 0, or -1 when it is none that is
 * known. Call before calls are recorded.  */
int hpm_mpi_abi_choose (const void *caller);

/* Look up everything above.  `caller` is an address in the object that called
 * MPI_Init, where the search goes on when the global scope has no MPI.  Returns
 * 0, or -1 and what is missing.  Call once, before using hpm_mpi.  */
int hpm_mpi_find (const void *caller, struct hpm_error *error);

/* Whether somebody has initialized MPI, seen or not.  Any thread; at the end.
 */
int hpm_mpi_was_initialized (void);

/* Whether the process has an MPI library already.  */
int hpm_mpi_is_loaded (void);

/* Whether a function, or an object, is the MPI library's own.  */
int hpm_mpi_has_address (const void *address);

/* The next definition of an MPI function behind this library, or NULL.  Any
 * thread; the answer never changes once it is not NULL.  */
void *hpm_mpi_next (const char *name, const void *caller);

/* This library's own function of that name, where that one hands on to
 * `function`; else NULL.  Any thread.  */
void *hpm_mpi_wrapper_of (const char *name, const void *function);

/* A predefined handle, as the ABI has it: the address of the object, or the
 * number.  Where there is no such object it is 0, and *missing, unless
 * something was missing before, its name.  `missing` may be NULL.  */
hpm_handle hpm_mpi_handle (struct hpm_mpi_constant constant, const void *caller,
                           const char **missing);

#endif /* HPM_PMPI_MPI_API_H */
