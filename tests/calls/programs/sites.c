/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls of MPI from places that a test finds by the words behind them.
 *
 *   sites places [PLUGIN]    from the program, inlined, from its library, and
 *                            from a plug-in that is unloaded
 *   sites many               from more places than there is room for
 *   sites threads            from 300 threads, one after the other
 *   sites alternate          two places by turns
 *   sites sleep              ranks that sleep in MPI nearly all of the time
 */
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/calls/programs/sites_library.h"

#define WORLD MPI_COMM_WORLD

static inline __attribute__ ((always_inline)) void
inlined (void)
{
    double one = 1, sum;

    MPI_Allreduce (&one, &sum, 1, MPI_DOUBLE, MPI_SUM, WORLD); /* INLINED */
    __asm__ volatile("" ::: "memory");
}

static __attribute__ ((noinline)) void
from_plugin (const char *path)
{
    void *plugin = dlopen (path, RTLD_NOW | RTLD_LOCAL);
    void (*call) (void)
        = plugin ? (void (*) (void))dlsym (plugin, "sites_from_library") : NULL;

    if (!call)
        return;
    call ();
    dlclose (plugin);
}

static __attribute__ ((noinline)) void
places (const char *plugin)
{
    double four[4] = { 0 }, sums[4];

    for (int i = 0; i < 10; i++)
        MPI_Allreduce (four, sums, 4, MPI_DOUBLE, MPI_SUM, WORLD); /* LOOP */
    for (int i = 0; i < 5; i++)
        inlined ();
    for (int i = 0; i < 3; i++)
        sites_from_library ();
    if (plugin)
        from_plugin (plugin);
    __asm__ volatile("" ::: "memory");
}

#define CALL MPI_Comm_rank (WORLD, &rank);
#define CALLS_4 CALL CALL CALL CALL
#define CALLS_16 CALLS_4 CALLS_4 CALLS_4 CALLS_4
#define CALLS_64 CALLS_16 CALLS_16 CALLS_16 CALLS_16
#define CALLS_256 CALLS_64 CALLS_64 CALLS_64 CALLS_64

static void
many (void)
{
    int rank;

    for (int i = 0; i < 3; i++) {
        CALLS_256 CALLS_256 CALLS_256 CALLS_256
    }
}

static void *
thread (void *unused)
{
    int rank;

    (void)unused;
    for (int i = 0; i < 7; i++)
        MPI_Comm_rank (WORLD, &rank); /* THREAD */
    MPI_Comm_size (WORLD, &rank);     /* ONCE */
    return NULL;
}

static void
threads (void)
{
    for (int i = 0; i < 300; i++) {
        pthread_t one;

        if (!pthread_create (&one, NULL, thread, NULL))
            pthread_join (one, NULL);
    }
}

static void
alternate (void)
{
    char text[8] = "";
    MPI_Request request;

    for (int i = 0; i < 100; i++) {
        MPI_Irecv (text, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
        MPI_Send (text, 1 + i % 2, MPI_CHAR, 0, 0, MPI_COMM_SELF); /* FIRST */
        MPI_Wait (&request, MPI_STATUS_IGNORE);
        MPI_Irecv (text, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
        MPI_Send (text, 7, MPI_CHAR, 0, 0, MPI_COMM_SELF); /* SECOND */
        MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

static void
sleep_and_add (void *from, void *to, int *count, MPI_Datatype *type)
{
    (void)type;
    usleep (50000);
    for (int i = 0; i < *count; i++)
        ((int *)to)[i] += ((int *)from)[i];
}

/* Ranks that wait for others in MPI wait for a processor there, too, where
 * other work has them: those that sleep there want none.  */
static void
sleep_inside (void)
{
    int one = 1, sum;
    MPI_Op op;

    MPI_Op_create (sleep_and_add, 1, &op);
    for (int i = 0; i < 20; i++)
        MPI_Allreduce (&one, &sum, 1, MPI_INT, op, WORLD); /* SLEEP */
    MPI_Allreduce (&one, &sum, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Op_free (&op);
}

int
main (int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "places";
    int provided;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (!strcmp (what, "many"))
        many ();
    else if (!strcmp (what, "threads"))
        threads ();
    else if (!strcmp (what, "alternate"))
        alternate ();
    else if (!strcmp (what, "sleep"))
        sleep_inside ();
    else
        places (argc > 2 ? argv[2] : NULL);
    MPI_Finalize ();
    return 0;
}
