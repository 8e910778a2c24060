/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The steps of a wrapper around nothing.  Of several rounds the least counts:
 * whatever else the machine does makes a round dearer, and what is subtracted
 * from the program's counts must be no more than what is ours.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/wrap/calls_cost.h"
#include "pmpi/wrap/calls_sample.h"
#include "pmpi/wrap/calls_split.h"
#include "pmpi/wrap/calls_wrap.h"

#define ROUNDS 6
#define TIMED_CALLS 32 /* of a round */
#define SPLIT_CALLS 5  /* a look takes long */
#define LONG 8 /* so many rounds' calls between two readings of counters */
#define NEVER INT64_MAX
#define ALWAYS INT64_MIN

/* What one round took: to read the clock, calls of nothing, and recorded ones,
 * of which `ticks_inside` were recorded as their time.  */
struct round {
    int64_t clock, empty, ticks, ticks_inside;
    int64_t *inside, *outside; /* [counters] */
};

/* A call that does nothing, and the same one recorded; the compiler must not
 * see through either.  */
static __attribute__ ((noinline)) int
nothing (void)
{
    __asm__ volatile("");
    return 0;
}

static __attribute__ ((noinline)) int
nothing_recorded (void)
{
    struct hpm_call call;
    int result;
    HPM_GUARD (guard);

    if (!hpm_call_begin (&call, &guard, 0, __builtin_return_address (0)))
        return nothing ();
    result = nothing ();
    hpm_call_end (&call, 0, HPM_CALL_OTHER);
    return result;
}

static int64_t
time_of (int (*volatile *call) (void), int64_t calls)
{
    int64_t began = hpm_calls_clock ();

    for (int64_t i = 0; i < calls; i++)
        (*call) ();
    return hpm_calls_clock () - began;
}

/* As if nothing had been called yet; the next call to look at is the one behind
 * so many.  */
static void
forget_row (struct hpm_call_row *row, int64_t until)
{
    struct hpm_call_sample *sample = row->sample;

    *row = (struct hpm_call_row){ .until = until, .sample = sample };
}

/* The counts between the calls of a round: those of all of it, less those
 * inside.  `began` is a look before the first.  */
static void
take_counts (const struct round *round, const struct hpm_calls_split *split,
             const int64_t *began)
{
    for (int i = 0; i < split->counters; i++) {
        round->inside[i] = split->inside[0][i];
        round->outside[i] = split->looked[i] - began[i] - round->inside[i];
    }
}

/* One round, in which counters are read at each call, or never: that is in
 * `due`.  Returns 0, or -1 when counters can't be read.  */
static int
run (struct round *round, struct hpm_calls_table *table, int64_t calls)
{
    int (*volatile plain) (void) = nothing;
    int (*volatile recorded) (void) = nothing_recorded;
    struct hpm_calls_split *split = &table->split;
    size_t bytes = (size_t)split->counters * sizeof (int64_t);
    int64_t *began = split->inside[1]; /* no call of this table is MPI I/O */

    round->clock = time_of (&plain, 0);
    round->empty = time_of (&plain, calls);
    forget_row (table->rows, NEVER);
    memset (split->inside[0], 0, bytes);
    if (split->due == ALWAYS && hpm_calls_split) {
        hpm_calls_split_look (table, hpm_calls_clock ());
        memcpy (began, split->looked, bytes);
    }
    round->ticks = time_of (&recorded, calls);
    round->ticks_inside = table->rows[0].ticks;
    if (table->lost || table->rows[0].calls != calls)
        return -1;
    take_counts (round, split, began);
    return 0;
}

static int64_t
positive (int64_t value)
{
    return value > 0 ? value : 0;
}

static void
keep_least (int64_t *least, int64_t value)
{
    value = positive (value);
    *least = value < *least ? value : *least;
}

static void
keep_round (struct round *least, const struct round *round, int counters)
{
    keep_least (&least->clock, round->clock);
    keep_least (&least->empty, round->empty);
    keep_least (&least->ticks, round->ticks);
    keep_least (&least->ticks_inside, round->ticks_inside);
    for (int i = 0; i < counters; i++) {
        keep_least (&least->inside[i], round->inside[i]);
        keep_least (&least->outside[i], round->outside[i]);
    }
}

/* What the first calls took, all of which are looked at, less what calls take
 * that are not.  */
static int64_t
look_of (struct hpm_calls_table *table, const struct round *plain,
         int64_t calls)
{
    int (*volatile recorded) (void) = nothing_recorded;
    int64_t least = INT64_MAX;

    for (int i = 0; i < ROUNDS; i++) {
        hpm_calls_self.ready = table;
        forget_row (table->rows, 0);
        keep_least (&least,
                    time_of (&recorded, HPM_SAMPLE_FIRST) / HPM_SAMPLE_FIRST
                        - plain->ticks / calls);
    }
    return table->rows->sample ? least : 0;
}

/* What a loop of calls adds to counters, with what reading them does, if that
 * is less than in least[n].  Returns 0, or -1 when they can't be read.  */
