/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Another tool that looks at MPI through PMPI: counts the calls that it sees
 * and says at the end how many there were, on stderr.
 */
#include <mpi.h>
#include <stdio.h>

static int inits, sendrecvs, allreduces, barriers, others;

int
MPI_Init (int *argc, char ***argv)
{
    inits++;
    return PMPI_Init (argc, argv);
}

int
MPI_Sendrecv (const void *from, int count, MPI_Datatype type, int to, int tag,
              void *into, int room, MPI_Datatype type_in, int source,
              int tag_in, MPI_Comm comm, MPI_Status *status)
{
    sendrecvs++;
    return PMPI_Sendrecv (from, count, type, to, tag, into, room, type_in,
                          source, tag_in, comm, status);
}

int
MPI_Allreduce (const void *from, void *to, int count, MPI_Datatype type,
               MPI_Op op, MPI_Comm comm)
{
    allreduces++;
    return PMPI_Allreduce (from, to, count, type, op, comm);
}

int
MPI_Barrier (MPI_Comm comm)
{
    barriers++;
    return PMPI_Barrier (comm);
}

/* What this library needs itself, and the programs do not call.  */
int
MPI_Gather (const void *from, int count, MPI_Datatype type, void *to, int room,
            MPI_Datatype type_in, int root, MPI_Comm comm)
{
    others++;
    return PMPI_Gather (from, count, type, to, room, type_in, root, comm);
}

int
MPI_Finalize (void)
{
    int rank;

    PMPI_Comm_rank (MPI_COMM_WORLD, &rank);
    fprintf (stderr,
             "tool: rank %d: %d MPI_Init, %d MPI_Sendrecv, "
             "%d MPI_Allreduce, %d MPI_Barrier, %d others\n",
             rank, inits, sendrecvs, allreduces, barriers, others);
    return PMPI_Finalize ();
}
