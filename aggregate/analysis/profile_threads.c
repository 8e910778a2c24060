/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/profile_threads.h"

#include <math.h>

#include "aggregate/analysis/thread_times.h"
#include "aggregate/model/findings.h"

/* Seconds a thread lived outside MPI, or all that share its row together.  */
static double
thread_outside (const struct hpm_thread_times *times)
{
    return times->mpi < times->life ? times->life - times->mpi
           : isnan (times->mpi)     ? NAN
                                    : 0;
}

/* Threads that ran, or waited to, for a good part of the run, and runs that
 * they did so for in all.  */
struct busy {
    double threads, runs;
};

/* Short-lived threads that share a row come one after the other, as far as
 * anybody knows.  */
static void
add_busy (struct busy *busy, const struct hpm_thread_times *times, int is_main,
          double wall)
{
    double wanted = times->cpu + (isnan (times->wait) ? 0 : times->wait);

    if (isnan (times->cpu) ? !is_main : !(wanted > HPM_LIMIT_BUSY * wall))
        return;
    busy->threads++;
    busy->runs += isnan (times->cpu) ? 1 : wanted / wall;
}

/* Threads that exclude each other, as a lock makes them, are as many as wanted
 * a processor at a time in the mean.  */
static double
count_busy (const struct busy *busy)
{
    return busy->threads > 0
               ? fmin (busy->threads, fmax (1, round (busy->runs)))
               : 0;
}

/* Threads of a row that may have wanted a processor at the same time: what they
 * wanted in all says so of those that wanted little.  */
static double
count_able (const struct hpm_thread_times *times, double threads, double wall)
{
    double wanted = times->cpu + (isnan (times->wait) ? 0 : times->wait);

    return isnan (wanted) || wanted > HPM_LIMIT_COST * wall ? threads
                                                            : wanted / wall;
}

/* What a thread had to do outside MPI, at most.  */
static double
thread_work (const struct hpm_thread_times *times, double outside)
{
    double wait = hpm_thread_wait_outside (times, outside);
    double most = hpm_thread_cpu_outside_most (times, outside)
                  + (!isnan (wait)         ? wait
                     : isnan (times->wait) ? 0
                                           : times->wait);

    return isnan (outside) ? most : fmin (most, outside);
}

/* Child processes had so much; how many at a time, nobody knows.  */
static void
take_children (struct hpm_profile *profile, double cpu)
{
    if (!(cpu > 0))
        return;
    profile->beside += cpu;
    if (cpu > HPM_LIMIT_COST * profile->wall)
        profile->threads_able = INFINITY;
}

void
hpm_profile_find_threads (struct hpm_profile *profile,
                          const struct hpm_result *result,
                          const struct hpm_rank_data *data)
{
    struct busy busy = { 0, 0 };

    profile->threads = profile->threads_able = 0;
    profile->threads_used = profile->threads_lived = 0;
    profile->lived = profile->ran = profile->waited = profile->beside
        = profile->beside_waits = 0;
    for (int64_t t = 0; t < data->thread_count; t++) {
        const struct hpm_thread_record *thread = &data->threads[t];
        struct hpm_thread_times times;
        double outside, count = thread->merged > 1 ? thread->merged : 1;

        if (thread->role == HPM_ROLE_MPI)
            continue;
        hpm_thread_times_find (&times, result, data, t);
        if (thread->role == HPM_ROLE_CHILDREN) {
            take_children (profile, times.cpu);
            continue;
        }
        outside = thread_outside (&times);
        profile->threads += count;
        profile->threads_able += count_able (&times, count, profile->wall);
        add_busy (&busy, &times, thread->role == HPM_ROLE_MAIN, profile->wall);
        profile->threads_used += hpm_thread_cpu_outside_most (&times, outside);
        profile->threads_lived += outside;
        profile->lived += times.life;
        profile->ran += times.cpu;
        profile->waited += times.wait;
        if (thread->role == HPM_ROLE_MAIN)
            continue;
        profile->beside += thread_work (&times, outside)
                           + (isnan (times.mpi) ? 0 : times.mpi);
        profile->beside_waits += isnan (times.wait) ? 0 : times.wait;
    }
    profile->threads_busy = count_busy (&busy);
}
