/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "pmpi/calls/split_window.h"
#include "pmpi/wrap/calls_split.h"
#include "pmpi/wrap/calls_wrap.h"
#include "pmpi/guest/clock.h"
#include "pmpi/guest/float_guard.h"

#define LOOK_MAX (3 * INT64_C (1000000000)) /* ns */
#define ARRAYS 6
#define MOST_SPARSE 64 /* counters, of which each is a bit of `times` */

/* A look is paid for by so many times what it took, and so many may come one
 * after the other when none was for long, or in the first thread's beginning;
 * in that of another, which may be short, some.  One that was interrupted costs
 * no more than several.  */
#define EVERY 50
#define SAVED 256
#define FIRST 16
#define INTERRUPTED 8
#define TRIES 8

static struct {
    int over; /* no more reading; atomic */
    int counters, is_sparse, gave_up;
    uint64_t times;
    int (*read) (void *thread, int64_t *values);
    int64_t least;             /* ticks that a look takes */
    int64_t edge[MOST_SPARSE]; /* what it adds between two looks */
    int64_t began;             /* ticks */
    int64_t learn;             /* ticks, when the clock is looked at; atomic */
} split;

/* ---- start -------------------------------------------------------------- */

/* Of several looks at nothing the least: whatever comes between makes them
 * more.  Only the first counter, processor time, is as fine as a look; user and
 * system time are shared out of it by the kernel's ticks.  */
static int
measure_edge (void)
{
    int64_t values[2][MOST_SPARSE], edge = INT64_MAX;

    split.least = INT64_MAX;
    for (int try = 0; try < TRIES; try++) {
        int64_t began = hpm_calls_clock (), took;

        if (split.read (NULL, values[0]) < 0
            || split.read (NULL, values[1]) < 0)
            return -1;
        took = (hpm_calls_clock () - began) / 2;
        if (took < split.least)
            split.least = took > 0 ? took : 1;
        if (values[1][0] - values[0][0] < edge)
            edge = values[1][0] - values[0][0];
    }
    split.edge[0] = edge > 0 ? edge : 0;
    return 0;
}

void
hpm_calls_split_start (const struct hpm_calls_start *start)
{
    split.counters = start->counters;
    split.read = start->read;
    split.times = start->times;
    split.gave_up = start->gave_up;
    split.began = split.learn = hpm_calls_clock ();
    split.is_sparse = start->is_sparse && split.counters <= MOST_SPARSE
                      && measure_edge () == 0;
    hpm_calls_split = start->counters > 0;
}

int
hpm_calls_split_create (struct hpm_calls_table *table, int counters)
{
    struct hpm_calls_split *own = &table->split;
    size_t n = (size_t)counters;

    own->now = calloc (ARRAYS * n + 1, sizeof *own->now);
    if (!own->now)
        return -1;
    own->counters = counters;
    own->due = split.is_sparse && gettid () != getpid ()
                   ? hpm_calls_clock () - FIRST * EVERY * split.least
                   : INT64_MIN;
    own->looked = own->now + n;
    for (int io = 0; io < 2; io++) {
        own->inside[io] = own->looked + (size_t)(1 + io) * n;
        own->unsure[io] = own->looked + (size_t)(3 + io) * n;
    }
    return 0;
}

void
hpm_calls_split_release (struct hpm_calls_table *table)
{
    free (table->split.now);
}

const int64_t *
hpm_calls_split_edge (void)
{
    return split.is_sparse ? split.edge : NULL;
}

/* ---- time --------------------------------------------------------------- */

/* The clock's rate, again whenever it can be known for twice as long.  */
static void
learn_rate (int64_t now)
{
    if (now < __atomic_load_n (&split.learn, __ATOMIC_RELAXED))
        return;
    __atomic_store_n (&split.learn, 2 * now - split.began, __ATOMIC_RELAXED);
    if (now - split.began > EVERY * split.least)
        hpm_calls_clock_look ();
}

/* ---- a look ------------------------------------------------------------- */

