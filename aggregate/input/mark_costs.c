/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/mark_costs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/metric/statistics.h"
#include "hpm_schema.h"

/* Of one thread; all by number of the path.  */
struct work {
    int64_t *row;          /* its row, or -1 */
    double *below;         /* entries of all regions inside it */
    int64_t *inner;        /* time of those directly in it ... */
    int64_t *inner_counts; /* [events], and their counts */
};

static double
cost_of (const struct hpm_region_record *row, double below, int64_t inside,
         int64_t whole)
{
    return (double)row->entries * (double)inside + below * (double)whole;
}

/* Something less, but not less than 0.  */
static int64_t
less (int64_t value, double cost)
{
    return cost < (double)value ? value - (int64_t)cost : 0;
}

static int64_t
smaller (int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Times of entries, of which each has had its part; in the order of their
 * sizes these stay, and none is more than all: where marks took more than there
 * was, what is left of all is less than what is left of the longest.  */
static void
take_of_entries (struct hpm_region_record *row)
{
    double each = row->entries ? (double)row->cost / (double)row->entries : 0;
    double mean = row->entries ? (double)row->time / (double)row->entries : 0;
    double squares
        = row->squares - (double)row->entries * each * (2 * mean + each);

    row->min_time = smaller (less (row->min_time, ceil (each)), (int64_t)mean);
    row->max_time = smaller (less (row->max_time, each), row->time);
    row->squares = squares > 0 ? squares : 0;
    if (row->mpi_time > row->time)
        row->mpi_time = row->time;
}

static void
take_of_time (struct hpm_region_record *row, double cost, int64_t inner)
{
    int64_t before = row->time;

    row->time = less (before, cost);
    if (row->time < inner)
        row->time = inner;
    row->cost = before > row->time ? before - row->time : 0;
    take_of_entries (row);
}

/* A region has no less than those inside it, whose costs may have been more
 * than they were measured to be.  */
static int64_t
less_of_count (int64_t count, double cost, int64_t inner)
{
    int64_t rest = less (count, cost);

    return rest < inner ? smaller (count, inner) : rest;
}

static void
take_of_counts (struct hpm_rank_regions *regions, int64_t at,
                const struct work *work, const int64_t *costs, int64_t events)
{
    const struct hpm_region_record *row = &regions->rows[at];
    int64_t *counts = regions->counts + at * events;
    const int64_t *inside = costs + 1, *whole = costs + events + 2;

    for (int64_t e = 0; e < events; e++)
        if (counts[e] != HPM_NO_COUNT && inside[e] >= 0 && whole[e] >= 0)
            counts[e] = less_of_count (
                counts[e],
                cost_of (row, work->below[row->path], inside[e], whole[e]),
                work->inner_counts[row->path * events + e]);
}

/* What a region has is in the one around it.  */
static void
add_to_parent (const struct hpm_rank_regions *regions, struct work *work,
               int64_t at, int32_t parent, int64_t events)
{
    const int64_t *counts = regions->counts + at * events;
    int64_t *inner = work->inner_counts + parent * events;

    work->below[parent] += (double)regions->rows[at].entries;
    work->inner[parent]
        = hpm_add_bounded (work->inner[parent], regions->rows[at].time);
    for (int64_t e = 0; e < events; e++)
        if (counts[e] != HPM_NO_COUNT)
            inner[e] = hpm_add_bounded (inner[e], counts[e]);
}

/* The regions inside one come after it.  */
static void
take_of_thread (struct hpm_rank_regions *regions, struct work *work,
                const int64_t *costs, int64_t events)
{
    for (int64_t p = regions->path_count - 1; p >= 0; p--) {
        int32_t parent = regions->paths[p].parent;
        int64_t at = work->row[p];

        if (at >= 0) {
            struct hpm_region_record *row = &regions->rows[at];

            take_of_counts (regions, at, work, costs, events);
            take_of_time (
                row, cost_of (row, work->below[p], costs[0], costs[events + 1]),
                work->inner[p]);
        }
        if (parent >= 0) {
            work->below[parent] += work->below[p];
            if (at >= 0)
                add_to_parent (regions, work, at, parent, events);
        }
        work->below[p] = 0;
        work->inner[p] = 0;
        memset (work->inner_counts + p * events, 0,
                (size_t)events * sizeof *work->inner_counts);
        work->row[p] = -1;
    }
}

/* The rows of a thread come one after the other.  */
static void
take_of_all (struct hpm_rank_regions *regions, struct work *work,
             const int64_t *costs, int64_t events)
{
    for (int64_t p = 0; p < regions->path_count; p++)
        work->row[p] = -1;
    for (int64_t i = 0; i < regions->row_count; i++) {
        work->row[regions->rows[i].path] = i;
        if (i + 1 == regions->row_count
            || regions->rows[i + 1].thread != regions->rows[i].thread)
            take_of_thread (regions, work, costs, events);
    }
}

int
hpm_mark_costs_take_out (struct hpm_rank_regions *regions, const int64_t *costs,
                         int64_t events)
{
    size_t count = (size_t)regions->path_count + 1;
    struct work work = { .row = calloc (count, sizeof *work.row),
                         .below = calloc (count, sizeof *work.below),
                         .inner = calloc (count, sizeof *work.inner),
                         .inner_counts = calloc (count * ((size_t)events + 1),
                                                 sizeof *work.inner_counts) };
    int failed = !work.row || !work.below || !work.inner || !work.inner_counts;

    if (!failed && costs[0] >= 0 && costs[events + 1] >= 0)
        take_of_all (regions, &work, costs, events);
    free (work.row);
    free (work.below);
    free (work.inner);
    free (work.inner_counts);
    return failed ? -1 : 0;
}
