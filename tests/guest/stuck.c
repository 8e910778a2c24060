/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that hangs, in a known place: rank 0 outside MPI, rank 1 in
 * MPI_Recv, all others in MPI_Barrier.  Before, every rank calls MPI_Allreduce
 * 50 times with 8 bytes, and MPI_Iprobe 10 + rank times on its main thread and
 * 7 times on another thread, "w1", which lives on.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void
probe (int times)
{
    int flag;

    for (int i = 0; i < times; i++)
        MPI_Iprobe (MPI_ANY_SOURCE, 9, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

static void *
worker (void *data)
{
    pthread_setname_np (pthread_self (), "w1");
    probe (7);
    MPI_Barrier (MPI_COMM_SELF);
    __atomic_store_n ((int *)data, 1, __ATOMIC_RELEASE);
    for (;;)
        pause ();
    return NULL;
}

int
main (int argc, char **argv)
{
    static int ready;
    double one = 1, sum = 0;
    int rank, level;
    pthread_t thread;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    pthread_create (&thread, NULL, worker, &ready);
    while (!__atomic_load_n (&ready, __ATOMIC_ACQUIRE))
        usleep (1000);
    probe (10 + rank);
    for (int i = 0; i < 50; i++)
        MPI_Allreduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        puts ("it hangs");
        fflush (stdout);
        for (;;)
            pause ();
    }
    if (rank == 1)
        MPI_Recv (&sum, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier (MPI_COMM_WORLD);
    return 0;
}
