/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions with work of known amount inside MPI and outside, counted by
 * work_backend.c.  Inside means in the user's function of a reduction, which
 * enters a region itself in "around".  split.sh says what is done where.
 *
 * With "end" it ends within such a function, where it did 4 more.
 *
 *     split THREADS [end]
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <hpm.h>
#include <mpi.h>

#include "tests/calls/programs/work_counter.h"

static MPI_Op op;
static int marked; /* the function marks a region */
static int ending; /* the process ends in it */

static void
reduce (void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    if (marked)
        hpm_region_begin ("within");
    for (int i = 0; i < *count; i++) {
        do_work (((int *)in)[i]);
        ((int *)inout)[i] += ((int *)in)[i];
    }
    if (marked)
        hpm_region_end ("within");
    if (ending)
        _exit (0);
}

static void
work_inside (int n)
{
    int in = n, out = 0;

    MPI_Reduce_local (&in, &out, 1, MPI_INT, op);
}

static void
nest (void)
{
    hpm_region_begin ("outer");
    do_work (30);
    for (int i = 0; i < 3; i++) {
        hpm_region_begin ("solve");
        do_work (10);
        work_inside (7);
        hpm_region_end ("solve");
    }
    do_work (50);
    hpm_region_begin ("around");
    marked = 1;
    work_inside (12);
    marked = 0;
    hpm_region_end ("around");
    hpm_region_end ("outer");
}

static void
descend (int depth) /* NOLINT(misc-no-recursion) */
{
    hpm_region_begin ("down");
    do_work (1);
    if (depth > 1) {
        descend (depth - 1);
    } else {
        do_work (4);
        work_inside (3);
    }
    hpm_region_end ("down");
}

static void *
run (void *argument)
{
    int k = *(int *)argument;

    hpm_region_begin ("team");
    do_work (40 * k);
    work_inside (7 * k);
    do_work (60 * k);
    hpm_region_end ("team");
    return NULL;
}

int
main (int argc, char **argv)
{
    int threads = argc > 1 ? atoi (argv[1]) : 0, provided, numbers[16];
    pthread_t ids[16];

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Op_create (reduce, 1, &op);
    nest ();
    descend (3);
    for (int i = 0; i < threads && i < 16; i++) {
        numbers[i] = i + 1;
        pthread_create (&ids[i], NULL, run, &numbers[i]);
    }
    for (int i = 0; i < threads && i < 16; i++)
        pthread_join (ids[i], NULL);
    hpm_region_begin ("open");
    do_work (11);
    work_inside (5);
    if (argc > 2) {
        ending = 1;
        work_inside (4);
    }
    MPI_Op_free (&op);
    MPI_Finalize ();
    return 0;
}
