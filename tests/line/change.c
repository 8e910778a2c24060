/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that changes on its way:
 *
 *     change STEPS WAITS [pages | works | slower | back | reads FILE]
 *
 * Its ranks compute for so many steps of 20 ms, then all but the first wait in
 * MPI so many times for the first, that sleeps as long.  With "pages" each
 * touches new ones before; with "works" the first computes in place of
 * sleeping, with "slower" at half the rate of work; with "back" all compute
 * again in the end; with "reads" the first reads mapped pages of that file from
 * storage in place of sleeping.
 */
#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/calls/programs/work_counter.h"

static long long
now (void)
{
    struct timespec time;

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

#define WORK 1000

static void
compute (long units)
{
    long long until = now () + 20000000;

    do_work (units);
    while (now () < until)
        ;
}

static void
compute_for (int steps)
{
    for (int i = 0; i < steps; i++)
        compute (WORK);
}

#define BYTES (1 << 20)

static void
touch_pages (void)
{
    char *pages = mmap (NULL, BYTES, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        return;
    memset (pages, 1, BYTES);
    munmap (pages, BYTES);
}

/* ---- pages from storage ------------------------------------------------- */

#define PAGES 4096
#define PAGE 4096

static struct {
    char *bytes; /* NULL: there is no file */
    int fd, next;
} stored;

static void
store (const char *path)
{
    char page[PAGE] = { 0 };
    int fd = open (path, O_RDWR | O_CREAT | O_TRUNC, 0600);

    for (int i = 0; i < PAGES; i++)
        if (write (fd, page, sizeof page) != sizeof page)
            return;
    stored.bytes
        = mmap (NULL, (size_t)PAGES * PAGE, PROT_READ, MAP_SHARED, fd, 0);
    if (fsync (fd) || stored.bytes == MAP_FAILED) {
        stored.bytes = NULL;
        return;
    }
    madvise (stored.bytes, (size_t)PAGES * PAGE, MADV_RANDOM);
    stored.fd = fd;
}

static void
read_stored (void)
{
    long long until = now () + 20000000;

    while (stored.bytes && now () < until) {
        if (stored.next % PAGES == 0) {
            madvise (stored.bytes, (size_t)PAGES * PAGE, MADV_DONTNEED);
            posix_fadvise (stored.fd, 0, 0, POSIX_FADV_DONTNEED);
        }
        (void)*(volatile char *)(stored.bytes
                                 + (size_t)(stored.next++ % PAGES) * PAGE);
    }
}

int
main (int argc, char **argv)
{
    const struct timespec time = { 0, 20000000 };
    const char *how = argc > 3 ? argv[3] : "sleeps";
    int steps = argc > 1 ? atoi (argv[1]) : 0, rank;
    int waits = argc > 2 ? atoi (argv[2]) : 0;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    if (rank == 0 && argc > 4)
        store (argv[4]);
    compute_for (steps);
    for (int i = 0; i < waits; i++) {
        if (!strcmp (how, "pages"))
            touch_pages ();
        if (rank == 0 && !strcmp (how, "works"))
            compute (WORK);
        else if (rank == 0 && !strcmp (how, "slower"))
            compute (WORK / 2);
        else if (rank == 0 && !strcmp (how, "reads"))
            read_stored ();
        else if (rank == 0)
            nanosleep (&time, NULL);
        MPI_Barrier (MPI_COMM_WORLD);
    }
    if (!strcmp (how, "back"))
        compute_for (steps);
    MPI_Finalize ();
    return 0;
}
