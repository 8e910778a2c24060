/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that know how long they were on a processor without asking the
 * kernel, which asking would bring up to date:
 *
 *     clocks running|ended NUMBER MILLISECONDS
 *
 * Each spins and adds up the steps of the clock, but for those in which it had
 * no processor.  "ended": each ends when it has spun that long; "running": all
 * spin until MPI_Finalize is over.  Rank 0 prints, a line each:
 *
 *     threads LEAST MAX    ns of processor time of all but the main thread
 *     main LEAST MAX       and of that
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_THREADS 1000
#define STEP_MAX 20000 /* ns: a longer step of the clock was a pause */

static int64_t busy[MOST_THREADS];
static int64_t wanted; /* ns */
static int over;

static int64_t
now (clockid_t clock)
{
    struct timespec time;

    clock_gettime (clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Until it was busy for so long, or, with 0, until all is over.  */
static void
spin (int64_t *so_far, int64_t most)
{
    int64_t before = now (CLOCK_MONOTONIC), sum = 0;

    while (most ? sum < most : !__atomic_load_n (&over, __ATOMIC_RELAXED)) {
        int64_t after = now (CLOCK_MONOTONIC);

        sum += after - before < STEP_MAX ? after - before : 0;
        before = after;
        __atomic_store_n (so_far, sum, __ATOMIC_RELAXED);
    }
}

static void *
run (void *data)
{
    spin (data, wanted);
    return NULL;
}

static void *
run_on (void *data)
{
    spin (data, 0);
    return NULL;
}

static int64_t
sum_of (int threads)
{
    int64_t sum = 0;

    for (int i = 0; i < threads; i++)
        sum += __atomic_load_n (&busy[i], __ATOMIC_RELAXED);
    return sum;
}

int
main (int argc, char **argv)
{
    static pthread_t ids[MOST_THREADS];
    int running, threads, rank;
    int64_t process, self, least, most, main_busy = 0;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    running = argc > 3 && !strcmp (argv[1], "running");
    threads = argc > 3 ? atoi (argv[2]) : 0;
    wanted = argc > 3 ? (int64_t)(1e6 * atof (argv[3])) : 0;
    if (threads < 0 || threads > MOST_THREADS || wanted <= 0)
        return 2;
    process = now (CLOCK_PROCESS_CPUTIME_ID);
    self = now (CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < threads; i++) {
        if (pthread_create (&ids[i], NULL, running ? run_on : run, &busy[i]))
            return 2;
        if (!running)
            pthread_join (ids[i], NULL);
    }
    process = now (CLOCK_PROCESS_CPUTIME_ID) - process
              - (now (CLOCK_THREAD_CPUTIME_ID) - self);
    spin (&main_busy, wanted);
    least = sum_of (threads);
    MPI_Finalize ();
    self = now (CLOCK_THREAD_CPUTIME_ID);
    most = process;
    if (running) {
        most = now (CLOCK_PROCESS_CPUTIME_ID);
        __atomic_store_n (&over, 1, __ATOMIC_RELAXED);
        for (int i = 0; i < threads; i++)
            pthread_join (ids[i], NULL);
    }
    if (rank == 0)
        printf ("threads %lld %lld\nmain %lld %lld\n", (long long)least,
                (long long)most, (long long)main_busy, (long long)self);
    return 0;
}
