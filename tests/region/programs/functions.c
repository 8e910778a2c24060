/* SPDX-License-Identifier: BSD-3-Clause
 *
 * functions CALLS: built with -finstrument-functions; functions that are known
 * by the symbol table alone (static) or exported, nested, recursive, left by
 * longjmp, and in threads.
 */
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

#define NOT_INSTRUMENTED __attribute__ ((no_instrument_function))
NOT_INSTRUMENTED long *program_work (void);
NOT_INSTRUMENTED long *program_cycles (void);
NOT_INSTRUMENTED static void do_work (long units);
NOT_INSTRUMENTED static void do_cycles (long count);
#include "tests/calls/programs/work_counter.h"

static jmp_buf back;

static __attribute__ ((noinline)) void
small (void)
{
    do_work (1);
}

static __attribute__ ((noinline)) void
kernel_inner (void)
{
    do_work (10);
    small ();
}

void kernel_outer (void);
void
kernel_outer (void)
{
    do_work (5);
    kernel_inner ();
    kernel_inner ();
}

static __attribute__ ((noinline)) void
recurse (int depth)
{
    do_work (2);
    if (depth > 1)
        recurse (depth - 1);
}

static __attribute__ ((noinline)) void
jump (void)
{
    do_work (3);
    longjmp (back, 1);
}

static __attribute__ ((noinline)) void
catch_jump (void)
{
    if (!setjmp (back))
        jump ();
}

static __attribute__ ((noinline)) void
inside (void)
{
    do_work (1);
}

/* Its return address is far from where it says that it begins.  */
static __attribute__ ((noinline)) void
roomy (void)
{
    volatile char room[4096];

    room[0] = 1;
    inside ();
    room[sizeof room - 1] = room[0];
}

static void *
worker (void *data)
{
    (void)data;
    kernel_outer ();
    return NULL;
}

int
main (int argc, char **argv)
{
    int calls = argc > 1 ? atoi (argv[1]) : 1;
    pthread_t thread[4];

    MPI_Init (&argc, &argv);
    for (int i = 0; i < calls; i++)
        kernel_outer ();
    for (int i = 0; i < 3; i++)
        catch_jump ();
    recurse (4);
    roomy ();
    for (int i = 0; i < 4; i++)
        pthread_create (&thread[i], NULL, worker, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join (thread[i], NULL);
    MPI_Finalize ();
    return 0;
}
