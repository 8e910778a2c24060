/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When a rank came to collectives: what the wrappers recorded of it
 * (calls_arrivals.h) goes behind its record, for the writer to compare.
 */
#ifndef HPM_PMPI_MPI_ARRIVALS_H
#define HPM_PMPI_MPI_ARRIVALS_H

#include "pmpi/calls/calls.h"
#include "pmpi/wire/stream_buffer.h"

/* Begin, after the stop; by which clock.  */
void hpm_mpi_arrivals_start (const struct hpm_calls_link *link, int clock);

/* Take the calls of a thread, with that place in the record, which are not
 * counted any more.  `cells` are its HPM_MPI_EVENTS: without collectives,
 * ARRIVAL_TIME and AWAITED_TIME are nothing, else they are to be compared.  */
void hpm_mpi_arrivals_row (const struct hpm_calls_table *table, int thread,
                           struct hpm_cell *cells);

/* Append the chunk ARRIVALS to this rank's record, where it has any, in up to
 * so many bytes; 0: it has to be sent by itself anyway.  The job has so many
 * ranks.  */
void hpm_mpi_arrivals_append (struct hpm_stream_buffer *record, int rank,
                              int ranks, size_t bytes);

#endif /* HPM_PMPI_MPI_ARRIVALS_H */
