/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two ranks start two others, twice; the first of each prints what the others
 * gave it.
 */
#include <mpi.h>
#include <stdio.h>

static void
start (const char *program)
{
    MPI_Comm children;
    int errors[2], sum = 0, rank;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_spawn (program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                    &children, errors);
    MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, children);
    if (rank == 0) {
        printf ("the children gave %d\n", sum);
        fflush (stdout);
    }
    MPI_Comm_disconnect (&children);
}

static void
be_child (MPI_Comm parents)
{
    int mine, sum, rank;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    mine = 10 + rank;
    MPI_Allreduce (&mine, &sum, 1, MPI_INT, MPI_SUM, parents);
    MPI_Comm_disconnect (&parents);
}

int
main (int argc, char **argv)
{
    MPI_Comm parents;

    MPI_Init (&argc, &argv);
    MPI_Comm_get_parent (&parents);
    if (parents == MPI_COMM_NULL) {
        start (argv[0]);
        start (argv[0]);
    } else
        be_child (parents);
    MPI_Finalize ();
    return 0;
}
