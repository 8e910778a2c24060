/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a thread costs that comes and goes: pthread_create of a function that
 * returns, and pthread_join.  Prints "thread time NANOSECONDS" and "thread
 * processor NANOSECONDS", of the process: the tenth of some blocks from below.
 * With "floor", each thread opens and closes four counters of the kernel, and
 * nothing else, while another thread holds such counters open.
 */
#include <linux/perf_event.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BLOCKS 60
#define THREADS 100
#define COUNTERS 4

static double
now (clockid_t clock)
{
    struct timespec t;

    clock_gettime (clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
open_counters (int *fds)
{
    static const uint64_t configs[COUNTERS]
        = { PERF_COUNT_SW_CGROUP_SWITCHES, PERF_COUNT_SW_PAGE_FAULTS,
            PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS };

    for (int i = 0; i < COUNTERS; i++) {
        struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
                                        .size = sizeof attr,
                                        .config = configs[i],
                                        .exclude_kernel = 1,
                                        .exclude_hv = 1,
                                        .read_format = PERF_FORMAT_GROUP };

        fds[i] = (int)syscall (SYS_perf_event_open, &attr, 0, -1,
                               i ? fds[0] : -1, PERF_FLAG_FD_CLOEXEC);
    }
}

static void *
nothing (void *data)
{
    return data;
}

static void *
count (void *data)
{
    int fds[COUNTERS];
    uint64_t values[COUNTERS + 1];

    open_counters (fds);
    if (read (fds[0], values, sizeof values) < 0)
        data = NULL;
    for (int i = COUNTERS - 1; i >= 0; i--)
        close (fds[i]);
    return data;
}

static int
ascending (const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

int
main (int argc, char **argv)
{
    static double times[2][BLOCKS];
    static const char *const names[] = { "time", "processor" };
    static const clockid_t clocks[]
        = { CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID };
    void *(*run) (void *) = nothing;
    int held[COUNTERS];

    MPI_Init (&argc, &argv);
    if (argc > 1 && !strcmp (argv[1], "floor")) {
        run = count;
        open_counters (held);
    }
    for (int block = 0; block < BLOCKS; block++) {
        double began[2] = { now (clocks[0]), now (clocks[1]) };

        for (int i = 0; i < THREADS; i++) {
            pthread_t thread;

            if (pthread_create (&thread, NULL, run, NULL))
                return 1;
            pthread_join (thread, NULL);
        }
        for (int k = 0; k < 2; k++)
            times[k][block] = (now (clocks[k]) - began[k]) / THREADS;
    }
    for (int k = 0; k < 2; k++) {
        qsort (times[k], BLOCKS, sizeof **times, ascending);
        printf ("thread %s %.0f\n", names[k], times[k][BLOCKS / 10]);
    }
    return MPI_Finalize ();
}