static int
count_loop (struct hpm_calls_table *table, const struct hpm_calls_start *how,
            int (*volatile *call) (void), int64_t calls, int64_t *least)
{
    int n = how->trial_counters;
    int64_t *values = calloc (2 * (size_t)n, sizeof *values);
    int failed = values && how->read (table->thread, values) == 0 ? 0 : -1;

    if (!failed) {
        time_of (call, calls);
        failed = how->read (table->thread, values + n);
    }
    for (int i = 0; !failed && i < n; i++)
        keep_least (&least[i], values[n + i] - values[i]);
    free (values);
    return failed;
}

/* What `calls` recorded calls add to counters where nothing reads them, into
 * counts[2][n], whose second half is needed, too.  Returns 0, or -1 as above.
 */
static int
count_calls (struct hpm_calls_table *table, const struct hpm_calls_start *how,
             int64_t calls, int64_t *counts)
{
    int (*volatile plain) (void) = nothing;
    int (*volatile recorded) (void) = nothing_recorded;
    int n = how->trial_counters, failed = 0;

    for (int i = 0; i < 2 * n; i++)
        counts[i] = INT64_MAX;
    for (int round = 0; !failed && round < ROUNDS; round++) {
        hpm_calls_self.ready = table;
        forget_row (table->rows, NEVER);
        failed = count_loop (table, how, &plain, LONG * calls, counts + n)
                 || count_loop (table, how, &recorded, LONG * calls, counts);
    }
    for (int i = 0; i < n; i++)
        counts[i] = (positive (counts[i] - counts[n + i]) + LONG / 2) / LONG;
    return failed ? -1 : 0;
}

/* The same, never freed; NULL where it can't be had.  */
static const int64_t *
counts_of (struct hpm_calls_table *table, const struct hpm_calls_start *how,
           int64_t calls)
{
    size_t n = (size_t)how->trial_counters;
    int64_t *counts = n ? calloc (2 * n, sizeof *counts) : NULL;

    if (counts && count_calls (table, how, calls, counts) == 0)
        return counts;
    free (counts);
    return NULL;
}

/* Of each loop the least is taken, and then the difference: one that lost its
 * processor for a moment would take all of the other away.  */
static int
measure (struct round *least, struct round *round,
         struct hpm_calls_table *table, int64_t calls)
{
    least->clock = least->empty = least->ticks = least->ticks_inside
        = INT64_MAX;
    for (int i = 0; i < table->split.counters; i++)
        least->inside[i] = least->outside[i] = INT64_MAX;
    for (int i = 0; i < ROUNDS; i++) {
        hpm_calls_self.ready = table;
        if (run (round, table, calls) < 0)
            return -1;
        keep_round (least, round, table->split.counters);
    }
    least->ticks = positive (least->ticks - least->empty);
    least->ticks_inside = positive (least->ticks_inside
                                    - positive (least->empty - least->clock));
    return 0;
}

/* Calls at which no counter is read.  What looks at counters take is known of
 * each.  */
static int
measure_timed (struct hpm_calls_cost *cost, struct round *round,
               struct hpm_calls_table *table)
{
    struct round least = { .clock = 0 };

    table->split.counters = 0;
    table->split.due = NEVER;
    if (measure (&least, round, table, TIMED_CALLS) < 0)
        return -1;
    cost->calls = TIMED_CALLS;
    cost->ticks = least.ticks;
    cost->ticks_inside = least.ticks_inside;
    cost->look_ticks
        = hpm_calls_split ? 0 : look_of (table, &least, TIMED_CALLS);
    return 0;
}

/* Calls at each of which counters are read.  */
static int
measure_split (struct hpm_calls_cost *cost, struct round *least,
               struct round *round, struct hpm_calls_table *table)
{
    table->split.always = 1;
    table->split.due = ALWAYS;
    if (measure (least, round, table, SPLIT_CALLS) < 0)
        return -1;
    cost->calls = cost->looked = SPLIT_CALLS;
    cost->ticks = least->ticks;
    cost->ticks_inside = least->ticks_inside;
    cost->inside = least->inside;
    cost->outside = least->outside;
    cost->edge = hpm_calls_split_edge ();
    return 0;
}

void
hpm_calls_cost_measure (struct hpm_calls_cost *cost,
                        struct hpm_calls_table *table,
                        const struct hpm_calls_start *how)
{
    size_t n = (size_t)table->split.counters;
    int64_t *counts = calloc (4 * n + 1, sizeof *counts);
    struct hpm_calls_cost found = { .calls = 0 };
    struct round least, round;
    int failed = !counts;

    memset (cost, 0, sizeof *cost);
    least = (struct round){ .inside = counts, .outside = counts + n };
    round
        = (struct round){ .inside = counts + 2 * n, .outside = counts + 3 * n };
    if (!failed && n)
        failed = measure_split (&found, &least, &round, table) < 0;
    if (!failed && (!n || hpm_calls_split_edge ()))
        failed = measure_timed (&found, &round, table) < 0;
    if (!failed && !n)
        found.outside = counts_of (table, how, found.calls);
    if (!failed)
        *cost = found;
    if (failed || !n)
        free (counts);
}
