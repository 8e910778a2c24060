/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Leaves MPI calls from inside, by a longjmp out of an error handler: 3 of
 * MPI_Send, each from a deeper place than the one before, then 5 that return.
 * Between them MPI_Comm_size is called twice from main.  With an argument the
 * last call is left, too, and the program computes until it has computed for
 * 0.3 s.
 */
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>
#include <time.h>

static jmp_buf place;
static int left;

static void
leave (MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    (void)code;
    left++;
    longjmp (place, 1);
}

static __attribute__ ((noinline)) void
send_deeper (int depth)
{
    volatile char room[500];

    room[depth] = 1;
    if (depth > 0)
        send_deeper (depth - 1);
    else
        MPI_Send (&left, 1, MPI_INT, 99, 0, MPI_COMM_WORLD);
    left += room[depth] - 1;
}

static void
compute (void)
{
    struct timespec now;

    do
        clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    while (now.tv_sec == 0 && now.tv_nsec < 300000000);
}

int
main (int argc, char **argv)
{
    MPI_Errhandler handler;
    volatile int i;
    int size;

    MPI_Init (&argc, &argv);
    MPI_Comm_create_errhandler (leave, &handler);
    MPI_Comm_set_errhandler (MPI_COMM_WORLD, handler);
    for (i = 0; i < 3; i++)
        if (setjmp (place) == 0)
            send_deeper (i);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    for (i = 0; i < 5; i++)
        MPI_Send (&size, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    printf ("left %d\n", left);
    if (argc > 1) {
        if (setjmp (place) == 0)
            send_deeper (0);
        compute ();
    }
    MPI_Finalize ();
    return 0;
}
