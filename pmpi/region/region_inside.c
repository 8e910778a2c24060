/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "include/hpm_region_record.h"
#include "include/hpm_schema.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/region_inside.h"
#include "pmpi/region/region_rows.h"

/* Where these counts begin in what marks read, and how many they are: those of
 * a look at a call, and the number of calls.  */
static int _Atomic inside_from, inside_count;

/* A thread without calls is looked at as if it had made none, so that marks
 * cost the same on each thread: they are measured on one.  */
#define COUNTS_MAX 256 /* with more, it is looked at for less */
static int64_t no_counts[COUNTS_MAX];
static struct hpm_calls_table no_calls
    = { .split
        = { .counters = COUNTS_MAX, .inside = { no_counts, no_counts } } };

int
hpm_region_inside_start (int events, int system)
{
    int counters = hpm_mpi_calls_are_split () ? hpm_mpi_calls_counters () : 0;

    inside_from = events + system;
    inside_count = (events || system) && counters > 0 ? counters + 1 : 0;
    return inside_count;
}

/* ---- a thread ----------------------------------------------------------- */

void
hpm_region_inside_attach (const struct hpm_paths *paths,
                          struct hpm_calls_table *calls)
{
    if (paths && paths->inside && calls)
        hpm_mpi_calls_look_always (calls);
}

int64_t
hpm_region_inside_ticks (const struct hpm_calls_table *calls)
{
    const struct hpm_calls_table *table = calls ? calls : &no_calls;
    int64_t under_way = hpm_calls_load (&table->under_way);
    int64_t ticks = hpm_calls_load (&table->ticks);

    if (under_way && hpm_calls_load (&table->under_way) == under_way)
        ticks += hpm_calls_ticks_of (under_way, hpm_mpi_calls_now ());
    return ticks;
}

/* What a look at a call would read now.  */
static int64_t
at_look (const struct hpm_paths *paths, const int64_t *values, int i)
{
    if (hpm_paths_events (paths))
        return values[i];
    return values[i] + paths->thread.base.values[hpm_system_counter_event (i)];
}

static void
add_under_way (const struct hpm_paths *paths,
               const struct hpm_calls_table *calls, const int64_t *values,
               int64_t *inside)
{
    const struct hpm_calls_split *split = &calls->split;

    for (int i = 0; i < split->counters && i < paths->inside - 1; i++) {
        int64_t since
            = at_look (paths, values, i) - hpm_calls_load (&split->looked[i]);

        inside[i] += since > 0 ? since : 0;
    }
}

void
hpm_region_inside_fill (const struct hpm_paths *paths,
                        const struct hpm_calls_table *calls, int64_t *values)
{
    const struct hpm_calls_table *table = calls ? calls : &no_calls;
    const struct hpm_calls_split *split = &table->split;
    int64_t *inside = values + paths->counters - paths->inside;
    int64_t under_way = hpm_calls_load (&table->under_way);
    int last = paths->inside - 1;

    for (int i = 0; i < last; i++)
        inside[i] = i < split->counters
                        ? hpm_calls_load (&split->inside[0][i])
                              + hpm_calls_load (&split->inside[1][i])
                        : 0;
    if (last >= 0)
        inside[last] = hpm_calls_load (&split->alone[0])
                       + hpm_calls_load (&split->alone[1]);
    if (under_way && hpm_calls_load (&split->since)
        && hpm_calls_load (&table->under_way) == under_way)
        add_under_way (paths, table, values, inside);
}

/* ---- a region ----------------------------------------------------------- */

/* What looking at so many calls added: in them and outside of them.  */
static void
take_looks (const struct hpm_event_table *events, int column, int64_t calls,
            int64_t *parts)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    int64_t inside = 0, outside = 0;

    hpm_split_counters_value (events, column, cost->inside, &inside);
    hpm_split_counters_value (events, column, cost->outside, &outside);
    inside = hpm_measuring_share (inside, cost->looked, calls);
    outside = hpm_measuring_share (outside, cost->looked, calls);
    if (inside > parts[HPM_REGION_SPLIT_MPI])
        inside = 0;
    parts[HPM_REGION_SPLIT_MPI] -= inside;
    parts[HPM_REGION_SPLIT_MEASURING] = inside + outside;
}

void
hpm_region_inside_parts (const struct hpm_event_table *events, int column,
                         const int64_t *counters, int64_t mpi_time,
                         int64_t *parts)
{
    const int64_t *inside
        = counters && inside_count ? counters + inside_from : NULL;

    parts[HPM_REGION_SPLIT_MPI] = HPM_NO_COUNT;
    parts[HPM_REGION_SPLIT_MEASURING] = HPM_NO_COUNT;
    if (column >= events->count || !hpm_mpi_calls_are_split ())
        return;
    if (hpm_region_is_wall_time (events, column)) {
        parts[HPM_REGION_SPLIT_MPI] = mpi_time;
        parts[HPM_REGION_SPLIT_MEASURING] = 0;
    } else if (inside
               && hpm_split_counters_value (events, column, inside,
                                            &parts[HPM_REGION_SPLIT_MPI])
                      == 0) {
        take_looks (events, column, inside[inside_count - 1], parts);
    } else
        parts[HPM_REGION_SPLIT_MPI] = HPM_NO_COUNT;
}
