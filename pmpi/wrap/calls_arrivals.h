/* SPDX-License-Identifier: BSD-3-Clause
 *
 * When a rank came to a sample of its blocking collectives, so that ranks can
 * be compared in the end.  Which calls these are follows from what is alike on
 * all ranks of a communicator: the order of its collectives, and the time from
 * the end of one to the end of the next.  Nothing is sent.
 *
 * One thread of a process records, the first that calls a collective.
 */
#ifndef HPM_PMPI_CALLS_ARRIVALS_H
#define HPM_PMPI_CALLS_ARRIVALS_H

#include "pmpi/wrap/calls_known.h"

/* Whether functions are recorded here; [functions], made by calls.awk.  */
extern const char hpm_calls_arrives[];

/* A call that is not let pass, from `start` to `end`: record it, where it is to
 * be, and find its communicator.  Values alone, so that a call stays in
 * registers.  */
void hpm_arrivals_look (struct hpm_calls_table *table, int64_t start,
                        int64_t end, enum hpm_arrival_how how, hpm_handle comm,
                        int root) HPM_COLD;

/* A call of a blocking collective has ended; `root` means nothing to
 * HPM_ARRIVAL_ALL.  A call that comes late enough to be among the longest ends
 * after the deadline, which is that of an earlier call or of the last.  */
HPM_INLINE void
hpm_call_arrive (struct hpm_call *call, enum hpm_arrival_how how,
                 hpm_handle comm, int root)
{
    struct hpm_calls_arrivals *last = &call->table->arrivals;

    if (HPM_LIKELY (last->comm == comm) && HPM_LIKELY (--last->until >= 0)
        && HPM_LIKELY (call->end <= last->deadline))
        last->last = call->end;
    else
        hpm_arrivals_look (call->table, call->start, call->end, how, comm,
                           root);
}

/* A communicator is about to be freed.  Any thread.  */
void hpm_arrivals_forget (const void *comm);

/* The table of an ended thread is about to be freed: if that thread records, no
 * thread does from here on.  */
void hpm_arrivals_release (struct hpm_calls_table *table);

/* Begin, before any call is recorded; `caller` as for hpm_mpi_find.  Without
 * MPI_COMM_WORLD, as in a program of sessions, nothing can be compared.  */
void hpm_arrivals_start (const void *caller, int has_world);

/* Whose calls are recorded; NULL where none was.  */
const struct hpm_calls_table *hpm_arrivals_table (void);

/* What was recorded, of no more calls than `most`, when calls are not noted any
 * more: *told, malloc'ed and the caller's.  Returns their number, and what is
 * in none of them.  It may be asked again for fewer.  */
int hpm_arrivals_tell (int most, struct hpm_arrival_told **told,
                       struct hpm_arrivals_beside *beside);

/* ---- who is in a communicator (calls_members.c) */

/* The finalizer of MurmurHash3 (Appleby, public domain).  */
uint64_t hpm_mix (uint64_t x);

/* A number for the ranks of a communicator of that size, by their places in
 * another one, so that it is alike on all of them; 0: not known.  Local to this
 * rank.  */
uint64_t hpm_comm_members (hpm_handle comm, int size, hpm_handle of);

#endif /* HPM_PMPI_CALLS_ARRIVALS_H */
