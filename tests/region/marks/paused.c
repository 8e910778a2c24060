/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI_Pcontrol of levels 0 and 1, and work of two threads: 5 units each and 3
 * that count, and 1,100 that do not.  All of it is in regions, one of each
 * thread; one more is all in the pause.
 */
#include <mpi.h>
#include <pthread.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"

static pthread_barrier_t together;

static void
meet (void)
{
    pthread_barrier_wait (&together);
}

static void *
other (void *unused)
{
    (void)unused;
    hpm_region_begin ("other");
    do_work (5);
    meet ();
    meet ();
    do_work (100);
    meet ();
    meet ();
    do_work (3);
    hpm_region_end ("other");
    return NULL;
}

int
main (int argc, char **argv)
{
    pthread_t thread;

    MPI_Init (&argc, &argv);
    MPI_Pcontrol (1);
    pthread_barrier_init (&together, NULL, 2);
    pthread_create (&thread, NULL, other, NULL);
    hpm_region_begin ("main");
    do_work (5);
    meet ();
    MPI_Pcontrol (0);
    MPI_Pcontrol (0);
    meet ();
    hpm_region_begin ("paused");
    do_work (1000);
    hpm_region_end ("paused");
    MPI_Barrier (MPI_COMM_WORLD);
    meet ();
    MPI_Pcontrol (2);
    MPI_Pcontrol (1);
    meet ();
    do_work (3);
    hpm_region_end ("main");
    pthread_join (thread, NULL);
    MPI_Pcontrol (1, "region");
    MPI_Pcontrol (-1, "region");
    MPI_Finalize ();
    return 0;
}
