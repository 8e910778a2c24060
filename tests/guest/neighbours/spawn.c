/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Two ranks start two others, three times, the last time as two programs; the
 * first of each prints what the others gave it.
 */
#include <mpi.h>
#include <stdio.h>

static void
start (char *program, int several)
{
    char *programs[] = { program, program };
    MPI_Info infos[] = { MPI_INFO_NULL, MPI_INFO_NULL };
    MPI_Comm children;
    int errors[2], each[] = { 1, 1 }, sum = 0, rank;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    if (several)
        MPI_Comm_spawn_multiple (2, programs, MPI_ARGVS_NULL, each, infos, 0,
                                 MPI_COMM_WORLD, &children, errors);
    else
        MPI_Comm_spawn (program, MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0,
                        MPI_COMM_WORLD, &children, errors);
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
        start (argv[0], 0);
        start (argv[0], 0);
        start (argv[0], 1);
    } else
        be_child (parents);
    MPI_Finalize ();
    return 0;
}
