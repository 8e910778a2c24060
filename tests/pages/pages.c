/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that touches so many pages of each kind of memory, and writes into
 * pages.RANK.json what the kernel tells of them at its end.
 *
 *     pages [MIB [SECONDS]]    touch so much more; stay for so long
 */
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/pages/arrays.h"

static int rank;
static FILE *out;

static char *
map (size_t bytes, int flags, int file)
{
    char *at = mmap (NULL, bytes, PROT_READ | PROT_WRITE, flags, file, 0);

    return at == MAP_FAILED ? NULL : at;
}

static void
touch (volatile char *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 4096)
        at[i] = 1;
}

/* The pages "N0=..." of the mapping that starts there, in bytes.  */
static long long
node0_of (const char *at)
{
    FILE *file = fopen ("/proc/self/numa_maps", "r");
    long long bytes = -1;
    char line[8192];

    while (file && fgets (line, sizeof line, file)) {
        const char *node = strstr (line, " N0=");

        if (strtoull (line, NULL, 16) == (uintptr_t)at)
            bytes = node ? 4096 * strtoll (node + 4, NULL, 10) : 0;
    }
    if (file)
        fclose (file);
    return bytes;
}

static void
tell (const char *name, const char *at, long long size, long long touched)
{
    fprintf (out,
             "  \"%s\": {\"address\": %llu, \"size\": %lld, \"touched\": %lld, "
             "\"rss\": %lld, \"node0\": %lld},\n",
             name, (unsigned long long)(uintptr_t)at, size, touched,
             smaps_of (at, "Rss"), node0_of (at));
}

static char *
map_file (const char *name, size_t bytes)
{
    int file = open (name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    char *at;

    if (file < 0 || ftruncate (file, (off_t)bytes))
        abort ();
    at = map (bytes, MAP_SHARED, file);
    close (file);
    return at;
}

static pthread_barrier_t ready, done;

static void *
use_stack (void *data)
{
    volatile char room[2 * MIB];

    touch (room, sizeof room);
    pthread_barrier_wait (&ready);
    pthread_barrier_wait (&done);
    return data;
}

/* The order is that in which they are told.  */
static void
fill (size_t more)
{
    char *array = map_apart (16 * MIB), *half = map_apart (16 * MIB);
    char *never = map_apart (32 * MIB), *large = malloc (24 * MIB);
    char *shared = map (8 * MIB, MAP_SHARED | MAP_ANONYMOUS, -1), *file, *huge;
    char *much = more ? map_apart (more) : NULL, name[64];

    snprintf (name, sizeof name, "data.%d", rank);
    file = map_file (name, 4 * MIB);
    huge = map (4 * MIB, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1);
    touch (array, 16 * MIB);
    touch (half, 8 * MIB);
    touch (large, 24 * MIB);
    touch (shared, 2 * MIB);
    touch (file, 3 * MIB);
    if (huge)
        touch (huge, 2 * MIB);
    if (much)
        touch (much, more / 2);
    tell ("array", array, 16 << 20, 16 << 20);
    tell ("half", half, 16 << 20, 8 << 20);
    tell ("never", never, 32 << 20, 0);
    tell ("malloc", large - 16, 24 << 20, 24 << 20);
    tell ("shared", shared, 8 << 20, 2 << 20);
    tell ("file", file, 4 << 20, 3 << 20);
    if (huge)
        tell ("huge", huge, 4 << 20, 2 << 20);
    if (much)
        tell ("much", much, (long long)more, (long long)more / 2);
}

int
main (int argc, char **argv)
{
    size_t more = argc > 1 ? (size_t)atol (argv[1]) * MIB : 0;
    pthread_t thread;
    char name[64];

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    snprintf (name, sizeof name, "pages.%d.json", rank);
    out = fopen (name, "w");
    if (!out)
        return 1;
    pthread_barrier_init (&ready, NULL, 2);
    pthread_barrier_init (&done, NULL, 2);
    if (pthread_create (&thread, NULL, use_stack, NULL))
        return 1;
    pthread_barrier_wait (&ready);
    fputs ("{\n", out);
    fill (more);
    fprintf (out, "  \"page\": %ld\n}\n", sysconf (_SC_PAGESIZE));
    fclose (out);
    if (argc > 2)
        usleep ((useconds_t)(1e6 * atof (argv[2])));
    MPI_Finalize ();
    pthread_barrier_wait (&done);
    pthread_join (thread, NULL);
    return 0;
}
