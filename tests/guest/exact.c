/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exact TRAPPED: an MPI program that asks whether its arithmetic was exact,
 * after MPI_Init, many calls and MPI_Finalize, and traps these exceptions.  It
 * inherits orphans, and looks whether there are any.
 */
#include <fenv.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS 5000

static int rank, after_calls;

static void
call (void)
{
    int sum;

    for (int i = 0; i < CALLS; i++)
        MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int
main (int argc, char **argv)
{
    int trapped = argc > 1 ? (int)strtol (argv[1], NULL, 0) : 0;

    int orphans = 0;
    pid_t orphan;

    prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    feclearexcept (FE_ALL_EXCEPT);
    feenableexcept (trapped);
    call ();
    usleep (300000);
    after_calls = fetestexcept (FE_ALL_EXCEPT);
    MPI_Finalize ();
    usleep (500000); /* a writer would end */
    while ((orphan = waitpid (-1, NULL, 0)) > 0)
        orphans++;
    if (rank == 0)
        printf ("%d orphans\n", orphans);
    if (rank == 0)
        printf ("after calls %x, after the end %x\n", (unsigned)after_calls,
                (unsigned)fetestexcept (FE_ALL_EXCEPT));
    return 0;
}
