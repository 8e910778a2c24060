/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program with an event set of its own, started before MPI and read after it:
 * a software defined event, whose value it knows.
 */
#include <mpi.h>
#include <papi.h>
#include <stdio.h>
#include <sde_lib.h>

static long long work;

static int
start (int *set)
{
    papi_handle_t handle = papi_sde_init ("own");

    papi_sde_register_counter (handle, "WORK", PAPI_SDE_RO | PAPI_SDE_DELTA,
                               PAPI_SDE_long_long, &work);
    return PAPI_library_init (PAPI_VER_CURRENT) == PAPI_VER_CURRENT
           && PAPI_create_eventset (set) == PAPI_OK
           && PAPI_add_named_event (*set, "sde:::own::WORK") == PAPI_OK
           && PAPI_start (*set) == PAPI_OK;
}

int
main (int argc, char **argv)
{
    int set = PAPI_NULL, rank, started = start (&set);
    long long middle = -1, end = -1;

    work += 7;
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    work += 100 + rank;
    PAPI_read (set, &middle);
    MPI_Barrier (MPI_COMM_WORLD);
    work += 1000;
    MPI_Finalize ();
    work += 10000;
    PAPI_stop (set, &end);
    if (rank == 0)
        printf ("%d %lld %lld\n", started, middle, end);
    return 0;
}
