/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From what was counted inside MPI to cells by region.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/quality.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_pause.h"

static void
mark (struct hpm_cell *cell, enum hpm_quality quality, enum hpm_reason reason)
{
    memset (cell, 0, sizeof *cell);
    cell->quality = quality;
    cell->reason = reason;
}

/* What the call under way has counted goes to MPI, too.  */
static void
add_under_way (const struct hpm_event_table *events, int column, int64_t whole,
               const struct hpm_mpi_inside *counted,
               struct hpm_measuring_parts *parts)
{
    int64_t most = whole - parts->inside[0] - parts->inside[1], since;

    if (!counted->entry)
        return;
    since = hpm_split_counters_since (events, column, whole, counted);
    if (since > most)
        since = most;
    if (since > 0)
        parts->inside[counted->io] += since;
}

/* What a counter counted inside MPI and inside MPI I/O, on a thread that made
 * calls.  Returns 0, or -1 when it is not split.  */
static int
count_inside (const struct hpm_event_table *events, int column, int64_t whole,
              const struct hpm_mpi_inside *counted,
              struct hpm_measuring_parts *parts)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    const int64_t *made = counted->made;
    int64_t inside = 0, outside = 0;

    hpm_split_counters_value (events, column, cost->inside, &inside);
    hpm_split_counters_value (events, column, cost->outside, &outside);
    parts->useful_share
        = hpm_measuring_share (outside, cost->calls, made[0] + made[1]);
    for (int io = 0; io < 2; io++) {
        parts->shares[io] = hpm_measuring_share (inside, cost->calls, made[io]);
        if (hpm_split_counters_value (events, column, counted->counts[io],
                                      &parts->inside[io])
            < 0)
            return -1;
    }
    add_under_way (events, column, whole, counted, parts);
    return 0;
}

static void
time_inside (const struct hpm_mpi_inside *counted,
             struct hpm_measuring_parts *parts)
{
    *parts = counted->time;
    parts->useful_share
        = hpm_mpi_calls_time_outside (counted->made[0] + counted->made[1]);
}

/* Whether a column is one that is split, on a thread that made no call.  */
static int
is_split (const struct hpm_event_table *events, int column)
{
    int64_t value;

    return events->columns[column].os[0] == HPM_OS_WALL_TIME
           || hpm_split_counters_value (events, column, NULL, &value) == 0;
}

/* How much of a column is inside.  A thread of the MPI library's own is always
 * there.  Returns 0, or -1 when the column is not split.  */
static int
part_inside (const struct hpm_event_table *events, int column,
             const struct hpm_mpi_inside *counted, int role, int64_t total,
             struct hpm_measuring_parts *parts)
{
    memset (parts, 0, sizeof *parts);
    if (!hpm_mpi_calls_are_split ())
        return -1;
    if (counted && events->columns[column].os[0] == HPM_OS_WALL_TIME) {
        time_inside (counted, parts);
        return 0;
    }
    if (counted)
        return count_inside (events, column, total, counted, parts);
    if (role == HPM_ROLE_MPI)
        parts->inside[0] = total;
    return is_split (events, column) ? 0 : -1;
}

/* The whole is what it is: what is neither inside nor ours is useful.  Where
 * the parts, from another clock, are larger, the excess is taken from MPI.  */
static void
split_cell (struct hpm_cell *whole, int columns,
            struct hpm_measuring_parts *parts, int partial)
{
    int64_t values[HPM_REGION_COUNT];
    int exceeded;

    parts->useful = whole->value - parts->inside[0] - parts->inside[1];
    exceeded = parts->useful < 0;
    if (exceeded) {
        parts->inside[0] += parts->useful;
        parts->useful = 0;
    }
    values[HPM_REGION_MEASURING] = exceeded ? 0 : hpm_mpi_calls_take (parts);
    values[HPM_REGION_USEFUL] = parts->useful;
    values[HPM_REGION_MPI] = parts->inside[0];
    values[HPM_REGION_MPI_IO] = parts->inside[1];
    for (int r = HPM_REGION_USEFUL; r < HPM_REGION_COUNT; r++) {
        struct hpm_cell *cell = whole + r * columns;

        *cell = *whole;
        cell->value = values[r];
        if (partial || exceeded)
            cell->quality = HPM_QUALITY_PARTIAL;
    }
}

/* The cell of a counter of the system in the whole run, or NULL where it is not
 * split.  */
static struct hpm_cell *
split_cell_of (const struct hpm_event_table *events, int os,
               struct hpm_cell *cells)
{
    for (int c = 0; c < events->count; c++)
        if (events->columns[c].backend < 0 && events->columns[c].os[0] == os) {
            uint32_t quality
                = cells[HPM_REGION_USEFUL * events->width + c].quality;

            return hpm_quality_has_value (quality) ? &cells[c] : NULL;
        }
    return NULL;
}

