/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose work is done in steps that it tells the times of:
 *
 *     steps STEPS MILLISECONDS FILE
 *
 * Each rank does so many steps, that long apart: in each, the main thread does
 * MAIN units of work, and a thread of the step does one and ends.  In a third
 * of the steps counting pauses: that work is not counted.  FILE gets of rank 0
 * the time before and after each step and what it had done by then, of what
 * counts, in ns since 1970 and in steps.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/calls/programs/work_counter.h"

#define MAIN 1000000

static int64_t
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void *
work_once (void *data)
{
    (void)data;
    do_work (1);
    return NULL;
}

static void
step (void)
{
    pthread_t thread;

    do_work (MAIN);
    if (pthread_create (&thread, NULL, work_once, NULL) == 0)
        pthread_join (thread, NULL);
}

/* Whether the step is counted.  */
static int
is_counted (int number, int steps)
{
    return number < steps / 3 || number >= 2 * (steps / 3);
}

int
main (int argc, char **argv)
{
    int steps = argc > 1 ? atoi (argv[1]) : 1, rank, done = 0;
    int pause = argc > 2 ? atoi (argv[2]) : 1;
    const struct timespec time = { pause / 1000, pause % 1000 * 1000000L };
    FILE *log;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    log = fopen (rank || argc < 4 ? "/dev/null" : argv[3], "w");
    for (int i = 0; log && i < steps; i++) {
        int64_t before;

        if (i && is_counted (i, steps) != is_counted (i - 1, steps))
            MPI_Pcontrol (is_counted (i, steps));
        before = now ();
        step ();
        done += is_counted (i, steps);
        fprintf (log, "%lld %lld %d\n", (long long)before, (long long)now (),
                 done);
        nanosleep (&time, NULL);
        MPI_Barrier (MPI_COMM_WORLD);
    }
    if (log)
        fclose (log);
    MPI_Finalize ();
    return !log;
}
