/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job of which some ranks run without this library: they take no part in our
 * collectives, and nobody must wait for them.  Whole programs may be without it
 * (mpirun ... hpmrun ./a : ... ./b), or single ranks, where a script chooses
 * (mpirun sh -c 'if ...; then hpmrun ./a; else ./a; fi').
 *
 * Where mpirun's command shows that all ranks are started alike, it is only
 * looked whether one of this node has become a program without us since, before
 * MPI_Init.  Otherwise each rank says before MPI_Init, which is collective,
 * that it takes part, and who does not is found out after it (participants.h).
 */
#ifndef HPM_PMPI_APP_CONTEXTS_H
#define HPM_PMPI_APP_CONTEXTS_H

#include "pmpi/wire/mpi_abi.h"

#include "pmpi/job/participants.h"

struct hpm_app_contexts {
    int count; /* ranges of ranks that take part; 0: all ranks */
    int room;
    int (*ranges)[3]; /* [count]: first rank, last rank, stride 1 */
    int first;        /* the lowest of them */
    int unknown;      /* the run time does not tell: all are taken */
    struct hpm_participants participants;
};

/* Before the real MPI_Init.  */
void hpm_app_contexts_announce (void);

/* This process, which has not called MPI_Init, is about to become a program
 * without us.  Takes no memory and no lock.  */
void hpm_app_contexts_leave (void);

/* After it, without communication: `first`.  To be released.  */
void hpm_app_contexts_meet (struct hpm_app_contexts *contexts, int rank,
                            int ranks);
void hpm_app_contexts_release (struct hpm_app_contexts *contexts);

/* Before the real MPI_Finalize, without communication: all of it.  */
void hpm_app_contexts_settle (struct hpm_app_contexts *contexts);

/* The communicator of the ranks that take part (hpm_mpi_world_comm).  */
int hpm_app_contexts_comm (const struct hpm_app_contexts *contexts,
                           hpm_handle *comm);

#endif /* HPM_PMPI_APP_CONTEXTS_H */
