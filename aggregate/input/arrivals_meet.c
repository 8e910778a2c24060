/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls of all ranks: who came last, and how long the others waited.
 */
#include "config.h"

#include "aggregate/input/arrivals_private.h"

#include <math.h>
#include <stdlib.h>

/* Clocks of processors may differ by so much, and a time of few digits by such
 * a part of it.  */
#define SLACK_NS 2000
#define SLACK_PART HPM_ARRIVAL_ROUNDING

/* One in so many calls may be left before the last rank has come, such as one
 * without data: else the ranks do not count the same calls.  */
#define EARLY 10

/* The calls of items[count], which are of one communicator.  */
struct meeting {
    struct hpm_arrival_item *items;
    size_t count;
    struct hpm_arrival_part *parts;
};

enum hpm_arrival_how
hpm_arrival_how (const struct hpm_arrival_item *item)
{
    return (enum hpm_arrival_how) (item->flags & HPM_ARRIVAL_HOW);
}

static int
is_root (const struct hpm_arrival_item *item)
{
    return (item->flags & HPM_ARRIVAL_IS_ROOT) != 0;
}

static int
waits (const struct hpm_arrival_item *item)
{
    enum hpm_arrival_how how = hpm_arrival_how (item);

    return how == HPM_ARRIVAL_ALL
           || is_root (item) == (how == HPM_ARRIVAL_OF_ROOT);
}

static int
is_awaited (const struct hpm_arrival_item *item)
{
    return hpm_arrival_how (item) != HPM_ARRIVAL_FOR_ROOT || is_root (item);
}

/* Ticks from one to the other, whatever they are.  */
static double
ticks_between (int64_t from, int64_t to)
{
    return (double)(int64_t)((uint64_t)to - (uint64_t)from);
}

/* ---- one call ----------------------------------------------------------- */

static const struct hpm_arrivals_head *
head_of (const struct meeting *call, size_t i)
{
    return &call->parts[call->items[i].part].head;
}

/* Whether all its ranks are there, once each.  */
static int
is_whole (const struct meeting *call)
{
    for (size_t i = 0; i < call->count; i++)
        if (call->items[i].comm.size != call->count
            || (i && call->items[i].part == call->items[i - 1].part))
            return 0;
    return 1;
}

/* Whether they are on one host; those of a call that are not are noted.  */
static int
is_of_one_host (const struct meeting *call)
{
    size_t same = 0;

    while (same < call->count
           && head_of (call, same)->host == head_of (call, 0)->host)
        same++;
    for (size_t i = 0; same < call->count && i < call->count; i++)
        call->parts[call->items[i].part].crossed = 1;
    return same == call->count;
}

/* The one for which others wait that came last, or NULL.  */
static struct hpm_arrival_item *
last_of (const struct meeting *call)
{
    struct hpm_arrival_item *last = NULL;

    for (size_t i = 0; i < call->count; i++) {
        struct hpm_arrival_item *item = &call->items[i];

        if (is_awaited (item)
            && (!last || ticks_between (last->start, item->start) > 0))
            last = item;
    }
    return last;
}

/* What each waited; returns whether one was gone before the last had come.  */
static int
find_waits (const struct meeting *call, const struct hpm_arrival_item *last)
{
    int is_early = 0;

    for (size_t i = 0; i < call->count; i++) {
        struct hpm_arrival_item *item = &call->items[i];
        double came = ticks_between (item->start, last->start);
        double ticks = item->ticks;
        double slack
            = SLACK_NS / head_of (call, i)->tick_ns + SLACK_PART * ticks;

        if (!waits (item))
            continue;
        item->wait = fmax (0, fmin (came, ticks));
        is_early |= came > ticks + slack;
    }
    return is_early;
}

