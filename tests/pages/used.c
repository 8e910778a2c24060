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

#define MIB ((size_t)1 << 20)
#define BYTES (16 * MIB)
#define PAGE 4096

/* Between pages that nobody may touch, so that no neighbour is merged with it,
 * which are larger than the guard of a stack.  */
static char *
map_apart (void)
{
    char *all = mmap (NULL, BYTES + 2 * MIB, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (all == MAP_FAILED
        || mprotect (all + MIB, BYTES, PROT_READ | PROT_WRITE))
        abort ();
    madvise (all + MIB, BYTES, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < BYTES; i += PAGE)
        all[MIB + i] = 1;
    return all + MIB;
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

/* Whether the array is not marked as used: "Referenced:  0 kB" of the mapping
 * that starts there.  */
static int
is_unmarked (const char *array)
{
    FILE *file = fopen ("/proc/self/smaps", "r");
    unsigned long long from = 0, to;
    long long kb = -1, value;
    char line[8192];

    while (file && fgets (line, sizeof line, file))
        if (sscanf (line, "%llx-%llx ", &from, &to) != 2
            && from == (uintptr_t)array
            && sscanf (line, "Referenced: %lld", &value) == 1)
            kb = value;
    if (file)
        fclose (file);
    return kb == 0;
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
    char *written = map_apart (), *half = map_apart (), *idle = map_apart ();
    double until = argc > 1 ? atof (argv[1]) : 0;
    char name[64];
    FILE *out;
    int rank;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    until += MPI_Wtime ();
    while (MPI_Wtime () < until && !is_unmarked (idle))
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
