/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Start and stop of the calls' tables: the other end of the link (calls.h) is
 * libhpmmpi.so.
 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/wrap/calls_arrivals.h"
#include "pmpi/wrap/calls_cost.h"
#include "pmpi/wrap/calls_functions.h"
#include "pmpi/wrap/calls_known.h"
#include "pmpi/wrap/calls_real.h"
#include "pmpi/wrap/calls_sample.h"
#include "pmpi/wrap/calls_split.h"
#include "pmpi/wrap/calls_wrap.h"
#include "pmpi/guest/export.h"
#include "pmpi/guest/message.h"
#include "pmpi/wire/mpi_api.h"

HPM_TLS struct hpm_calls_self hpm_calls_self;
int hpm_calls_split;

static struct {
    int active; /* calls are recorded; atomic */
    int over;   /* they were, and MPI ends; atomic */
    struct hpm_calls_start start;
    pthread_mutex_t lock; /* of the list */
    struct hpm_calls_table *tables;
} calls = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- a thread's table --------------------------------------------------- */

/* Those of the time that is counted were there first, others are the pause's.
 */
static void
release_rows (struct hpm_calls_table *table)
{
    struct hpm_call_row *rows
        = table->pause ? table->pause->counted : table->rows;

    hpm_calls_sample_release (rows, hpm_calls_function_count);
    if (table->pause)
        hpm_calls_sample_release (table->pause->aside,
                                  hpm_calls_function_count);
    free (table->row_memory);
}

static void
table_destroy (struct hpm_calls_table *table)
{
    if (!table)
        return;
    hpm_calls_split_release (table);
    release_rows (table);
    free (table->pause);
    hpm_sites_release (table->sites, hpm_calls_function_count);
    free (table);
}

/* A row is as long as a line of the cache, and is to be in one.  */
static struct hpm_call_row *
on_a_line (void *memory)
{
    size_t length = sizeof (struct hpm_call_row);
    size_t over = (uintptr_t)memory % length;

    return memory && over ? (void *)((char *)memory + length - over) : memory;
}

static struct hpm_calls_table *
table_create (void)
{
    struct hpm_calls_table *table = calloc (1, sizeof *table);

    if (!table)
        return NULL;
    table->row_memory
        = calloc ((size_t)hpm_calls_function_count + 1, sizeof *table->rows);
    table->rows = on_a_line (table->row_memory);
    table->sites = hpm_sites_create (hpm_calls_function_count);
    if (!table->rows || !table->sites
        || hpm_calls_split_create (table, calls.start.counters) < 0) {
        table_destroy (table);
        return NULL;
    }
    table->ring.head = &hpm_calls_ring_none;
    table->ring.since = HPM_RING_OUTSIDE;
    return table;
}

static void
insert (struct hpm_calls_table *table)
{
    pthread_mutex_lock (&calls.lock);
    table->next = calls.tables;
    calls.tables = table;
    pthread_mutex_unlock (&calls.lock);
}

static void
release (struct hpm_calls_table *table)
{
    struct hpm_calls_table **link = &calls.tables;

    pthread_mutex_lock (&calls.lock);
    while (*link && *link != table)
        link = &(*link)->next;
    if (*link)
        *link = table->next;
    pthread_mutex_unlock (&calls.lock);
    hpm_arrivals_release (table);
    table_destroy (table);
}

/* Whether the call being recorded is left, by a longjmp out of an error handler
 * or a callback: a call inside it would have its frame below, on a stack that
 * grows downwards, with two return addresses in between.  Calls that come from
 * deeper places than the one that was left look as if they were inside it.  */
static int
is_left (const struct hpm_calls_self *self, const struct hpm_guard *guard)
{
    return self->outer
           && (uintptr_t)guard + sizeof *guard + 2 * sizeof (void *)
                  > (uintptr_t)self->outer;
}

/* A table becomes that of a thread that is counted; else there is none.  */
static void
attach (struct hpm_calls_self *self)
{
    insert (self->own);
    self->own->thread = calls.start.attach (self->own);
    if (!self->own->thread) {
        release (self->own);
        self->own = NULL;
    }
}

/* A thread has its table and is inside a call, or ended, or it is new.  */
struct hpm_calls_table *
hpm_calls_first (const struct hpm_guard *guard)
{
    struct hpm_calls_self *self = &hpm_calls_self;

    if (self->own && !self->refused && is_left (self, guard)) {
        hpm_calls_split_lose (self->own);
        return self->own;
    }
    if (self->own || self->refused
        || !__atomic_load_n (&calls.active, __ATOMIC_ACQUIRE))
        return NULL;
    self->refused = 1; /* should attach call MPI */
    self->known = hpm_known_create ();
    self->own = self->known ? table_create () : NULL;
    if (self->own)
        attach (self);
    if (!self->own) {
        hpm_known_release ();
        return NULL;
    }
    self->refused = 0;
    return self->own;
}

void
hpm_call_unwound (struct hpm_guard *guard)
{
    struct hpm_calls_table *table = guard->table;
    int function = hpm_calls_function_of (table->under_way);
    int64_t now = hpm_calls_clock ();
    struct hpm_call call = { .table = table, .start = now, .guard = guard };

    if (table->under_way)
        call.start = now - hpm_calls_ticks_of (table->under_way, now);
    hpm_call_end (&call, function,
                  (enum hpm_call_kind)hpm_calls_functions[function].kind);
}

