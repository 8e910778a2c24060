/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One count: settings, events, threads, record, file.  It goes from MPI_Init to
 * MPI_Finalize, or, in the process that hpmrun started, from its beginning on.
 * Whatever goes wrong, the program goes on.
 *
 * Each way in which it may end comes here, and this knows of none of them.  In
 * a child of fork nothing ends.
 */
#ifndef HPM_PMPI_SESSION_H
#define HPM_PMPI_SESSION_H

/* MPI_Init, or what takes its place, is about to be called: note when, and say
 * that this rank takes part.  */
void hpm_session_announce (void);

/* After MPI_Init has succeeded.  `caller` is an address in the object that
 * called it.  */
void hpm_session_start (const void *caller);

/* Before the real MPI_Finalize, on its thread: stop counting, gather the
 * records of all ranks at rank 0, and start the writer there.  Collective over
 * MPI_COMM_WORLD.  */
void hpm_session_stop (void);

/* After the real MPI_Finalize: wait for the writer.  */
void hpm_session_finish (void);

/* The process ends: where it is counted by itself, all of that, once.  Any
 * thread.  errno is kept.  */
void hpm_session_end (void);

/* Whether this process is counted by itself, and goes on being.  */
int hpm_session_is_standalone (void);

/* Whether this is a rank whose job is being counted.  */
int hpm_session_is_job (void);

/* Whether this process, which hpmrun started, is to be counted from MPI_Init
 * on, and has not called it.  */
int hpm_process_expects_mpi (void);

/* The process is about to become a program that is not counted: as when it ends
 * by _exit.  */
void hpm_session_cut (void);

/* As hpm_session_end for hpmrun itself, when a program that it counts from
 * outside has ended with that status (HPM_OUTSIDE_FINISH).  */
void hpm_outside_finish (int status);

/* The process is hpmrun, which becomes another program: forget what was counted
 * (HPM_LAUNCHED_LEAVE).  */
void hpm_launched_leave (void);

/* All threads of the process are about to be confined, ours, too, which
 * therefore end: what was counted so far stays in the snapshots.  */
void hpm_session_confine (void);

#endif /* HPM_PMPI_SESSION_H */
