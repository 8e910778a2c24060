/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times by ticks: what of them a reading tells, so that parts of a processor's
 * time are no more than all of it.
 */
#include <config.h>

#include <math.h>

#include "base/quality.h"
#include "pmpi/perf/cell.h"
#include "wrapper/stat/rows/stat_rows.h"

#define STATES 4 /* of a processor */

/* A tick comes as a whole when it ends, and what it brings may be more than has
 * passed since the reading before.  A processor has no more time than that: the
 * rest is part of the next reading.  */
static int64_t
no_faster (const struct hpm_stat_rows *rows, int64_t now, int64_t time,
           int64_t *told)
{
    int64_t most = *told + now - rows->last;

    if (rows->targets->kind == HPM_TARGETS_PROCESSORS && rows->last
        && time > most)
        time = most;
    *told = time;
    return time;
}

/* A time that is known from before the process ended lacks what came then.  */
static void
read_time (struct hpm_stat_rows *rows, int row, int64_t now, int column,
           struct hpm_cell *cell)
{
    const struct hpm_proc_stat *time = &rows->times[row];
    int64_t *told = &rows->told[row * rows->table->events.count + column];
    int64_t ticks
        = hpm_proc_stat_ticks (time, rows->table->systems[column]->what);

    hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_SYSTEM);
    if (time->known)
        *cell = (struct hpm_cell){
            .value = no_faster (rows, now, ticks * rows->tick, told),
            .quality
            = time->known > 0 ? HPM_QUALITY_SCALED : HPM_QUALITY_PARTIAL
        };
}

/* The column of a row that has these fields and a value, -1: none.  */
static int
find_fields (const struct hpm_stat_table *table, int fields,
             const struct hpm_cell *cells)
{
    for (int c = 0; c < table->events.count; c++)
        if (table->systems[c] && table->systems[c]->source == HPM_STAT_STAT
            && table->systems[c]->what == fields
            && hpm_quality_has_value (cells[c].quality))
            return c;
    return -1;
}

/* What of a column has come since the reading before, and is told.  */
static int64_t
came_since (const struct hpm_stat_rows *rows, int i, int column)
{
    int at = i * rows->table->events.count + column;
    int64_t came = column < 0 ? 0 : rows->told[at] - rows->before[at];

    return came > 0 ? came : 0;
}

static void
take_off (struct hpm_stat_rows *rows, int i, int column, int64_t off,
          struct hpm_cell *cells)
{
    if (column >= 0)
        cells[column].value = rows->told[i * rows->table->events.count + column]
            -= off;
}

/* A processor is busy, idle, waits for storage or is taken away: what these
 * have together beyond the time that has passed is part of the next reading, of
 * each as much as its share.  */
static void
fit_states (struct hpm_stat_rows *rows, int i, int64_t passed,
            struct hpm_cell *cells)
{
    static const int states[]
        = { HPM_STAT_BITS_USER | HPM_STAT_BITS_SYSTEM, 1 << HPM_STAT_IDLE,
            1 << HPM_STAT_IOWAIT, 1 << HPM_STAT_STEAL };
    int columns[STATES];
    int64_t came[STATES], all = 0, rest;

    for (int s = 0; s < STATES; s++) {
        columns[s] = find_fields (rows->table, states[s], cells);
        came[s] = came_since (rows, i, columns[s]);
        all += came[s];
    }
    rest = all - passed;
    for (int s = 0; s < STATES && rest > 0; s++) {
        int64_t off = (int64_t)ceil ((double)(all - passed)
                                     * ((double)came[s] / (double)all));

        off = off < rest ? off : rest;
        take_off (rows, i, columns[s], off, cells);
        rest -= off;
    }
}

/* User and system time are all of the busy time: what of that is part of the
 * next reading is taken off what came of them since.  */
static void
divide_busy (struct hpm_stat_rows *rows, int i, struct hpm_cell *cells)
{
    const struct hpm_stat_table *table = rows->table;
    const int64_t *told = rows->told + i * table->events.count;
    int64_t rest, off;
    int busy
        = find_fields (table, HPM_STAT_BITS_USER | HPM_STAT_BITS_SYSTEM, cells);
    int parts[] = { find_fields (table, HPM_STAT_BITS_USER, cells),
                    find_fields (table, HPM_STAT_BITS_SYSTEM, cells) };

    if (busy < 0 || parts[0] < 0 || parts[1] < 0)
        return;
    rest = told[parts[0]] + told[parts[1]] - told[busy];
    for (int p = 0; p < 2 && rest > 0; p++) {
        off = came_since (rows, i, parts[p]);
        off = off < rest ? off : rest;
        take_off (rows, i, parts[p], off, cells);
        rest -= off;
    }
}

void
hpm_stat_times_read (struct hpm_stat_rows *rows, int i, int64_t now,
                     struct hpm_cell *cells)
{
    for (int c = 0; c < rows->table->events.count; c++)
        if (rows->table->systems[c]
            && rows->table->systems[c]->source == HPM_STAT_STAT)
            read_time (rows, i, now, c, &cells[c]);
    if (rows->targets->kind != HPM_TARGETS_PROCESSORS)
        return;
    if (rows->last)
        fit_states (rows, i, now - rows->last, cells);
    divide_busy (rows, i, cells);
}
