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
hpm_profile_get (const struct hpm_profile *profile, int quantity)
{
    double value;

    memcpy (&value,
            (const char *)profile + hpm_profile_quantities[quantity].offset,
            sizeof value);
    return value;
}

/* What is looked at.  */
struct source {
    const struct hpm_result *result;
    const struct hpm_rank_data *data;
    const struct hpm_values *values;
};

/* The count of a thread, NAN if there is none.  */
static double
thread_count (const struct source *from, int64_t thread, int region,
              const char *name)
{
    const struct hpm_result *result = from->result;
    int event = hpm_result_find_event (result, name);
    size_t at = ((size_t)thread * (size_t)result->region_count + (size_t)region)
                * (size_t)result->event_count;
    const struct hpm_cell *cell;

    if (event < 0)
        return NAN;
    cell = &from->data->cells[at + (size_t)event];
    return cell->quality == HPM_QUALITY_ABSENT
                   || cell->quality == HPM_QUALITY_UNAVAILABLE
               ? NAN
               : (double)cell->value;
}

/* The same in seconds, from ns.  */
static double
thread_time (const struct source *from, int64_t thread, int region,
             const char *name)
{
    return 1e-9 * thread_count (from, thread, region, name);
}

static double
thread_cpu (const struct source *from, int64_t thread, int region)
{
    double whole = thread_time (from, thread, region, "os::CPU_TIME");

    return isnan (whole)
               ? thread_time (from, thread, region, "os::USER_TIME")
                     + thread_time (from, thread, region, "os::SYSTEM_TIME")
               : whole;
}