/* Take up to `excess` from the useful part, for MPI.  Returns what is left of
 * it.
 */
static int64_t
move_to_mpi (struct hpm_cell *whole, int columns, int64_t excess)
{
    struct hpm_cell *useful
        = whole ? whole + HPM_REGION_USEFUL * columns : NULL;
    int64_t moved = !useful || useful->value > excess ? excess : useful->value;

    if (!useful || moved <= 0)
        return excess;
    useful->value -= moved;
    whole[HPM_REGION_MPI * columns].value += moved;
    return excess - moved;
}

/* Processor time was read around the clock of a call, so that what is outside
 * of it is less than the time outside; an estimate of what measuring added may
 * say otherwise, by as much as it errs.  */
static void
fit_useful (const struct hpm_event_table *events, struct hpm_cell *cells)
{
    size_t useful = (size_t)HPM_REGION_USEFUL * (size_t)events->width;
    struct hpm_cell *wall = split_cell_of (events, HPM_OS_WALL_TIME, cells);
    struct hpm_cell *processor = split_cell_of (events, HPM_OS_CPU_TIME, cells);
    struct hpm_cell *user = split_cell_of (events, HPM_OS_USER_TIME, cells);
    struct hpm_cell *system = split_cell_of (events, HPM_OS_SYSTEM_TIME, cells);
    int64_t most, both;

    if (!wall || !processor || !user || !system)
        return;
    most = wall[useful].value;
    both = user[useful].value + system[useful].value;
    move_to_mpi (processor, events->width, processor[useful].value - most);
    move_to_mpi (system, events->width,
                 move_to_mpi (user, events->width, both - most));
}

void
hpm_mpi_split_row (const struct hpm_event_table *events,
                   const struct hpm_mpi_inside *counted, int role,
                   struct hpm_cell *cells)
{
    int partial = counted && counted->partial;

    for (int c = 0; c < events->count; c++) {
        struct hpm_cell *whole = &cells[c];
        struct hpm_measuring_parts parts;

        if (whole->quality != HPM_QUALITY_EXACT
            && whole->quality != HPM_QUALITY_PARTIAL
            && whole->quality != HPM_QUALITY_SCALED) {
            for (int r = 1; r < HPM_REGION_COUNT; r++)
                whole[r * events->width] = *whole;
        } else if ((whole->quality == HPM_QUALITY_SCALED
                    && !hpm_event_table_is_sampled (events, c))
                   || part_inside (events, c, counted, role, whole->value,
                                   &parts)
                          < 0) {
            for (int r = 1; r < HPM_REGION_COUNT; r++)
                mark (&whole[r * events->width], HPM_QUALITY_UNAVAILABLE,
                      HPM_REASON_NOT_SPLIT);
        } else
            split_cell (whole, events->width, &parts, partial);
    }
    fit_useful (events, cells);
}

/* A thread whose calls are over.  */
static void
split_ended (const struct hpm_event_table *events,
             const struct hpm_calls_table *table, int role,
             struct hpm_cell *cells)
{
    struct hpm_mpi_inside counted = { .entry = NULL };

    if (table) {
        hpm_mpi_calls_made (table, counted.made);
        hpm_mpi_calls_time (table, &counted.time);
        counted.counts[0] = table->inside[0];
        counted.counts[1] = table->inside[1];
        counted.partial = hpm_calls_load (&table->lost) > 0;
    }
    hpm_mpi_split_row (events, table ? &counted : NULL, role, cells);
}

int
hpm_mpi_calls_lay_out (struct hpm_thread_rows *rows,
                       const struct hpm_event_table *table,
                       enum hpm_mpi_mode mode)
{
    size_t columns = (size_t)table->count;
    int regions = hpm_mpi_calls_regions (mode);
    size_t row = (size_t)regions * (size_t)table->width;
    struct hpm_cell *cells;

    for (int i = 0; i < rows->count; i++)
        hpm_mpi_pause_finish (rows->calls[i]);
    if (row == columns)
        return 0;
    cells = calloc ((size_t)rows->count * row + 1, sizeof *cells);
    if (!cells)
        return -1;
    for (int i = 0; i < rows->count; i++) {
        memcpy (cells + (size_t)i * row, rows->cells + (size_t)i * columns,
                columns * sizeof *cells);
        if (regions > 1)
            split_ended (table, rows->calls[i], rows->records[i].role,
                         cells + (size_t)i * row);
    }
    free (rows->cells);
    rows->cells = cells;
    return 0;
}