/* Read the calling thread's counters, unless the count is over: then they may
 * be gone.  Either this thread sees that it is over, or who ends it sees that
 * this thread is looking, and waits until all is written: both sides write
 * first and then read.  */
static int
look (struct hpm_calls_table *table)
{
    __atomic_store_n (&table->split.looking, 1, __ATOMIC_SEQ_CST);
    return __atomic_load_n (&split.over, __ATOMIC_SEQ_CST)
               ? -1
               : split.read (table->thread, table->split.now);
}

static void
store (int64_t *to, int64_t value)
{
    __atomic_store_n (to, value, __ATOMIC_RELEASE);
}

/* One call.  What looks at times is no part of the program's, and a call has
 * them for no longer than it took.  */
static int64_t
value_of_call (const struct hpm_calls_split *own, int io, int counter)
{
    int64_t value
        = own->now[counter] - own->looked[counter] - split.edge[counter];
    int64_t most = hpm_calls_clock_nanoseconds (own->pending[io]);

    if (!(split.times >> counter & 1))
        return value;
    return value < 0 ? 0 : value > most ? most : value;
}

static void
add_whole (struct hpm_calls_split *own, int io)
{
    int64_t *inside = own->inside[io];
    const int64_t *now = own->now, *looked = own->looked;
    int count = own->counters;

    if (split.is_sparse)
        for (int i = 0; i < count; i++)
            hpm_calls_publish (&inside[i], value_of_call (own, io, i));
    else
        for (int i = 0; i < count; i++)
            hpm_calls_publish (&inside[i], now[i] - looked[i]);
    hpm_calls_publish (&own->alone[io], 1);
}

static void
add_bounds (struct hpm_calls_split *own, const struct hpm_split_window *window)
{
    for (int i = 0; i < own->counters; i++) {
        int64_t value = own->now[i] - own->looked[i] - split.edge[i];

        for (int io = 0; io < 2; io++) {
            struct hpm_split_part part = hpm_split_window_part (
                window, io, value, split.times >> i & 1);

            hpm_calls_publish (&own->inside[io][i], part.least);
            hpm_calls_publish (&own->unsure[io][i], part.unsure);
        }
    }
}

/* What was counted since the last look, up to `end`.  */
static void
add_since (struct hpm_calls_split *own, int64_t end)
{
    int64_t *pending = own->pending;
    int64_t outside = end - own->since - pending[0] - pending[1];

    if (!pending[0] && !pending[1])
        hpm_calls_publish (&own->apart, 1);
    else if (outside <= 0 && (!pending[0] || !pending[1]))
        add_whole (own, pending[0] == 0);
    else {
        struct hpm_split_window window
            = { .outside
                = outside > 0 ? hpm_calls_clock_nanoseconds (outside) + 1 : 0 };

        for (int io = 0; io < 2; io++)
            window.inside[io] = hpm_calls_clock_nanoseconds (pending[io]);
        add_bounds (own, &window);
    }
}

/* Ticks since the last look in which the thread had no processor though it
 * never gave it up: others had it, and for them a look is as dear as for this
 * one.  */
static int64_t
waited (const struct hpm_calls_split *own, int64_t now)
{
    int64_t ticks = now - own->since,
            time = hpm_calls_clock_nanoseconds (ticks);
    int64_t ran = own->now[0] - own->looked[0];

    if (!own->since || ticks <= 0 || ran < 0 || ran >= time
        || own->now[split.gave_up] != own->looked[split.gave_up])
        return 0;
    return (int64_t)((double)ticks * (double)(time - ran) / (double)time);
}

/* The next look may be when this one, which took so long, has been paid for. */
static void
put_off (struct hpm_calls_split *own, int64_t now, int64_t waits, int64_t took)
{
    int64_t earliest = now - SAVED * EVERY * split.least;
    int64_t most = INTERRUPTED * split.least;

    took = took < 0 ? 0 : took > most ? most : took;
    hpm_calls_publish (&own->spent, took);
    if (own->always)
        return;
    if (own->due < earliest)
        own->due = earliest;
    own->due += waits + EVERY * took;
}

