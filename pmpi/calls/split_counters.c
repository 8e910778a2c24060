/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counters that are read at the beginning and end of every MPI call, and
 * which columns they feed.  One look must stay cheap: it takes the backend's
 * counters, or, where it counts nothing, what the thread's clock and
 * getrusage(2) tell.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "pmpi/calls/mpi_calls.h"

/* Processor time, fields of struct rusage, and the counters they are; whether
 * that is a time, one that goes on while calls are noted, and one that tells
 * how long looks at these took.  X(event, expression, is_time, in_calls,
 * in_looks) */
#define RUSAGE_EVENTS(X)                                                       \
    X (HPM_OS_CPU_TIME, processor, 1, 1, 1)                                    \
    X (HPM_OS_USER_TIME, nanoseconds (&usage.ru_utime), 1, 1, 0)               \
    X (HPM_OS_SYSTEM_TIME, nanoseconds (&usage.ru_stime), 1, 0, 0)             \
    X (HPM_OS_MINOR_FAULTS, usage.ru_minflt, 0, 0, 0)                          \
    X (HPM_OS_MAJOR_FAULTS, usage.ru_majflt, 0, 0, 0)                          \
    X (HPM_OS_VOLUNTARY_SWITCHES, usage.ru_nvcsw, 0, 0, 0)                     \
    X (HPM_OS_INVOLUNTARY_SWITCHES, usage.ru_nivcsw, 0, 0, 0)

static const struct {
    int event, is_time, in_calls, in_looks;
} rusage_events[] = {
#define HPM_X(event, expression, is_time, in_calls, in_looks)                  \
    { event, is_time, in_calls, in_looks },
    RUSAGE_EVENTS (HPM_X)
#undef HPM_X
};
#define RUSAGE_COUNT ((int)(sizeof rusage_events / sizeof *rusage_events))

/* Written anew while other threads read, where a second part of ours starts to
 * look: then as they were.  */
static struct {
    const struct hpm_event_table *_Atomic table;
    int _Atomic from_backend;
} split;

/* An event of the backend that each thread counts for itself, and by pieces. */
static int
is_counted (const struct hpm_event_table *table, int i)
{
    const struct hpm_backend *backend = table->backend;

    return table->asked[i].reason == HPM_REASON_NONE
           && table->asked[i].record.scope == HPM_SCOPE_THREAD
           && (!backend->adds_up || backend->adds_up (i));
}

int
hpm_split_counters_start (const struct hpm_event_table *table)
{
    int from_backend = 0;

    if (table->backend && table->backend->thread_read_values)
        for (int i = 0; i < table->backend_count; i++)
            from_backend |= is_counted (table, i);
    split.table = table;
    split.from_backend = from_backend;
    return from_backend ? table->backend_count : RUSAGE_COUNT;
}

/* Whether somebody asked for one of those that the system counts anyway: that
 * is to be exact.  */
static int
is_any_named (const struct hpm_event_table *table)
{
    for (int c = 0; c < table->count; c++)
        if (table->columns[c].named && table->columns[c].backend < 0
            && hpm_system_counter_place (table->columns[c].os[0]) >= 0)
            return 1;
    return 0;
}

void
hpm_split_counters_choose (const struct hpm_event_table *table,
                           enum hpm_mpi_mode mode, struct hpm_calls_start *how)
{
    int count = hpm_split_counters_start (table);

    how->read = hpm_split_counters_read;
    how->is_sparse = !split.from_backend && !is_any_named (table);
    how->gave_up = hpm_system_counter_place (HPM_OS_VOLUNTARY_SWITCHES);
    how->times = 0;
    for (int i = 0; i < RUSAGE_COUNT && how->is_sparse; i++)
        how->times |= (uint64_t)rusage_events[i].is_time << i;
    if (mode == HPM_MPI_SPLIT)
        how->counters = count;
    else if (split.from_backend)
        how->trial_counters = count;
}

int
hpm_split_counters_are_events (void)
{
    return split.from_backend;
}

struct hpm_split_kind
hpm_split_counters_kind (const struct hpm_event_table *table, int column)
{
    int place = table->columns[column].backend >= 0
                    ? -1
                    : hpm_system_counter_place (table->columns[column].os[0]);

    if (place < 0)
        return (struct hpm_split_kind){ 0, 0, 0 };
    return (struct hpm_split_kind){ rusage_events[place].is_time,
                                    rusage_events[place].in_calls,
                                    rusage_events[place].in_looks };
}

const char *
hpm_split_counters_name (int counter)
{
    if (!split.from_backend || counter < 0
        || counter >= split.table->backend_count
        || !is_counted (split.table, counter))
        return NULL;
    return split.table->asked[counter].record.name;
}

static int64_t
nanoseconds (const struct timeval *time)
{
    return (int64_t)time->tv_sec * 1000000000 + (int64_t)time->tv_usec * 1000;
}

int
hpm_system_counters (void)
{
    return RUSAGE_COUNT;
}

int
hpm_system_counter_event (int place)
{
    return rusage_events[place].event;
}

int
hpm_system_counters_read (int64_t *values)
{
    int64_t processor = hpm_os_processor_time ();
    struct rusage usage;

    if (getrusage (RUSAGE_THREAD, &usage) != 0)
        return -1;
#define HPM_X(event, expression, is_time, in_calls, in_looks)                  \
    *values++ = expression;
    RUSAGE_EVENTS (HPM_X)
#undef HPM_X
    return 0;
}

int
hpm_split_counters_read (void *data, int64_t *values)
{
    struct hpm_backend_set *const *set = data;

    if (!split.from_backend)
        return hpm_system_counters_read (values);
    if (!*set)
        return -1;
    return split.table->backend->thread_read_values (*set, values);
}

int
hpm_system_counter_place (int event)
{
    for (int i = 0; i < RUSAGE_COUNT; i++)
        if (rusage_events[i].event == event)
            return i;
    return -1;
}

static int
system_value (const struct hpm_column *column, const int64_t *inside,
              int64_t *value)
{
    *value = 0;
    for (int i = 0; i < 2; i++) {
        int place = hpm_system_counter_place (column->os[i]);

        if (column->os[i] == HPM_OS_EVENT_COUNT)
            continue;
        if (place < 0 || split.from_backend)
            return -1;
        *value += inside ? hpm_calls_load (&inside[place]) : 0;
    }
    return 0;
}

int64_t
hpm_split_counters_since (const struct hpm_event_table *table, int column,
                          int64_t whole, const struct hpm_mpi_inside *inside)
{
    const struct hpm_column *from = &table->columns[column];
    int64_t since = whole;

    if (from->backend >= 0)
        return whole - inside->looked[from->backend];
    for (int i = 0; i < 2; i++)
        if (from->os[i] != HPM_OS_EVENT_COUNT)
            since += inside->base->values[from->os[i]]
                     - inside->looked[hpm_system_counter_place (from->os[i])];
    return since;
}

int
hpm_split_counters_value (const struct hpm_event_table *table, int column,
                          const int64_t *inside, int64_t *value)
{
    int i = table->columns[column].backend;

    if (i < 0)
        return system_value (&table->columns[column], inside, value);
    if (!split.from_backend || !is_counted (table, i))
        return -1;
    *value = inside ? hpm_calls_load (&inside[i]) : 0;
    return 0;
}
