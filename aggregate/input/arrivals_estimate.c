/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the calls that were compared to all calls of a rank.  Of each class of
 * length the time of all calls is known, and in the calls that were drawn the
 * part that was waiting: those that were not drawn, nor known by themselves,
 * waited for that part of the time that is left.
 */
#include "config.h"

#include "aggregate/input/arrivals_private.h"

#include <math.h>

double
hpm_arrival_weight (const struct hpm_arrival_item *item)
{
    return item->state == HPM_ARRIVAL_SAMPLED ? ldexp (1, item->shift) : 1;
}

struct hpm_arrival_sums *
hpm_arrival_sums (struct hpm_arrivals *arrivals,
                  const struct hpm_arrival_item *item)
{
    struct hpm_arrival_part *part = &arrivals->parts[item->part];
    int64_t ticks = (int64_t)fmin (item->ticks, 0x1p62);

    return &part->sums[hpm_arrival_class (ticks, part->head.limit)];
}

/* ---- what was compared -------------------------------------------------- */

static void
add_item (struct hpm_arrivals *arrivals, const struct hpm_arrival_item *item)
{
    struct hpm_arrival_sums *sums = hpm_arrival_sums (arrivals, item);
    struct hpm_arrival_part *part = &arrivals->parts[item->part];
    double ticks = item->ticks, wait = item->wait;
    double weight = hpm_arrival_weight (item), spread = weight * (weight - 1);

    part->compared++;
    part->value += wait;
    if (wait >= ticks) /* which were rounded */
        part->square += pow (ticks * HPM_ARRIVAL_ROUNDING, 2);
    if (item->state == HPM_ARRIVAL_KNOWN) {
        sums->known += ticks;
        return;
    }
    part->drawn++;
    sums->calls++;
    sums->ticks += ticks;
    sums->others += (weight - 1) * ticks;
    sums->value += (weight - 1) * wait;
    sums->squares += spread * ticks * ticks;
    sums->products += spread * ticks * wait;
    sums->value_squares += spread * wait * wait;
}

/* ---- what was not ------------------------------------------------------- */

/* The part that was waiting, in all classes together; below 0: not known.  */
static double
usual_ratio (const struct hpm_arrival_part *part)
{
    double others = 0, value = 0;

    for (int c = 0; c < HPM_ARRIVAL_CLASSES; c++) {
        others += part->sums[c].others;
        value += part->sums[c].value;
    }
    return others > 0 ? value / others : -1;
}

/* The square of 2.5 times the standard error of `rest` ticks at that ratio, and
 * of what so few calls may not have met (pmpi/calls/sampling.c).  */
static double
square_of (const struct hpm_arrival_sums *sums, double rest, double ratio)
{
    double unseen = rest * fmax (ratio, 1 - ratio) / (sums->calls + 1);
    double share = sums->others > 0 ? rest / sums->others : 0;
    double spread = sums->value_squares - 2 * ratio * sums->products
                    + ratio * ratio * sums->squares;

    return 6.5 * fmax (0, spread) * share * share + unseen * unseen;
}

/* Time of communicators that could not be compared is not estimated.  */
static void
estimate_class (struct hpm_arrival_part *part, int class, double usual)
{
    struct hpm_arrival_sums *sums = &part->sums[class];
    double all = sums->trusted + sums->foreign;
    double rest = fmax (0, (double)part->head.ticks[class] - sums->known);
    double foreign = all > 0 ? rest * sums->foreign / all : 0;
    double ratio = sums->others > 0 ? sums->value / sums->others : usual;

    part->unknown += foreign;
    rest = fmax (0, rest - foreign - sums->ticks);
    sums->factor = sums->others > 0 ? rest / sums->others : 0;
    part->rest += rest;
    part->value += rest * ratio;
    part->square += square_of (sums, rest, ratio);
}

/* Ticks in calls that were not compared.  */
static double
ticks_left (const struct hpm_arrival_part *part)
{
    double ticks = 0;

    for (int c = 0; c < HPM_ARRIVAL_CLASSES; c++)
        ticks += (double)part->head.ticks[c] - part->sums[c].known
                 - part->sums[c].ticks;
    return fmax (0, ticks);
}

/* Where no call stands for others, what is left is not known.  */
static void
estimate_part (struct hpm_arrival_part *part)
{
    double ns = part->head.tick_ns, usual = usual_ratio (part);

    part->unknown = (double)part->head.unknown;
    if (usual < 0)
        part->unknown += ticks_left (part);
    for (int c = 0; c < HPM_ARRIVAL_CLASSES && usual >= 0; c++)
        estimate_class (part, c, usual);
    part->value *= ns;
    part->square *= ns * ns;
    part->unknown *= ns;
}

/* ---- for whom ----------------------------------------------------------- */

/* Calls that an item stands for, itself included.  */
static double
factor_of (struct hpm_arrivals *arrivals, const struct hpm_arrival_item *item)
{
    if (item->state != HPM_ARRIVAL_SAMPLED)
        return 1;
    return 1
           + (hpm_arrival_weight (item) - 1)
                 * hpm_arrival_sums (arrivals, item)->factor;
}

/* Of a rooted call it is known for whom ranks wait by the rule alone: what they
 * stay longer may be waiting, too.  */
static double
add_waits (struct hpm_arrivals *arrivals, const struct hpm_arrival_item *item)
{
    struct hpm_arrival_part *part = &arrivals->parts[item->part];
    double ns = factor_of (arrivals, item) * part->head.tick_ns;

    if (hpm_arrival_how (item) != HPM_ARRIVAL_ALL)
        part->unknown += ns * (item->ticks - item->wait);
    return ns * item->wait;
}

/* The items of one call.  */
static void
blame (struct hpm_arrivals *arrivals, const struct hpm_arrival_item *items,
       size_t count)
{
    const struct hpm_arrival_item *last = NULL;
    double waits = 0, weight = hpm_arrival_weight (items);

    for (size_t i = 0; i < count; i++) {
        waits += add_waits (arrivals, &items[i]);
        last = items[i].is_last ? &items[i] : last;
    }
    if (!last)
        return;
    arrivals->parts[last->part].awaited += waits;
    arrivals->parts[last->part].awaited_squares
        += waits * waits * (1 - 1 / weight);
}

void
hpm_arrivals_estimate (struct hpm_arrivals *arrivals)
{
    const struct hpm_arrival_item *items = arrivals->items;
    size_t n;

    for (size_t i = 0; i < arrivals->item_count; i++)
        if (items[i].state != HPM_ARRIVAL_UNKNOWN)
            add_item (arrivals, &items[i]);
    for (size_t i = 0; i < arrivals->part_count; i++)
        estimate_part (&arrivals->parts[i]);
    for (size_t i = 0; i < arrivals->item_count; i += n) {
        n = items[i].state == HPM_ARRIVAL_UNKNOWN ? 1 : items[i].comm.size;
        if (items[i].state != HPM_ARRIVAL_UNKNOWN)
            blame (arrivals, &items[i], n);
    }
}
