/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The collectives that are recorded (calls_arrivals.c), of all communicators in
 * one place: those drawn by chance, and the longest.
 *
 * Which call of 2^shift is drawn follows from its number in the communicator
 * alone, and those of a larger shift are among those of a smaller one.  So
 * ranks that had to let go of more than others still have calls in common.
 */
#ifndef HPM_PMPI_CALLS_RECORDS_H
#define HPM_PMPI_CALLS_RECORDS_H

#include "pmpi/wrap/calls_arrivals.h"

#define HPM_ARRIVALS_NEVER INT64_MAX

/* A communicator: the next call that is drawn, and the end of the last call; of
 * the one of the last call the thread's table has what is newer.  */
struct hpm_arrivals_comm {
    struct hpm_arrivals_comm *next; /* with the same hash */
    hpm_handle handle;
    int is_live;     /* the handle is still its own */
    int is_shared;   /* another thread called, too: nothing holds; atomic */
    int is_recorded; /* or it has one rank, or not known ones */
    int is_passed;   /* nor need anybody know of its calls */
    int size, rank;
    uint64_t identity;
    int64_t until;  /* calls to let pass */
    int64_t last;   /* ticks */
    int64_t gap;    /* of the last call that was not let pass */
    int64_t target; /* number of the next call that is drawn ... */
    int shift;      /* ... of each 2^shift */
    int drawn;      /* of its calls that are recorded */
    int records;    /* calls that are recorded */
};

/* A call.  */
struct hpm_arrivals_call {
    struct hpm_arrivals_comm *comm;
    int64_t number, start, ticks, gap; /* the latter from end to end */
    char how, is_root, is_drawn, is_long;
};

/* Begin anew.  */
void hpm_records_start (void);

/* Calls that are longer, from end to end, are recorded, too; it only grows.  */
int64_t hpm_records_limit (void);

/* A communicator begins.  */
void hpm_records_begin (struct hpm_arrivals_comm *comm);

/* Record a call, which counts as one already.  Communicators that have records
 * must stay.  */
void hpm_records_add (const struct hpm_arrivals_call *call);

/* Draw the next call, behind one that was drawn.  */
void hpm_records_draw (struct hpm_arrivals_comm *comm);

/* Let go of calls until there are no more than `most`.  */
void hpm_records_thin (int most);

/* The calls: as many as are returned.  */
int hpm_records_all (const struct hpm_arrivals_call **calls);

#endif /* HPM_PMPI_CALLS_RECORDS_H */
