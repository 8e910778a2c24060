/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose callers are known: one function does the work that left,
 * right and deep, which calls itself, ask for, as 5 to 3 to 2.  Each rank tells
 * the processor time of each in the file times.RANK.
 *
 *   callers main|thread|killed REPEATS
 */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define UNIT 300000
#define DEPTH 5

static volatile double sink;
static int64_t spent[3]; /* ns */
static int repeats;

/* It has something on its stack, so that it has a frame: of a function without
 * one the caller is not seen.  */
__attribute__ ((noinline)) static void
work (int units)
{
    volatile int end = units * UNIT;
    double x = 1;

    for (int i = 0; i < end; i++)
        x = x * 1.0000001 + 1e-9;
    sink = x;
}

__attribute__ ((noinline)) static void
left (void)
{
    work (5);
    sink = 0; /* so that the call is no jump, here and below */
}

__attribute__ ((noinline)) static void
right (void)
{
    work (3);
    sink = 0;
}

__attribute__ ((noinline)) static void
deep_down (int depth)
{
    if (depth)
        deep_down (depth - 1);
    else
        work (2);
    sink = depth;
}

static void
deep (void)
{
    deep_down (DEPTH);
    sink = 0;
}

static int64_t
thread_time (void)
{
    struct timespec time;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

/* By chance, so that no rhythm is that of the samples.  */
static int
pick (void)
{
    static uint64_t state = 42;

    state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
    return (int)((state >> 33) % 3);
}

__attribute__ ((noinline)) static void *
run (void *data)
{
    static void (*const functions[]) (void) = { left, right, deep };

    for (int i = 0; i < 3 * repeats; i++) {
        int64_t began = thread_time ();
        int which = pick ();

        functions[which]();
        spent[which] += thread_time () - began;
    }
    return data;
}

int
main (int argc, char **argv)
{
    pthread_t thread;
    char name[32];
    int rank, level;
    FILE *file;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    repeats = atoi (argv[2]);
    if (strcmp (argv[1], "thread") != 0)
        run (NULL);
    else if (!pthread_create (&thread, NULL, run, NULL))
        pthread_join (thread, NULL);
    snprintf (name, sizeof name, "times.%d", rank);
    file = fopen (name, "w");
    for (int i = 0; i < 3; i++)
        fprintf (file, "%lld\n", (long long)spent[i]);
    fclose (file);
    if (!strcmp (argv[1], "killed")) {
        sleep (4); /* the last snapshot has all */
        raise (SIGKILL);
    }
    MPI_Finalize ();
    return 0;
}
