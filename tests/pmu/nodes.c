/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program with memory on two NUMA nodes: 16 MiB on the first, 8 MiB on the
 * second, and 12 MiB on both in turn.  It prints, for each of these, its
 * address and the bytes that the kernel tells of the two nodes.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define BIND 2 /* MPOL_BIND and MPOL_INTERLEAVE of <numaif.h> */
#define INTERLEAVE 3

/* Between pages that nobody may touch, so that no neighbour is merged with it.
 */
static char *
place (size_t bytes, int policy, unsigned long nodes)
{
    char *all = mmap (NULL, bytes + 2 * MIB, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    char *at = all + MIB;

    if (all == MAP_FAILED || mprotect (at, bytes, PROT_READ | PROT_WRITE)
        || syscall (SYS_mbind, at, bytes, policy, &nodes, 8 * sizeof nodes, 0))
        abort ();
    memset (at, 1, bytes);
    return at;
}

/* Bytes behind " N0=" in the line. */
static long long
bytes_on (const char *line, const char *node)
{
    const char *found = strstr (line, node);

    return found ? 4096 * atoll (found + strlen (node)) : 0;
}

static void
tell (const char *at)
{
    FILE *maps = fopen ("/proc/self/numa_maps", "r");
    char line[4096];

    while (maps && fgets (line, sizeof line, maps))
        if (strtoull (line, NULL, 16) == (unsigned long long)at)
            printf ("%llu %lld %lld\n", (unsigned long long)at,
                    bytes_on (line, " N0="), bytes_on (line, " N1="));
    if (maps)
        fclose (maps);
}

int
main (int argc, char **argv)
{
    char *places[3];

    MPI_Init (&argc, &argv);
    places[0] = place (16 * MIB, BIND, 1);
    places[1] = place (8 * MIB, BIND, 2);
    places[2] = place (12 * MIB, INTERLEAVE, 3);
    for (int i = 0; i < 3; i++)
        tell (places[i]);
    fflush (stdout);
    MPI_Finalize ();
    return 0;
}