/* The count of the rank in a region, NAN if there is none.  */
static double
rank_count (const struct source *from, int region, const char *name)
{
    int event = hpm_result_find_event (from->result, name);
    size_t at = (size_t)region * (size_t)from->result->event_count;

    if (event < 0)
        return NAN;
    at += (size_t)event;
    return from->values->qualities[at] == HPM_QUALITY_ABSENT
                   || from->values->qualities[at] == HPM_QUALITY_UNAVAILABLE
               ? NAN
               : (double)from->values->counts[at];
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

double
hpm_time_in_mpi (const struct hpm_result *result,
                 const struct hpm_rank_data *data, int64_t thread)
{
    struct source from = { result, data, NULL };

    return thread < 0 ? NAN
                      : thread_time (&from, thread, 0, "mpi::TIME")
                            + thread_time (&from, thread, 0, "mpi::IO_TIME");
}

/* At least this long the main thread was blocked outside MPI: all of the rest
 * may have been inside, unless processor time was split, too.  */
static double
find_blocked (const struct source *from, int64_t thread,
              const struct hpm_profile *profile)
{
    double waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    double least = profile->wall - profile->cpu - waiting - profile->mpi;
    double split = NAN;

    if (hpm_result_is_split (from->result))
        split = profile->useful - waiting
                - thread_cpu (from, thread, HPM_REGION_USEFUL);
    return fmax (0, fmax (least, split));
}

/* And at most: what is on no processor and does not wait for one, be it inside
 * MPI, as far as it is not more than the useful time.  */
static double
find_blocked_most (const struct source *from, int64_t thread,
                   const struct hpm_profile *profile)
{
    double waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    double most = profile->wall - profile->cpu - waiting;
    double cpu = hpm_result_is_split (from->result)
                     ? thread_cpu (from, thread, HPM_REGION_USEFUL)
                     : NAN;

    return fmax (
        0, fmin (most, isnan (cpu) ? profile->useful : profile->useful - cpu));
}

/* Processor time outside MPI of a thread: at most.  */
static double
thread_useful (const struct source *from, int64_t thread, double useful)
{
    double cpu = thread_cpu (from, thread, 0);

    if (hpm_result_is_split (from->result)
        && !isnan (thread_cpu (from, thread, HPM_REGION_USEFUL)))
        cpu = thread_cpu (from, thread, HPM_REGION_USEFUL);
    return cpu < useful ? cpu : isnan (cpu) ? NAN : useful;
}

/* The same, at least: all time in MPI may have been on a processor, but for the
 * part of it that waiting for one takes in the whole run; unless it was split.
 */
static double
find_computing_least (const struct source *from, int64_t thread,
                      const struct hpm_profile *profile)
{
    double waiting;

    if (hpm_result_is_split (from->result)
        && !isnan (thread_cpu (from, thread, HPM_REGION_USEFUL)))
        return profile->computing;
    waiting = isnan (profile->waiting) ? 0 : profile->waiting;
    return fmax (0,
                 profile->cpu
                     - profile->mpi * profile->cpu / (profile->cpu + waiting));
}

/* Seconds a thread lived outside MPI, or all that share its row together.  */
static double
thread_outside (const struct source *from, int64_t thread,
                const struct hpm_profile *profile)
{
    double life = thread_time (from, thread, 0, "os::WALL_TIME");
    double mpi = hpm_time_in_mpi (from->result, from->data, thread);

    if (from->data->threads[thread].role == HPM_ROLE_MAIN)
        return profile->useful;
    return mpi < life ? life - mpi : isnan (mpi) ? NAN : 0;
}

/* Whether a thread ran, or waited to, for a good part of the run.  Short-lived
 * threads that share a row come one after the other, as far as anybody knows.
 */
static int
is_busy (const struct source *from, int64_t thread,
         const struct hpm_profile *profile)
{
    double cpu = thread_cpu (from, thread, 0);
    double waiting = thread_time (from, thread, 0, "os::WAIT_TIME");
    double wanted = cpu + (isnan (waiting) ? 0 : waiting);

    if (isnan (cpu))
        return from->data->threads[thread].role == HPM_ROLE_MAIN;
    return wanted >= HPM_LIMIT_BUSY * profile->wall;
}

/* Threads that wanted a processor, and how far they used their time.  */
static void
find_threads (const struct source *from, struct hpm_profile *profile)
{
    profile->threads = profile->threads_busy = 0;
    profile->threads_used = profile->threads_lived = 0;
    profile->lived = profile->ran = 0;
    for (int64_t t = 0; t < from->data->thread_count; t++) {
        const struct hpm_thread_record *thread = &from->data->threads[t];
        double outside = thread_outside (from, t, profile);

        if (thread->role == HPM_ROLE_MPI || thread->role == HPM_ROLE_CHILDREN)
            continue;
        profile->threads += thread->merged > 1 ? thread->merged : 1;
        profile->threads_busy += is_busy (from, t, profile);
        profile->threads_used += thread_useful (from, t, outside);
        profile->threads_lived += outside;
        profile->lived += thread->role == HPM_ROLE_MAIN
                              ? profile->wall
                              : thread_time (from, t, 0, "os::WALL_TIME");
        profile->ran += thread_cpu (from, t, 0);
    }
}

static void
find_times (const struct source *from, struct hpm_profile *profile)
{
    int64_t thread = hpm_main_thread (from->data);

    profile->wall = 1e-9 * (double)from->data->record.wall_time;
    if (thread < 0)
        return;
    profile->mpi = hpm_time_in_mpi (from->result, from->data, thread);
    profile->useful = profile->wall - profile->mpi;
    if (profile->useful < 0)
        profile->useful = 0;
    profile->cpu = thread_cpu (from, thread, 0);
    profile->kernel = thread_time (from, thread, 0, "os::SYSTEM_TIME");
    profile->waiting = thread_time (from, thread, 0, "os::WAIT_TIME");
    profile->computing = thread_useful (from, thread, profile->useful);
    profile->waiting_most = profile->waiting < profile->useful
                                ? profile->waiting
                                : profile->useful;
    if (isnan (profile->waiting))
        profile->waiting_most = NAN;
    if (isnan (profile->cpu) || isnan (profile->mpi))
        return;
    profile->computing_least = find_computing_least (from, thread, profile);
    profile->blocked = find_blocked (from, thread, profile);
    profile->blocked_most = find_blocked_most (from, thread, profile);
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

int
hpm_profile_make (struct hpm_profile *profile, const struct hpm_result *result,
                  const struct hpm_rank_data *data,
                  const struct hpm_values *values, struct hpm_text_table *masks)
{
    struct source from = { result, data, values };
    const char *allowed = data->record.cpus_allowed;

#define HPM_X(name, title, unit, outlier, meaning) profile->name = NAN;
    HPM_PROFILE_FIELDS (HPM_X)
#undef HPM_X
    profile->host = profile->mask = -1;
    profile->complete = data->record.status == HPM_RANK_COMPLETE;
    if (data->record.status == HPM_RANK_MISSING)
        return 0;
    profile->host = hpm_text_table_find (&result->hosts, data->record.host);
    find_times (&from, profile);
    find_counts (&from, profile);
    if (!*allowed || strchr (allowed, '~'))
        return 0;
    profile->mask = hpm_text_table_add (masks, allowed);
    return profile->mask < 0 ? -1 : 0;
}
