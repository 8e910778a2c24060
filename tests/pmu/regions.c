/* SPDX-License-Identifier: BSD-3-Clause
 *
 * regions: regions of two instructions a turn, each entered 1,000 times, and as
 * many that are empty, for what marks themselves take; by hpm.h, libhpm, and in
 * two threads.  Says what libperfex counts of 1,000,000 turns.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#include "hpm.h"
#include "libhpm.h"
#include "libperfex.h"
#include "turn.h"

#define ENTRIES 1000
#define TURNS 1000

static void
run_ours (void)
{
    const struct hpm_label *inner = hpm_region_make ("inner", NULL, 0),
                           *empty = hpm_region_make ("empty", NULL, 0);

    hpm_region_begin ("outer");
    for (int i = 0; i < ENTRIES; i++) {
        hpm_region_enter (inner);
        turn (TURNS);
        hpm_region_leave (inner);
        hpm_region_enter (empty);
        hpm_region_leave (empty);
    }
    hpm_region_end ("outer");
}

static void *
worker (void *data)
{
    int id = *(int *)data;

    for (int i = 0; i < ENTRIES; i++) {
        hpmTstart (id, "in a thread");
        turn ((uint64_t)id * TURNS);
        hpmTstop (id);
        hpmTstart (9, "empty");
        hpmTstop (9);
    }
    return NULL;
}

static void
run_threads (void)
{
    int id[2] = { 1, 2 };
    pthread_t thread[2];

    for (int i = 0; i < 2; i++)
        pthread_create (&thread[i], NULL, worker, &id[i]);
    for (int i = 0; i < 2; i++)
        pthread_join (thread[i], NULL);
}

int
main (int argc, char **argv)
{
    long long cycles = -1, instructions = -1;

    MPI_Init (&argc, &argv);
    hpmInit (3, "regions");
    run_ours ();
    run_threads ();
    start_counters (0, 17);
    turn (1000000);
    read_counters (0, &cycles, 17, &instructions);
    printf ("%lld %lld\n", cycles, instructions);
    hpmTerminate (3);
    MPI_Finalize ();
    return 0;
}
