/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm ALONE|COUNTED|FAULTS: marks sections as a source of IBM's HPM Toolkit
 * does, and holds what it reads against what it worked.  Says "right", or what
 * is wrong.  Counts are work::DONE, work::TWICE and work::NONE; with FAULTS
 * only work::DONE and page faults.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "libhpm.h"
#include "tests/calls/programs/work_counter.h"

static int wrong, counted;

static void
expect (const char *what, long long value, long long known)
{
    if (value == known)
        return;
    printf ("%s is %lld, and not %lld\n", what, value, known);
    wrong = 1;
}

static void
read_counts (long long done)
{
    long long values[5] = { -2, -2, -2, -2, -2 };
    double seconds = -1;

    hpmGetTimeAndCounters (4, &seconds, values);
    expect ("time is sensible", seconds >= 0 && seconds < 600, 1);
    expect ("the first count", values[0], counted ? done : -1);
    expect ("the second count", values[1], counted ? 2 * done : -1);
    expect ("one that can't be counted", values[2], -1);
    expect ("one more than there are", values[3], -1);
    expect ("what was not asked for", values[4], -2);
    hpmGetTimeAndCounters (1, &seconds, values + 4);
    expect ("the only count", values[4], counted ? done : -1);
    memset (values, 0, sizeof values);
    hpmGetCounters (values);
    expect ("the first count alone", values[0], counted ? done : -1);
    expect ("what hpmGetCounters leaves", values[3], 0);
}

static void *
worker (void *data)
{
    int id = *(int *)data;

    for (int i = 0; i < 3; i++) {
        hpmTstart (id, "shared work");
        do_work (id);
        hpmTstop (id);
    }
    read_counts (3L * id);
    return NULL;
}

static void
run_threads (void)
{
    pthread_t thread[2];
    int id[2] = { 31, 32 };

    for (int i = 0; i < 2; i++)
        pthread_create (&thread[i], NULL, worker, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join (thread[i], NULL);
}

/* More than libhpm's 100, one of each number.  */
static void
run_many (void)
{
    for (int id = 1000; id < 1500; id++) {
        hpmStart (id, "one of many");
        do_work (1);
        hpmStop (id);
    }
}

static void
run_wrong (void)
{
    hpmStop (77); /* never started */
    hpmStart (-5, "");
    do_work (4);
    hpmStop (-5);
    hpmStart (8, "outer, stopped first");
    hpmStart (9, "inner, stopped last");
    do_work (6);
    hpmStop (8);
    hpmStop (9);
    (hpmStart) (10, "by a plain call");
    do_work (8);
    hpmStop (10);
}

/* A count of the system's that was named comes behind the others.  */
static void
read_faults (void)
{
    enum { PAGES = 100, PAGE = 4096 };
    long long before[2] = { -2, -2 }, after[2] = { -2, -2 };
    double seconds;
    char *pages = mmap (NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    hpmGetTimeAndCounters (2, &seconds, before);
    for (int i = 0; pages != MAP_FAILED && i < PAGES; i++)
        pages[i * PAGE] = 1;
    hpmGetTimeAndCounters (2, &seconds, after);
    expect ("work while pages are touched", after[0] - before[0], 0);
    expect ("a fault for each page, and few of others",
            after[1] >= before[1] + PAGES && before[1] >= 0, 1);
}

int
main (int argc, char **argv)
{
    int rank;

    hpmStart (3, "before MPI_Init");
    MPI_Init (&argc, &argv);
    counted = argc > 1 && strcmp (argv[1], "COUNTED") == 0;
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    do_work (1000);
    hpmStop (3);
    hpmInit (rank, "libhpm");
    if (argc > 1 && strcmp (argv[1], "FAULTS") == 0) {
        read_faults ();
        MPI_Finalize ();
        if (!wrong)
            puts ("right");
        return wrong;
    }
    hpmStart (1, "outer call");
    do_work (100);
    for (int i = 0; i < 10; i++) {
        hpmStart (2, i ? "another label" : "computing meaning of life");
        do_work (7);
        hpmStop (2);
    }
    hpmStop (1);
    read_counts (170);
    run_threads ();
    run_many ();
    run_wrong ();
    read_counts (170 + 500 + 18);
    if (rank == 0)
        hpmTerminate (rank);
    hpmStart (4, "never stopped");
    do_work (11);
    MPI_Finalize ();
    if (!wrong)
        puts ("right");
    return wrong;
}
