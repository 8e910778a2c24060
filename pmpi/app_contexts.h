/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job of several programs (mpirun ... ./a : ... ./b), of which some may run
 * without this library: they take no part in our collectives, and nobody must
 * wait for them.  All ranks of one program run with it, or none: that is how
 * they are started.
 *
 * The first rank of each program tells the run time below MPI before MPI_Init,
 * which is collective; after it, everybody asks for the word of each program.
 * A job of one program costs nothing.
 */
#ifndef HPM_PMPI_APP_CONTEXTS_H
#define HPM_PMPI_APP_CONTEXTS_H

#include <mpi.h>

struct hpm_app_contexts {
    int count;                 /* programs with this library; 0: all of them */
    int total;                 /* programs of the job */
    int (*ranges)[3];          /* [count]: first rank, last rank, stride 1 */
};

/* Before the real MPI_Init.  */
void hpm_app_contexts_announce (void);

/* After it, without communication: which programs take part.  Where the run time
 * does not tell, all of them.  To be released.  */
void hpm_app_contexts_find (struct hpm_app_contexts *contexts);
void hpm_app_contexts_release (struct hpm_app_contexts *contexts);

/* The communicator of the ranks that take part: collective over those, when it
 * is not MPI_COMM_WORLD.  Returns 0, or -1 when it can't be made.  */
int hpm_app_contexts_comm (const struct hpm_app_contexts *contexts,
                           MPI_Comm *comm);

/* The lowest of these ranks, in MPI_COMM_WORLD.  */
int hpm_app_contexts_first (const struct hpm_app_contexts *contexts);

#endif /* HPM_PMPI_APP_CONTEXTS_H */
