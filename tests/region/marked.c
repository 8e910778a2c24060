/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that marks its regions in every way there is, with work of known
 * amount in them (work_counter.h).  check.py has what must come of it.
 * Compiled with MARKED_PLAIN it has no MPI.  MARKED_HOT is how often it enters
 * "hot", a million times unless set.
 */
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>

#ifndef MARKED_PLAIN
#include <mpi.h>
#endif

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"

#define THREADS 4
#define DEEP 50
#define LABELS 10000
#define MILLION 1000000

static void
nest (void)
{
    hpm_region_begin ("solve");
    do_work (10);
    for (int i = 0; i < 100; i++) {
        hpm_region_begin ("halo");
        do_work (2);
        hpm_region_end ("halo");
    }
    hpm_region_end (NULL);
}

static void
enter_often (void)
{
    const struct hpm_label *hot = hpm_region_make ("hot", "marked.c", 77);
    const char *often = getenv ("MARKED_HOT");
    int count = often ? atoi (often) : MILLION;

    for (int i = 0; i < count; i++) {
        hpm_region_enter (hot);
        do_work (1);
        hpm_region_leave (hot);
    }
}

static void
go_deep (int depth)
{
    char label[16];

    if (depth == DEEP)
        return;
    snprintf (label, sizeof label, "d%d", depth);
    hpm_region_begin (label);
    do_work (1);
    go_deep (depth + 1);
    hpm_region_end (label);
}

static void
recur (int depth)
{
    if (!depth)
        return;
    hpm_region_begin ("recur");
    do_work (1);
    recur (depth - 1);
    hpm_region_end ("recur");
}

static void
have_labels (void)
{
    char label[16];

    hpm_region_begin ("labels");
    for (int i = 0; i < LABELS; i++) {
        snprintf (label, sizeof label, "l%d", i);
        hpm_region_begin (label);
        do_work (i);
        hpm_region_end (label);
    }
    hpm_region_end ("labels");
}

static jmp_buf back;

static void
jump (void)
{
    hpm_region_begin ("jump");
    do_work (1);
    if (!setjmp (back)) {
        hpm_region_begin ("from");
        do_work (2);
        longjmp (back, 1);
    }
    do_work (4);
    hpm_region_end ("jump");
}

/* ---- threads ------------------------------------------------------------ */

static void
with_threads (int count, void *(*run) (void *))
{
    pthread_t threads[THREADS];

    for (intptr_t i = 0; i < count; i++)
        pthread_create (&threads[i], NULL, run, (void *)(i + 1));
    for (int i = 0; i < count; i++)
        pthread_join (threads[i], NULL);
}

static void *
team (void *number)
{
    for (int i = 0; i < 1000; i++) {
        hpm_region_begin ("team");
        do_work ((long)(intptr_t)number);
        hpm_region_end ("team");
    }
    return NULL;
}

static void *
leave_elsewhere (void *number)
{
    hpm_region_end ("mine");
    hpm_region_begin ("theirs");
    do_work (8);
    return number;
}

static void
cross (void)
{
    hpm_region_begin ("mine");
    do_work (16);
    with_threads (1, leave_elsewhere);
    hpm_region_end ("theirs");
    do_work (32);
    hpm_region_end ("mine");
}

static void *
leave_thread (void *number)
{
    (void)number;
    hpm_region_enter (hpm_region_make ("gone", "marked.c", 78));
    do_work (3);
    pthread_exit (NULL);
}

/* ---- MPI ---------------------------------------------------------------- */

#ifndef MARKED_PLAIN
static void
reduce (void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in;
    (void)inout;
    (void)type;
    do_work (70 * *count);
}

static void
call (void)
{
    int in = 0, out = 0;
    MPI_Op op;

    MPI_Op_create (reduce, 1, &op);
    hpm_region_begin ("call");
    do_work (30);
    MPI_Reduce_local (&in, &out, 1, MPI_INT, op);
    hpm_region_end ("call");
    MPI_Op_free (&op);
}
#endif

int
main (int argc, char **argv)
{
    hpm_region_end ("before");
    hpm_region_begin ("early");
    hpm_region_begin ("earlier");
    hpm_region_end ("earlier");
    hpm_region_end ("before");
#ifdef MARKED_PLAIN
    (void)argc;
    (void)argv;
#else
    MPI_Init (&argc, &argv);
    call ();
#endif
    do_work (5);
    hpm_region_end ("early");
    nest ();
    enter_often ();
    go_deep (0);
    recur (300);
    have_labels ();
    jump ();
    with_threads (THREADS, team);
    cross ();
    with_threads (2, leave_thread);
    hpm_region_begin ("never");
    hpm_region_begin ("left");
    do_work (6);
#ifndef MARKED_PLAIN
    MPI_Finalize ();
#endif
    return 0;
}
