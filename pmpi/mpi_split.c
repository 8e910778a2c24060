/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From what was counted inside MPI to cells by region.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/mpi_calls.h"

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
               const struct hpm_mpi_inside *counted, int64_t inside[2])
{
    int64_t most = whole - inside[0] - inside[1], since;

    if (!counted->entry)
        return;
    since = hpm_split_counters_since (events, column, whole, counted);
    if (since > most)
        since = most;
    if (since > 0)
        inside[counted->io] += since;
}

/* What a column counted inside MPI and inside MPI I/O, on a thread that made
 * calls.  Returns 0, or -1 when the column is not split.  */
static int
count_inside (const struct hpm_event_table *events, int column, int64_t whole,
              const struct hpm_mpi_inside *counted, int64_t inside[2])
{
    if (events->columns[column].os[0] == HPM_OS_WALL_TIME) {
        memcpy (inside, counted->time, sizeof counted->time);
        return 0;
    }
    for (int io = 0; io < 2; io++)
        if (hpm_split_counters_value (events, column, counted->counts[io],
                                      &inside[io]) < 0)
            return -1;
    add_under_way (events, column, whole, counted, inside);
    return 0;
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
             int64_t inside[2])
{
    inside[0] = inside[1] = 0;
    if (!hpm_mpi_calls_are_split ())
        return -1;
    if (counted)
        return count_inside (events, column, total, counted, inside);
    if (role == HPM_ROLE_MPI)
        inside[0] = total;
    return is_split (events, column) ? 0 : -1;
}

/* The whole is what it is: where the parts, from another clock, are larger, the
 * excess is taken from MPI.  */
static void
split_cell (struct hpm_cell *whole, int columns, const int64_t inside[2],
            int partial)
{
    int64_t useful = whole->value - inside[0] - inside[1];
    struct hpm_cell *cells[] = { whole + HPM_REGION_USEFUL * columns,
                                 whole + HPM_REGION_MPI * columns,
                                 whole + HPM_REGION_MPI_IO * columns };

    for (int i = 0; i < 3; i++) {
        *cells[i] = *whole;
        if (partial || useful < 0)
            cells[i]->quality = HPM_QUALITY_PARTIAL;
    }
    cells[0]->value = useful < 0 ? 0 : useful;
    cells[1]->value = useful < 0 ? whole->value - inside[1] : inside[0];
    cells[2]->value = inside[1];
}

void
hpm_mpi_split_row (const struct hpm_event_table *events,
                   const struct hpm_mpi_inside *counted, int role,
                   struct hpm_cell *cells)
{
    int partial = counted && counted->partial;

    for (int c = 0; c < events->count; c++) {
        struct hpm_cell *whole = &cells[c];
        int64_t inside[2];

        if (whole->quality != HPM_QUALITY_EXACT
            && whole->quality != HPM_QUALITY_PARTIAL
            && whole->quality != HPM_QUALITY_SCALED) {
            for (int r = 1; r < HPM_REGION_COUNT; r++)
                whole[r * events->count] = *whole;
        } else if (whole->quality == HPM_QUALITY_SCALED
                   || part_inside (events, c, counted, role, whole->value, inside)
                          < 0) {
            for (int r = 1; r < HPM_REGION_COUNT; r++)
                mark (&whole[r * events->count], HPM_QUALITY_UNAVAILABLE,
                      HPM_REASON_NOT_SPLIT);
        } else
            split_cell (whole, events->count, inside, partial);
    }
}

/* A thread whose calls are over.  */
static void
split_ended (const struct hpm_event_table *events,
             const struct hpm_calls_table *table, int role,
             struct hpm_cell *cells)
{
    struct hpm_mpi_inside counted = { .entry = NULL };

    if (table) {
        hpm_mpi_calls_time (table, counted.time);
        counted.counts[0] = table->inside[0];
        counted.counts[1] = table->inside[1];
        counted.partial = hpm_calls_load (&table->lost) > 0;
    }
    hpm_mpi_split_row (events, table ? &counted : NULL, role, cells);
}

int
hpm_mpi_calls_split (struct hpm_thread_rows *rows,
                     const struct hpm_event_table *table, const char *mode)
{
    size_t columns = (size_t) table->count;
    size_t row = (size_t) hpm_mpi_calls_regions (mode) * columns;
    struct hpm_cell *cells;

    if (row == columns)
        return 0;
    cells = calloc ((size_t) rows->count * row + 1, sizeof *cells);
    if (!cells)
        return -1;
    for (int i = 0; i < rows->count; i++) {
        memcpy (cells + (size_t) i * row, rows->cells + (size_t) i * columns,
                columns * sizeof *cells);
        split_ended (table, rows->calls[i], rows->records[i].role,
                   cells + (size_t) i * row);
    }
    free (rows->cells);
    rows->cells = cells;
    return 0;
}
