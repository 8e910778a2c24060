/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the programs of known causes are made of.
 */
#ifndef HPM_TESTS_CAUSES_H
#define HPM_TESTS_CAUSES_H

#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

#define ROUNDS 10

static int rank, size;
static double seconds = 0.3;

static double
processor_time (void)
{
    struct timespec now;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void
compute (double amount)
{
    double end = processor_time () + amount;
    volatile double sum = 0;

    while (processor_time () < end)
        for (int i = 0; i < 1000; i++)
            sum += i;
}

static int
is_blamed (void)
{
    return rank == size - 1;
}

static void
nap (double amount)
{
    usleep ((useconds_t)(1e6 * amount));
}

static void
together (void)
{
    MPI_Barrier (MPI_COMM_WORLD);
}

/* On the given one of the processors that there are.  */
static void
stay_on (int place)
{
    cpu_set_t all, one;

    sched_getaffinity (0, sizeof all, &all);
    place %= CPU_COUNT (&all);
    CPU_ZERO (&one);
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (CPU_ISSET (i, &all) && !place--)
            CPU_SET (i, &one);
    sched_setaffinity (0, sizeof one, &one);
}

#endif /* HPM_TESTS_CAUSES_H */
