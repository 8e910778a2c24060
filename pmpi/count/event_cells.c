/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From counters to cells, and what is done with cells.
 */
#include "config.h"

#include <stdlib.h>

#include "base/quality.h"
#include "pmpi/perf/cell.h"
#include "pmpi/count/event_table.h"

int
hpm_event_table_is_sampled (const struct hpm_event_table *table, int column)
{
    const struct hpm_column *from = &table->columns[column];

    return from->backend < 0 && HPM_OS_IS_SAMPLED (from->os[0]);
}

int
hpm_event_table_find_os (const struct hpm_event_table *table,
                         enum hpm_os_event event)
{
    for (int i = 0; i < table->count; i++)
        if (table->columns[i].backend < 0
            && table->columns[i].os[0] == (int)event
            && table->columns[i].os[1] == HPM_OS_EVENT_COUNT)
            return i;
    return -1;
}

/* Why the system did not tell an event.  */
static enum hpm_reason
reason_of (const struct hpm_os_counts *os, int event)
{
    int bytes = event == HPM_OS_BYTES_READ || event == HPM_OS_BYTES_WRITTEN;

    if (os->brief)
        return HPM_REASON_BRIEF_THREAD;
    if (os->unseen)
        return HPM_REASON_THREAD_LATE;
    return bytes && os->refused ? HPM_REASON_HIDDEN : HPM_REASON_SYSTEM;
}

/* The cell of a column that the system counts.  */
static void
fill_os_cell (const struct hpm_column *column, const struct hpm_os_counts *os,
              struct hpm_cell *cell)
{
    int estimate = HPM_OS_IS_SAMPLED (column->os[0])
                   || (os->brief && column->os[0] == HPM_OS_WAIT_TIME)
                   || (os->ticks && column->os[0] == HPM_OS_CPU_TIME);

    hpm_cell_mark (cell, estimate ? HPM_QUALITY_SCALED : HPM_QUALITY_EXACT,
                   HPM_REASON_NONE);
    for (int i = 0; i < 2; i++) {
        int event = column->os[i];

        if (event == HPM_OS_EVENT_COUNT)
            continue;
        if (os->known & 1u << event)
            cell->value += os->values[event];
        else {
            hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE,
                           reason_of (os, event));
            return;
        }
    }
    /* They lived as long as they had a processor, and maybe longer.  */
    if (os->unseen && column->os[0] == HPM_OS_WALL_TIME) {
        cell->quality = HPM_QUALITY_PARTIAL;
        cell->reason = HPM_REASON_THREAD_LATE;
    }
}

static void
fill_backend_cell (const struct hpm_backend_event *event,
                   const struct hpm_cell *source, enum hpm_reason reason,
                   struct hpm_cell *cell)
{
    if (event->reason != HPM_REASON_NONE)
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, event->reason);
    else if (source)
        *cell = *source;
    else
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, reason);
}

void
hpm_event_table_fill (const struct hpm_event_table *table,
                      const struct hpm_os_counts *os,
                      const struct hpm_cell *source, enum hpm_reason reason,
                      int process, struct hpm_cell *cells)
{
    for (int i = 0; i < table->count; i++) {
        const struct hpm_column *column = &table->columns[i];

        if (column->node >= 0
            || (table->records[i].scope != HPM_SCOPE_THREAD && !process))
            hpm_cell_mark (&cells[i], HPM_QUALITY_ABSENT, HPM_REASON_NONE);
        else if (column->backend >= 0)
            fill_backend_cell (&table->asked[column->backend],
                               source ? &source[column->backend] : NULL, reason,
                               &cells[i]);
        else
            fill_os_cell (column, os, &cells[i]);
    }
}

/* Whether a column is the backend's and 0 wherever it was counted.  */
static int
always_zero (const struct hpm_event_table *table, const struct hpm_cell *cells,
             int rows, int column)
{
    int counted = 0;

    if (table->columns[column].backend < 0
        || table->records[column].scope != HPM_SCOPE_THREAD)
        return 0;
    for (int row = 0; row < rows; row++) {
        const struct hpm_cell *cell = &cells[row * table->count + column];

        if (!hpm_quality_has_value (cell->quality))
            continue;
        if (cell->value != 0)
            return 0;
        counted = 1;
    }
    return counted;
}

static void
mark_dead (const struct hpm_event_table *table, struct hpm_cell *cells,
           int rows, int column)
{
    for (int row = 0; row < rows; row++) {
        struct hpm_cell *cell = &cells[row * table->count + column];

        if (hpm_quality_has_value (cell->quality))
            hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE,
                           HPM_REASON_NEVER_COUNTED);
    }
}

void
hpm_event_table_verify_zeros (const struct hpm_event_table *table,
                              struct hpm_cell *cells, int rows)
{
    int *events = calloc ((size_t)table->count + 1, 3 * sizeof *events);
    int *columns = events + table->count, *moved = columns + table->count;
    int n = 0;

    if (!events)
        return;
    for (int i = 0; i < table->count; i++)
        if (always_zero (table, cells, rows, i)) {
            events[n] = table->columns[i].backend;
            columns[n++] = i;
        }
    if (n > 0 && table->backend && table->backend->verify_zeros) {
        table->backend->verify_zeros (events, n, moved);
        for (int i = 0; i < n; i++)
            if (!moved[i])
                mark_dead (table, cells, rows, columns[i]);
    }
    free (events);
}

/* Beside a value, what was not counted is a part that is missing.  */
static void
fold_quality (struct hpm_cell *into, const struct hpm_cell *from)
{
    int missing = (into->quality == HPM_QUALITY_UNAVAILABLE)
                  + (from->quality == HPM_QUALITY_UNAVAILABLE);

    if (missing == 1 && into->quality != HPM_QUALITY_ABSENT
        && from->quality != HPM_QUALITY_ABSENT) {
        into->quality = HPM_QUALITY_PARTIAL;
        into->reason = HPM_REASON_NONE;
    } else if (from->quality > into->quality) {
        into->quality = from->quality;
        into->reason = from->reason;
    }
}

void
hpm_event_table_merge (const struct hpm_event_table *table,
                       struct hpm_cell *into, const struct hpm_cell *from)
{
    for (int i = 0; i < table->count; i++) {
        if (table->records[i].kind == HPM_KIND_COUNT)
            into[i].value += from[i].value;
        else if (from[i].value > into[i].value)
            into[i].value = from[i].value;
        into[i].time_enabled += from[i].time_enabled;
        into[i].time_running += from[i].time_running;
        into[i].error += from[i].error;
        fold_quality (&into[i], &from[i]);
    }
}
