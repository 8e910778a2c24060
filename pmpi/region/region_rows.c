/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "include/hpm_schema.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/region/region_rows.h"

int
hpm_region_is_wall_time (const struct hpm_event_table *events, int column)
{
    return events->columns[column].backend < 0
           && events->columns[column].os[0] == HPM_OS_WALL_TIME;
}

/* Where the system's counters begin, -1: marks do not read them.  */
static int _Atomic system_from = -1;

int
hpm_region_system_place (int event)
{
    int from = system_from, place = hpm_system_counter_place (event);

    return from >= 0 && place >= 0 ? from + place : -1;
}

/* Whether all that a column is made of is the system's, and marks can read it.
 */
static int
could_be_read (const struct hpm_column *column)
{
    int parts = 0;

    if (column->backend >= 0)
        return 0;
    for (int i = 0; i < 2; i++) {
        if (column->os[i] == HPM_OS_EVENT_COUNT)
            continue;
        if (hpm_system_counter_place (column->os[i]) < 0)
            return 0;
        parts++;
    }
    return parts > 0;
}

/* Whether marks read all that a column is made of by the system's counters.  */
static int
is_of_system (const struct hpm_column *column)
{
    return system_from >= 0 && could_be_read (column);
}

int
hpm_region_named (const struct hpm_event_table *events, int k)
{
    for (int c = 0; c < events->count; c++)
        if (events->columns[c].named && is_of_system (&events->columns[c])
            && k-- == 0)
            return c;
    return -1;
}

int
hpm_region_rows_start (const struct hpm_event_table *events, int counters,
                       int system)
{
    for (int c = 0; !events->by_group && c < events->count; c++)
        system
            |= events->columns[c].named && could_be_read (&events->columns[c]);
    system_from = system ? counters : -1;
    return system;
}

static int64_t
system_count (const struct hpm_column *column, const int64_t *counters)
{
    int64_t count = 0;

    for (int i = 0; i < 2; i++)
        if (column->os[i] != HPM_OS_EVENT_COUNT)
            count += counters[hpm_region_system_place (column->os[i])];
    return count;
}

int64_t
hpm_region_count (const struct hpm_event_table *events, int column,
                  int64_t time, const int64_t *counters)
{
    int64_t value;

    if (column < events->count && hpm_region_is_wall_time (events, column))
        return time;
    if (counters && column < events->count
        && is_of_system (&events->columns[column]))
        return system_count (&events->columns[column], counters);
    if (!counters || column >= events->count
        || hpm_split_counters_value (events, column, counters, &value) < 0)
        return HPM_NO_COUNT;
    return value;
}

int
hpm_region_is_counted (const struct hpm_event_table *events, int column,
                       const struct hpm_cell *cells)
{
    return column < events->count
           && ((cells[column].quality == HPM_QUALITY_SCALED
                && is_of_system (&events->columns[column]))
               || hpm_region_is_wall_time (events, column)
               || cells[column].quality == HPM_QUALITY_EXACT
               || cells[column].quality == HPM_QUALITY_PARTIAL);
}

void
hpm_region_last_values (const struct hpm_event_table *events,
                        const struct hpm_cell *cells, int64_t *values)
{
    int from = system_from;

    for (int c = 0; c < events->count; c++) {
        const struct hpm_column *column = &events->columns[c];

        if (column->backend >= 0 && (from < 0 || column->backend < from))
            values[column->backend] = cells[c].value;
        else if (is_of_system (column) && column->os[1] == HPM_OS_EVENT_COUNT)
            values[hpm_region_system_place (column->os[0])] = cells[c].value;
    }
}

int64_t
hpm_region_end_time (int64_t start, const struct hpm_event_table *events,
                     const struct hpm_cell *cells)
{
    for (int c = 0; c < events->count; c++)
        if (hpm_region_is_wall_time (events, c))
            return start + cells[c].value;
    return start;
}
