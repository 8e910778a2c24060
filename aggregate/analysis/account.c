/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread's time is divided twice: by where it was spent, in MPI or outside,
 * and by what was done, on a processor, waiting for one or blocked.  Where
 * nothing tells how these go together, as much of each part is told as must be
 * there, and the rest is not divided.
 */
#include "config.h"

#include "aggregate/analysis/account.h"

#include <math.h>
#include <string.h>

/* s: what differences leave below what clocks tell is nothing.  */
#define CLOCK_LEAST 5e-10

/* A place, and what is known of it: at least, unless nothing is left.  */
struct place {
    double whole, cpu, wait, blocked;
};

static double
within (double value, double most)
{
    return fmax (0, fmin (value, most));
}

/* What is left of a place.  */
static double
rest (const struct place *place)
{
    return fmax (0, place->whole - place->cpu - place->wait - place->blocked);
}

/* Processor time: known inside, or at least what finds no room elsewhere.  */
static void
divide_cpu (struct place *outside, struct place *inside, double cpu,
            double known)
{
    if (isnan (cpu))
        return;
    outside->cpu = within (cpu - (isnan (known) ? inside->whole : known),
                           outside->whole);
    inside->cpu
        = within (isnan (known) ? cpu - outside->whole : known, inside->whole);
}

/* Waiting for a processor, in the same way.  */
static void
divide_wait (struct place *outside, struct place *inside, double wait,
             double known)
{
    double room_outside = rest (outside), room_inside = rest (inside);

    if (isnan (wait))
        return;
    outside->wait
        = within (wait - (isnan (known) ? room_inside : known), room_outside);
    inside->wait
        = within (isnan (known) ? wait - room_outside : known, room_inside);
}

/* And what is neither.  */
static void
divide_blocked (struct place *outside, struct place *inside, double blocked,
                int known)
{
    double room_outside = rest (outside), room_inside = rest (inside);

    if (isnan (blocked))
        return;
    outside->blocked
        = known ? room_outside : within (blocked - room_inside, room_outside);
    inside->blocked
        = known ? room_inside : within (blocked - room_outside, room_inside);
}

/* Nothing tells whether it was in MPI.  */
static void
fill_anywhere (double *part, const struct hpm_thread_times *times)
{
    double cpu = isnan (times->cpu) ? 0 : within (times->cpu, times->life);
    double wait
        = isnan (times->wait) ? 0 : within (times->wait, times->life - cpu);
    int known = !isnan (times->cpu) && !isnan (times->wait);

    part[HPM_PART_RUNNING] = cpu;
    part[HPM_PART_READY] = wait;
    part[known ? HPM_PART_IDLE : HPM_PART_UNKNOWN] = times->life - cpu - wait;
}

/* Time in the kernel is known of the whole, and may have been in MPI as far as
 * that was on a processor.  */
static void
fill_computing (double *part, const struct hpm_thread_times *times,
                const struct place *outside, const struct place *inside)
{
    double system = isnan (times->system) ? 0 : times->system;
    double most = inside->cpu + rest (inside);

    if (!isnan (times->system_inside)) {
        system -= times->system_inside;
        most = 0;
    }
    part[HPM_PART_KERNEL] = within (system - most, outside->cpu);
    part[HPM_PART_USER]
        = within (outside->cpu - system, outside->cpu - part[HPM_PART_KERNEL]);
    if (isnan (times->system))
        part[HPM_PART_KERNEL] = part[HPM_PART_USER] = 0;
    part[HPM_PART_COMPUTING]
        = fmax (0, outside->cpu - part[HPM_PART_KERNEL] - part[HPM_PART_USER]);
}

static void
fill_places (double *part, const struct hpm_thread_times *times)
{
    double mpi = within (times->mpi, times->life);
    double own = within (times->own, times->life - mpi);
    struct place inside = { .whole = mpi };
    struct place outside = { .whole = times->life - mpi - own };
    double cpu = fmax (0, times->cpu - own);

    if (isnan (times->cpu))
        cpu = NAN;
    divide_cpu (&outside, &inside, cpu, times->cpu_inside);
    divide_wait (&outside, &inside, times->wait, times->wait_inside);
    divide_blocked (&outside, &inside, times->life - own - cpu - times->wait,
                    !isnan (times->cpu_inside) && !isnan (times->wait_inside));
    fill_computing (part, times, &outside, &inside);
    part[HPM_PART_WAITING] = outside.wait;
    part[HPM_PART_BLOCKED] = outside.blocked;
    part[HPM_PART_OUTSIDE] = rest (&outside);
    part[HPM_PART_MPI_RUNNING] = inside.cpu;
    part[HPM_PART_MPI_WAITING] = inside.wait;
    part[HPM_PART_MPI_BLOCKED] = inside.blocked;
    part[HPM_PART_MPI] = rest (&inside);
    part[HPM_PART_OWN] = own;
    part[HPM_PART_ARRIVAL] = within (times->arrival, mpi);
}

/* An estimate errs on both sides of the border it draws, and what is left errs
 * as the two together do.  */
static void
fill_errors (double *error, const struct hpm_thread_times *times)
{
    double tick = isnan (times->system) || isnan (times->cpu)
                      ? 0
                      : 1e-9
                            * hpm_tick_error ((int64_t)(1e9 * times->system),
                                              (int64_t)(1e9 * times->cpu),
                                              (int64_t)times->preempted);

    error[HPM_PART_USER] = tick + times->cpu_error;
    error[HPM_PART_KERNEL] = tick;
    error[HPM_PART_COMPUTING] = error[HPM_PART_MPI_RUNNING] = times->cpu_error;
    error[HPM_PART_WAITING] = error[HPM_PART_MPI_WAITING] = times->wait_error;
    error[HPM_PART_BLOCKED] = error[HPM_PART_MPI_BLOCKED]
        = times->cpu_error + times->wait_error;
    error[HPM_PART_ARRIVAL] = times->arrival_error;
}

void
hpm_account_make (struct hpm_account *account, struct hpm_account *errors,
                  const struct hpm_thread_times *times)
{
    memset (account, 0, sizeof *account);
    memset (errors, 0, sizeof *errors);
    if (!(times->life > 0))
        return;
    if (isnan (times->mpi)) {
        fill_anywhere (account->part, times);
        return;
    }
    fill_places (account->part, times);
    fill_errors (errors->part, times);
    for (int i = 0; i < HPM_PART_COUNT; i++) {
        if (account->part[i] < CLOCK_LEAST)
            account->part[i] = 0;
        if (account->part[i] == 0 && !isnan (errors->part[i]))
            errors->part[i] = 0;
    }
}

void
hpm_account_of_rank (struct hpm_account *account, struct hpm_account *errors,
                     const struct hpm_result *result,
                     const struct hpm_rank_data *data)
{
    memset (account, 0, sizeof *account);
    memset (errors, 0, sizeof *errors);
    for (int64_t t = 0; t < data->thread_count; t++) {
        struct hpm_thread_times times;
        struct hpm_account part, error;

        if (data->threads[t].role == HPM_ROLE_MPI
            || data->threads[t].role == HPM_ROLE_CHILDREN)
            continue;
        hpm_thread_times_find (&times, result, data, t);
        hpm_account_make (&part, &error, &times);
        hpm_account_add (account, &part);
        hpm_account_add (errors, &error);
    }
}
