/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counters of events of the node: opened by one rank of a host, on the
 * processors that each event's PMU names, for all that runs there.
 *
 * Called by the thread that starts and stops the session, but where it says so.
 */
#ifndef HPM_PMPI_NODE_COUNTERS_H
#define HPM_PMPI_NODE_COUNTERS_H

#include "pmpi/count/event_table.h"
#include "pmpi/wire/stream_buffer.h"

/* Open the events of the table's `nodes`, and start them unless `paused`, if
 * this rank is the host's first: by what the launcher says or, where it does
 * not, rank 0.  Rank -1 counts whatever the launcher says.  What can't be
 * opened has a reason.  */
void hpm_node_counters_start (const struct hpm_event_table *table, int rank,
                              int paused);

/* Go on counting (on), or pause; on any thread, between start and stop.  */
void hpm_node_counters_run (int on);

/* Append the chunk NODE of what they have counted so far, where there is
 * something; on the thread that takes snapshots, between start and stop.  Takes
 * no memory.  */
void hpm_node_counters_sample (struct hpm_stream_buffer *buffer, int rank);

/* What records[count] of counters tell together, in the order that these are
 * opened in, into sums[column] of each event that they have: HPM_NO_COUNT where
 * one of its counters has no value, or another unit than the others.  Pure.  */
void hpm_node_records_sum (const struct hpm_node_record *records, int count,
                           int64_t *sums);

/* The same of what they have counted so far; where and when `sample` may be
 * called.  Takes no memory.  */
void hpm_node_counters_sum (int64_t *sums);

/* How many counters there are: one for each event on each of its processors, or
 * 0 where another rank has those of the host.  */
int hpm_node_counters_count (void);

/* Fill in records[hpm_node_counters_count ()] with what they have counted so
 * far, and let them go on; once they are stopped, with what that was.  A meter
 * of energy that still is at 0 may be none: it has no value.  Between start and
 * discard.  */
void hpm_node_counters_look (struct hpm_node_record *records);

/* Bytes of the chunk's payload.  */
size_t hpm_node_counters_bytes (void);

/* Read and close them.  */
void hpm_node_counters_stop (void);

/* Append the chunk NODE of what was read, where there is something.  */
void hpm_node_counters_append (struct hpm_stream_buffer *buffer, int rank);

/* Close what is open, and forget what was read.  */
void hpm_node_counters_discard (void);

#endif /* HPM_PMPI_NODE_COUNTERS_H */
