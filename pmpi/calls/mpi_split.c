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

/* One column of a thread: how much is inside, and how far that may be off. */
struct inside {
    struct hpm_measuring_parts parts;
    int64_t unsure[2];
    int64_t looks_unsure; /* of what looks took */
};

/* What was counted since the last look, of which the call under way has its
 * part, too.  */
static void
add_since (const struct hpm_event_table *events, int column, int64_t whole,
           const struct hpm_mpi_inside *counted, struct inside *inside)
{
    int64_t *in = inside->parts.inside;
    int64_t most = whole - in[0] - in[1], since;

    if (!counted->looked)
        return;
    since = hpm_split_counters_since (events, column, whole, counted);
    if (since > most)
        since = most;
    for (int io = 0; io < 2; io++) {
        struct hpm_split_part part = hpm_split_window_part (
            &counted->window, io, since,
            hpm_split_counters_kind (events, column).is_time);

        in[io] += part.least;
        inside->unsure[io] += part.unsure;
    }
}

/* What measuring added to a time, where there was no look at each call: what
 * looks took is no part of what is inside, and known by bounds, of which the
 * lower one is what one takes at least.  */
static void
share_time (const struct hpm_event_table *events, int column,
            const struct hpm_mpi_inside *counted, struct inside *inside)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    struct hpm_split_kind kind = hpm_split_counters_kind (events, column);
    const int64_t *made = counted->made;
    int64_t least = 0, most = hpm_mpi_calls_nanoseconds (counted->looks.ticks);

    for (int io = 0; kind.in_calls && io < 2; io++)
        inside->parts.shares[io] = hpm_mpi_calls_nanoseconds (
            hpm_measuring_share (cost->ticks_inside, cost->calls, made[io]));
    if (kind.in_calls)
        inside->parts.useful_share
            = hpm_mpi_calls_time_outside (made[0] + made[1]);
    if (!kind.in_looks)
        return;
    hpm_split_counters_value (events, column, cost->edge, &least);
    least *= counted->looks.count;
    most = most > least ? most : least;
    inside->parts.useful_share += least + (most - least) / 2;
    inside->looks_unsure = (most - least + 1) / 2;
}

/* What measuring added to each part.  */
static void
share (const struct hpm_event_table *events, int column,
       const struct hpm_mpi_inside *counted, struct inside *inside)
{
    const struct hpm_calls_cost *cost = hpm_mpi_calls_cost ();
    const int64_t *calls = cost->edge ? counted->alone : counted->made;
    int64_t in = 0, outside = 0;

    if (cost->edge && hpm_split_counters_kind (events, column).is_time) {
        share_time (events, column, counted, inside);
        return;
    }
    hpm_split_counters_value (events, column, cost->inside, &in);
    hpm_split_counters_value (events, column, cost->outside, &outside);
    inside->parts.useful_share = hpm_measuring_share (
        outside, cost->looked,
        cost->edge ? counted->apart : calls[0] + calls[1]);
    for (int io = 0; io < 2; io++)
        inside->parts.shares[io]
            = hpm_measuring_share (in, cost->looked, calls[io]);
}

/* What a counter counted inside MPI and inside MPI I/O, on a thread that made
 * calls: the middle of what it can be.  Returns 0, or -1 when it is not split.
 */
static int
count_inside (const struct hpm_event_table *events, int column, int64_t whole,
              const struct hpm_mpi_inside *counted, struct inside *inside)
{
    share (events, column, counted, inside);
    for (int io = 0; io < 2; io++)
        if (hpm_split_counters_value (events, column, counted->counts[io],
                                      &inside->parts.inside[io])
                < 0
            || hpm_split_counters_value (events, column, counted->unsure[io],
                                         &inside->unsure[io])
                   < 0)
            return -1;
    add_since (events, column, whole, counted, inside);
    for (int io = 0; io < 2; io++) {
        inside->parts.inside[io] += inside->unsure[io] / 2;
        inside->unsure[io] -= inside->unsure[io] / 2;
    }
    return 0;
}

