/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the system counts for the processes that this one started, and for those
 * that these started.
 */
#ifndef HPM_PMPI_OS_CHILDREN_H
#define HPM_PMPI_OS_CHILDREN_H

#include "pmpi/count/os_counters.h"

/* Counts of all children of this process: of those that were waited for, as
 * getrusage(2) tells, and of those that live, as /proc does, each with its own
 * children.  So what a child does between two calls is the difference of both,
 * whenever it began and ends.
 *
 * Nothing is known where children are not waited for (SIGCHLD ignored) or there
 * are too many to look at; switches are not known while a child lives.  Counts
 * are CLOCK_MONOTONIC's and in the units of the event table.  Any thread.  */
void hpm_os_children_read (struct hpm_os_counts *counts,
                           struct hpm_os_moment *moment);

/* Peak resident memory, in bytes, of the largest of them; 0 if there is none.
 */
int64_t hpm_os_children_peak (void);

#endif /* HPM_PMPI_OS_CHILDREN_H */
