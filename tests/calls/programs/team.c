/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An OpenMP team of two on every rank:
 *
 *     even     both compute for 0.2 s of processor time
 *     alone    the main thread does, the other waits for it
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <mpi.h>
#include <omp.h>

static double
processor_time (void)
{
    struct timespec now;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
compute (double seconds)
{
    double end = processor_time () + seconds;

    while (processor_time () < end)
        for (volatile int i = 0; i < 100000; i++)
            ;
}

int
main (int argc, char **argv)
{
    int alone = argc > 1 && !strcmp (argv[1], "alone"), provided;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &provided);
#pragma omp parallel num_threads(2)
    if (!alone || omp_get_thread_num () == 0)
        compute (0.2);
    MPI_Barrier (MPI_COMM_WORLD);
    MPI_Finalize ();
    return 0;
}
