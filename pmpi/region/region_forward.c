/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/region_forward.h"

static const int64_t *
last_values (const struct hpm_paths *paths)
{
    return paths->values + paths->counters;
}

void
hpm_region_remember (struct hpm_paths *paths)
{
    memcpy (paths->values + paths->counters, paths->values,
            (size_t)paths->counters * sizeof *paths->values);
}

static void
at_least (int64_t *value, int64_t least)
{
    if (*value < least)
        *value = least;
}

static void
at_most (int64_t *value, int64_t most)
{
    if (*value > most)
        *value = most;
}

/* Of what was counted since the last mark.  */
static void
limit_times (int64_t *values, const int64_t *last, int64_t passed)
{
    int whole = hpm_system_counter_place (HPM_OS_CPU_TIME);
    int user = hpm_system_counter_place (HPM_OS_USER_TIME);
    int system = hpm_system_counter_place (HPM_OS_SYSTEM_TIME);
    int64_t processor;

    at_most (&values[whole], last[whole] + passed);
    processor = values[whole] - last[whole];
    at_most (&values[system], last[system] + processor);
    values[user] = last[user] + processor - (values[system] - last[system]);
}

/* The last of what is inside is no part of a count (region_inside.c).  */
static void
limit_inside (const struct hpm_paths *paths)
{
    int from = paths->counters - paths->inside;
    const int64_t *last = last_values (paths);

    for (int i = 0; i < paths->inside - 1; i++)
        at_most (&paths->values[from + i],
                 last[from + i] + paths->values[i] - last[i]);
}

static void
forward_values (struct hpm_paths *paths, int64_t passed)
{
    int events = hpm_paths_events (paths);
    const int64_t *last = last_values (paths);

    for (int i = 0; i < paths->counters; i++)
        at_least (&paths->values[i], last[i]);
    if (paths->system)
        limit_times (paths->values + events, last + events, passed);
    limit_inside (paths);
}

void
hpm_region_forward (struct hpm_paths *paths, struct hpm_path_moment *moment)
{
    at_least (&moment->now, paths->last_now);
    at_least (&moment->mpi_time, paths->last_mpi_time);
    if (moment->counted)
        forward_values (paths, moment->now - paths->last_now);
}
