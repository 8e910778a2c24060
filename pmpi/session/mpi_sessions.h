/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI Sessions, of MPI 4: a program that has no MPI_Init is counted from its
 * first session until it has none any more.
 */
#ifndef HPM_PMPI_MPI_SESSIONS_H
#define HPM_PMPI_MPI_SESSIONS_H

/* Whether counting began with a session, so that MPI_Init and MPI_Finalize are
 * calls like others.  Any thread.  */
int hpm_mpi_sessions_count (void);

/* MPI_Init has succeeded, where that is so: tell what is not counted.  */
void hpm_mpi_sessions_tell (void);

#endif /* HPM_PMPI_MPI_SESSIONS_H */
