/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One count: settings, events, threads, record, file.  It goes from MPI_Init to
 * MPI_Finalize, or, in the process that hpmrun started, from its beginning on.
 * Whatever goes wrong, the program goes on.
 *
 * start, stop and finish are called in this order by the thread that called
 * MPI_Init or MPI_Finalize.
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

/* The process ends: where it is counted by itself, stop counting and write its
 * result file; once.  Any thread.  */
void hpm_process_finish (void);

/* Whether this process is counted by itself, and goes on being.  */
int hpm_process_counts (void);

/* The process is about to become a program that is not counted: as when it ends
 * by _exit.  */
void hpm_process_cut (void);

/* The same for hpmrun itself, when a program that it counts from outside has
 * ended (HPM_OUTSIDE_FINISH).  */
void hpm_outside_finish (void);

/* This process, which hpmrun did not start itself, counts as an MPI program:
 * the one that it did start then writes no file of its own.  */
void hpm_process_note_mpi (void);

#endif /* HPM_PMPI_SESSION_H */