/* ---- start and stop ----------------------------------------------------- */

/* The library may be unloaded when MPI has ended, and loaded elsewhere.  */
static void
forget_entries (int over)
{
    __atomic_store_n (&calls.over, over, __ATOMIC_RELAXED);
    for (int i = 0; i < 2 * hpm_calls_function_count; i++)
        __atomic_store_n (&hpm_calls_entries[i], NULL, __ATOMIC_RELAXED);
}

/* Of MPI that was there before, and ended.  Other threads that live still keep
 * their tables, which nobody reads any more.  */
static void
forget_calls (void)
{
    memset (&hpm_calls_self, 0, sizeof hpm_calls_self);
    pthread_mutex_lock (&calls.lock);
    calls.tables = NULL;
    pthread_mutex_unlock (&calls.lock);
}

static int
start (const struct hpm_calls_start *how)
{
    if (hpm_mpi_abi_choose (how->caller) < 0
        || hpm_calls_real_find (how->caller) < 0)
        return -1;
    if (__atomic_load_n (&calls.over, __ATOMIC_RELAXED))
        forget_calls ();
    forget_entries (0);
    calls.start = *how;
    hpm_calls_clock_start ();
    hpm_calls_split_start (how);
    hpm_calls_sample_start (!how->counters || how->is_sparse);
    hpm_arrivals_start (how->caller, how->has_world);
    hpm_steps_start ();
    __atomic_store_n (&calls.active, 1, __ATOMIC_RELEASE);
    return 0;
}

static void
thread_end (void)
{
    hpm_calls_split_end (hpm_calls_self.own);
    hpm_calls_self.refused = 1;
    hpm_calls_self.ready = NULL;
    hpm_calls_sample_thread_end ();
    hpm_known_release ();
}

/* Another thread may have its first call just now.  */
static int
is_any_recorded (void)
{
    int is;

    pthread_mutex_lock (&calls.lock);
    is = calls.tables != NULL;
    pthread_mutex_unlock (&calls.lock);
    return is;
}

/* Measure, where any call was recorded, with a table that is in no list.  */
static void
measure (struct hpm_calls_cost *cost)
{
    struct hpm_calls_self *self = &hpm_calls_self;
    struct hpm_calls_table *table;
    struct hpm_guard guard;

    memset (cost, 0, sizeof *cost);
    if (!is_any_recorded ())
        return;
    if (!self->own)
        hpm_calls_first (&guard);
    table = self->own ? table_create () : NULL;
    if (!table)
        return;
    table->thread = self->own->thread;
    hpm_calls_cost_measure (cost, table, &calls.start);
    hpm_calls_sample_tell_bytes (self->own);
    table_destroy (table);
}

static int64_t
look (struct hpm_mpi_record *record)
{
    hpm_calls_clock_look ();
    record->clock
        = hpm_calls_clock_is_processor ? HPM_CLOCK_PROCESSOR : HPM_CLOCK_SYSTEM;
    record->clock_rate = hpm_calls_clock_rate ();
    return hpm_calls_clock ();
}

static void
stop (struct hpm_mpi_record *record, struct hpm_calls_cost *cost)
{
    hpm_calls_split_end (hpm_calls_self.own);
    measure (cost);
    thread_end ();
    __atomic_store_n (&calls.active, 0, __ATOMIC_SEQ_CST);
    pthread_mutex_lock (&calls.lock);
    hpm_calls_split_stop (calls.tables);
    pthread_mutex_unlock (&calls.lock);
    forget_entries (1);
    look (record);
}

static const struct hpm_function_record *
functions (int *count)
{
    *count = hpm_calls_function_count;
    return hpm_calls_functions;
}

static int
arrives (int function)
{
    return hpm_calls_arrives[function];
}

HPM_EXPORT const struct hpm_calls_link hpm_mpi_calls = {
    .version = HPM_CALLS_VERSION,
    .functions = functions,
    .start = start,
    .thread_end = thread_end,
    .stop = stop,
    .look = look,
    .nanoseconds = hpm_calls_clock_nanoseconds,
    .look_always = hpm_calls_split_always,
    .arrivals_table = hpm_arrivals_table,
    .arrivals = hpm_arrivals_tell,
    .arrives = arrives,
    .merge_sites = hpm_sites_merge,
    .release = release,
    .wrapper_of = hpm_mpi_wrapper_of,
};

/* ---- the entry points
 * ---------------------------------------------------------- */

/* A program that was told by a weak symbol that there is MPI asks this next. */
static int
is_not (int *flag)
{
    *flag = 0;
    return HPM_MPI_SUCCESS;
}

static int
asks_whether (const char *name)
{
    name += *name == 'P';
    return !strcmp (name, "MPI_Initialized") || !strcmp (name, "MPI_Finalized");
}

void *
hpm_calls_find_entry (int door, const char *name, const void *caller)
{
    void *next = hpm_mpi_next (name, caller);

    if (next && !__atomic_load_n (&calls.over, __ATOMIC_RELAXED))
        __atomic_store_n (&hpm_calls_entries[door], next, __ATOMIC_RELAXED);
    return next || !asks_whether (name) ? next : (void *)is_not;
}

int
hpm_calls_no_mpi (const char *name)
{
    hpm_message ("%s was called and no MPI library was found that has it",
                 name);
    return HPM_MPI_ERROR;
}
