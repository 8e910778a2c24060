/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run in which all ranks are alike but for a slow one, which is slow for
 * reasons that are known: 2 GHz, 1.5 instructions a cycle outside MPI, 1
 * inside.
 */
#include <stdio.h>

#include "make_stream.h"

#include "hpm_os_events.h"

#define CLOCK 2.0 /* cycles a ns */
#define IPC 1.5

static double
percent (long number)
{
    return 0.01 * (double)number;
}

static double
run_ns (void)
{
    return 1e6 * (double)set.milliseconds;
}

int
is_slow (long rank)
{
    return rank == set.slow || (set.slow == -2 && rank != set.spared)
           || (set.slow_host >= 0 && host_of (rank) == set.slow_host);
}

int64_t
story_wall (long rank)
{
    double run = run_ns ();

    return (int64_t)(is_slow (rank) ? run * percent (set.wall) : run);
}

/* Ranks 0 and 1 on the first core, 2 and 3 on the next one: its processors are
 * as far apart as there are cores.  */
static void
bind_to_cores (struct hpm_rank_record *record, long rank)
{
    long core = rank / 2 % set.cores, all = 2 * set.cores;
    char *mask = record->cpus_allowed;
    size_t size = sizeof record->cpus_allowed;

    if (set.masks == 7 && rank == 0)
        snprintf (mask, size, "0-%ld", all - 1);
    else if (set.masks == 9 && rank == 0)
        snprintf (mask, size, "0-%ld", set.cores - 1);
    else if (set.masks == 8 && rank % 2)
        snprintf (mask, size, "%ld,%ld", core, core + set.cores);
    else {
        snprintf (mask, size, "%ld", core + rank % 2 * set.cores);
        snprintf (record->cores_allowed, sizeof record->cores_allowed,
                  "%ld,%ld", core, core + set.cores);
        record->cpus_online = all;
    }
}

void
bind_rank (struct hpm_rank_record *record, long rank)
{
    char *mask = record->cpus_allowed;
    size_t size = sizeof record->cpus_allowed;

    if (set.masks == 1 || (set.masks == 5 && rank))
        snprintf (mask, size, "0-1");
    else if (set.masks == 2)
        snprintf (mask, size, "%ld-%ld", rank, rank + 1);
    else if (set.masks == 3 || (set.masks == 4 && rank % 2))
        snprintf (mask, size, "0-63");
    else if (set.masks >= 10)
        bind_to_host (record, rank);
    else if (set.masks >= 6)
        bind_to_cores (record, rank);
    else
        snprintf (mask, size, "%ld", rank % 64);
}

void
limit_rank (struct hpm_rank_record *record, long rank)
{
    if (!set.limit || (set.limited == 1 && host_of (rank) < set.hosts - 1)
        || (set.limited == 2 && !is_slow (rank)))
        return;
    record->cpu_group = 5000 + host_of (rank);
    record->cpu_period = 100000000;
    record->cpu_quota = record->cpu_period / 100 * set.limit;
    record->throttled_time = 1000000 * set.throttled;
    record->throttled_periods = set.throttled / 50;
}

/* Instructions outside MPI.  */
static double
work_of (long rank)
{
    double usual = percent (set.useful) * run_ns () * CLOCK * IPC;

    usual *= 1 + 1e-6 * (double)(set.spread * rank);
    return is_slow (rank) ? usual * percent (set.work) : usual;
}

static double
cycles_of (long rank)
{
    double cycles = work_of (rank) / IPC;

    return is_slow (rank) ? cycles / percent (set.ipc) : cycles;
}

/* Time outside MPI that is not spent in the program.  */
static double
lost_of (long rank)
{
    return is_slow (rank)
               ? percent (set.waiting + set.blocked + set.kernel) * run_ns ()
               : 0;
}

static double
useful_of (long rank)
{
    double time = cycles_of (rank) / CLOCK;

    return (is_slow (rank) ? time / percent (set.clock) : time)
           + lost_of (rank);
}

