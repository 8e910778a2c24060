/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that begin or end in the middle of an MPI call, are left by longjmp
 * or on another thread, with work of known amount inside MPI, that is in the
 * user's function of a reduction, and outside.  split.sh says what is done
 * where.
 */
#include <pthread.h>
#include <setjmp.h>

#include <hpm.h>
#include <mpi.h>

#include "tests/calls/programs/work_counter.h"

enum { NOTHING, BEGINS, ENDS };

static MPI_Op op;
static int does;
static const char *label;
static jmp_buf back;

/* A call within a call is part of it.  */
static void
reduce (void *in, void *inout, int *count, MPI_Datatype *type)
{
    int rank;

    (void)inout;
    (void)count;
    (void)type;
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    do_work (*(int *)in);
    if (does == BEGINS)
        hpm_region_begin (label);
    if (does == ENDS)
        hpm_region_end (label);
    do_work (1000 * *(int *)in);
}

/* n units, then the mark, then 1,000 n.  */
static void
work_inside (int n, int mark, const char *text)
{
    int out = 0;

    does = mark;
    label = text;
    MPI_Reduce_local (&n, &out, 1, MPI_INT, op);
}

static void
cross_calls (void)
{
    work_inside (7, BEGINS, "from inside");
    do_work (20);
    hpm_region_end ("from inside");
    hpm_region_begin ("to inside");
    do_work (30);
    work_inside (5, ENDS, "to inside");
    work_inside (2, BEGINS, "from call to call");
    do_work (40);
    work_inside (3, ENDS, "from call to call");
}

static void
jump (void)
{
    hpm_region_begin ("jumped");
    do_work (3);
    work_inside (4, NOTHING, NULL);
    longjmp (back, 1);
}

static void
cross_frames (void)
{
    hpm_region_begin ("around a jump");
    if (!setjmp (back))
        jump ();
    do_work (10);
    hpm_region_end ("around a jump");
}

static void *
end_elsewhere (void *data)
{
    do_work (50);
    work_inside (9, ENDS, "handed");
    return data;
}

static void
cross_threads (void)
{
    pthread_t thread;

    hpm_region_begin ("around a thread");
    hpm_region_begin ("handed");
    do_work (2);
    pthread_create (&thread, NULL, end_elsewhere, NULL);
    pthread_join (thread, NULL);
    work_inside (8, NOTHING, NULL);
    hpm_region_end ("around a thread");
}

int
main (int argc, char **argv)
{
    int provided;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Op_create (reduce, 1, &op);
    MPI_Pcontrol (0); /* which pauses nothing where counts are split */
    cross_calls ();
    cross_frames ();
    cross_threads ();
    MPI_Op_free (&op);
    MPI_Finalize ();
    return 0;
}
