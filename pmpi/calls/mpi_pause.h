/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls in parts of a run.  A call counts where it has a part in the time that
 * was counted, with that part of its time; its bytes where it ends.  So the
 * path of a call has nothing to do with it: in a pause, a thread notes its
 * calls in rows that nobody adds up.
 */
#ifndef HPM_PMPI_MPI_PAUSE_H
#define HPM_PMPI_MPI_PAUSE_H

#include "pmpi/calls/calls.h"

/* Counting pauses, and goes on, for a thread that runs; nothing where it does
 * so already, or has no table (NULL).  By one thread at a time.  Without memory
 * the pause is counted.  */
void hpm_mpi_pause_hold (struct hpm_calls_table *table);
void hpm_mpi_pause_go_on (struct hpm_calls_table *table);

/* The thread makes no more calls, or its count is over: its rows and sizes are
 * what was counted.  NULL is fine.  */
void hpm_mpi_pause_finish (struct hpm_calls_table *table);

/* The rows of the time that is counted, as the thread notes them.  */
const struct hpm_call_row *
hpm_mpi_pause_counted (const struct hpm_calls_table *table);

/* For a snapshot, of a thread that may be at it: the row of a function without
 * pauses, and without the call under way `under_way` unless it is held.  */
struct hpm_call_row hpm_mpi_pause_row (const struct hpm_calls_table *table,
                                       int function, int64_t under_way);

/* Ticks of the call under way that are not in its row yet, of those that it
 * took up to now; -1 while the thread is held.  */
int64_t hpm_mpi_pause_ticks (const struct hpm_calls_table *table,
                             int64_t under_way, int64_t ticks);

/* Add the sizes of its messages to those.  */
void hpm_mpi_pause_sizes (struct hpm_calls_table *table,
                          struct hpm_size_row (*into)[HPM_SIZE_BUCKETS]);

#endif /* HPM_PMPI_MPI_PAUSE_H */
