/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that call MPI at the same time.  Thread k, named "w<k>", sends k + 1
 * messages of 4 * (k + 1) bytes to itself; then it ends, or is alive at
 * MPI_Finalize.  The last argument says how many threads come one after
 * another before: more than have a row of their own.
 *
 *     threads [THREADS [SHORT-LIVED]]
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

static sem_t done, go;

static void
work (int k)
{
    int data[64], got[64];

    for (int i = 0; i <= k; i++) {
        MPI_Request request;

        MPI_Irecv (got, 64, MPI_INT, 0, k, MPI_COMM_SELF, &request);
        MPI_Send (data, k + 1, MPI_INT, 0, k, MPI_COMM_SELF);
        MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

static void *
run (void *argument)
{
    int k = *(int *)argument;
    char name[16];

    snprintf (name, sizeof name, "w%d", k);
    pthread_setname_np (pthread_self (), name);
    work (k);
    sem_post (&done);
    if (k % 2)
        return NULL;
    sem_wait (&go); /* still here at MPI_Finalize */
    return NULL;
}

static void *
run_short (void *argument)
{
    (void)argument;
    pthread_setname_np (pthread_self (), "short");
    work (0);
    return NULL;
}

int
main (int argc, char **argv)
{
    int threads = argc > 1 ? atoi (argv[1]) : 4;
    int short_lived = argc > 2 ? atoi (argv[2]) : 0;
    int provided, numbers[64];
    pthread_t ids[64];

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided != MPI_THREAD_MULTIPLE)
        return 3;
    sem_init (&done, 0, 0);
    sem_init (&go, 0, 0);
    for (int i = 0; i < short_lived; i++) {
        pthread_create (&ids[0], NULL, run_short, NULL);
        pthread_join (ids[0], NULL);
    }
    for (int i = 0; i < threads; i++) {
        numbers[i] = i;
        pthread_create (&ids[i], NULL, run, &numbers[i]);
    }
    for (int i = 0; i < threads; i++)
        sem_wait (&done);
    for (int i = 1; i < threads; i += 2)
        pthread_join (ids[i], NULL);
    MPI_Finalize ();
    for (int i = 0; i < threads; i += 2)
        sem_post (&go);
    for (int i = 0; i < threads; i += 2)
        pthread_join (ids[i], NULL);
    return 0;
}
