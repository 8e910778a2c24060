/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls in and beside the parts of a run that are counted (--start=paused).
 * MPI_Reduce_local hands on to a function of ours, which starts and stops
 * counting: so it is under way then, for certain.  Of all others, those that
 * are counted have names of their own.
 */
#include <mpi.h>
#include <time.h>

#include "tests/scope/signal_and_see.h"

static const char *steps; /* of the call under way */

static void
rest (void)
{
    const struct timespec time = { 0, 100000000 };

    nanosleep (&time, NULL);
}

/* Rest where counting is as it is, and change it.  */
static void
change (void *in, void *inout, int *length, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)length, (void)type;
    rest ();
    for (; *steps; steps++) {
        if (*steps == '+')
            signal_and_see (SIGUSR1, "hpmmpi counts");
        else
            signal_and_see (SIGUSR2, "hpmmpi paused");
        rest ();
    }
}

static void
change_inside (MPI_Op op, const char *how)
{
    int in = 0, out = 0;

    steps = how;
    MPI_Reduce_local (&in, &out, 1, MPI_INT, op);
}

static void
broadcast (int times)
{
    char data[4000] = "";

    for (int i = 0; i < times; i++)
        MPI_Bcast (data, sizeof data, MPI_BYTE, 0, MPI_COMM_WORLD);
}

/* These are not counted, but for those that are made while they should not. */
static void
exchange (int times)
{
    int in = 0, all[64];

    for (int i = 0; i < times; i++)
        MPI_Allgather (&in, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

int
main (int argc, char **argv)
{
    MPI_Op op;

    MPI_Init (&argc, &argv);
    MPI_Op_create (change, 1, &op);
    exchange (5);
    change_inside (op, "+"); /* begins in a pause */
    broadcast (11);
    change_inside (op, "-"); /* ends in one */
    exchange (7);
    change_inside (op, "+-"); /* 0.1 s of it count */
    change_inside (op, "+");
    broadcast (13);
    change_inside (op, "-+"); /* counts once */
    change_inside (op, "-+-");
    exchange (3);
    change_inside (op, ""); /* does not count */
    MPI_Op_free (&op);
    MPI_Finalize ();
    return 0;
}
