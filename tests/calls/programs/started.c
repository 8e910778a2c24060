/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rank 0 starts three persistent requests at a time, of two messages of 100
 * bytes to rank 1 and one to nobody.
 */
#include <mpi.h>

#define TURNS 5

int
main (int argc, char **argv)
{
    static char data[3][100];
    MPI_Request requests[3];
    int rank, count;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    count = rank ? 2 : 3;
    for (int i = 0; i < count; i++)
        if (rank)
            MPI_Recv_init (data[i], 100, MPI_BYTE, 0, i, MPI_COMM_WORLD,
                           &requests[i]);
        else
            MPI_Send_init (data[i], 100, MPI_BYTE, i < 2 ? 1 : MPI_PROC_NULL, i,
                           MPI_COMM_WORLD, &requests[i]);
    for (int turn = 0; turn < TURNS; turn++) {
        MPI_Startall (count, requests);
        MPI_Waitall (count, requests, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < count; i++)
        MPI_Request_free (&requests[i]);
    MPI_Finalize ();
    return 0;
}
