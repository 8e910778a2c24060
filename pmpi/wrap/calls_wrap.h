/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a wrapper does around the real call: the part that every call pays.
 *
 * A thread notes a call in its own table, without locks or atomic operations.
 * `ready` is NULL while it is inside a recorded call, so calls that the library
 * makes from there, or a callback, pass straight through.
 */
#ifndef HPM_PMPI_CALLS_WRAP_H
#define HPM_PMPI_CALLS_WRAP_H

#include "pmpi/calls/calls.h"
#include "pmpi/wrap/calls_clock.h"
#include "pmpi/wrap/calls_sites.h"
#include "pmpi/wire/mpi_abi.h"

#define HPM_TLS _Thread_local __attribute__ ((tls_model ("initial-exec")))
#define HPM_INLINE static inline __attribute__ ((always_inline))
#define HPM_COLD __attribute__ ((cold))
#define HPM_LIKELY(condition) __builtin_expect (!!(condition), 1)

/* The calling thread.  What is not here is memory of its own: thread-local
 * storage is part of each thread's stack, which may have no more than 16 kB. */
struct hpm_calls_self {
    struct hpm_calls_table
        *ready;                  /* where its next call is recorded, or NULL */
    struct hpm_calls_table *own; /* its table, once it has one */
    struct hpm_known *known;     /* calls_known.h; there while `own` is */
    const struct hpm_guard *outer; /* of the last call that was recorded */
    int refused;                   /* it gets none: ended, or unknown */
};
extern HPM_TLS struct hpm_calls_self hpm_calls_self;

/* Whether counters are split.  Set before any call is recorded.  */
extern int hpm_calls_split;

/* Calls longer than so many ticks are classed one by one, for the sample of
 * those that are looked at.  Set before any call is recorded.  */
extern int64_t hpm_calls_short;

/* What stays of a call under way in memory: its address tells where on the
 * stack the call is, and whoever leaves it from inside finds its end here.  */
struct hpm_guard {
    struct hpm_calls_table *table;        /* NULL unless it is under way */
    int64_t status[HPM_MPI_STATUS_WORDS]; /* where the program wants none */
};

/* A call under way, in registers.  */
struct hpm_call {
    struct hpm_calls_table *table;
    struct hpm_call_row *row; /* once it has returned */
    int64_t start, end;
    struct hpm_guard *guard;
};

/* The table of a thread without a ready one: a new one at its first call, or
 * NULL when the call is not to be recorded.  */
struct hpm_calls_table *
hpm_calls_first (const struct hpm_guard *guard) HPM_COLD;

/* Split: read the counters, at the beginning or the end of a call, which is
 * `now`.  Returns the clock behind that.  */
int64_t hpm_calls_split_look (struct hpm_calls_table *table, int64_t now);

/* Look at the clocks of the thread before a call, and after one that was looked
 * at before or was long: of that row, which took so many ticks.  */
void hpm_calls_sample_enter (struct hpm_calls_table *table,
                             struct hpm_call_row *row) HPM_COLD;
void hpm_calls_sample_leave (struct hpm_calls_table *table,
                             struct hpm_call_row *row, int64_t ticks) HPM_COLD;

/* Mark the samples that were taken since the call began (calls_ring.h); the
 * ring of threads that are not sampled.  */
void hpm_call_sampled (struct hpm_calls_table *table) HPM_COLD;
extern const volatile uint64_t *const hpm_calls_ring_none;

/* Its row of a function; who pauses the count replaces the rows.  */
HPM_INLINE struct hpm_call_row *
hpm_call_row (const struct hpm_calls_table *table, int function)
{
    return &__atomic_load_n (&table->rows, __ATOMIC_ACQUIRE)[function];
}

/* `caller` is the address that the wrapper returns to.  Returns 0 when the call
 * is not to be recorded.  */
