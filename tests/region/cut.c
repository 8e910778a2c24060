/* SPDX-License-Identifier: BSD-3-Clause
 *
 *     cut hang|_exit|MPI_Abort
 *
 * A program that ends, or does not, while it is in regions with work of known
 * amount in them; cut.sh has what must come of it.
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

#include "hpm.h"
#include "tests/calls/programs/work_counter.h"

static sem_t is_inside;

static void *
end_inside (void *data)
{
    hpm_region_begin ("ended");
    do_work (3);
    return data;
}

static void *
stay_inside (void *data)
{
    hpm_region_begin ("held");
    do_work (4);
    hpm_region_begin ("deeper");
    do_work (1);
    sem_post (&is_inside);
    for (;;)
        pause ();
    return data;
}

static void
with_threads (void)
{
    pthread_t thread;

    for (int i = 0; i < 40; i++) {
        pthread_create (&thread, NULL, end_inside, NULL);
        pthread_join (thread, NULL);
    }
    sem_init (&is_inside, 0, 0);
    pthread_create (&thread, NULL, stay_inside, NULL);
    while (sem_wait (&is_inside) < 0)
        continue;
}

int
main (int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "hang";

    MPI_Init (&argc, &argv);
    hpm_region_begin ("outer");
    do_work (10);
    for (int i = 0; i < 5; i++) {
        hpm_region_begin ("inner");
        do_work (2);
        hpm_region_end ("inner");
    }
    with_threads ();
    hpm_region_begin ("inner");
    do_work (7);
    MPI_Barrier (MPI_COMM_WORLD);
    if (!strcmp (way, "_exit"))
        _exit (3);
    if (!strcmp (way, "MPI_Abort"))
        MPI_Abort (MPI_COMM_WORLD, 3);
    for (;;)
        pause ();
}
