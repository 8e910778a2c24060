/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arrivals PATTERN: ranks that come late to collectives.  A pattern is a
 * function below, and "sessions" is world in a program of sessions (MPI 4).
 */
#include <mpi.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LARGE (1 << 20)

static int rank, ranks;
static char *buffer;

static void
sleep_ms (double ms)
{
    struct timespec time
        = { (time_t)(ms / 1000), (long)(1e6 * (ms - 1000 * (int)(ms / 1000))) };

    nanosleep (&time, NULL);
}

/* Keep the processor busy, by its own time.  */
static void
work_ms (double ms)
{
    struct timespec start, now;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &start);
    do
        clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
    while (1e3 * (double)(now.tv_sec - start.tv_sec)
               + 1e-6 * (double)(now.tv_nsec - start.tv_nsec)
           < ms);
}

static int
is_last (void)
{
    return rank == ranks - 1;
}

/* Barriers to which a rank comes late.  */
static void
barriers (MPI_Comm comm, int count, int late, double ms)
{
    for (int i = 0; i < count; i++) {
        if (late)
            sleep_ms (ms);
        MPI_Barrier (comm);
    }
}

static void
large (MPI_Comm comm, int bytes)
{
    MPI_Allreduce (buffer, buffer + LARGE, bytes / 8, MPI_INT64_T, MPI_SUM,
                   comm);
}

/* ---- patterns ----------------------------------------------------------- */

/* The last rank sleeps 40 ms before each of 10 barriers.  */
static void
world (void)
{
    barriers (MPI_COMM_WORLD, 10, is_last (), 40);
}

/* In communicators of two ranks each, made and freed each time, the second one
 * sleeps.  */
static void
pairs (void)
{
    for (int i = 0; i < 10; i++) {
        MPI_Comm comm;

        MPI_Comm_split (MPI_COMM_WORLD, rank / 2, rank, &comm);
        barriers (comm, 1, rank % 2, 40);
        MPI_Comm_free (&comm);
    }
}

/* The last rank sleeps 400 ms once, among 5,000 barriers.  */
static void
once (void)
{
    for (int i = 0; i < 5000; i++) {
        if (is_last () && i == 2500)
            sleep_ms (400);
        MPI_Barrier (MPI_COMM_WORLD);
    }
}

static void
many (double ms, double last_ms)
{
    MPI_Comm comm;

    for (int i = 0; i < 70; i++) {
        MPI_Comm_dup (MPI_COMM_WORLD, &comm);
        barriers (comm, 1, is_last (), ms);
    }
    MPI_Comm_dup (MPI_COMM_WORLD, &comm);
    if (last_ms > 0)
        barriers (comm, 20, is_last (), last_ms);
    for (int i = 0; i < 40 && !(last_ms > 0); i++)
        large (comm, LARGE);
}

/* In 70 communicators, all kept, the last rank comes 2 ms late; then there are
 * 40 large reductions in another one.  */
static void
kept (void)
{
    many (2, 0);
}

/* Nobody comes late in 70 communicators, all kept; then the last rank sleeps 20
 * ms before each of 20 barriers in another one.  */
static void
after (void)
{
    many (0, 20);
}

/* 1,000 communicators are made, used and freed; the last rank comes 1 ms late
 * to each 10th.  */
static void
freed (void)
{
    for (int i = 0; i < 1000; i++) {
        MPI_Comm comm;

        MPI_Comm_dup (MPI_COMM_WORLD, &comm);
        barriers (comm, 1, is_last () && i % 10 == 0, 1);
        MPI_Comm_free (&comm);
    }
}

/* 200 barriers, to which the last rank comes 2 ms late, and then 4,000
 * reductions of 1 MiB in MPI_COMM_SELF.  */
static void
self (void)
{
    barriers (MPI_COMM_WORLD, 200, is_last (), 2);
    for (int i = 0; i < 4000; i++)
        large (MPI_COMM_SELF, LARGE);
}

/* 20 barriers, 5 ms late; then the ranks of even and of odd number reduce over
 * an inter-communicator, 20 ms late.  */
static void
between (void)
{
    MPI_Comm half, both;
    int from[2] = { 0, 0 }, to[2];

    barriers (MPI_COMM_WORLD, 20, is_last (), 5);
    MPI_Comm_split (MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, (rank + 1) % 2, 1, &both);
    for (int i = 0; i < 20; i++) {
        if (is_last ())
            sleep_ms (20);
        MPI_Allreduce (from, to, 2, MPI_INT, MPI_SUM, both);
    }
    MPI_Comm_free (&both);
    MPI_Comm_free (&half);
}

