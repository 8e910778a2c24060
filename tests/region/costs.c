/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks cost is taken out of known times and counts, once for each entry
 * and for each of those inside it.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/input/mark_costs.h"
#include "hpm_schema.h"
#include "tests/tap.h"

#define PATHS 3 /* "a", "a/b", "a/b/c" */
#define EVENTS 2

/* 10 ns of a pair of marks are in its region, 30 in all; of the first event 1
 * and 4, the second is not read.  */
static const int64_t costs[2 * (1 + EVENTS)]
    = { 10, 1, HPM_NO_COUNT, 30, 4, HPM_NO_COUNT };

static struct hpm_path_record paths[PATHS]
    = { { .parent = -1 }, { .parent = 0 }, { .parent = 1 } };

static struct hpm_region_record
row_of (int thread, int path, int64_t entries, int64_t time)
{
    return (struct hpm_region_record){ .thread = thread,
                                       .path = path,
                                       .entries = entries,
                                       .time = time,
                                       .min_time = time / entries,
                                       .max_time = time / entries,
                                       .squares = (double)time * (double)time
                                                  / (double)entries,
                                       .mpi_time = time };
}

static int tries;

static void
take_out (struct hpm_region_record *rows, int64_t count, int64_t *counts)
{
    struct hpm_rank_regions regions = { .paths = paths,
                                        .path_count = PATHS,
                                        .rows = rows,
                                        .row_count = count,
                                        .counts = counts };

    tap_ok (hpm_mark_costs_take_out (&regions, costs, EVENTS) == 0,
            "costs are taken out of %d rows, try %d", (int)count, ++tries);
}

/* a 2 times, b 5 times in it, c 100 times in b; another thread has a alone.  */
static void
check_tree (void)
{
    struct hpm_region_record rows[]
        = { row_of (0, 0, 2, 100000), row_of (0, 1, 5, 50000),
            row_of (0, 2, 100, 20000), row_of (1, 0, 1, 1000) };
    int64_t counts[4][EVENTS]
        = { { 1000, 7 }, { HPM_NO_COUNT, HPM_NO_COUNT }, { 300, 7 }, { 0, 7 } };

    take_out (rows, 4, counts[0]);
    tap_ok (rows[2].time == 20000 - 100 * 10 && rows[2].cost == 1000,
            "the innermost region is without what its own marks leave in it");
    tap_ok (rows[1].time == 50000 - 5 * 10 - 100 * 30,
            "one around it is without all of those inside");
    tap_ok (rows[0].time == 100000 - 2 * 10 - 105 * 30 && rows[0].cost == 3170,
            "the one around both is without those of both");
    tap_ok (rows[3].time == 990, "another thread has costs of its own");
    tap_ok (rows[3].min_time == 990 && rows[3].max_time == 990,
            "a single entry is the shortest and the longest");
    tap_ok (counts[0][0] == 1000 - 2 * 1 - 105 * 4 && counts[2][0] == 200,
            "counts are without those of marks");
    tap_ok (counts[1][0] == HPM_NO_COUNT && counts[0][1] == 7,
            "what is not known stays so, and what marks do not read as it is");
    tap_ok (counts[3][0] == 0, "no count is less than 0");
    for (int i = 0; i < 4; i++) {
        double mean = (double)rows[i].time / (double)rows[i].entries;

        tap_ok ((double)rows[i].min_time <= mean
                    && mean <= (double)rows[i].max_time + 1
                    && rows[i].mpi_time <= rows[i].time && rows[i].squares >= 0,
                "least, mean and greatest entry of row %d stay in order", i);
    }
}

/* Marks cannot have taken more than there was, nor a region less than what is
 * in it.  */
static void
check_bounds (void)
{
    struct hpm_region_record rows[]
        = { row_of (0, 0, 1, 3005), row_of (0, 1, 100, 3000) };
    struct hpm_region_record few[]
        = { row_of (0, 0, 1, 9000), row_of (0, 1, 100, 3000) };
    struct hpm_region_record brief = row_of (0, 2, 1000, 2000);
    int64_t counts[2][EVENTS] = { { 0, 0 }, { 0, 0 } };
    int64_t more[2][EVENTS] = { { 600, 0 }, { 500, 0 } };

    take_out (rows, 2, counts[0]);
    tap_ok (rows[1].time == 2000 && rows[0].time == 2000,
            "a region has no less time than those inside it");
    take_out (few, 2, more[0]);
    tap_ok (more[1][0] == 500 - 100 && more[0][0] == 400,
            "it has no lower counts than those inside it, either");
    take_out (&brief, 1, counts[0]);
    tap_ok (brief.time == 0 && brief.cost == 2000 && brief.min_time == 0
                && brief.max_time == 0,
            "marks that cost more than there was leave nothing");
    brief = row_of (0, 2, 1000, 2000);
    brief.max_time = 1000;
    take_out (&brief, 1, counts[0]);
    tap_ok (brief.time == 0 && brief.max_time == 0,
            "they leave nothing of the longest entry then");
}

int
main (void)
{
    check_tree ();
    check_bounds ();
    return tap_done ();
}
