/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/arrivals_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hpm_quality.h"

#define MOST_ITEMS ((size_t)1 << 20)
#define MOST_SHIFT 62
#define FEW_CALLS 4 /* that tell nothing of many others */

/* What may be there beside, and is not worth a word: parts of the value and of
 * the run.  */
#define LITTLE_OF_VALUE 0.01
#define LITTLE_OF_RUN 0.001

struct hpm_arrivals *
hpm_arrivals_create (void)
{
    return calloc (1, sizeof (struct hpm_arrivals));
}

void
hpm_arrivals_destroy (struct hpm_arrivals *arrivals)
{
    if (!arrivals)
        return;
    free (arrivals->parts);
    free (arrivals->items);
    free (arrivals);
}

/* ---- taking ------------------------------------------------------------- */

static int
is_sound_head (const struct hpm_arrivals *arrivals,
               const struct hpm_arrivals_head *head, int64_t rank,
               uint64_t bytes)
{
    size_t parts = arrivals->part_count;

    for (int c = 0; c < HPM_ARRIVAL_CLASSES; c++)
        if (head->ticks[c] < 0)
            return 0;
    return head->tick_ns > 0 && head->tick_ns < 1e6 && head->thread >= 0
           && head->limit > 0 && head->unknown >= 0 && head->unit >= 0
           && head->unit <= HPM_ARRIVAL_UNIT_MOST && head->count >= 0
           && head->comms >= 0
           && bytes
                  == (uint64_t)head->comms * sizeof (struct hpm_arrival_comm)
                         + (uint64_t)head->count
                               * sizeof (struct hpm_arrival_record)
           && arrivals->item_count + (size_t)head->count <= MOST_ITEMS
           && (!parts || arrivals->parts[parts - 1].rank < rank);
}

/* A call of the chunk; without sense, its communicator has no rank.  */
static struct hpm_arrival_item
item_of (const struct hpm_arrivals_head *head, const char *comms, int i)
{
    struct hpm_arrival_item item = { .state = HPM_ARRIVAL_UNKNOWN };
    size_t count = (size_t)head->comms;
    struct hpm_arrival_record record;
    struct hpm_arrival call;

    memcpy (&record,
            comms + count * sizeof item.comm + (size_t)i * sizeof record,
            sizeof record);
    call = hpm_arrival_unpack (head, &record);
    item.number = call.number;
    item.flags = call.flags;
    item.start = call.start;
    item.ticks = (double)call.ticks;
    if (call.comm < head->comms
        && (call.flags & HPM_ARRIVAL_HOW) <= HPM_ARRIVAL_OF_ROOT)
        memcpy (&item.comm, comms + (size_t)call.comm * sizeof item.comm,
                sizeof item.comm);
    if (item.comm.shift > MOST_SHIFT)
        item.comm.size = 0;
    return item;
}

/* Returns 0, or -1 without memory.  */
static int
make_room (struct hpm_arrivals *arrivals, size_t items)
{
    size_t room = 2 * (arrivals->item_count + items) + 64;
    struct hpm_arrival_part *parts;
    struct hpm_arrival_item *more;

    parts
        = realloc (arrivals->parts, (arrivals->part_count + 1) * sizeof *parts);
    if (!parts)
        return -1;
    arrivals->parts = parts;
    if (arrivals->item_count + items <= arrivals->room)
        return 0;
    more = realloc (arrivals->items, room * sizeof *more);
    if (!more)
        return -1;
    arrivals->items = more;
    arrivals->room = room;
    return 0;
}

int
hpm_arrivals_take (struct hpm_arrivals *arrivals, const struct hpm_chunk *chunk)
{
    struct hpm_arrivals_head head;

    if (chunk->bytes < sizeof head)
        return 0;
    memcpy (&head, chunk->payload, sizeof head);
    if (!is_sound_head (arrivals, &head, chunk->rank,
                        chunk->bytes - sizeof head))
        return 0;
    if (make_room (arrivals, (size_t)head.count))
        return -1;
    for (int i = 0; i < head.count; i++) {
        struct hpm_arrival_item item
            = item_of (&head, chunk->payload + sizeof head, i);

        item.part = arrivals->part_count;
        if (item.comm.size > 1)
            arrivals->items[arrivals->item_count++] = item;
    }
    arrivals->parts[arrivals->part_count++]
        = (struct hpm_arrival_part){ .rank = chunk->rank, .head = head };
    return 0;
}

