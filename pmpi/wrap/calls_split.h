/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every counter of a thread, inside MPI and outside: read when a call begins
 * and when it ends.
 *
 * Where that is dear beside what it tells, as system calls are that read what
 * the system counts anyway, it is read as long as this takes no more than a
 * fiftieth of the thread's time: at each call of a program that makes few, and
 * of one that makes more, when the next one is due.  The time in calls is known
 * of all, and bounds what was counted there (split_window.h).
 */
#ifndef HPM_PMPI_CALLS_SPLIT_H
#define HPM_PMPI_CALLS_SPLIT_H

#include "pmpi/calls/calls.h"

/* Before any call is recorded, once there is a clock.  */
void hpm_calls_split_start (const struct hpm_calls_start *start);

/* Give a new table its arrays, and free them.  Returns 0, or -1 without memory.
 */
int hpm_calls_split_create (struct hpm_calls_table *table, int counters);
void hpm_calls_split_release (struct hpm_calls_table *table);

/* The call under way was left without an end: what was counted since the last
 * look is not known.  */
void hpm_calls_split_lose (struct hpm_calls_table *table);

/* The calling thread looks from now on at each call; its calls are over.  */
void hpm_calls_split_always (struct hpm_calls_table *table);
void hpm_calls_split_end (struct hpm_calls_table *table);

/* What a look adds to what is counted between two looks, at least; NULL where
 * each call has two and that is measured with them.  */
const int64_t *hpm_calls_split_edge (void);

/* Let no thread read its counters any more, and wait for those that are at it;
 * the tables are all there are.  */
void hpm_calls_split_stop (struct hpm_calls_table *tables);

#endif /* HPM_PMPI_CALLS_SPLIT_H */
