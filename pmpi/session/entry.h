/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What entry points of MPI share that begin or end a count.  Both names of a
 * function, MPI_X and PMPI_X, lead to one of ours, and one may call the other:
 * *depth tells how many are under way.
 */
#ifndef HPM_PMPI_ENTRY_H
#define HPM_PMPI_ENTRY_H

#include "pmpi/guest/message.h"
#include "pmpi/threads/thread.h"
#include "pmpi/wire/mpi_abi.h"

static inline void
hpm_entry_enter (int *depth)
{
    ++*depth;
    hpm_thread_enter_mpi ();
}

/* Returns whether this was the outer entry point.  */
static inline int
hpm_entry_leave (int *depth)
{
    hpm_thread_leave_mpi ();
    return --*depth == 0;
}

/* What a call comes to when there is no MPI library behind us: it was not an
 * MPI program that called, or it hid its library too well.  */
static inline int
hpm_entry_no_mpi (const char *name)
{
    hpm_message ("%s was called and no MPI library was found that has it",
                 name);
    return HPM_MPI_ERROR;
}

#endif /* HPM_PMPI_ENTRY_H */
