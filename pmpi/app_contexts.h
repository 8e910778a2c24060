/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job of which some ranks run without this library: they take no part in our
 * collectives, and nobody must wait for them.  Whole programs may be without it
 * (mpirun ... hpmrun ./a : ... ./b), or single ranks, where a script chooses
 * (mpirun sh -c 'if ...; then hpmrun ./a; else ./a; fi').
 *
 * Where mpirun's command shows that all ranks are started alike, nothing is
 * done.  Otherwise each rank leaves a word before MPI_Init, which is collective,
 * and after it everybody looks at the words of the others.
 */
#ifndef HPM_PMPI_APP_CONTEXTS_H
#define HPM_PMPI_APP_CONTEXTS_H

#include <mpi.h>

struct hpm_app_contexts {
    int count;                 /* ranges of ranks that take part; 0: all ranks */
    int room;
    int (*ranges)[3];          /* [count]: first rank, last rank, stride 1 */
};

/* Before the real MPI_Init.  */
void hpm_app_contexts_announce (void);

/* After it, without communication: which of the `ranks` ranks take part.  Where
 * the run time does not tell, all of them.  To be released.  */
void hpm_app_contexts_find (struct hpm_app_contexts *contexts, int ranks);
void hpm_app_contexts_release (struct hpm_app_contexts *contexts);

/* The communicator of the ranks that take part: collective over those, when it
 * is not MPI_COMM_WORLD.  Returns 0, or -1 when it can't be made.  */
int hpm_app_contexts_comm (const struct hpm_app_contexts *contexts,
                           MPI_Comm *comm);

/* The lowest of these ranks, in MPI_COMM_WORLD.  */
int hpm_app_contexts_first (const struct hpm_app_contexts *contexts);

#endif /* HPM_PMPI_APP_CONTEXTS_H */