/* How it is known: long on all ranks, or drawn on all.  */
static enum hpm_arrival_state
state_of (const struct meeting *call, int *shift)
{
    unsigned flags = HPM_ARRIVAL_IS_DRAWN | HPM_ARRIVAL_IS_LONG;

    *shift = 0;
    for (size_t i = 0; i < call->count; i++) {
        const struct hpm_arrival_item *item = &call->items[i];

        flags &= (unsigned)item->flags;
        if (item->comm.shift > *shift)
            *shift = item->comm.shift;
    }
    if (flags & HPM_ARRIVAL_IS_LONG)
        return HPM_ARRIVAL_KNOWN;
    return flags & HPM_ARRIVAL_IS_DRAWN ? HPM_ARRIVAL_SAMPLED
                                        : HPM_ARRIVAL_UNKNOWN;
}

/* Returns 1 where it is known, and adds to the calls that were left early; such
 * a call is not known.  */
static int
meet (const struct meeting *call, int *early)
{
    struct hpm_arrival_item *last;
    enum hpm_arrival_state state;
    int shift;

    if (!is_whole (call) || !is_of_one_host (call))
        return 0;
    last = last_of (call);
    state = state_of (call, &shift);
    if (!last || state == HPM_ARRIVAL_UNKNOWN)
        return 0;
    if (find_waits (call, last)) {
        ++*early;
        state = HPM_ARRIVAL_EARLY;
    }
    for (size_t i = 0; i < call->count; i++) {
        call->items[i].state = state;
        call->items[i].shift = shift;
    }
    last->is_last = 1;
    return state != HPM_ARRIVAL_EARLY;
}

/* ---- all calls ---------------------------------------------------------- */

/* Those of one communicator are together, and those of one call.  */
static int
compare_items (const void *a, const void *b)
{
    const struct hpm_arrival_item *one = a, *other = b;

    if (one->comm.id != other->comm.id)
        return one->comm.id < other->comm.id ? -1 : 1;
    if (one->number != other->number)
        return one->number < other->number ? -1 : 1;
    return one->part < other->part ? -1 : one->part > other->part;
}

static size_t
count_of_call (const struct hpm_arrival_item *items, size_t count)
{
    size_t n = 1;

    while (n < count && items[n].comm.id == items->comm.id
           && items[n].number == items->number)
        n++;
    return n;
}

static size_t
count_of_comm (const struct hpm_arrival_item *items, size_t count)
{
    size_t n = 1;

    while (n < count && items[n].comm.id == items->comm.id)
        n++;
    return n;
}

/* Ticks that those drawn stand for, which tell how much of a rank's time is in
 * communicators that could be compared.  */
static void
add_time (struct hpm_arrivals *arrivals, const struct hpm_arrival_item *item,
          int is_trusted)
{
    struct hpm_arrival_sums *sums = hpm_arrival_sums (arrivals, item);
    double ticks = ldexp (item->ticks, item->comm.shift);

    if (item->flags & HPM_ARRIVAL_IS_DRAWN && item->state != HPM_ARRIVAL_KNOWN)
        *(is_trusted && item->state != HPM_ARRIVAL_EARLY ? &sums->trusted
                                                         : &sums->foreign)
            += ticks;
}

static void
meet_comm (struct hpm_arrivals *arrivals, struct hpm_arrival_item *items,
           size_t count)
{
    int known = 0, early = 0, is_trusted;

    for (size_t i = 0; i < count;) {
        struct meeting call = { &items[i], count_of_call (&items[i], count - i),
                                arrivals->parts };

        known += meet (&call, &early);
        i += call.count;
    }
    is_trusted = known > 0 && EARLY * early <= known;
    for (size_t i = 0; i < count; i++) {
        if (!is_trusted)
            items[i].state = HPM_ARRIVAL_UNKNOWN;
        add_time (arrivals, &items[i], is_trusted);
        if (items[i].state == HPM_ARRIVAL_EARLY)
            items[i].state = HPM_ARRIVAL_UNKNOWN;
    }
}

void
hpm_arrivals_meet (struct hpm_arrivals *arrivals)
{
    size_t count = arrivals->item_count;

    if (count)
        qsort (arrivals->items, count, sizeof *arrivals->items, compare_items);
    for (size_t i = 0; i < count;) {
        size_t n = count_of_comm (&arrivals->items[i], count - i);

        meet_comm (arrivals, &arrivals->items[i], n);
        i += n;
    }
}
