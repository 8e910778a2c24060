/* SPDX-License-Identifier: BSD-3-Clause
 *
 *     detail REGIONS
 *
 * Each rank enters as many regions, once each.
 */
#include <stdio.h>
#include <stdlib.h>

#include <mpi.h>

#include "hpm.h"

int
main (int argc, char **argv)
{
    int count = argc > 1 ? atoi (argv[1]) : 0;
    char label[32];

    MPI_Init (&argc, &argv);
    for (int i = 0; i < count; i++) {
        snprintf (label, sizeof label, "part%d", i);
        hpm_region_begin (label);
        hpm_region_end (label);
    }
    MPI_Finalize ();
    return 0;
}
