/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every rank says what it got, line by line and the same in every run; rank 0
 * prints the lines of all, in order.
 */
#ifndef TESTS_CONFORMANCE_SAY_H
#define TESTS_CONFORMANCE_SAY_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 16384

static int rank, ranks, left, right;
static char lines[ROOM];
static size_t used;

__attribute__ ((format (printf, 1, 2))) static void
say (const char *format, ...)
{
    va_list arguments;

    va_start (arguments, format);
    used += (size_t)vsnprintf (lines + used, ROOM - used, format, arguments);
    va_end (arguments);
    if (used > ROOM - 1)
        used = ROOM - 1;
}

static void
print_all (void)
{
    char *all = malloc ((size_t)ranks * ROOM);

    MPI_Gather (lines, ROOM, MPI_CHAR, all, ROOM, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < ranks; i++)
        printf ("rank %d\n%s", i, all + (size_t)i * ROOM);
    free (all);
}

/* What a status says of ints.  */
static void
say_status (const char *what, MPI_Status *status, int value)
{
    int count, cancelled;

    MPI_Get_count (status, MPI_INT, &count);
    MPI_Test_cancelled (status, &cancelled);
    say ("%s: %d from %d tag %d, %d ints, cancelled %d\n", what, value,
         status->MPI_SOURCE, status->MPI_TAG, count, cancelled);
}

static void
say_begin (int *argc, char ***argv)
{
    MPI_Init (argc, argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    left = (rank + ranks - 1) % ranks;
    right = (rank + 1) % ranks;
}

static void
say_end (void)
{
    print_all ();
    MPI_Finalize ();
}

#endif /* TESTS_CONFORMANCE_SAY_H */
