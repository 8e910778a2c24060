/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the library costs, seen from inside a program: run it plain and under
 * hpmrun and compare.  Every rank prints one line:
 *
 *   cpu_us page_faults finalize_us thread_us
 *
 * of the whole process up to the end of MPI_Finalize; thread_us is the time to
 * create and join one thread, the median over the number given as argument.
 */
#include <mpi.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static double
microseconds (struct timeval t)
{
    return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

static void *
nothing (void *argument)
{
    return argument;
}

static int
by_value (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Median time of creating and joining one thread, in us; 0 for none.  */
static double
time_threads (int count)
{
    double *times = calloc ((size_t)count + 1, sizeof *times), median;

    if (!times)
        return 0;
    for (int i = 0; i < count; i++) {
        double start = MPI_Wtime ();
        pthread_t thread;

        if (pthread_create (&thread, NULL, nothing, NULL) == 0)
            pthread_join (thread, NULL);
        times[i] = (MPI_Wtime () - start) * 1e6;
    }
    qsort (times, (size_t)count, sizeof *times, by_value);
    median = count ? times[count / 2] : 0;
    free (times);
    return median;
}

int
main (int argc, char **argv)
{
    int threads = argc > 1 ? atoi (argv[1]) : 0;
    double finalize, per_thread;
    struct timespec before, after;
    struct rusage usage;

    MPI_Init (&argc, &argv);
    per_thread = time_threads (threads);
    MPI_Barrier (MPI_COMM_WORLD);
    clock_gettime (CLOCK_MONOTONIC, &before);
    MPI_Finalize ();
    clock_gettime (CLOCK_MONOTONIC, &after);
    finalize = (double)(after.tv_sec - before.tv_sec) * 1e6
               + (double)(after.tv_nsec - before.tv_nsec) * 1e-3;
    getrusage (RUSAGE_SELF, &usage);
    printf ("probe %.0f %ld %.0f %.2f\n",
            microseconds (usage.ru_utime) + microseconds (usage.ru_stime),
            usage.ru_minflt + usage.ru_majflt, finalize, per_thread);
    return 0;
}