HPM_INLINE int
hpm_call_begin (struct hpm_call *call, struct hpm_guard *guard, int function,
                const void *caller)
{
    struct hpm_calls_table *table = hpm_calls_self.ready;
    struct hpm_call_row *row;

    if (!HPM_LIKELY (table)) {
        table = hpm_calls_first (guard);
        if (!table)
            return 0;
    }
    hpm_calls_self.ready = NULL;
    hpm_calls_self.outer = guard;
    call->guard = guard;
    call->table = guard->table = table;
    if (!HPM_LIKELY (table->sites->last[function].direct == (uintptr_t)caller))
        hpm_sites_change (table, function, caller, __builtin_dwarf_cfa ());
    row = hpm_call_row (table, function);
    if (!HPM_LIKELY (--row->until >= 0))
        hpm_calls_sample_enter (table, row);
    call->start = hpm_calls_clock ();
    if (hpm_calls_split && call->start >= table->split.due)
        call->start = hpm_calls_split_look (table, call->start);
    __atomic_store_n (&table->under_way,
                      hpm_calls_under_way (function, call->start),
                      __ATOMIC_RELAXED);
    __atomic_store_n (&table->ring.since, hpm_calls_ring_head (&table->ring),
                      __ATOMIC_RELAXED);
    return 1;
}

/* Split: a call has ended, of which a callback may have looked at the counters
 * meanwhile.  It has taken some time, whatever the clock says.  */
HPM_INLINE void
hpm_call_split_end (struct hpm_calls_table *table, int io, int64_t end,
                    int64_t ticks)
{
    int64_t since = end - table->split.since;

    hpm_calls_publish (&table->split.pending[io], ticks < 1       ? 1
                                                  : ticks < since ? ticks
                                                                  : since);
    if (end >= table->split.due)
        hpm_calls_split_look (table, end);
}

/* One call more.  Unsigned arithmetic makes "no shortest yet", 0, the longest
 * of all.  */
HPM_INLINE void
hpm_call_note (struct hpm_call_row *row, int64_t ticks)
{
    hpm_calls_publish (&row->calls, 1);
    hpm_calls_add (&row->ticks, ticks);
    if ((uint64_t)ticks - 1 < (uint64_t)row->shortest - 1)
        __atomic_store_n (&row->shortest, ticks, __ATOMIC_RELAXED);
    if (ticks > row->longest)
        __atomic_store_n (&row->longest, ticks, __ATOMIC_RELAXED);
}

HPM_INLINE void
hpm_call_end (struct hpm_call *call, int function, enum hpm_call_kind kind)
{
    int64_t end = hpm_calls_clock (), ticks = end - call->start;
    struct hpm_calls_table *table = call->table;

    call->end = end;
    call->guard->table = NULL;
    if (!HPM_LIKELY (hpm_calls_ring_head (&table->ring) == table->ring.since))
        hpm_call_sampled (table);
    __atomic_store_n (&table->ring.since, HPM_RING_OUTSIDE, __ATOMIC_RELEASE);
    __atomic_store_n (&table->under_way, 0, __ATOMIC_RELAXED);
    if (hpm_calls_split)
        hpm_call_split_end (table, kind == HPM_CALL_IO, end, ticks);
    call->row = hpm_call_row (table, function);
    hpm_call_note (call->row, HPM_LIKELY (ticks > 0) ? ticks : 0);
    hpm_calls_add (&table->ticks, ticks);
    if (!HPM_LIKELY ((call->row->until | (hpm_calls_short - ticks)) >= 0))
        hpm_calls_sample_leave (table, call->row, ticks);
    if (!hpm_calls_self.refused)
        hpm_calls_self.ready = table;
}

/* An exception, or the end of the thread, leaves a call from inside, through an
 * error handler or a callback: the call has ended here.  Its bytes are not
 * known.  */
void hpm_call_unwound (struct hpm_guard *guard) HPM_COLD;

HPM_INLINE void
hpm_guard_leave (struct hpm_guard *guard)
{
    if (guard->table)
        hpm_call_unwound (guard);
}

/* Declares the guard of a call, not yet begun.  */
#define HPM_GUARD(name)                                                        \
    struct hpm_guard name __attribute__ ((cleanup (hpm_guard_leave)));         \
    name.table = NULL

/* ---- the next definition of a function -----------------------------------
 * Found at its first call; every function has two entry points, MPI_X and
 * PMPI_X.  */
extern void *hpm_calls_entries[];

void *hpm_calls_find_entry (int door, const char *name,
                            const void *caller) HPM_COLD;

HPM_INLINE void *
hpm_calls_next (int door, const char *name, const void *caller)
{
    void *next = __atomic_load_n (&hpm_calls_entries[door], __ATOMIC_RELAXED);

    return HPM_LIKELY (next) ? next : hpm_calls_find_entry (door, name, caller);
}

#endif /* HPM_PMPI_CALLS_WRAP_H */
