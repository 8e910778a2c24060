/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Messages of known sizes, from rank 0 to rank 1, and collectives of both.
 */
#include <mpi.h>

static const int sizes[] = { 0, 0, 1, 2, 3, 4, 1024 };

int
main (int argc, char **argv)
{
    static char data[1024], other[1024];
    int rank;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    for (int i = 0; i < (int)(sizeof sizes / sizeof *sizes); i++)
        if (rank == 0)
            MPI_Send (data, sizes[i], MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv (data, 1024, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
    MPI_Bcast (data, 12, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Reduce (data, other, 8, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD);
    MPI_Bcast (data, 0, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Finalize ();
    return 0;
}
