/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a thread has counted inside MPI, for its regions: where counts are
 * split, each call of a thread with regions has read the counters at both
 * ends, so that a mark has only to look up what they add up to.  A mark in a
 * call, in a callback, has of that call what it took so far.
 */
#ifndef HPM_PMPI_REGION_INSIDE_H
#define HPM_PMPI_REGION_INSIDE_H

#include "pmpi/calls/calls.h"
#include "pmpi/count/event_table.h"
#include "pmpi/region/paths.h"

/* A session begins, whose marks read so many events and counters of the system.
 * Returns how many counts inside MPI come behind these, 0 where counts are not
 * split.  */
int hpm_region_inside_start (int events, int system);

/* The calling thread has both, from now on; either may be NULL.  */
void hpm_region_inside_attach (const struct hpm_paths *paths,
                               struct hpm_calls_table *calls);

/* Ticks that a thread has spent in MPI, the call under way included, in pauses,
 * too; also while it goes on.  `calls` may be NULL, here and below.  */
int64_t hpm_region_inside_ticks (const struct hpm_calls_table *calls);

/* Fill in the counts inside MPI of values[paths->counters], whose others are
 * known.  Also while the thread goes on.  */
void hpm_region_inside_fill (const struct hpm_paths *paths,
                             const struct hpm_calls_table *calls,
                             int64_t *values);

/* What of a column's count is inside MPI, and what in it and around its calls
 * was of looking at them, as parts[HPM_REGION_SPLIT_*]; of the counters of a
 * region, or NULL, and its time in MPI, in ns.  HPM_NO_COUNT where it is not
 * split.  */
void hpm_region_inside_parts (const struct hpm_event_table *events, int column,
                              const int64_t *counters, int64_t mpi_time,
                              int64_t *parts);

#endif /* HPM_PMPI_REGION_INSIDE_H */
