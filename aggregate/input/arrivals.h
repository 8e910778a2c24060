/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How long ranks waited in collectives for those that came last, and for whom:
 * of all ranks' chunks ARRIVALS (hpm_mpi_record.h), which the scan collects.
 */
#ifndef HPM_AGGREGATE_ARRIVALS_H
#define HPM_AGGREGATE_ARRIVALS_H

#include "aggregate/input/chunk.h"
#include "base/arrival.h"
#include "hpm_record.h"

struct hpm_arrivals;

/* NULL without memory.  */
struct hpm_arrivals *hpm_arrivals_create (void);
void hpm_arrivals_destroy (struct hpm_arrivals *arrivals);

/* Take the chunk of a rank, which come in ascending order; one that makes no
 * sense counts as none.  Returns 0, or -1 without memory.  */
int hpm_arrivals_take (struct hpm_arrivals *arrivals,
                       const struct hpm_chunk *chunk);

/* When all have come: compare them.  Returns of how many ranks something is
 * known; *inexact is set where some of it has an error.  */
int64_t hpm_arrivals_compare (struct hpm_arrivals *arrivals, int *inexact);

/* What is known of a rank, which ran for so many ns: its thread with the
 * collectives, or -1, and the cells of HPM_MPI_EVENT_ARRIVAL_TIME and
 * HPM_MPI_EVENT_AWAITED_TIME of that thread.  `arrivals` may be NULL.  */
int hpm_arrivals_of (const struct hpm_arrivals *arrivals, int64_t rank,
                     int64_t wall_time, struct hpm_cell *arrival,
                     struct hpm_cell *awaited);

/* The thread of a rank of which nothing is known, since ranks of several hosts
 * were in its collectives; -1 else.  `arrivals` may be NULL.  */
int hpm_arrivals_crossed (const struct hpm_arrivals *arrivals, int64_t rank);

#endif /* HPM_AGGREGATE_ARRIVALS_H */