/* Barriers as in world, which are started and waited for.  */
static void
never (void)
{
    for (int i = 0; i < 10; i++) {
        MPI_Request request;

        if (is_last ())
            sleep_ms (40);
        MPI_Ibarrier (MPI_COMM_WORLD, &request);
        MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
}

/* Rank 0 sleeps 40 ms before it broadcasts, and rank 1 80 ms.  */
static void
root (void)
{
    for (int i = 0; i < 10; i++) {
        if (rank <= 1)
            sleep_ms (rank ? 80 : 40);
        MPI_Bcast (buffer, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
}

/* Rank 1 sleeps 40 ms before rank 0 broadcasts 1 MiB.  */
static void
leaf (void)
{
    for (int i = 0; i < 10; i++) {
        if (rank == 1)
            sleep_ms (40);
        MPI_Bcast (buffer, LARGE, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
}

/* Rank 1 sleeps 40 ms before it sends to a reduction of rank 0.  */
static void
reduce (void)
{
    for (int i = 0; i < 10; i++) {
        if (rank == 1)
            sleep_ms (40);
        MPI_Reduce (buffer, buffer + LARGE, 8, MPI_BYTE, MPI_BOR, 0,
                    MPI_COMM_WORLD);
    }
}

static void *
call_barriers (void *comm)
{
    barriers (*(MPI_Comm *)comm, 20, is_last (), 20);
    return NULL;
}

/* Two threads of each rank call barriers, in a communicator each; the last rank
 * comes 20 ms late to both.  */
static void
threads (void)
{
    MPI_Comm comms[2];
    pthread_t other;

    MPI_Comm_dup (MPI_COMM_WORLD, &comms[0]);
    MPI_Comm_dup (MPI_COMM_WORLD, &comms[1]);
    MPI_Barrier (comms[0]); /* so that this thread is the first one */
    pthread_create (&other, NULL, call_barriers, &comms[1]);
    call_barriers (&comms[0]);
    pthread_join (other, NULL);
}

/* Two threads use one communicator, one after the other.  */
static void
shared (void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    pthread_t other;

    call_barriers (&comm);
    pthread_create (&other, NULL, call_barriers, &comm);
    pthread_join (other, NULL);
    call_barriers (&comm);
}

/* Each step of work is a little longer on a higher rank.  */
static void
drift (void)
{
    for (int i = 0; i < 2000; i++) {
        work_ms (0.1 + 0.02 * rank);
        MPI_Allreduce (buffer, buffer + LARGE, 1, MPI_INT, MPI_SUM,
                       MPI_COMM_WORLD);
    }
}

/* Ranks come 1 ms late by turns.  */
static void
alternate (void)
{
    for (int i = 0; i < 1000; i++) {
        if (i % ranks == rank)
            sleep_ms (1);
        MPI_Barrier (MPI_COMM_WORLD);
    }
}

/* 0.2 ms of work and a reduction, all ranks alike.  */
static void
noise (void)
{
    for (int i = 0; i < 3000; i++) {
        work_ms (0.2);
        MPI_Allreduce (buffer, buffer + LARGE, 1, MPI_INT, MPI_SUM,
                       MPI_COMM_WORLD);
    }
}

/* One in 20 calls has no data, so that nobody waits in it.  */
static void
empty (void)
{
    for (int i = 0; i < 600; i++) {
        if (is_last ())
            sleep_ms (1);
        MPI_Allgather (buffer, i % 20 ? 8 : 0, MPI_BYTE, buffer + LARGE,
                       i % 20 ? 8 : 0, MPI_BYTE, MPI_COMM_WORLD);
    }
}

/* Two communicators of the same ranks, which all use by turns.  */
static void
order (void)
{
    MPI_Comm comms[2];

    MPI_Comm_dup (MPI_COMM_WORLD, &comms[0]);
    MPI_Comm_dup (MPI_COMM_WORLD, &comms[1]);
    for (int i = 0; i < 20; i++) {
        char in = 0, out;

        MPI_Sendrecv (&in, 1, MPI_BYTE, (rank + 1) % ranks, 1, &out, 1,
                      MPI_BYTE, (rank + ranks - 1) % ranks, 1, comms[0],
                      MPI_STATUS_IGNORE);
        barriers (comms[i % 2], 1, is_last (), 5);
    }
}

/* As alternate, but without collectives.  */
static void
exchange (void)
{
    for (int i = 0; i < 100; i++) {
        char in = 0, out;

        if (i % ranks == rank)
            sleep_ms (1);
        MPI_Sendrecv (&in, 1, MPI_BYTE, (rank + 1) % ranks, 1, &out, 1,
                      MPI_BYTE, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD,
                      MPI_STATUS_IGNORE);
    }
}

static const struct {
    const char *name;
    void (*run) (void);
} patterns[] = {
    { "world", world },     { "pairs", pairs },         { "once", once },
    { "kept", kept },       { "after", after },         { "freed", freed },
    { "self", self },       { "between", between },     { "never", never },
    { "root", root },       { "leaf", leaf },           { "reduce", reduce },
    { "threads", threads }, { "shared", shared },       { "drift", drift },
    { "noise", noise },     { "alternate", alternate }, { "empty", empty },
    { "order", order },     { "exchange", exchange },
};

#if MPI_VERSION >= 4
static int
run_sessions (void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init (MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset (session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group (group, "arrivals", MPI_INFO_NULL,
                                MPI_ERRORS_RETURN, &comm);
    MPI_Comm_rank (comm, &rank);
    MPI_Comm_size (comm, &ranks);
    barriers (comm, 10, is_last (), 40);
    MPI_Comm_free (&comm);
    MPI_Group_free (&group);
    return MPI_Session_finalize (&session);
}
#else
static int
run_sessions (void)
{
    return 77;
}
#endif

int
main (int argc, char **argv)
{
    int provided, result = 1;

    if (argc == 2 && !strcmp (argv[1], "sessions"))
        return run_sessions ();
    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    buffer = calloc (2, LARGE);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (argc == 2 && buffer && !strcmp (argv[1], patterns[i].name)) {
            patterns[i].run ();
            result = 0;
        }
    free (buffer);
    MPI_Finalize ();
    return result;
}
