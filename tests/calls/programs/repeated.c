/* SPDX-License-Identifier: BSD-3-Clause
 *
 * N times each what is called often, in a function for each, of which callgrind
 * counts the instructions:
 *
 *     repeated N
 */
#include <hpm.h>
#include <mpi.h>
#include <stdlib.h>

static __attribute__ ((noinline)) void
repeat_comm_rank (long n)
{
    int rank;

    while (n--)
        MPI_Comm_rank (MPI_COMM_WORLD, &rank);
}

/* Carries bytes by the type's size, and goes nowhere.  */
static __attribute__ ((noinline)) void
repeat_send (long n)
{
    double x = 0;

    while (n--)
        MPI_Send (&x, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static __attribute__ ((noinline)) void
repeat_allreduce (long n)
{
    double x = 0, sum;

    while (n--)
        MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static __attribute__ ((noinline)) void
repeat_mark (long n)
{
    while (n--) {
        hpm_region_begin ("part");
        hpm_region_end ("part");
    }
}

int
main (int argc, char **argv)
{
    long n = argc > 1 ? atol (argv[1]) : 1;

    MPI_Init (&argc, &argv);
    repeat_comm_rank (n);
    repeat_send (n);
    repeat_allreduce (n);
    repeat_mark (n);
    MPI_Finalize ();
    return 0;
}