static void
begin_stretch (struct hpm_calls_split *own)
{
    const int64_t *now = own->now;
    int64_t *looked = own->looked;
    int count = own->counters;

    for (int i = 0; i < count; i++)
        store (&looked[i], now[i]);
    store (&own->pending[0], 0);
    store (&own->pending[1], 0);
    hpm_calls_add (&own->looks, 1);
}

static int64_t
take_look (struct hpm_calls_table *table, int64_t now)
{
    struct hpm_calls_split *own = &table->split;
    int is_read = look (table) == 0;
    uint64_t sequence = own->sequence;
    int64_t waits = split.is_sparse && is_read ? waited (own, now) : 0, after;

    __atomic_store_n (&own->sequence, sequence + 1, __ATOMIC_RELAXED);
    if (is_read && own->since)
        add_since (own, now);
    else if (own->pending[0] || own->pending[1])
        hpm_calls_add (&table->lost, 1);
    begin_stretch (own);
    if (split.is_sparse) {
        if (is_read)
            learn_rate (now);
        put_off (own, now, waits, hpm_calls_clock () - now);
    }
    after = hpm_calls_clock ();
    store (&own->since, is_read ? after : 0);
    __atomic_store_n (&own->sequence, sequence + 2, __ATOMIC_RELEASE);
    __atomic_store_n (&own->looking, 0, __ATOMIC_RELEASE);
    return after;
}

/* Where each call is looked at, nothing is computed.  */
int64_t
hpm_calls_split_look (struct hpm_calls_table *table, int64_t now)
{
    struct hpm_float_guard guard;

    if (!split.is_sparse)
        return take_look (table, now);
    hpm_float_begin_short (&guard);
    now = take_look (table, now);
    hpm_float_end_short (&guard);
    return now;
}

/* ---- other ends --------------------------------------------------------- */

void
hpm_calls_split_lose (struct hpm_calls_table *table)
{
    int64_t now = hpm_calls_clock ();

    hpm_calls_add (&table->lost, 1);
    store (&table->split.since, 0);
    if (table->split.due > now)
        table->split.due = now;
}

/* What was counted up to here.  A call may be under way, in which this is a
 * callback, or was left by a longjmp, which looks the same: what was counted
 * since the last look is not known then.  */
static void
settle (struct hpm_calls_table *table)
{
    struct hpm_calls_split *own = &table->split;

    if (table->under_way)
        hpm_calls_split_lose (table);
    if (table->under_way || own->pending[0] || own->pending[1])
        hpm_calls_split_look (table, hpm_calls_clock ());
}

void
hpm_calls_split_always (struct hpm_calls_table *table)
{
    if (!split.is_sparse || table->split.always)
        return;
    settle (table);
    table->split.always = 1;
    table->split.due = INT64_MIN;
}

void
hpm_calls_split_end (struct hpm_calls_table *table)
{
    if (!split.is_sparse || !table)
        return;
    settle (table);
    __atomic_store_n (&table->under_way, 0, __ATOMIC_RELAXED);
}

/* Whoever looks needs a microsecond of a processor, for which it may have to
 * queue on a full machine; one that a debugger stopped in there is not waited
 * for longer than LOOK_MAX.  */
void
hpm_calls_split_stop (struct hpm_calls_table *tables)
{
    const struct timespec pause = { 0, 100000 };
    int64_t end = hpm_clock_monotonic () + LOOK_MAX;

    if (!hpm_calls_split)
        return;
    __atomic_store_n (&split.over, 1, __ATOMIC_SEQ_CST);
    for (struct hpm_calls_table *t = tables; t; t = t->next)
        while (__atomic_load_n (&t->split.looking, __ATOMIC_SEQ_CST)
               && hpm_clock_monotonic () < end)
            nanosleep (&pause, NULL);
}
