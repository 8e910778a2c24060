/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks cost, measured once in a process, at its first mark: readers of
 * the record take it out of what was counted.  All of it is nothing where it is
 * not known.
 */
#ifndef HPM_PMPI_MARK_COST_H
#define HPM_PMPI_MARK_COST_H

#include "pmpi/count/event_table.h"
#include "pmpi/region/paths.h"
#include "pmpi/wire/stream_buffer.h"

/* A session begins, whose marks read so many counters.  */
void hpm_mark_cost_start (int counters);

/* Whether the caller is to measure it: once in a session.  */
int hpm_mark_cost_claim (void);

/* Measure it on the calling thread, whose regions are `scratch` meanwhile, by
 * the functions that a mark calls.  */
void hpm_mark_cost_measure (struct hpm_paths *scratch,
                            void (*enter) (const struct hpm_label *label),
                            void (*leave) (const struct hpm_label *label));

/* The least that a beginning and an end leave in their region, for part 0, and
 * take in all, for part 1: of the time (column -1), in ns, or of a column;
 * HPM_NO_COUNT where it is not read.  */
int64_t hpm_mark_cost (const struct hpm_event_table *events, int part,
                       int column);

/* Append the chunk MARK_COSTS, or nothing; takes no memory of its own.  */
void hpm_mark_cost_append (struct hpm_stream_buffer *buffer, int rank,
                           const struct hpm_event_table *events);
size_t hpm_mark_cost_bytes (const struct hpm_event_table *events);

#endif /* HPM_PMPI_MARK_COST_H */
