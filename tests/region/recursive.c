/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that are within others of their label, and one label in two places,
 * with work of known amount; on two ranks, of which the second has no "b". With
 * an argument a second thread has "a", too.
 */
#include <mpi.h>
#include <pthread.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"

static void
walk (int depth)
{
    hpm_region_begin ("walk");
    do_work (1);
    if (depth > 1)
        walk (depth - 1);
    hpm_region_begin ("leaf");
    do_work (2);
    hpm_region_end ("leaf");
    hpm_region_end ("walk");
}

static void *
have_a (void *unused)
{
    (void)unused;
    hpm_region_begin ("a");
    walk (10);
    hpm_region_end ("a");
    return NULL;
}

int
main (int argc, char **argv)
{
    pthread_t thread;
    int rank;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    have_a (NULL);
    if (argc > 1 && !pthread_create (&thread, NULL, have_a, NULL))
        pthread_join (thread, NULL);
    if (rank == 0) {
        hpm_region_begin ("b");
        walk (5);
        MPI_Barrier (MPI_COMM_SELF);
        hpm_region_end ("b");
    }
    MPI_Finalize ();
    return 0;
}
