/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ranks of the job: those of MPI_COMM_WORLD, or, in a program of MPI
 * Sessions, which may have none, those of the process set mpi://WORLD.
 */
#ifndef HPM_PMPI_MPI_WORLD_H
#define HPM_PMPI_MPI_WORLD_H

#include "base/error.h"
#include "pmpi/wire/mpi_abi.h"

/* From here on the job is that of a session, which is not finalized yet.  What
 * was derived of another one stays with that.  */
void hpm_mpi_world_set_session (hpm_handle session);
int hpm_mpi_world_has_session (void);

/* After hpm_mpi_find, without communication: this process's rank, and how many
 * there are.  `caller` as there.  Returns 0, or -1 and why not.  */
int hpm_mpi_world_meet (int *rank, int *ranks, const void *caller,
                        struct hpm_error *error);

/* A communicator of these `count` ranges of ranks, all ranks where that is 0:
 * collective over them, unless it is MPI_COMM_WORLD.  To be freed.  Returns 0,
 * or -1 when it can't be made.  */
int hpm_mpi_world_comm (int count, int (*ranges)[3], hpm_handle *comm);

/* A communicator of the ranks of `comm` from `first` on, collective over these.
 * To be freed.  Returns 0, or -1 when it can't be made.  */
int hpm_mpi_world_comm_from (hpm_handle comm, int first, hpm_handle *made);

/* Does nothing to MPI_COMM_WORLD.  */
void hpm_mpi_world_free (hpm_handle comm);

#endif /* HPM_PMPI_MPI_WORLD_H */
