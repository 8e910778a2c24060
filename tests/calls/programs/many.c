/* SPDX-License-Identifier: BSD-3-Clause
 *
 * N calls of MPI that do next to nothing:
 *
 *     many N
 */
#include <mpi.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
    int rank;

    if (argc < 2)
        return 2;
    MPI_Init (&argc, &argv);
    for (long i = atol (argv[1]); i > 0; i--)
        MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Finalize ();
    return 0;
}
