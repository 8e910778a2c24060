/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that are cancelled where the program has no point of cancellation:
 *
 *     cancelled HOW
 *
 * begin: as soon as they are there; each begins by disabling that.
 * end: while they compute; each returns before it comes to such a point.
 * Prints how many got to their end, how many were cancelled on the way, and how
 * many descriptors more there are.
 */
#include <dirent.h>
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

#define THREADS 50

static sem_t begun;
static int may_end, ended; /* atomic */

static void *protected(void *data)
{
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
    __atomic_add_fetch (&ended, 1, __ATOMIC_RELAXED);
    return data;
}

static void *
without_points (void *data)
{
    int rank;

    sem_post (&begun);
    while (!__atomic_load_n (&may_end, __ATOMIC_ACQUIRE))
        ;
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Pcontrol (1, "region");
    MPI_Pcontrol (0);
    MPI_Pcontrol (1);
    __atomic_add_fetch (&ended, 1, __ATOMIC_RELAXED);
    return data;
}

static int
count_descriptors (void)
{
    DIR *folder = opendir ("/proc/self/fd");
    int count = 0;

    while (folder && readdir (folder))
        count++;
    if (folder)
        closedir (folder);
    return count;
}

/* Whether it was cancelled.  */
static int
cancel_one (int at_begin)
{
    pthread_t thread;
    void *result = NULL;

    __atomic_store_n (&may_end, 0, __ATOMIC_RELEASE);
    if (pthread_create (&thread, NULL, at_begin ? protected : without_points,
                        NULL))
        return 1;
    if (!at_begin)
        sem_wait (&begun);
    pthread_cancel (thread);
    __atomic_store_n (&may_end, 1, __ATOMIC_RELEASE);
    pthread_join (thread, &result);
    return result == PTHREAD_CANCELED;
}

int
main (int argc, char **argv)
{
    int at_begin = argc > 1 && !strcmp (argv[1], "begin");
    int level, cancelled = 0, descriptors;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    sem_init (&begun, 0, 0);
    descriptors = count_descriptors ();
    for (int i = 0; i < THREADS; i++)
        cancelled += cancel_one (at_begin);
    printf ("%d ended, %d cancelled, %d descriptors more\n", ended, cancelled,
            count_descriptors () - descriptors);
    MPI_Finalize ();
    return 0;
}
