/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a thread did in MPI, as events: so that time in MPI is reduced, stored,
 * sorted by and put into formulas like any other count.
 */
#ifndef HPM_AGGREGATE_MPI_EVENTS_H
#define HPM_AGGREGATE_MPI_EVENTS_H

#include "aggregate/input/rank_mpi.h"

/* X(identifier, name, unit, description) */
#define HPM_MPI_EVENTS(X)                                                      \
    X (TIME, "mpi::TIME", "ns", "time in calls of MPI, but for MPI I/O")       \
    X (IO_TIME, "mpi::IO_TIME", "ns", "time in calls of MPI I/O")              \
    X (CALLS, "mpi::CALLS", "1", "calls of MPI functions")                     \
    X (SENT, "mpi::BYTES_SENT", "byte",                                        \
       "bytes that calls of MPI sent, put or wrote")                           \
    X (RECEIVED, "mpi::BYTES_RECEIVED", "byte",                                \
       "bytes that calls of MPI received, got or read")

enum hpm_mpi_event {
#define HPM_X(identifier, name, unit, description) HPM_MPI_EVENT_##identifier,
    HPM_MPI_EVENTS (HPM_X)
#undef HPM_X
        HPM_MPI_EVENT_COUNT
};

/* Put the events behind `count` others; the array has room for them.  */
void hpm_mpi_events_append (struct hpm_event_record *events, int count);

/* 1 if the name is that of one of them.  */
int hpm_mpi_events_have (const char *name);

/* Cells [thread][region][count] become [thread][region][count +
 * HPM_MPI_EVENT_COUNT].  There are values for the whole run, the first region;
 * in other regions there is nothing to count.  Returns the new cells,
 * malloc'ed, or NULL without memory.  */
struct hpm_cell *hpm_mpi_events_widen (const struct hpm_rank_mpi *mpi,
                                       const struct hpm_cell *cells,
                                       int64_t threads, int regions, int count);

#endif /* HPM_AGGREGATE_MPI_EVENTS_H */