static void
time_inside (const struct hpm_mpi_inside *counted,
             struct hpm_measuring_parts *parts)
{
    *parts = counted->time;
    parts->useful_share
        = hpm_mpi_calls_time_outside (counted->made[0] + counted->made[1])
          + hpm_mpi_calls_nanoseconds (counted->looks.ticks);
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
             struct inside *inside)
{
    memset (inside, 0, sizeof *inside);
    if (!hpm_mpi_calls_are_split ())
        return -1;
    if (counted && events->columns[column].os[0] == HPM_OS_WALL_TIME) {
        time_inside (counted, &inside->parts);
        return 0;
    }
    if (counted)
        return count_inside (events, column, total, counted, inside);
    if (role == HPM_ROLE_MPI)
        inside->parts.inside[0] = total;
    return is_split (events, column) ? 0 : -1;
}

/* What is known by bounds is within them, and no more than the whole.  */
static void
add_error (struct hpm_cell *cell, int64_t unsure, int64_t whole)
{
    int64_t most
        = cell->value > whole - cell->value ? cell->value : whole - cell->value;

    if (unsure <= 0)
        return;
    cell->error += unsure;
    if (cell->error > most)
        cell->error = most;
    if (cell->error > 0 && cell->quality == HPM_QUALITY_EXACT)
        cell->quality = HPM_QUALITY_SCALED;
}

/* The whole is what it is: what is neither inside nor ours is useful.  Where
 * the parts, from another clock, are larger, the excess is taken from MPI.  */
static void
split_cell (struct hpm_cell *whole, int columns, struct inside *inside,
            int partial)
{
    struct hpm_measuring_parts *parts = &inside->parts;
    const int64_t unsure[HPM_REGION_COUNT]
        = { [HPM_REGION_USEFUL]
            = inside->unsure[0] + inside->unsure[1] + inside->looks_unsure,
            [HPM_REGION_MPI] = inside->unsure[0],
            [HPM_REGION_MPI_IO] = inside->unsure[1],
            [HPM_REGION_MEASURING] = inside->looks_unsure };
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
        add_error (cell, unsure[r], whole->value);
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
        struct inside inside;

        if (whole->quality != HPM_QUALITY_EXACT
            && whole->quality != HPM_QUALITY_PARTIAL
            && whole->quality != HPM_QUALITY_SCALED) {
            for (int r = 1; r < HPM_REGION_COUNT; r++)
                whole[r * events->width] = *whole;
        } else if ((whole->quality == HPM_QUALITY_SCALED
                    && !hpm_event_table_is_sampled (events, c))
                   || part_inside (events, c, counted, role, whole->value,
                                   &inside)
                          < 0) {
            for (int r = 1; r < HPM_REGION_COUNT; r++)
                mark (&whole[r * events->width], HPM_QUALITY_UNAVAILABLE,
                      HPM_REASON_NOT_SPLIT);
        } else
            split_cell (whole, events->width, &inside, partial);
    }
    fit_useful (events, cells);
}

/* One that went on when counting stopped did not look at the end of its last
 * calls, perhaps.  */
static void
take_ended (const struct hpm_calls_split *split, struct hpm_mpi_inside *counted)
{
    for (int io = 0; io < 2; io++) {
        counted->counts[io] = split->inside[io];
        counted->unsure[io] = split->unsure[io];
        counted->alone[io] = hpm_calls_load (&split->alone[io]);
        counted->partial |= hpm_calls_load (&split->pending[io]) > 0;
    }
    counted->apart = hpm_calls_load (&split->apart);
}

/* A thread whose calls are over.  */
static void
split_ended (const struct hpm_event_table *events,
             const struct hpm_calls_table *table, int role,
             struct hpm_cell *cells)
{
    struct hpm_mpi_inside counted = { .looked = NULL };

    if (table) {
        hpm_mpi_calls_made (table, counted.made);
        hpm_mpi_calls_time (table, &counted.time);
        take_ended (&table->split, &counted);
        counted.looks = hpm_mpi_calls_looks (table);
        counted.partial |= hpm_calls_load (&table->lost) > 0;
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
