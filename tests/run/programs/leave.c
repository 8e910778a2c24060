/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that ends in the way it is told to, and prints for how long it had
 * run by then, in ns:
 *
 *     leave finalize|exit|_exit
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Of a preloaded library (scarce.c).  */
extern void scarce_begin (void) __attribute__ ((weak));

static int64_t
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int
main (int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    int64_t began;

    if (!strcmp (how, "finalize"))
        MPI_Init (&argc, &argv);
    began = now ();
    usleep (50000);
    printf ("%lld\n", (long long)(now () - began));
    fflush (stdout);
    if (!strcmp (how, "finalize")) {
        if (scarce_begin)
            scarce_begin ();
        return MPI_Finalize ();
    }
    if (!strcmp (how, "_exit"))
        _exit (0);
    exit (0);
}
