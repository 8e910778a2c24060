/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/stat_rows.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/event/probe.h"
#include "base/quality.h"
#include "pmpi/perf/cell.h"

#define NS_PER_SECOND INT64_C (1000000000)

/* ---- open --------------------------------------------------------------- */

/* The kernel's own counters are of all that happens, whatever the domain.  */
static void
open_counter (struct hpm_perf_counter *counter,
              const struct hpm_stat_system *system, int processor)
{
    struct perf_event_attr attr = { .size = sizeof attr,
                                    .type = PERF_TYPE_SOFTWARE,
                                    .config = (uint64_t)system->what,
                                    .exclude_hv = 1 };

    hpm_perf_counter_open (counter, &attr, -1, processor, NULL, 0);
}

static int
open_row (struct hpm_stat_rows *rows, int i)
{
    const struct hpm_event_table *events = &rows->table->events;
    struct hpm_stat_row *row = &rows->rows[i];
    int processor = rows->processors->numbers[i];

    row->counters = calloc ((size_t)events->count, sizeof *row->counters);
    if (!row->counters)
        return -1;
    for (int c = 0; c < events->count; c++) {
        const struct hpm_stat_system *system = rows->table->systems[c];

        row->counters[c] = HPM_PERF_COUNTER_NONE;
        if (system && system->source == HPM_STAT_SOFTWARE)
            open_counter (&row->counters[c], system, processor);
    }
    if (events->backend && events->backend->other_open)
        row->set = events->backend->other_open (-1, processor, &row->reason);
    return 0;
}

/* One question before all others: whether a counter of all that runs on a
 * processor is permitted.  */
static int
check_permission (int processor, struct hpm_error *error)
{
    struct perf_event_attr attr = { .size = sizeof attr,
                                    .type = PERF_TYPE_SOFTWARE,
                                    .config = PERF_COUNT_SW_CPU_CLOCK,
                                    .disabled = 1 };
    struct hpm_perf_counter counter;
    enum hpm_reason reason;

    if (hpm_perf_counter_open (&counter, &attr, -1, processor, NULL, 0) == 0) {
        hpm_perf_counter_close (&counter);
        return 0;
    }
    reason = hpm_probe_node_reason (errno);
    if (reason != HPM_REASON_NODE_FORBIDDEN)
        return hpm_error_set (error, "cannot count processor %d: %s", processor,
                              strerror (errno));
    return hpm_error_set (error, "cannot count processors, because %s (%s)",
                          hpm_reason_text (reason), hpm_reason_remedy (reason));
}

int
hpm_stat_rows_open (struct hpm_stat_rows *rows,
                    const struct hpm_stat_table *table,
                    const struct hpm_processors *processors,
                    struct hpm_error *error)
{
    size_t n = (size_t)processors->count;

    *rows = (struct hpm_stat_rows){ .table = table, .processors = processors };
    rows->tick = NS_PER_SECOND / sysconf (_SC_CLK_TCK);
    if (check_permission (processors->numbers[0], error))
        return -1;
    rows->rows = calloc (n, sizeof *rows->rows);
    rows->times = calloc (n, sizeof *rows->times);
    rows->asked
        = calloc ((size_t)table->events.backend_count + 1, sizeof *rows->asked);
    if (!rows->rows || !rows->times || !rows->asked)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < processors->count; i++)
        if (open_row (rows, i))
            return hpm_error_set (error, "out of memory");
    return 0;
}

static void
close_row (struct hpm_stat_rows *rows, struct hpm_stat_row *row)
{
    if (row->set)
        rows->table->events.backend->thread_close (row->set);
    for (int c = 0; row->counters && c < rows->table->events.count; c++)
        if (row->counters[c].descriptor >= 0)
            hpm_perf_counter_close (&row->counters[c]);
    free (row->counters);
}

