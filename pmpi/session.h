/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One count, from MPI_Init to MPI_Finalize: settings, events, threads, record,
 * file.  The functions are called in this order by the thread that called
 * MPI_Init or MPI_Finalize; whatever goes wrong, the program goes on.
 */
#ifndef HPM_PMPI_SESSION_H
#define HPM_PMPI_SESSION_H

/* After MPI_Init has succeeded.  `caller` is an address in the object that
 * called it.  */
void hpm_session_start (const void *caller);

/* Before the real MPI_Finalize: stop counting, gather the records of all ranks
 * at rank 0, and start the writer there.  Collective over MPI_COMM_WORLD.  */
void hpm_session_stop (void);

/* After the real MPI_Finalize: wait for the writer.  */
void hpm_session_finish (void);

#endif /* HPM_PMPI_SESSION_H */
