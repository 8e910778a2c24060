/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "include/hpm_schema.h"
#include "pmpi/region/mark_cost.h"
#include "pmpi/region/region_rows.h"

#define PAIRS 32
#define COLUMNS_MAX 256 /* with more, nothing is told */

enum { UNKNOWN, MEASURING, KNOWN };

/* values[part][counters].  */
static struct {
    int state; /* atomic */
    int counters;
    int64_t times[2]; /* ns */
    int64_t *values;
} cost;

void
hpm_mark_cost_start (int counters)
{
    free (cost.values);
    cost.counters = counters;
    cost.values = calloc (2 * (size_t)counters + 1, sizeof *cost.values);
    __atomic_store_n (&cost.state, UNKNOWN, __ATOMIC_RELEASE);
}

int
hpm_mark_cost_claim (void)
{
    int unknown = UNKNOWN;

    return __atomic_load_n (&cost.state, __ATOMIC_RELAXED) == UNKNOWN
           && __atomic_compare_exchange_n (&cost.state, &unknown, MEASURING, 0,
                                           __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static int
is_known (void)
{
    return __atomic_load_n (&cost.state, __ATOMIC_ACQUIRE) == KNOWN;
}

/* ---- measuring ---------------------------------------------------------- */

/* What the outer region of the marks had: so far, and then more. */
struct moment {
    int64_t time;
    int64_t *counts; /* [counters] */
};

static void
take (struct moment *moment, const struct hpm_paths *paths)
{
    const struct hpm_path *path = paths->root->made_next;

    moment->time = path->time;
    memcpy (moment->counts, path->counts,
            (size_t)paths->counters * sizeof *path->counts);
}

static void
keep_least (int64_t *least, int64_t value, int first)
{
    if (first || value < *least)
        *least = value > 0 ? value : 0;
}

static void
compare (const struct moment *last, const struct moment *now, int part,
         int first)
{
    int64_t *values = cost.values + part * cost.counters;

    keep_least (&cost.times[part], now->time - last->time, first);
    for (int i = 0; i < cost.counters; i++)
        keep_least (&values[i], now->counts[i] - last->counts[i], first);
}

static int64_t
more_of (int64_t around, int64_t inside)
{
    return around > inside ? around - inside : 0;
}

/* A region around another has what its own marks leave in it, and all of the
 * other's.  */
static void
leave_whole_of_inner (void)
{
    int64_t *values = cost.values;

    cost.times[1] = more_of (cost.times[1], cost.times[0]);
    for (int i = 0; i < cost.counters; i++)
        values[cost.counters + i]
            = more_of (values[cost.counters + i], values[i]);
}

/* User and system time are told in steps too large for a mark.  Where they are
 * read, nearly all that a mark takes is the system calls which read them: so it
 * is the kernel's, of a beginning and an end or of these and what is inside. */
static void
give_processor_time_to_the_kernel (void)
{
    int all = hpm_region_system_place (HPM_OS_CPU_TIME);
    int user = hpm_region_system_place (HPM_OS_USER_TIME);
    int system = hpm_region_system_place (HPM_OS_SYSTEM_TIME);

    for (int part = 0; part < 2 && all >= 0; part++) {
        int64_t *values = cost.values + part * cost.counters;

        values[user] = 0;
        values[system] = values[all];
    }
}

/* One beginning and end, alone (part 0) or around another; nothing else is done
 * in between, since it would be taken for what marks cost.  */
static void
mark (int part, void (*enter) (const struct hpm_label *label),
      void (*leave) (const struct hpm_label *label))
{
    enter (&hpm_label_other);
    if (part) {
        enter (&hpm_label_none);
        leave (&hpm_label_none);
    }
    leave (&hpm_label_other);
}

void
hpm_mark_cost_measure (struct hpm_paths *scratch,
                       void (*enter) (const struct hpm_label *label),
                       void (*leave) (const struct hpm_label *label))
{
    size_t n = (size_t)cost.counters;
    int64_t *room = calloc (2 * n + 1, sizeof *room);
    struct moment last = { .counts = room }, now = { .counts = room + n };

    if (!room || !cost.values || scratch->counters != cost.counters) {
        free (room);
        return;
    }
    mark (1, enter, leave); /* which makes the paths */
    for (int i = 0; scratch->count == 2 && i < 2 * PAIRS; i++) {
        take (&last, scratch);
        mark (i % 2, enter, leave);
        take (&now, scratch);
        compare (&last, &now, i % 2, i < 2);
    }
    leave_whole_of_inner ();
    give_processor_time_to_the_kernel ();
    if (scratch->count == 2 && !scratch->lost)
        __atomic_store_n (&cost.state, KNOWN, __ATOMIC_RELEASE);
    free (room);
}

/* ---- telling ------------------------------------------------------------ */

int64_t
hpm_mark_cost (const struct hpm_event_table *events, int part, int column)
{
    if (column < 0)
        return cost.times[part];
    return hpm_region_count (events, column, cost.times[part],
                             cost.counters ? cost.values + part * cost.counters
                                           : NULL);
}

size_t
hpm_mark_cost_bytes (const struct hpm_event_table *events)
{
    return events->width <= COLUMNS_MAX
               ? sizeof (struct hpm_chunk_header)
                     + 2 * (1 + (size_t)events->width) * sizeof (int64_t)
               : 0;
}

void
hpm_mark_cost_append (struct hpm_stream_buffer *buffer, int rank,
                      const struct hpm_event_table *events)
{
    int64_t costs[2 * (1 + COLUMNS_MAX)], *next = costs;

    if (!is_known () || events->width > COLUMNS_MAX)
        return;
    for (int part = 0; part < 2; part++)
        for (int c = -1; c < events->width; c++)
            *next++ = hpm_mark_cost (events, part, c);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_MARK_COSTS, rank, costs,
                             (size_t)(next - costs) * sizeof *costs);
}
