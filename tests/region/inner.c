/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A region with nothing in it but another, with a call of MPI and no more each
 * time, so that most of what is counted there is of marks and looks at calls.
 *
 *     inner [THOUSANDS]
 */
#include <hpm.h>
#include <mpi.h>
#include <stdlib.h>

#define INNER 1000

static void
look_for_a_message (void)
{
    int flag;

    hpm_region_begin ("inner");
    MPI_Iprobe (MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    hpm_region_end ("inner");
}

int
main (int argc, char **argv)
{
    int thousands = argc > 1 ? atoi (argv[1]) : 20;

    MPI_Init (&argc, &argv);
    for (int i = 0; i < thousands; i++) {
        hpm_region_begin ("outer");
        for (int j = 0; j < INNER; j++)
            look_for_a_message ();
        hpm_region_end ("outer");
    }
    MPI_Finalize ();
    return 0;
}
