/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An MPI program whose threads come and go:
 *
 *     churn rounds N       N rounds
 *     churn seconds N      as many as there is time for
 *
 * In each round a rank makes THREADS threads, which send CALLS messages each to
 * their own rank, and then all ranks agree on a sum.  Rank 0 says how many
 * rounds there were, and what the sum is.  SIGUSR1 and SIGUSR2 are taken, and
 * do not matter.
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 3
#define CALLS 5

static int rank;

static void
take (int number)
{
    (void)number;
}

static void *
work (void *data)
{
    long *sum = data;
    int from, to;

    for (int i = 0; i < CALLS; i++) {
        from = rank + i;
        to = 0;
        MPI_Sendrecv (&from, 1, MPI_INT, 0, 0, &to, 1, MPI_INT, 0, 0,
                      MPI_COMM_SELF, MPI_STATUS_IGNORE);
        *sum += to;
    }
    free (malloc (10000));
    return NULL;
}

/* Messages of the threads of a rank may be swapped: the sum is the same.  */
static long
go_round (void)
{
    long sums[THREADS] = { 0 }, sum = 0, all = 0;
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        if (pthread_create (&threads[i], NULL, work, &sums[i]))
            exit (99);
    for (int i = 0; i < THREADS; i++) {
        pthread_join (threads[i], NULL);
        sum += sums[i];
    }
    MPI_Allreduce (&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

/* The same on all ranks.  */
static int
goes_on (int timed, double limit, double began, long rounds)
{
    int goes = timed ? MPI_Wtime () - began < limit : (double)rounds < limit;

    if (timed)
        MPI_Bcast (&goes, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return goes;
}

int
main (int argc, char **argv)
{
    int timed = argc > 1 && !strcmp (argv[1], "seconds"), level;
    double limit = argc > 2 ? atof (argv[2]) : 1, began;
    long rounds = 0, sum = 0;

    signal (SIGUSR1, take);
    signal (SIGUSR2, take);
    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level != MPI_THREAD_MULTIPLE)
        MPI_Abort (MPI_COMM_WORLD, 77);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    began = MPI_Wtime ();
    for (; goes_on (timed, limit, began, rounds); rounds++)
        sum += go_round ();
    if (rank == 0 && !timed)
        printf ("%ld rounds: %ld\n", rounds, sum);
    MPI_Finalize ();
    return 0;
}
