/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/profile.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "aggregate/analysis/profile_threads.h"
#include "aggregate/model/findings.h"

const struct hpm_profile_quantity
    hpm_profile_quantities[HPM_PROFILE_FIELD_COUNT]
    = {
#define HPM_X(name, title, unit, outlier, meaning)                             \
    { #name, title, unit, offsetof (struct hpm_profile, name), outlier },
          HPM_PROFILE_FIELDS (HPM_X)
#undef HPM_X
      };

double
hpm_profile_stretch (const struct hpm_profile *profile, double seconds,
                     double pressure)
{
    double part
        = profile->computing > seconds ? seconds / profile->computing : 1;

    return fmin (seconds * pressure, part * profile->waiting_most);
}

double
hpm_profile_get (const struct hpm_profile *profile, int quantity)
{
    double value;

    memcpy (&value,
            (const char *)profile + hpm_profile_quantities[quantity].offset,
            sizeof value);
    return value;
}

double
hpm_profile_chance (const struct hpm_profile *profile)
{
    return HPM_LIMIT_COMPUTED + 2 * HPM_LIMIT_DIFFERENCE * profile->main_own;
}

/* What is looked at.  */
struct source {
    const struct hpm_result *result;
    const struct hpm_rank_data *data;
    const struct hpm_values *values;
};

/* The count of the rank in a region, NAN if there is none.  */
static double
rank_count (const struct source *from, int region, const char *literal)
{
    int event = hpm_result_find_literal (from->result, literal);
    size_t at = (size_t)region * (size_t)from->result->event_count;

    if (event < 0)
        return NAN;
    at += (size_t)event;
    return !hpm_quality_has_value (from->values->counts[at].quality)
               ? NAN
               : (double)from->values->counts[at].count;
}

/* The count outside MPI of the first event that an event line of the
 * definitions names and that was counted; NAN if there is none.  */
static double
useful_count (const struct source *from, const char *line)
{
    const struct hpm_metric_set *set = &from->result->metrics;
    int place = hpm_metric_set_find_alias (set, line);

    for (int i = 0; place >= 0 && i < set->aliases[place].count; i++) {
        double count = rank_count (from, HPM_REGION_USEFUL,
                                   set->aliases[place].alternatives[i]);

        if (!isnan (count))
            return count;
    }
    return NAN;
}

int64_t
hpm_main_thread (const struct hpm_rank_data *data)
{
    for (int64_t t = 0; t < data->thread_count; t++)
        if (data->threads[t].role == HPM_ROLE_MAIN)
            return t;
    return -1;
}

/* Useful time but for what timing calls took of it, which was on a processor.
 */
static double
own_useful (const struct hpm_thread_times *times, double useful)
{
    return fmax (0, useful - times->own);
}

/* At least this long the main thread was blocked outside MPI: all of the rest
 * may have been inside, unless it was told apart.  */
static double
find_blocked (const struct hpm_thread_times *times,
              const struct hpm_profile *profile)
{
    double waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    double outside = hpm_thread_wait_outside (times, profile->useful);
    double least = profile->wall - profile->cpu - waiting - profile->mpi;
    double known = own_useful (times, profile->useful)
                   - (isnan (outside) ? waiting : outside)
                   - hpm_thread_cpu_outside (times, profile->useful);

    return fmax (0, fmax (least, known));
}

/* And at most: what is on no processor and does not wait for one, be it inside
 * MPI, as far as it is not more than the useful time.  */
static double
find_blocked_most (const struct hpm_thread_times *times,
                   const struct hpm_profile *profile)
{
    double waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    double outside = hpm_thread_wait_outside (times, profile->useful);
    double cpu = hpm_thread_cpu_outside (times, profile->useful);
    double most = own_useful (times, profile->useful) - (isnan (cpu) ? 0 : cpu)
                  - (isnan (outside) ? 0 : outside);

    return fmax (0, fmin (profile->wall - profile->cpu - waiting, most));
}

/* Processor time outside MPI, at least: all time in MPI may have been on a
 * processor, but for the part of it that waiting for one takes in the whole
 * run; unless it was told apart.  An estimate that errs by too much for that
 * makes it no more.  */
static double
find_computing_least (const struct hpm_thread_times *times,
                      const struct hpm_profile *profile)
{
    double waiting, inside;

    if (!isnan (hpm_thread_cpu_outside (times, profile->useful)))
        return profile->computing;
    waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    inside = profile->mpi * profile->cpu / (profile->cpu + waiting);
    if (times->cpu_rough > inside)
        inside = times->cpu_rough;
    return fmax (0, profile->cpu - inside - times->own);
}

/* Waiting for a processor outside MPI: all of it may have been inside, as far
 * as there is room beside what is known of processor time, or outside, unless
 * it was told apart.  What finds no room beside what timing calls took may have
 * been a part of that.  */
static void
find_waiting (const struct hpm_thread_times *times, struct hpm_profile *profile)
{
    double inside = profile->mpi, outside = profile->useful;

    profile->waiting = times->wait;
    profile->waiting_least = profile->waiting_most
        = hpm_thread_wait_outside (times, profile->useful);
    if (!isnan (profile->waiting_most))
        profile->waiting_most
            = fmin (profile->waiting_most + times->own_wait, profile->useful);
    if (!isnan (profile->waiting_most) || isnan (times->wait))
        return;
    if (!isnan (times->cpu_inside)) {
        inside -= fmax (0, times->cpu_inside - times->cpu_error);
        outside -= fmax (0, hpm_thread_cpu_outside (times, outside)
                                - times->cpu_error);
    }
    profile->waiting_most = fmin (times->wait, fmax (0, outside));
    profile->waiting_least = fmax (0, times->wait - fmax (0, inside));
    profile->waiting_least
        = fmin (profile->waiting_least, profile->waiting_most);
}

static void
take_account (struct hpm_profile *profile, const struct hpm_account *account)
{
    profile->main_kernel = account->part[HPM_PART_KERNEL];
    profile->main_blocked = account->part[HPM_PART_BLOCKED];
    profile->main_own = account->part[HPM_PART_OWN];
    profile->main_whole = hpm_account_whole (account);
}

static void
find_times (const struct source *from, struct hpm_profile *profile)
{
    int64_t thread = hpm_main_thread (from->data);
    struct hpm_thread_times times;
    struct hpm_account account, errors;

    profile->wall = 1e-9 * (double)from->data->record.wall_time;
    if (from->data->record.before_mpi > 0)
        profile->before = 1e-9 * (double)from->data->record.before_mpi;
    if (thread < 0)
        return;
    hpm_thread_times_find (&times, from->result, from->data, thread);
    hpm_account_make (&account, &errors, &times);
    take_account (profile, &account);
    profile->mpi = hpm_time_in_mpi (from->result, from->data, thread);
    profile->useful = profile->wall - profile->mpi;
    if (profile->useful < 0)
        profile->useful = 0;
    profile->cpu = times.cpu;
    profile->kernel = times.system;
    profile->computing = hpm_thread_cpu_outside_most (&times, profile->useful);
    find_waiting (&times, profile);
    if (isnan (profile->cpu) || isnan (profile->mpi))
        return;
    profile->computing_least = find_computing_least (&times, profile);
    profile->computing_error
        = isnan (hpm_thread_cpu_outside (&times, profile->useful))
              ? 0
              : fmax (0, times.cpu_error);
    profile->blocked = find_blocked (&times, profile);
    profile->blocked_most = find_blocked_most (&times, profile);
}

/* Counts of the whole run hold what was done while waiting in MPI, and say
 * little about the program: those are not looked at.  */
static void
find_counts (const struct source *from, struct hpm_profile *profile)
{
    profile->faults = rank_count (from, 0, "os::MINOR_FAULTS")
                      + rank_count (from, 0, "os::MAJOR_FAULTS");
    profile->memory = rank_count (from, 0, "os::PEAK_MEMORY");
    profile->migrations = rank_count (from, 0, "os::CPU_MIGRATIONS");
    profile->preempted = rank_count (from, 0, "os::INVOLUNTARY_SWITCHES");
    if (hpm_result_is_split (from->result)) {
        double cycles = useful_count (from, "cycles");

        profile->instructions = useful_count (from, "instructions");
        if (cycles > 0)
            profile->ipc = profile->instructions / cycles;
        if (profile->useful > 0)
            profile->clock = 1e-9 * cycles / profile->useful;
    }
    hpm_profile_find_threads (profile, from->result, from->data);
}

void
hpm_profile_make (struct hpm_profile *profile, const struct hpm_result *result,
                  const struct hpm_rank_data *data,
                  const struct hpm_values *values)
{
    struct source from = { result, data, values };

    memset (profile, 0, sizeof *profile);
#define HPM_X(name, title, unit, outlier, meaning) profile->name = NAN;
    HPM_PROFILE_FIELDS (HPM_X)
#undef HPM_X
    profile->host = profile->mask = profile->cores = -1;
    profile->complete = data->record.status == HPM_RANK_COMPLETE;
    if (data->record.status == HPM_RANK_MISSING)
        return;
    profile->host = hpm_text_table_find (&result->hosts, data->record.host);
    find_times (&from, profile);
    find_counts (&from, profile);
}