static double
os_value (long rank, int event)
{
    double run = run_ns ();
    int slow = is_slow (rank);

    switch (event) {
    case HPM_OS_WALL_TIME:
        return run;
    case HPM_OS_USER_TIME:
        return run - lost_of (rank) - percent (set.all_wait) * run
               - (slow ? 0 : percent (set.yields) * run);
    case HPM_OS_SYSTEM_TIME:
        return percent (slow ? set.kernel : set.yields) * run;
    case HPM_OS_CPU_TIME:
        return os_value (rank, HPM_OS_USER_TIME)
               + os_value (rank, HPM_OS_SYSTEM_TIME);
    case HPM_OS_WAIT_TIME:
        return (slow ? percent (set.waiting) * run : 0)
               + percent (set.all_wait) * run;
    case HPM_OS_MINOR_FAULTS:
        return (double)set.usual_faults
               * (slow && set.kernel ? percent (set.faults) : 1);
    case HPM_OS_INVOLUNTARY_SWITCHES:
        return (double)set.preempted;
    case HPM_OS_CPU_MIGRATIONS:
        return slow ? (double)set.moves : 0;
    case HPM_OS_PEAK_MEMORY:
        return (double)((slow ? set.memory : 256) << 20);
    default:
        return 0;
    }
}

/* Clocks outside MPI: what all wait for a processor is spread over the run, or
 * all of it in MPI.  */
static double
useful_clock (long rank, int event)
{
    double all = set.in_vain ? 0 : percent (set.all_wait) * useful_of (rank);
    double own = is_slow (rank) ? percent (set.waiting) * run_ns () : 0;
    double asleep = is_slow (rank) ? percent (set.blocked) * run_ns () : 0;

    if (event == HPM_OS_WAIT_TIME)
        own += percent (set.missed) * run_ns ();
    return event == HPM_OS_WAIT_TIME ? all + own
                                     : useful_of (rank) - all - own - asleep;
}

/* Event -1 is time.  */
static double
useful_value (long rank, int event)
{
    int os = event - (int)set.events;

    if (os == HPM_OS_WAIT_TIME || os == HPM_OS_CPU_TIME)
        return useful_clock (rank, os);
    if (event == 0 && set.events > 0)
        return work_of (rank);
    if (event == 1 && set.events > 1)
        return cycles_of (rank);
    return event < set.events && event >= 0 ? 0 : useful_of (rank);
}

static double
whole_value (long rank, int event)
{
    double mpi = (run_ns () - useful_of (rank)) * CLOCK;

    if ((event == 0 || event == 1) && event < set.events)
        return useful_value (rank, event) + mpi;
    if (event < 0)
        return run_ns ();
    return event < set.events ? 0 : os_value (rank, event - (int)set.events);
}

/* Other threads have processor time, and wait for a processor.  */
int64_t
story_value (long rank, long thread, int event)
{
    long more = is_slow (rank) ? set.helped : 0;

    if (thread && event == set.events + HPM_OS_WAIT_TIME)
        return (
            int64_t)(percent (set.starved + (is_slow (rank) ? set.hungry : 0))
                     * run_ns ());
    if (thread
        && (event == set.events + HPM_OS_USER_TIME
            || event == set.events + HPM_OS_CPU_TIME))
        return (int64_t)(percent (set.busy + more) * run_ns ());
    if (thread && event == set.events + HPM_OS_WALL_TIME)
        return (int64_t)run_ns ();
    return thread ? 0 : (int64_t)whole_value (rank, event);
}

int64_t
story_part (long rank, long thread, int event, int region)
{
    int64_t useful = thread ? 0 : (int64_t)useful_value (rank, event);

    if (region == HPM_REGION_USEFUL)
        return useful;
    return region == HPM_REGION_MPI ? story_value (rank, thread, event) - useful
                                    : 0;
}
