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

int64_t
hpm_region_count (const struct hpm_event_table *events, int column,
                  int64_t time, const int64_t *counters)
{
    int64_t value;

    if (column < events->count && hpm_region_is_wall_time (events, column))
        return time;
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
           && (hpm_region_is_wall_time (events, column)
               || cells[column].quality == HPM_QUALITY_EXACT
               || cells[column].quality == HPM_QUALITY_PARTIAL);
}

void
hpm_region_last_values (const struct hpm_event_table *events,
                        const struct hpm_cell *cells, int64_t *values)
{
    for (int c = 0; c < events->count; c++)
        if (events->columns[c].backend >= 0)
            values[events->columns[c].backend] = cells[c].value;
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
