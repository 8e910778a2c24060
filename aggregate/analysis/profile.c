/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/profile.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

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

/* Processor time of a thread outside MPI, where it is told from that inside;
 * NAN where not.  */
static double
cpu_outside (const struct hpm_thread_times *times, double useful)
{
    double cpu = fmax (0, times->cpu - times->cpu_inside - times->own);

    return isnan (times->cpu - times->cpu_inside) ? NAN : fmin (cpu, useful);
}

/* The same of its waiting for a processor.  */
static double
wait_outside (const struct hpm_thread_times *times, double useful)
{
    double wait = fmax (0, times->wait - times->wait_inside);

    return isnan (times->wait - times->wait_inside) ? NAN : fmin (wait, useful);
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
    double outside = wait_outside (times, profile->useful);
    double least = profile->wall - profile->cpu - waiting - profile->mpi;
    double known = own_useful (times, profile->useful)
                   - (isnan (outside) ? waiting : outside)
                   - cpu_outside (times, profile->useful);

    return fmax (0, fmax (least, known));
}

/* And at most: what is on no processor and does not wait for one, be it inside
 * MPI, as far as it is not more than the useful time.  */
static double
find_blocked_most (const struct hpm_thread_times *times,
                   const struct hpm_profile *profile)
{
    double waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    double outside = wait_outside (times, profile->useful);
    double cpu = cpu_outside (times, profile->useful);
    double most = own_useful (times, profile->useful) - (isnan (cpu) ? 0 : cpu)
                  - (isnan (outside) ? 0 : outside);

    return fmax (0, fmin (profile->wall - profile->cpu - waiting, most));
}

/* Processor time outside MPI, but for what timing calls took: at most.  */
static double
thread_useful (const struct hpm_thread_times *times, double useful)
{
    double known = cpu_outside (times, useful);
    double most = fmax (0, times->cpu - times->own);

    return !isnan (known)       ? known
           : isnan (times->cpu) ? NAN
           : most < useful      ? most
                                : useful;
}

/* The same, at least: all time in MPI may have been on a processor, but for the
 * part of it that waiting for one takes in the whole run; unless it was told
 * apart.  An estimate that errs by too much for that makes it no more.  */
static double
find_computing_least (const struct hpm_thread_times *times,
                      const struct hpm_profile *profile)
{
    double waiting, inside;

    if (!isnan (cpu_outside (times, profile->useful)))
        return profile->computing;
    waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    inside = profile->mpi * profile->cpu / (profile->cpu + waiting);
    if (times->cpu_rough > inside)
        inside = times->cpu_rough;
    return fmax (0, profile->cpu - inside - times->own);
}

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
    double wait = wait_outside (times, outside);
    double most = thread_useful (times, outside)
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

/* Threads that wanted a processor, and how far they used their time.  */
static void
find_threads (const struct source *from, struct hpm_profile *profile)
{
    struct busy busy = { 0, 0 };

    profile->threads = profile->threads_able = 0;
    profile->threads_used = profile->threads_lived = 0;
    profile->lived = profile->ran = profile->waited = profile->beside
        = profile->beside_waits = 0;
    for (int64_t t = 0; t < from->data->thread_count; t++) {
        const struct hpm_thread_record *thread = &from->data->threads[t];
        struct hpm_thread_times times;
        double outside, count = thread->merged > 1 ? thread->merged : 1;

        if (thread->role == HPM_ROLE_MPI)
            continue;
        hpm_thread_times_find (&times, from->result, from->data, t);
        if (thread->role == HPM_ROLE_CHILDREN) {
            take_children (profile, times.cpu);
            continue;
        }
        outside = thread_outside (&times);
        profile->threads += count;
        profile->threads_able += count_able (&times, count, profile->wall);
        add_busy (&busy, &times, thread->role == HPM_ROLE_MAIN, profile->wall);
        profile->threads_used += thread_useful (&times, outside);
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

/* Waiting for a processor outside MPI: all of it may have been inside, as far
 * as there is room, unless it was told apart.  What finds no room beside what
 * timing calls took may have been a part of that.  */
static void
find_waiting (const struct hpm_thread_times *times, struct hpm_profile *profile)
{
    profile->waiting = times->wait;
    profile->waiting_least = profile->waiting_most
        = wait_outside (times, profile->useful);
    if (!isnan (profile->waiting_most))
        profile->waiting_most
            = fmin (profile->waiting_most + times->own_wait, profile->useful);
    if (!isnan (profile->waiting_most) || isnan (times->wait))
        return;
    profile->waiting_most = fmin (times->wait, profile->useful);
    profile->waiting_least = fmax (0, times->wait - profile->mpi);
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
    profile->computing = thread_useful (&times, profile->useful);
    find_waiting (&times, profile);
    if (isnan (profile->cpu) || isnan (profile->mpi))
        return;
    profile->computing_least = find_computing_least (&times, profile);
    profile->computing_error = isnan (cpu_outside (&times, profile->useful))
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
    find_threads (from, profile);
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
