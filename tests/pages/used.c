/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that fills arrays before MPI_Init and uses some of them afterwards,
 * and that writes into pages.RANK.json how much of each.
 *
 *     used [SECONDS]    once its pages are marked as not used, or after so long
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/pages/arrays.h"

#define BYTES (16 * MIB)
#define PAGE 4096

/* In small pages, all of them in memory.  */
static char *
make_array (void)
{
    char *array = map_apart (BYTES);

    madvise (array, BYTES, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < BYTES; i += PAGE)
        array[i] = 1;
    return array;
}

static void
write_each (volatile char *array, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += PAGE)
        array[i] = 2;
}

static int
read_each (const volatile char *array, size_t bytes)
{
    int sum = 0;

    for (size_t i = 0; i < bytes; i += PAGE)
        sum += array[i];
    return sum;
}

static void
tell (FILE *out, const char *name, const char *array, size_t used)
{
    fprintf (out, "  \"%s\": {\"address\": %llu, \"used\": %zu},\n", name,
             (unsigned long long)(uintptr_t)array, used);
}

int
main (int argc, char **argv)
{
    char *written = make_array (), *half = make_array (), *idle = make_array ();
    double until = argc > 1 ? atof (argv[1]) : 0;
    char name[64];
    FILE *out;
    int rank;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    until += MPI_Wtime ();
    while (MPI_Wtime () < until && smaps_of (idle, "Referenced") > 0)
        usleep (100000);
    write_each (written, BYTES);
    if (read_each (half, BYTES / 2) != BYTES / 2 / PAGE)
        return 1;
    snprintf (name, sizeof name, "pages.%d.json", rank);
    out = fopen (name, "w");
    if (!out)
        return 1;
    fprintf (out, "{\n");
    tell (out, "written", written, BYTES);
    tell (out, "half", half, BYTES / 2);
    tell (out, "idle", idle, 0);
    fprintf (out, "  \"page\": %d\n}\n", PAGE);
    fclose (out);
    MPI_Finalize ();
    return 0;
}
