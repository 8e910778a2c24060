/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads of two ranks that are in one region beside each other, and in MPI,
 * where those of the second wait for those of the first: all have more time in
 * it than the run took.
 */
#include <pthread.h>
#include <time.h>

#include <mpi.h>

#include "hpm.h"

#define THREADS 4

static MPI_Comm comms[THREADS];
static int rank;

static void *
meet (void *comm)
{
    const struct timespec time = { 0, 500000000 };

    hpm_region_begin ("team");
    hpm_region_begin ("apart");
    nanosleep (&time, NULL);
    hpm_region_end ("apart");
    hpm_region_begin ("meet");
    if (rank == 0)
        nanosleep (&time, NULL);
    MPI_Barrier (*(MPI_Comm *)comm);
    hpm_region_end ("meet");
    hpm_region_end ("team");
    return NULL;
}

int
main (int argc, char **argv)
{
    pthread_t threads[THREADS];
    int provided;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort (MPI_COMM_WORLD, 77);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup (MPI_COMM_WORLD, &comms[i]);
    hpm_region_begin ("solve");
    for (int i = 0; i < THREADS; i++)
        pthread_create (&threads[i], NULL, meet, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join (threads[i], NULL);
    hpm_region_end ("solve");
    MPI_Finalize ();
    return 0;
}
