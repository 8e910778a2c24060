/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the time in MPI calls was spent, told by the program's own clocks.
 *
 *     spent PATTERN
 *
 * Every pattern is some blocks of nothing but MPI calls, with something else
 * between them.  Around each block a rank reads its processor's clock, its wait
 * for a processor and the time, and prints at its end
 *
 *     spent RANK PROCESSOR WAIT TIME          (ns)
 *
 * WAIT is -1 where the system does not tell.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCKS 10
/* In a block.  One in ten is long, and in one of two of these the rank rests:
 * where looks are dear, and so one call in thirty is looked at, fewer leave an
 * error of a quarter of the time.  */
#define REDUCTIONS 3000

struct clocks {
    int64_t processor, wait, time;
};

static int rank, ranks;
static struct clocks sum;

static int64_t
clock_of (clockid_t clock)
{
    struct timespec t;

    clock_gettime (clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int64_t
wait_of (void)
{
    static int file = -1;
    char text[128], *end;
    ssize_t n;

    if (file < 0)
        file = open ("/proc/thread-self/schedstat", O_RDONLY);
    n = file < 0 ? -1 : pread (file, text, sizeof text - 1, 0);
    if (n <= 0)
        return -1;
    text[n] = '\0';
    strtoll (text, &end, 10);
    return strtoll (end, NULL, 10);
}

static struct clocks
now (void)
{
    struct clocks clocks;

    clocks.time = clock_of (CLOCK_MONOTONIC);
    clocks.processor = clock_of (CLOCK_THREAD_CPUTIME_ID);
    clocks.wait = wait_of ();
    return clocks;
}

/* Another order: what is read first at the end was read last at the beginning.
 */
static void
add_since (const struct clocks *began)
{
    int64_t wait = wait_of ();
    int64_t processor = clock_of (CLOCK_THREAD_CPUTIME_ID);

    sum.time += clock_of (CLOCK_MONOTONIC) - began->time;
    sum.processor += processor - began->processor;
    sum.wait = wait < 0 || sum.wait < 0 ? -1 : sum.wait + wait - began->wait;
}

/* ---- what is between, and inside ---------------------------------------- */

static void
compute (int64_t nanoseconds)
{
    int64_t end = clock_of (CLOCK_THREAD_CPUTIME_ID) + nanoseconds;

    while (clock_of (CLOCK_THREAD_CPUTIME_ID) < end)
        ;
}

static void
rest (int64_t nanoseconds)
{
    struct timespec t = { 0, nanoseconds };

    nanosleep (&t, NULL);
}

/* A reduction that computes, and another that does nothing and takes as long:
 * this happens inside MPI.  */
static void
reduce_computing (void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)inout;
    (void)count;
    (void)type;
    compute (*(int *)in * INT64_C (1000));
}

static void
reduce_resting (void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)inout;
    (void)count;
    (void)type;
    rest (*(int *)in * INT64_C (1000));
}

/* ---- blocks ------------------------------------------------------------- */

static void
exchange (int block)
{
    int other = rank ^ 1;
    double x = block;

    for (int i = 0; i < 3000 && other < ranks; i++)
        MPI_Sendrecv_replace (&x, 1, MPI_DOUBLE, other, 0, other, 0,
                              MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Short calls, and one in 50 in which others are waited for.  */
static void
sum_up (int block)
{
    double x = block, y;

    for (int i = 0; i < 20; i++) {
        for (int k = 0; k < 49; k++)
            MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
        MPI_Allreduce (&x, &y, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static void
meet (int block)
{
    (void)block;
    MPI_Barrier (MPI_COMM_WORLD);
}

static MPI_Op computing, resting;

static void
create_operations (void)
{
    MPI_Op_create (reduce_computing, 1, &computing);
    MPI_Op_create (reduce_resting, 1, &resting);
}

/* One function, of which most calls compute for 5 us, some for 400 us, and some
 * are blocked for 400 us.  */
static void
reduce (int block)
{
    int microseconds, out = 0;

    if (block == 0)
        create_operations ();
    for (int i = 0; i < REDUCTIONS; i++) {
        microseconds = i % 10 ? 5 : 400;
        MPI_Reduce_local (&microseconds, &out, 1, MPI_INT,
                          i % 20 ? computing : resting);
    }
}

static void
poll (int block)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag;

    (void)block;
    for (int i = 0; i < 20000; i++)
        MPI_Test (&request, &flag, MPI_STATUS_IGNORE);
}

/* What is between calls is no part of what is told.  */
static void
compute_between (int64_t nanoseconds)
{
    struct clocks began = { .processor = clock_of (CLOCK_THREAD_CPUTIME_ID),
                            .time = clock_of (CLOCK_MONOTONIC) };

    compute (nanoseconds);
    sum.time -= clock_of (CLOCK_MONOTONIC) - began.time;
    sum.processor -= clock_of (CLOCK_THREAD_CPUTIME_ID) - began.processor;
}

/* Short calls and computing by turns, and one call in 50 that is blocked.  */
static void
mix (int block)
{
    int microseconds, out = 0;

    if (block == 0)
        create_operations ();
    sum.wait = -1;
    for (int i = 0; i < 2000; i++) {
        microseconds = i % 50 ? 3 : 200;
        MPI_Reduce_local (&microseconds, &out, 1, MPI_INT,
                          i % 50 ? computing : resting);
        compute_between (2000);
    }
}

static const struct {
    const char *name;
    void (*block) (int block);
    int64_t computes, rests; /* ns, on rank 0, before a block */
} patterns[] = {
    { "exchange", exchange, 0, 0 }, { "sum", sum_up, 500000, 0 },
    { "late", meet, 30000000, 0 },  { "asleep", meet, 0, 30000000 },
    { "reduce", reduce, 0, 0 },     { "poll", poll, 0, 0 },
    { "mix", mix, 0, 0 },
};

int
main (int argc, char **argv)
{
    size_t p = 0;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    while (p < sizeof patterns / sizeof *patterns
           && (argc < 2 || strcmp (patterns[p].name, argv[1]) != 0))
        p++;
    if (p == sizeof patterns / sizeof *patterns)
        MPI_Abort (MPI_COMM_WORLD, 99);
    for (int block = 0; block < BLOCKS; block++) {
        struct clocks began;

        if (rank == 0) {
            compute (patterns[p].computes);
            rest (patterns[p].rests);
        }
        began = now ();
        patterns[p].block (block);
        add_since (&began);
    }
    printf ("spent %d %" PRId64 " %" PRId64 " %" PRId64 "\n", rank,
            sum.processor, sum.wait, sum.time);
    return MPI_Finalize ();
}
