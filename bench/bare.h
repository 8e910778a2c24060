/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The least that a mode can take, and how long anything takes that takes
 * nanoseconds.
 */
#ifndef HPM_BENCH_BARE_H
#define HPM_BENCH_BARE_H

#include <linux/perf_event.h>
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
now_by (clockid_t clock)
{
    struct timespec t;

    clock_gettime (clock, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* The fastest round, in ns of that clock a call.  */
static double
measure_by (clockid_t clock, void (*call) (void))
{
    double least = 1e30;

    for (int round = 0; round < ROUNDS; round++) {
        double began = now_by (clock), took;

        for (int i = 0; i < CALLS; i++)
            call ();
        took = (now_by (clock) - began) / CALLS;
        least = took < least ? took : least;
    }
    return least;
}

static double
measure (void (*call) (void))
{
    return measure_by (CLOCK_MONOTONIC, call);
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

/* The clock brings what getrusage tells up to now: without it the processor
 * time may be a tick of the kernel old, some 4 ms.  */
static void
look_at_usage (void)
{
    for (int i = 0; i < 2; i++) {
        struct rusage usage;
        struct timespec time;

        clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
        getrusage (RUSAGE_THREAD, &usage);
    }
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

/* Those of KERNEL_EVENTS in calls.py.  Returns 0, or -1.  */
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

/* "floor MODE NANOSECONDS": two bare looks of the kind that the mode takes, at
 * the processor's counter (time), at the thread's clock and getrusage(2)
 * (split) and at a group of four events of the kernel by read(2) (counters);
 * nothing for those that are not there.  */
static void
print_floors (void)
{
#if defined(__x86_64__)
    printf ("floor time %.2f\n", measure (look_at_clock));
#endif
    printf ("floor split %.2f\n", measure (look_at_usage));
    if (open_group () == 0)
        printf ("floor counters %.2f\n", measure (look_at_counters));
}

#endif /* HPM_BENCH_BARE_H */
