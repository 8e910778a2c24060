/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A small MPI program: a number goes around, and all are added up.  The work is
 * in a function of its own, so that it can also live in a shared library, which
 * a program that knows no MPI may load (RING_ONLY leaves out main).
 */
#include <mpi.h>
#include <stdio.h>

#define ROUNDS 10

int ring (int argc, char **argv);

int
ring (int argc, char **argv)
{
    int rank, ranks, sum = 0;
    long number = 1;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < ROUNDS; i++) {
        long before = number;

        MPI_Sendrecv (&before, 1, MPI_LONG, (rank + 1) % ranks, i, &number, 1,
                      MPI_LONG, (rank + ranks - 1) % ranks, i, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
        number += rank;
    }
    MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier (MPI_COMM_WORLD);
    if (rank == 0)
        printf ("%d ranks: %ld, %d\n", ranks, number, sum);
    MPI_Finalize ();
    return 0;
}

#ifndef RING_ONLY
int
main (int argc, char **argv)
{
    return ring (argc, argv);
}
#endif
