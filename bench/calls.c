/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one MPI call takes, for several calls that do little themselves; one
 * process, so that nobody is waited for.  Prints "calls NAME NANOSECONDS" for
 * each: the fastest of some rounds.  Then the floors of bare.h.
 */
#include <mpi.h>

#include "bench/bare.h"

static void
call_comm_rank (void)
{
    int rank;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
}

/* The same from several places by turns: a place that is not the one of the
 * call before is looked for.  */
#define PLACE MPI_Comm_rank (MPI_COMM_WORLD, &rank);
#define FOUR(text) text text text text
#define PLACES 64

static void
call_from_two (void)
{
    int rank;

    PLACE PLACE
}

static void
call_from_many (void)
{
    int rank;

    FOUR (FOUR (FOUR (PLACE)))
}

static void
call_iprobe (void)
{
    int flag;

    MPI_Iprobe (MPI_ANY_SOURCE, 9, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

static void
call_test (void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag;

    MPI_Test (&request, &flag, MPI_STATUS_IGNORE);
}

/* Carries bytes by the type's size, and goes nowhere.  */
static void
call_send (void)
{
    double x = 0;

    MPI_Send (&x, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void
call_allreduce (void)
{
    double x = 0, sum;

    MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    printf ("calls MPI_Comm_rank %.2f\n", measure (call_comm_rank));
    printf ("calls MPI_Comm_rank-from-2-places %.2f\n",
            measure (call_from_two) / 2);
    printf ("calls MPI_Comm_rank-from-%d-places %.2f\n", PLACES,
            measure (call_from_many) / PLACES);
    printf ("calls MPI_Test %.2f\n", measure (call_test));
    printf ("calls MPI_Send %.2f\n", measure (call_send));
    printf ("calls MPI_Iprobe %.2f\n", measure (call_iprobe));
    printf ("calls MPI_Allreduce %.2f\n", measure (call_allreduce));
    print_floors ();
    MPI_Finalize ();
    return 0;
}