/* ---- giving ------------------------------------------------------------- */

static int
compare_rank (const void *key, const void *part)
{
    int64_t rank = *(const int64_t *)key;
    int64_t other = ((const struct hpm_arrival_part *)part)->rank;

    return rank < other ? -1 : rank > other;
}

/* Nothing is known of most of the time, or by few calls.  */
static int
is_unknown (const struct hpm_arrival_part *part)
{
    double ticks = 0;

    for (int c = 0; c < HPM_ARRIVAL_CLASSES; c++)
        ticks += (double)part->head.ticks[c];
    if (part->compared == 0)
        return ticks > 0 || part->head.unknown > 0;
    return part->drawn < FEW_CALLS && part->rest > ticks / 2;
}

int64_t
hpm_arrivals_compare (struct hpm_arrivals *arrivals, int *inexact)
{
    int64_t known = 0;

    hpm_arrivals_meet (arrivals);
    hpm_arrivals_estimate (arrivals);
    for (size_t i = 0; i < arrivals->part_count; i++) {
        known += !is_unknown (&arrivals->parts[i]);
        *inexact |= arrivals->parts[i].square > 0;
    }
    return known;
}

static int64_t
number (double value)
{
    return value > 0 ? (int64_t)fmin (value, 0x1p62) : 0;
}

/* An estimate, with its error; at least where there may be more.  */
static struct hpm_cell
cell_of (double value, double error, int is_least)
{
    struct hpm_cell cell = { .value = number (value), .error = number (error) };

    cell.quality = is_least     ? HPM_QUALITY_PARTIAL
                   : cell.error ? HPM_QUALITY_SCALED
                                : HPM_QUALITY_EXACT;
    return cell;
}

/* That of all that was waited, in its proportion, and of who was last; and of
 * what so few calls may not have met, which is in the time of the others alone.
 */
static double
awaited_error (const struct hpm_arrivals *arrivals,
               const struct hpm_arrival_part *part)
{
    double all = 0, errors = 0, squares = 0, calls = 0, rest = 0, share;

    for (size_t i = 0; i < arrivals->part_count; i++) {
        const struct hpm_arrival_part *other = &arrivals->parts[i];

        all += other->awaited;
        errors += sqrt (other->square);
        squares += other->awaited_squares;
        calls = fmax (calls, other->drawn);
        rest += other->rest * other->head.tick_ns;
    }
    if (!(all > 0) || !(errors > 0))
        return 0;
    share = part->awaited / all;
    squares = part->awaited_squares * (1 - 2 * share) + share * share * squares;
    return sqrt (pow (share * errors, 2) + 6.5 * fmax (0, squares)
                 + pow (2 * fmin (all, rest) / (calls + 1), 2));
}

static const struct hpm_arrival_part *
part_of (const struct hpm_arrivals *arrivals, int64_t rank)
{
    return arrivals && arrivals->part_count
               ? bsearch (&rank, arrivals->parts, arrivals->part_count,
                          sizeof *arrivals->parts, compare_rank)
               : NULL;
}

int
hpm_arrivals_crossed (const struct hpm_arrivals *arrivals, int64_t rank)
{
    const struct hpm_arrival_part *part = part_of (arrivals, rank);

    return part && part->crossed && is_unknown (part) ? part->head.thread : -1;
}

int
hpm_arrivals_of (const struct hpm_arrivals *arrivals, int64_t rank,
                 int64_t wall_time, struct hpm_cell *arrival,
                 struct hpm_cell *awaited)
{
    const struct hpm_arrival_part *part = part_of (arrivals, rank);
    double error, little;
    int is_least;

    if (!part || is_unknown (part))
        return -1;
    error = sqrt (part->square);
    little = fmax (LITTLE_OF_VALUE * part->value,
                   LITTLE_OF_RUN * (double)wall_time);
    is_least = part->unknown > fmax (error, little);
    *arrival = cell_of (part->value, error, is_least);
    *awaited
        = cell_of (part->awaited, awaited_error (arrivals, part), is_least);
    return part->head.thread;
}
