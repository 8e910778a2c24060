/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks that are imbalanced in the way the argument says; rank 1 is the slow
 * one.
 *
 *     even    nothing is wrong
 *     late    it sleeps before the others wait for it
 *     work    it does four times the work, counted by work_backend.c
 *     stall   it does the work of the others in four times the time and cycles
 *     clock   the same, in as many cycles
 *     core    all compute for 0.3 s of processor time
 *     share   400 units of work are shared among the ranks, and each does 100
 *     slow    it computes as long as the other, and then reduces slowly in MPI
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

#include "work_counter.h"

static void
spin (double seconds)
{
    double end = MPI_Wtime () + seconds;

    while (MPI_Wtime () < end)
        ;
}

/* Seconds of computing, 1000 units each.  */
static void
compute (double seconds)
{
    spin (seconds);
    do_work ((long)(1000 * seconds));
}

/* Work in as many times the time as is said, and so many cycles more.  */
static void
stall (double times, long more)
{
    spin (0.2 * times);
    do_work (200);
    do_cycles (more);
}

/* For so many seconds of processor time, however long that takes.  */
static void
compute_alone (double seconds)
{
    clock_t end = clock () + (clock_t)(seconds * CLOCKS_PER_SEC);

    while (clock () < end)
        ;
}

static void
reduce_slowly (void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    usleep (500000);
}

int
main (int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "even";
    int rank, size, in = 1, out;
    MPI_Op op = MPI_SUM;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    if (!strcmp (how, "slow"))
        MPI_Op_create (reduce_slowly, 1, &op);
    usleep (100000);
    if (!strcmp (how, "late") && rank == 1)
        usleep (600000);
    if (!strcmp (how, "work"))
        compute (rank == 1 ? 0.8 : 0.2);
    if (!strcmp (how, "stall"))
        stall (rank == 1 ? 4 : 1, rank == 1 ? 1200 : 0);
    if (!strcmp (how, "clock"))
        stall (rank == 1 ? 4 : 1, 0);
    if (!strcmp (how, "core")) {
        MPI_Barrier (MPI_COMM_WORLD);
        compute_alone (0.3);
    }
    if (!strcmp (how, "share"))
        compute (0.1 + 0.4 / size);
    MPI_Allreduce (&in, &out, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Finalize ();
    return 0;
}
