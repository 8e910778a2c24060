/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A job whose last rank is slow in one region, while the others wait for it in
 * another: both inside "solve".  With STEPS that is done so often, in regions
 * of longer names.
 *
 *     uneven [STEPS]
 */
#include <stdlib.h>
#include <time.h>

#include <mpi.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"

static const char *relax = "relax", *halo = "halo";

static void
step (struct timespec time)
{
    hpm_region_begin (relax);
    do_work (5);
    nanosleep (&time, NULL);
    hpm_region_end (relax);
    hpm_region_begin (halo);
    MPI_Barrier (MPI_COMM_WORLD);
    hpm_region_end (halo);
}

int
main (int argc, char **argv)
{
    struct timespec time = { 0, 1000000 };
    int rank, size, steps = argc > 1 ? atoi (argv[1]) : 1;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    if (rank == size - 1)
        time = (struct timespec){ 2 / steps, 2000000000L / steps % 1000000000 };
    if (steps > 1) {
        relax = "relax the interior of the domain with a smoother";
        halo = "halo of the interior of the domain, by neighbours";
    }
    hpm_region_begin ("solve");
    for (int i = 0; i < steps; i++)
        step (time);
    if (rank == 0) {
        hpm_region_begin ("alone");
        hpm_region_end ("alone");
    }
    hpm_region_end ("solve");
    MPI_Finalize ();
    return 0;
}
