/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>

#include "include/hpm_record.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/region/region_pause.h"

/* ---- who lets counting pause -------------------------------------------- */

static void
store (int64_t *value, int64_t now)
{
    __atomic_store_n (value, now, __ATOMIC_RELEASE);
}

static struct hpm_region_pause *
get (struct hpm_paths *paths)
{
    size_t values = 2 * (size_t)paths->counters;
    struct hpm_region_pause *pause = paths->pause;

    if (!pause) {
        pause = calloc (1, sizeof *pause + values * sizeof *pause->values);
        __atomic_store_n (&paths->pause, pause, __ATOMIC_RELEASE);
    }
    return pause;
}

static void
change (struct hpm_region_pause *pause, int order)
{
    __atomic_store_n (&pause->changes, pause->changes + 1, order);
}

/* What the system counted of it in pauses since it has regions.  */
static void
miss_system (struct hpm_paths *paths, const struct hpm_os_counts *base)
{
    int64_t *missed
        = paths->pause->values + paths->counters + hpm_paths_events (paths);

    for (int i = 0; i < paths->system; i++) {
        int event = hpm_system_counter_event (i);

        store (&missed[i],
               base->values[event] - paths->thread.base.values[event]);
    }
}

static void
hold_system (struct hpm_paths *paths, const struct hpm_os_counts *os,
             const struct hpm_os_counts *base)
{
    int64_t *held = paths->pause->values + hpm_paths_events (paths);

    for (int i = 0; i < paths->system; i++) {
        int event = hpm_system_counter_event (i);

        store (&held[i], os->values[event] - base->values[event]);
    }
    miss_system (paths, base);
}

void
hpm_regions_hold (struct hpm_paths *paths, const struct hpm_calls_table *calls,
                  int64_t time, const struct hpm_cell *at,
                  const struct hpm_cell *missed, const struct hpm_os_counts *os,
                  const struct hpm_os_counts *base)
{
    struct hpm_region_pause *pause = paths ? get (paths) : NULL;

    if (!pause)
        return;
    change (pause, __ATOMIC_SEQ_CST);
    store (&pause->time, time);
    store (&pause->mpi_time, hpm_region_inside_ticks (calls));
    for (int i = 0; i < hpm_paths_events (paths); i++) {
        store (&pause->values[i], at[i].value - missed[i].value);
        store (&pause->values[paths->counters + i], missed[i].value);
    }
    hold_system (paths, os, base);
    __atomic_store_n (&pause->held, ++pause->pauses, __ATOMIC_RELEASE);
    change (pause, __ATOMIC_RELEASE);
}

void
hpm_regions_go_on (struct hpm_paths *paths, const struct hpm_calls_table *calls,
                   int64_t time, const struct hpm_cell *missed,
                   const struct hpm_os_counts *base)
{
    struct hpm_region_pause *pause = paths ? paths->pause : NULL;

    if (!pause || !pause->held)
        return;
    change (pause, __ATOMIC_SEQ_CST);
    store (&pause->missed, pause->missed + time - pause->time);
    store (&pause->mpi_missed, pause->mpi_missed
                                   + hpm_region_inside_ticks (calls)
                                   - pause->mpi_time);
    for (int i = 0; i < hpm_paths_events (paths); i++)
        store (&pause->values[paths->counters + i], missed[i].value);
    miss_system (paths, base);
    __atomic_store_n (&pause->held, 0, __ATOMIC_RELEASE);
    change (pause, __ATOMIC_RELEASE);
}

/* ---- who marks ---------------------------------------------------------- */

/* What is without pauses a moment of the thread.  */
static void
leave_out (const struct hpm_region_pause *pause, int counters, int64_t *values,
           struct hpm_path_moment *moment)
{
    const int64_t *missed = pause->values + counters;

    moment->held = __atomic_load_n (&pause->held, __ATOMIC_ACQUIRE);
    if (moment->held) {
        moment->now = hpm_calls_load (&pause->time);
        moment->mpi_time = hpm_calls_load (&pause->mpi_time);
    }
    moment->now -= hpm_calls_load (&pause->missed);
    moment->mpi_time -= hpm_calls_load (&pause->mpi_missed);
    for (int i = 0; moment->counted && i < counters; i++)
        values[i] = moment->held ? hpm_calls_load (&pause->values[i])
                                 : values[i] - hpm_calls_load (&missed[i]);
}

int
hpm_region_pause_end (const struct hpm_region_pause *pause, unsigned changes,
                      int counters, int64_t *values,
                      struct hpm_path_moment *moment)
{
    leave_out (pause, counters, values, moment);
    return changes % 2 == 0
           && changes == __atomic_load_n (&pause->changes, __ATOMIC_ACQUIRE);
}

int64_t
hpm_region_mpi_ticks (const struct hpm_paths *paths,
                      const struct hpm_calls_table *calls)
{
    const struct hpm_region_pause *pause
        = __atomic_load_n (&paths->pause, __ATOMIC_ACQUIRE);
    struct hpm_path_moment moment
        = { .mpi_time = hpm_region_inside_ticks (calls) };

    if (pause)
        leave_out (pause, 0, NULL, &moment);
    return moment.mpi_time;
}
