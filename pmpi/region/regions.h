/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that the program marks: entered and left by its threads, and the
 * chunks of what was counted in them.
 *
 * Life:  start, { a thread's marks: enter, leave ... thread_end }, stop,
 * chunks.
 */
#ifndef HPM_PMPI_REGIONS_H
#define HPM_PMPI_REGIONS_H

#include "pmpi/calls/calls.h"
#include "pmpi/count/event_table.h"
#include "pmpi/region/label.h"
#include "pmpi/region/paths.h"
#include "pmpi/wire/stream_buffer.h"
#include "pmpi/wire/thread_rows.h"

/* Count regions from here on, with `system`, or where one was named, also by
 * the system's counters, which each mark asks for; after hpm_threads_start.
 * `attach` gives the calling thread its regions: returns 0, or -1 for a thread
 * that is not counted.  */
void hpm_regions_start (const struct hpm_event_table *table, int system,
                        int (*attach) (struct hpm_paths *paths,
                                       struct hpm_region_thread *thread));

/* Count none any more.  */
void hpm_regions_stop (void);

/* The calling thread ends, whose regions these are, or NULL, its calls, or
 * NULL, and its cells[events->count], or NULL: regions that are open end here,
 * and its marks are seen no more.  */
void hpm_regions_thread_end (struct hpm_paths *paths,
                             const struct hpm_calls_table *calls,
                             const struct hpm_event_table *events,
                             const struct hpm_cell *cells);

/* After stop, before the counters of a thread are closed: wait for the thread,
 * which may be reading them.  */
void hpm_regions_settle (const struct hpm_paths *paths);

/* The calling thread enters a region, or leaves the innermost of that label or,
 * where it is NULL, the innermost.  Any thread, at any time, but not within a
 * call of these.  */
void hpm_regions_enter (const struct hpm_label *label);
void hpm_regions_leave (const struct hpm_label *label);

/* Let the regions that a thread, which makes no more marks, never left end with
 * it.  */
void hpm_regions_close (struct hpm_paths *paths,
                        const struct hpm_calls_table *calls,
                        const struct hpm_event_table *events,
                        const struct hpm_cell *cells);

/* The calling thread leaves the innermost region, of that label, unless it
 * turns out that it did not: then, before any other mark of its, it goes back
 * and is in it as if it had never left.  */
void hpm_regions_leave_perhaps (const struct hpm_label *label);
void hpm_regions_return (const struct hpm_label *label);

/* What the calling thread has counted so far, of each event of the backend and
 * behind these of each of the system's that was named, into the first `most` of
 * values.  Returns how many events there are, or -1 where nothing is counted.
 * As for a mark.  */
int hpm_regions_read (long long *values, int most);

/* The name of one of these events, or NULL where it is not counted by pieces.
 */
const char *hpm_regions_event (int event);

/* Add the regions of an ended thread to another's, and free them.  Returns
 * whose these are now: `into`, or `from` where that was NULL.  */
struct hpm_paths *hpm_regions_merge (struct hpm_paths *into,
                                     struct hpm_paths *from);
void hpm_regions_release (struct hpm_paths *paths);

/* Append the chunks PATHS, PATH_TEXTS, REGION_ROWS and REGION_COUNTS of this
 * rank, none where nothing was marked; after stop.  Regions that are open end
 * here.  */
void hpm_regions_append_rank (struct hpm_stream_buffer *buffer, int rank,
                              const struct hpm_thread_rows *rows,
                              const struct hpm_event_table *events, int parts);

#endif /* HPM_PMPI_REGIONS_H */