void
hpm_stat_rows_close (struct hpm_stat_rows *rows)
{
    for (int i = 0; rows->rows && i < rows->processors->count; i++)
        close_row (rows, &rows->rows[i]);
    free (rows->rows);
    free (rows->times);
    free (rows->asked);
    memset (rows, 0, sizeof *rows);
}

/* ---- read --------------------------------------------------------------- */

static void
read_counter (const struct hpm_perf_counter *counter, struct hpm_cell *cell)
{
    int64_t value;

    if (counter->descriptor < 0)
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_START_FAILED);
    else if (hpm_perf_counter_read (counter, &value, sizeof value)
             != (ssize_t)sizeof value)
        hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_THREAD_LOST);
    else
        *cell
            = (struct hpm_cell){ .value = value, .quality = HPM_QUALITY_EXACT };
}

static void
read_time (const struct hpm_stat_rows *rows, const struct hpm_proc_stat *time,
           int fields, struct hpm_cell *cell)
{
    hpm_cell_mark (cell, HPM_QUALITY_UNAVAILABLE, HPM_REASON_SYSTEM);
    if (time->known)
        *cell = (struct hpm_cell){ .value = hpm_proc_stat_ticks (time, fields)
                                            * rows->tick,
                                   .quality = HPM_QUALITY_SCALED };
}

static void
read_system (const struct hpm_stat_rows *rows, int i, int column, int64_t now,
             struct hpm_cell *cell)
{
    const struct hpm_stat_system *system = rows->table->systems[column];

    switch (system->source) {
    case HPM_STAT_CLOCK:
        *cell = (struct hpm_cell){ .value = now, .quality = HPM_QUALITY_EXACT };
        return;
    case HPM_STAT_STAT:
        read_time (rows, &rows->times[i], system->what, cell);
        return;
    case HPM_STAT_SOFTWARE:
        read_counter (&rows->rows[i].counters[column], cell);
        return;
    }
}

static void
read_row (struct hpm_stat_rows *rows, int i, int64_t now,
          struct hpm_cell *cells)
{
    const struct hpm_event_table *events = &rows->table->events;
    const struct hpm_stat_row *row = &rows->rows[i];

    for (int c = 0; c < events->backend_count; c++)
        hpm_cell_mark (&rows->asked[c], HPM_QUALITY_UNAVAILABLE,
                       events->asked[c].reason ? events->asked[c].reason
                       : row->reason           ? row->reason
                                               : HPM_REASON_PROCESS_LEVEL);
    if (row->set)
        events->backend->thread_read (row->set, rows->asked);
    for (int c = 0; c < events->count; c++) {
        if (events->records[c].scope == HPM_SCOPE_NODE)
            hpm_cell_mark (&cells[c], HPM_QUALITY_ABSENT, HPM_REASON_NONE);
        else if (events->columns[c].backend >= 0)
            cells[c] = rows->asked[events->columns[c].backend];
        else
            read_system (rows, i, c, now, &cells[c]);
    }
}

static int64_t
monotonic (void)
{
    struct timespec now;

    clock_gettime (CLOCK_MONOTONIC, &now);
    return now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

void
hpm_stat_rows_read (struct hpm_stat_rows *rows, struct hpm_cell *cells)
{
    int64_t now = monotonic ();

    hpm_proc_stat_read (rows->processors->numbers, rows->processors->count,
                        rows->times);
    for (int i = 0; i < rows->processors->count; i++)
        read_row (rows, i, now, cells + i * rows->table->events.count);
}

/* ---- differences -------------------------------------------------------- */

/* Each field of /proc/stat is cut to a tick.  */
static int64_t
error_of (const struct hpm_stat_rows *rows, int column)
{
    const struct hpm_stat_system *system = rows->table->systems[column];

    return system && system->source == HPM_STAT_STAT
               ? __builtin_popcount ((unsigned)system->what) * rows->tick
               : 0;
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
    else
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

    for (int i = 0; i < rows->processors->count * columns; i++)
        between (&from[i], &to[i], error_of (rows, i % columns), &cells[i]);
}
