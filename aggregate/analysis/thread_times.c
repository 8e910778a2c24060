/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/thread_times.h"

#include <math.h>

static const struct hpm_cell *
cell_of (const struct hpm_result *result, const struct hpm_rank_data *data,
         int64_t thread, int region, const char *event)
{
    int place = hpm_result_find_literal (result, event);
    size_t row = (size_t)thread * (size_t)result->region_count + (size_t)region;

    return place < 0 || thread < 0 || region >= result->region_count
               ? NULL
               : &data->cells[row * (size_t)result->event_count
                              + (size_t)place];
}

static int
has_value (const struct hpm_cell *cell)
{
    return cell && hpm_quality_has_value (cell->quality);
}

double
hpm_thread_count (const struct hpm_result *result,
                  const struct hpm_rank_data *data, int64_t thread, int region,
                  const char *event)
{
    const struct hpm_cell *cell = cell_of (result, data, thread, region, event);

    return has_value (cell) ? (double)cell->value : NAN;
}

double
hpm_thread_seconds (const struct hpm_result *result,
                    const struct hpm_rank_data *data, int64_t thread,
                    int region, const char *event)
{
    return 1e-9 * hpm_thread_count (result, data, thread, region, event);
}

double
hpm_thread_processor (const struct hpm_result *result,
                      const struct hpm_rank_data *data, int64_t thread,
                      int region)
{
    double whole
        = hpm_thread_seconds (result, data, thread, region, "os::CPU_TIME");

    return isnan (whole) ? hpm_thread_seconds (result, data, thread, region,
                                               "os::USER_TIME")
                               + hpm_thread_seconds (result, data, thread,
                                                     region, "os::SYSTEM_TIME")
                         : whole;
}

/* What it may err, in seconds; 0 where it is exact or unknown.  */
static double
error_of (const struct hpm_cell *cell)
{
    return has_value (cell) ? 1e-9 * (double)cell->error : 0;
}

/* A number in seconds, and what it may err; NAN where that is too much, and
 * then nothing made of the rest errs by it.  */
static double
estimate (const struct hpm_result *result, const struct hpm_rank_data *data,
          int64_t thread, const char *event, double life, double *error)
{
    const struct hpm_cell *cell = cell_of (result, data, thread, 0, event);

    *error = error_of (cell);
    if (!has_value (cell) || *error > HPM_TIMES_ERROR_MOST * life) {
        *error = 0;
        return NAN;
    }
    return 1e-9 * (double)cell->value;
}

/* What it is at least, where it may err by too much, or a part is missing: then
 * the error is NAN.  */
static double
arrival (const struct hpm_result *result, const struct hpm_rank_data *data,
         int64_t thread, double life, double *error)
{
    const struct hpm_cell *cell
        = cell_of (result, data, thread, 0, "mpi::ARRIVAL_TIME");
    double value = has_value (cell) ? 1e-9 * (double)cell->value : 0;
    int is_part;

    *error = error_of (cell);
    is_part = *error > HPM_TIMES_ERROR_MOST * life;
    if (is_part)
        value = fmax (0, value - *error);
    if (cell && (is_part || cell->quality >= HPM_QUALITY_PARTIAL))
        *error = NAN;
    return value;
}

/* What was split: processor time read around calls, and what reading took.  */
static void
take_split (struct hpm_thread_times *times, const struct hpm_result *result,
            const struct hpm_rank_data *data, int64_t thread)
{
    double inside
        = hpm_thread_processor (result, data, thread, HPM_REGION_MPI)
          + hpm_thread_processor (result, data, thread, HPM_REGION_MPI_IO);
    double own = hpm_thread_seconds (result, data, thread, HPM_REGION_MEASURING,
                                     "os::WALL_TIME");
    double system = hpm_thread_seconds (result, data, thread, HPM_REGION_USEFUL,
                                        "os::SYSTEM_TIME");

    times->own = own > 0 ? fmin (own, fmax (0, times->life - times->mpi)) : 0;
    if (isnan (inside))
        return;
    times->cpu_inside = fmin (inside, times->cpu);
    times->cpu_error = error_of (
        cell_of (result, data, thread, HPM_REGION_USEFUL, "os::CPU_TIME"));
    times->system_inside = fmax (0, times->system - system);
}

/* What timing calls took beside what was taken off their times; of the thread
 * that makes most of them.  */
static double
own_of (const struct hpm_rank_data *data, int64_t thread)
{
    const struct hpm_mpi_record *record = data->mpi;
    double inside;

    if (!record || data->threads[thread].role != HPM_ROLE_MAIN)
        return 0;
    inside = 1e-3 * (double)record->calls * (double)record->call_inside;
    return 1e-9
           * fmax (0,
                   (double)record->overhead - inside + (double)record->removed);
}

