/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/wrap/calls_arrivals.h"
#include "pmpi/wrap/calls_comms.h"
#include "pmpi/wrap/calls_records.h"
#include "pmpi/wire/mpi_api.h"

static struct {
    struct hpm_calls_table *table;     /* of the thread that records; atomic */
    struct hpm_arrivals_comm *current; /* of its last call */
    struct hpm_arrivals_beside beside;
} arrivals;

/* Another thread pauses; rows of a pause are not those the table began with. */
static int
is_paused (const struct hpm_calls_table *table)
{
    const struct hpm_call_row *rows
        = __atomic_load_n (&table->rows, __ATOMIC_ACQUIRE);

    return (uintptr_t)rows - (uintptr_t)table->row_memory >= sizeof *rows;
}

/* ---- a call ------------------------------------------------------------- */

/* Of a communicator that is not compared; NULL: of one for which there is no
 * room.  */
static void
add_beside (struct hpm_arrivals_beside *beside,
            const struct hpm_arrivals_comm *comm, int64_t ticks)
{
    int class = hpm_arrival_class (ticks, hpm_calls_short);

    *(comm && comm->size == 1 ? &beside->alone : &beside->unknown) += ticks;
    beside->ticks[class] += ticks;
}

static void
record (struct hpm_arrivals_comm *comm, const struct hpm_arrivals_call *call,
        int is_counted)
{
    if (is_counted && (call->is_drawn || call->is_long))
        hpm_records_add (call);
    if (call->is_drawn)
        hpm_records_draw (comm);
}

/* The record of a call; `until` of the communicator has counted it.  Who was
 * kept in a call, and so comes late to the next one, had its long time before;
 * the others have it now.  So the one behind a long one counts as long, too. */
static struct hpm_arrivals_call
call_of (struct hpm_arrivals_comm *comm, int64_t start, int64_t end,
         enum hpm_arrival_how how, int root)
{
    int64_t gap = end - comm->last;

    if (gap < comm->gap)
        gap = comm->gap;
    comm->gap = end - comm->last;
    return (struct hpm_arrivals_call){
        .comm = comm,
        .number = comm->target - 1 - comm->until,
        .start = start,
        .ticks = end > start ? end - start : 0,
        .gap = gap,
        .how = (char)how,
        .is_root = how != HPM_ARRIVAL_ALL && root == comm->rank,
        .is_drawn = comm->until<0, .is_long = gap> hpm_records_limit ()
    };
}

/* ---- from call to call -------------------------------------------------- */

