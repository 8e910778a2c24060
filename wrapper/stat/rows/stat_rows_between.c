/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What happened between two readings of all rows, and what it is worth.
 */
#include <config.h>

#include "base/event/tick_time.h"
#include "base/quality.h"
#include "pmpi/perf/cell.h"
#include "wrapper/stat/rows/stat_rows.h"

/* 0 of a column that is not by ticks.  */
static int
fields_of (const struct hpm_stat_rows *rows, int column)
{
    const struct hpm_stat_system *system = rows->table->systems[column];

    return system && system->source == HPM_STAT_STAT ? (int)system->what : 0;
}

static int
is_too_short (const struct hpm_stat_rows *rows, int column, int64_t wall)
{
    return !hpm_tick_fields_tell (fields_of (rows, column),
                                  rows->targets->kind == HPM_TARGETS_PROCESSORS,
                                  rows->tick, 1, (double)wall);
}

/* Times that the counter was on the processor's registers: of a counter of the
 * kernel's there are none.  */
static void
set_quality (struct hpm_cell *cell)
{
    if (!cell->time_enabled)
        return;
    if (!cell->time_running)
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_NO_TURN);
    else if (cell->quality != HPM_QUALITY_PARTIAL)
        cell->quality
            = hpm_cell_quality (cell->time_enabled, cell->time_running);
}

static void
between (const struct hpm_cell *from, const struct hpm_cell *to, int64_t error,
         struct hpm_cell *cell)
{
    *cell = *to;
    if (!hpm_quality_has_value (to->quality))
        return;
    if (hpm_quality_has_value (from->quality)) {
        cell->value -= from->value;
        cell->time_enabled -= from->time_enabled;
        cell->time_running -= from->time_running;
    }
    /* Idle time and that of waiting for storage may fall.  */
    if (cell->value < 0)
        cell->value = 0;
    cell->error = error;
    set_quality (cell);
}

void
hpm_stat_rows_between (const struct hpm_stat_rows *rows,
                       const struct hpm_cell *from, const struct hpm_cell *to,
                       struct hpm_cell *cells)
{
    int columns = rows->table->events.count;
    int wall = hpm_stat_table_find (rows->table, "os::WALL_TIME");

    for (int i = 0; i < rows->targets->count * columns; i++) {
        int column = i % columns, clock = i - column + wall;

        between (&from[i], &to[i],
                 hpm_tick_fields_error (fields_of (rows, column), rows->tick),
                 &cells[i]);
        if (hpm_quality_has_value (cells[i].quality)
            && is_too_short (rows, column, to[clock].value - from[clock].value))
            hpm_cell_mark (&cells[i], HPM_QUALITY_UNAVAILABLE,
                           HPM_REASON_TICKS);
    }
}
