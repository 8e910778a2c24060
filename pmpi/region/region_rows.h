/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a row of a region holds, for the record of a rank (region_chunks.c) and
 * for snapshots (region_snapshot.c), and what marks read for it.
 */
#ifndef HPM_PMPI_REGION_ROWS_H
#define HPM_PMPI_REGION_ROWS_H

#include "include/hpm_region_record.h"
#include "pmpi/count/event_table.h"

/* A session begins, whose marks read so many counters of the backend and,
 * behind these, the system's: with `system`, or where somebody asked for one of
 * them by its name, and for no group, which may have some.  Returns whether
 * they do.  */
int hpm_region_rows_start (const struct hpm_event_table *events, int counters,
                           int system);

/* The k-th event of the system that somebody asked for by its name and that
 * marks read: its column, or -1.  */
int hpm_region_named (const struct hpm_event_table *events, int k);

/* Where a counter of the system stands in what marks read, -1: they do not.  */
int hpm_region_system_place (int event);

/* The count of a column in a region, of counters[] and a time in ns;
 * HPM_NO_COUNT where it is not read there: of the counters none where that is
 * NULL.  */
int64_t hpm_region_count (const struct hpm_event_table *events, int column,
                          int64_t time, const int64_t *counters);

int hpm_region_is_wall_time (const struct hpm_event_table *events, int column);

/* Whether a thread whose cells[events->count] these are has counted a column,
 * as it was read at marks: one that was scaled to the whole time was not.  */
int hpm_region_is_counted (const struct hpm_event_table *events, int column,
                           const struct hpm_cell *cells);

/* What it has counted, as its marks would read it.  */
void hpm_region_last_values (const struct hpm_event_table *events,
                             const struct hpm_cell *cells, int64_t *values);

/* The moment of these cells of a thread that started to be counted at `start`;
 * both CLOCK_MONOTONIC, ns.  */
int64_t hpm_region_end_time (int64_t start,
                             const struct hpm_event_table *events,
                             const struct hpm_cell *cells);

#endif /* HPM_PMPI_REGION_ROWS_H */