/* Whether the thread records; the first that asks does.  */
static int
is_recorder (struct hpm_calls_table *table)
{
    struct hpm_calls_table *none = NULL;

    return __atomic_load_n (&arrivals.table, __ATOMIC_RELAXED) == table
           || __atomic_compare_exchange_n (&arrivals.table, &none, table, 0,
                                           __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Behind the last call: what is newer in the table goes to its communicator.
 * Returns that, if it is the one of this call, too.  */
static struct hpm_arrivals_comm *
leave (const struct hpm_calls_arrivals *last, hpm_handle handle)
{
    struct hpm_arrivals_comm *comm = arrivals.current;

    if (!comm)
        return NULL;
    comm->until = last->until;
    comm->last = last->last;
    return last->comm == handle ? comm : NULL;
}

/* Let calls pass as long as the communicator of this one allows.  */
static void
enter (struct hpm_calls_arrivals *last, struct hpm_arrivals_comm *comm,
       hpm_handle handle)
{
    int64_t limit = hpm_records_limit ();
    int64_t deadline = comm->is_passed     ? HPM_ARRIVALS_NEVER
                       : comm->gap > limit ? 0
                                           : comm->last + limit;

    arrivals.current = comm;
    *last = (struct hpm_calls_arrivals){ .comm = handle,
                                         .until = comm->until,
                                         .last = comm->last,
                                         .deadline = deadline };
}

/* The communicator of a call, which is counted in it.  */
static struct hpm_arrivals_comm *
arrive_at (const struct hpm_calls_arrivals *last, hpm_handle handle,
           int64_t start)
{
    int64_t before = arrivals.current ? last->last : start;
    struct hpm_arrivals_comm *met = leave (last, handle), *comm = met;

    if (!met || !hpm_comm_is_live (met))
        comm = hpm_comm_meet (handle, before);
    if (comm && met && met != comm) /* by another thread, some calls ago */
        hpm_comm_share (comm);
    if (comm)
        comm->until -= met != comm;
    return comm;
}

/* Another thread than the one that records: what that has of the communicator
 * does not hold.  */
static void
share (struct hpm_calls_arrivals *last, hpm_handle handle)
{
    hpm_comm_share_handle (handle);
    *last = (struct hpm_calls_arrivals){ .comm = handle,
                                         .until = HPM_ARRIVALS_NEVER,
                                         .deadline = HPM_ARRIVALS_NEVER };
}

void
hpm_arrivals_look (struct hpm_calls_table *table, int64_t start, int64_t end,
                   enum hpm_arrival_how how, hpm_handle handle, int root)
{
    struct hpm_calls_arrivals *last = &table->arrivals;
    struct hpm_arrivals_comm *comm;
    int is_counted = !is_paused (table);

    if (!is_recorder (table)) {
        share (last, handle);
        return;
    }
    comm = arrive_at (last, handle, start);
    if (comm && comm->is_recorded) {
        struct hpm_arrivals_call call = call_of (comm, start, end, how, root);

        record (comm, &call, is_counted);
    } else if (is_counted)
        add_beside (&arrivals.beside, comm, end > start ? end - start : 0);
    if (comm) {
        comm->last = end;
        if (!comm->is_recorded)
            comm->until = comm->is_passed ? HPM_ARRIVALS_NEVER : 0;
        enter (last, comm, handle);
    } else {
        arrivals.current = NULL;
        last->comm = 0;
    }
}

void
hpm_arrivals_forget (const void *slot)
{
    if (slot)
        hpm_comm_free (hpm_handle_at (slot, 0));
    if (hpm_calls_self.own)
        hpm_calls_self.own->arrivals.comm = 0;
}

/* Another table may be made where this one was, and must not be taken for it.
 */
void
hpm_arrivals_release (struct hpm_calls_table *table)
{
    static struct hpm_calls_table none; /* of no thread */

    __atomic_compare_exchange_n (&arrivals.table, &table, &none, 0,
                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* ---- the end ------------------------------------------------------------ */

static struct hpm_arrival_told
tell (const struct hpm_arrivals_call *call)
{
    const struct hpm_arrivals_comm *comm = call->comm;

    return (struct hpm_arrival_told){
        .call = { .start = call->start,
                  .ticks = call->ticks,
                  .number = (uint32_t)call->number,
                  .flags = call->how | (call->is_root ? HPM_ARRIVAL_IS_ROOT : 0)
                           | (call->is_drawn ? HPM_ARRIVAL_IS_DRAWN : 0)
                           | (call->is_long ? HPM_ARRIVAL_IS_LONG : 0) },
        .comm = { .id = (uint32_t)(comm->identity >> 32),
                  .size = (uint16_t)comm->size,
                  .shift = (uint16_t)comm->shift }
    };
}

/* Calls of a communicator that several threads used are not told; what they
 * took is estimated by those that were drawn.  */
static void
add_shared (struct hpm_arrivals_beside *beside,
            const struct hpm_arrivals_call *call)
{
    if (call->is_drawn)
        add_beside (beside, call->comm, call->ticks << call->comm->shift);
}

const struct hpm_calls_table *
hpm_arrivals_table (void)
{
    return __atomic_load_n (&arrivals.table, __ATOMIC_RELAXED);
}

/* The communicators stay: a thread that goes on may be at one.  */
int
hpm_arrivals_tell (int most, struct hpm_arrival_told **told,
                   struct hpm_arrivals_beside *beside)
{
    const struct hpm_arrivals_call *calls;
    int count, n = 0;

    hpm_records_thin (most);
    count = hpm_records_all (&calls);
    *told = calloc ((size_t)count + 1, sizeof **told);
    *beside = arrivals.beside;
    beside->limit = hpm_calls_short;
    for (int i = 0; *told && i < count; i++)
        if (hpm_comm_is_shared (calls[i].comm))
            add_shared (beside, &calls[i]);
        else
            (*told)[n++] = tell (&calls[i]);
    return n;
}

/* What was recorded of MPI that was there before stays where threads of it may
 * be.  */
void
hpm_arrivals_start (const void *caller, int has_world)
{
    memset (&arrivals, 0, sizeof arrivals);
    hpm_records_start ();
    hpm_comms_start (
        has_world ? hpm_mpi_handle (
            (struct hpm_mpi_constant){ HPM_MPI_COMM_WORLD }, caller, NULL)
                  : 0);
}
