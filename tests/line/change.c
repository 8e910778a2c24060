/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that changes on its way:
 *
 *     change STEPS WAITS
 *
 * Its ranks compute for so many steps of 20 ms, then all but the first wait in
 * MPI so many times for the first, that sleeps as long.
 */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

#include "tests/calls/programs/work_counter.h"

static long long
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void
compute (void)
{
    long long until = now () + 20000000;

    do_work (1000);
    while (now () < until)
        ;
}

int
main (int argc, char **argv)
{
    const struct timespec time = { 0, 20000000 };
    int steps = argc > 1 ? atoi (argv[1]) : 0, rank;
    int waits = argc > 2 ? atoi (argv[2]) : 0;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    for (int i = 0; i < steps; i++)
        compute ();
    for (int i = 0; i < waits; i++) {
        if (rank == 0)
            nanosleep (&time, NULL);
        MPI_Barrier (MPI_COMM_WORLD);
    }
    MPI_Finalize ();
    return 0;
}