/* A part inside MPI of a clock's `all`: no more than that, and no less than
 * what finds no room outside.  NAN stays.  */
static double
bounded (double inside, double all, double room_outside)
{
    if (inside < all - room_outside)
        inside = all - room_outside;
    return inside > all ? all : inside;
}

/* What the clocks of the whole say bounds the estimates of its parts: a thread
 * that loses its processor between two clocks of one look has one that is too
 * small.  */
static void
bound_estimates (struct hpm_thread_times *times)
{
    double outside, cpu, wait = times->wait_inside;

    if (times->own > times->cpu)
        times->own = times->cpu;
    cpu = times->cpu - times->own;
    outside = fmax (0, times->life - times->mpi - times->own);
    times->cpu_inside = bounded (times->cpu_inside, cpu, outside);
    if (cpu > times->cpu_inside)
        outside -= cpu - times->cpu_inside;
    times->wait_inside
        = bounded (times->wait_inside, times->wait, fmax (0, outside));
    if (times->wait_inside > wait)
        times->own_wait = fmin (times->own, times->wait_inside - wait);
}

static void
take_mpi (struct hpm_thread_times *times, const struct hpm_result *result,
          const struct hpm_rank_data *data, int64_t thread)
{
    times->mpi = hpm_thread_seconds (result, data, thread, 0, "mpi::TIME")
                 + hpm_thread_seconds (result, data, thread, 0, "mpi::IO_TIME");
    times->cpu_inside = estimate (result, data, thread, "mpi::CPU_TIME",
                                  times->life, &times->cpu_error);
    times->cpu_rough
        = hpm_thread_seconds (result, data, thread, 0, "mpi::CPU_TIME");
    times->wait_inside = estimate (result, data, thread, "mpi::WAIT_TIME",
                                   times->life, &times->wait_error);
    times->arrival
        = arrival (result, data, thread, times->life, &times->arrival_error);
    if (hpm_result_is_split (result))
        take_split (times, result, data, thread);
    else
        times->own = own_of (data, thread);
    bound_estimates (times);
    if (times->mpi == 0)
        times->cpu_inside = times->wait_inside = times->system_inside
            = times->arrival = times->arrival_error = times->own_wait = 0;
}

void
hpm_thread_times_find (struct hpm_thread_times *times,
                       const struct hpm_result *result,
                       const struct hpm_rank_data *data, int64_t thread)
{
    *times
        = (struct hpm_thread_times){ .system_inside = NAN, .cpu_rough = NAN };
    times->life
        = data->threads[thread].role == HPM_ROLE_MAIN
              ? 1e-9 * (double)data->record.wall_time
              : hpm_thread_seconds (result, data, thread, 0, "os::WALL_TIME");
    times->cpu = hpm_thread_processor (result, data, thread, 0);
    times->system
        = hpm_thread_seconds (result, data, thread, 0, "os::SYSTEM_TIME");
    times->wait = hpm_thread_seconds (result, data, thread, 0, "os::WAIT_TIME");
    times->preempted = hpm_thread_count (result, data, thread, 0,
                                         "os::INVOLUNTARY_SWITCHES");
    if (isnan (times->preempted))
        times->preempted = 0;
    if (hpm_result_is_mpi (result))
        take_mpi (times, result, data, thread);
    else
        times->system_inside = 0;
}

double
hpm_time_in_mpi (const struct hpm_result *result,
                 const struct hpm_rank_data *data, int64_t thread)
{
    return hpm_thread_seconds (result, data, thread, 0, "mpi::TIME")
           + hpm_thread_seconds (result, data, thread, 0, "mpi::IO_TIME");
}

double
hpm_thread_cpu_outside (const struct hpm_thread_times *times, double useful)
{
    double cpu = fmax (0, times->cpu - times->cpu_inside - times->own);

    return isnan (times->cpu - times->cpu_inside) ? NAN : fmin (cpu, useful);
}

double
hpm_thread_wait_outside (const struct hpm_thread_times *times, double useful)
{
    double wait = fmax (0, times->wait - times->wait_inside);

    return isnan (times->wait - times->wait_inside) ? NAN : fmin (wait, useful);
}

double
hpm_thread_cpu_outside_most (const struct hpm_thread_times *times,
                             double useful)
{
    double known = hpm_thread_cpu_outside (times, useful);
    double most = fmax (0, times->cpu - times->own);

    return !isnan (known)       ? known
           : isnan (times->cpu) ? NAN
           : most < useful      ? most
                                : useful;
}
