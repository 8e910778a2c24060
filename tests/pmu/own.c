/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that counts with PAPI itself:
 *
 *     own LENGTH few|many
 *
 * It counts LENGTH turns, two instructions each, four times, and prints what it
 * counted: before MPI_Init; after it, with the event set still running (few) or
 * stopped and not counted (many, "-"); after it, with the event set started
 * again; and after MPI_Finalize.  `many` events take almost all counters.
 */
#include <mpi.h>
#include <papi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "turn.h"

static char *few[] = { "PAPI_TOT_INS", "PAPI_TOT_CYC", NULL };
static char *many[]
    = { "PAPI_TOT_INS", "PAPI_L1_DCM", "PAPI_L2_DCM", "PAPI_LD_INS", NULL };
static int set = PAPI_NULL;

static int
create (char **names)
{
    if (PAPI_library_init (PAPI_VER_CURRENT) != PAPI_VER_CURRENT
        || PAPI_create_eventset (&set) != PAPI_OK)
        return -1;
    for (; *names; names++)
        if (PAPI_add_named_event (set, *names) != PAPI_OK)
            return -1;
    return 0;
}

/* Instructions of the turns, counted from a start to a stop.  */
static long long
restarted (uint64_t length)
{
    long long values[8] = { -1 };

    if (PAPI_start (set) != PAPI_OK)
        return -1;
    turn (length);
    return PAPI_stop (set, values) == PAPI_OK ? values[0] : -1;
}

/* The same, while the set runs anyway.  */
static long long
running (uint64_t length)
{
    long long before[8], after[8];

    if (PAPI_read (set, before) != PAPI_OK)
        return -1;
    turn (length);
    return PAPI_read (set, after) == PAPI_OK ? after[0] - before[0] : -1;
}

int
main (int argc, char **argv)
{
    int across = argc > 2 && !strcmp (argv[2], "few");
    uint64_t length = argc > 1 ? strtoull (argv[1], NULL, 10) : 1;
    long long values[8];

    if (create (across ? few : many))
        return 2;
    printf ("%lld ", restarted (length));
    if (across)
        PAPI_start (set);
    MPI_Init (&argc, &argv);
    if (across)
        printf ("%lld ", running (length));
    else {
        turn (length);
        printf ("- ");
    }
    if (across)
        PAPI_stop (set, values);
    printf ("%lld ", restarted (length));
    MPI_Finalize ();
    printf ("%lld\n", restarted (length));
    return 0;
}
