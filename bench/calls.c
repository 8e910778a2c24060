/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What one MPI call takes, for several calls that do little themselves; one
 * process, so that nobody is waited for.  Prints "calls NAME NANOSECONDS" for
 * each: the fastest of some rounds.  Then "floor MODE NANOSECONDS": two bare
 * looks of the kind that the mode takes around a call, at the processor's
 * counter (time), at getrusage(2) (split) and at a group of four events of the
 * kernel by read(2) (counters); nothing for those that are not there.
 */
#include <linux/perf_event.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 40
#define CALLS 5000

static double
now (void)
{
    struct timespec t;

    clock_gettime (CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void
call_comm_rank (void)
{
    int rank;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
}

static void
call_iprobe (void)
{
    int flag;

    MPI_Iprobe (MPI_ANY_SOURCE, 9, MPI_COMM_SELF, &flag, MPI_STATUS_IGNORE);
}

static void
call_test (void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag;

    MPI_Test (&request, &flag, MPI_STATUS_IGNORE);
}

/* Carries bytes by the type's size, and goes nowhere.  */
static void
call_send (void)
{
    double x = 0;

    MPI_Send (&x, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
}

static void
call_allreduce (void)
{
    double x = 0, sum;

    MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_SELF);
}

/* ---- bare looks --------------------------------------------------------- */

#if defined(__x86_64__)
static void
look_at_clock (void)
{
    int64_t began = (int64_t)__builtin_ia32_rdtsc ();

    __asm__ volatile("" ::: "memory");
    began -= (int64_t)__builtin_ia32_rdtsc ();
    __asm__ volatile("" ::"r"(began));
}
#endif

static void
look_at_usage (void)
{
    struct rusage usage;

    getrusage (RUSAGE_THREAD, &usage);
    getrusage (RUSAGE_THREAD, &usage);
}

static int group = -1;

static void
look_at_counters (void)
{
    uint64_t values[8];
    long got = syscall (SYS_read, group, values, sizeof values);

    got += syscall (SYS_read, group, values, sizeof values);
    if (got != 2 * 7 * (long)sizeof *values)
        group = -1;
}

/* The same four that calls.py asks for.  Returns 0, or -1.  */
static int
open_group (void)
{
    static const uint64_t events[]
        = { PERF_COUNT_SW_CGROUP_SWITCHES, PERF_COUNT_SW_PAGE_FAULTS,
            PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS };
    struct perf_event_attr attr;

    for (int i = 0; i < 4; i++) {
        int descriptor;

        memset (&attr, 0, sizeof attr);
        attr.size = sizeof attr;
        attr.type = PERF_TYPE_SOFTWARE;
        attr.config = events[i];
        attr.exclude_kernel = attr.exclude_hv = 1;
        attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED
                           | PERF_FORMAT_TOTAL_TIME_RUNNING;
        descriptor = (int)syscall (SYS_perf_event_open, &attr, 0, -1, group, 0);
        if (descriptor < 0)
            return -1;
        group = group < 0 ? descriptor : group;
    }
    return 0;
}

/* The fastest round, in ns a call.  */
static double
measure (void (*call) (void))
{
    double least = 1e30;

    for (int round = 0; round < ROUNDS; round++) {
        double began = now (), took;

        for (int i = 0; i < CALLS; i++)
            call ();
        took = (now () - began) / CALLS;
        least = took < least ? took : least;
    }
    return least;
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    printf ("calls MPI_Comm_rank %.2f\n", measure (call_comm_rank));
    printf ("calls MPI_Test %.2f\n", measure (call_test));
    printf ("calls MPI_Send %.2f\n", measure (call_send));
    printf ("calls MPI_Iprobe %.2f\n", measure (call_iprobe));
    printf ("calls MPI_Allreduce %.2f\n", measure (call_allreduce));
#if defined(__x86_64__)
    printf ("floor time %.2f\n", measure (look_at_clock));
#endif
    printf ("floor split %.2f\n", measure (look_at_usage));
    if (open_group () == 0)
        printf ("floor counters %.2f\n", measure (look_at_counters));
    MPI_Finalize ();
    return 0;
}
