/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times by ticks between two readings, and what they are worth.
 */
#include "config.h"

#include "base/quality.h"
#include "tests/tap.h"
#include "wrapper/stat/rows/stat_rows.h"

#define MS INT64_C (1000000)

enum { WALL, BUSY, USER, IDLE, COLUMNS };

static const struct hpm_stat_system systems[]
    = { { .source = HPM_STAT_CLOCK },
        { .source = HPM_STAT_STAT,
          .what = HPM_STAT_BITS_USER | HPM_STAT_BITS_SYSTEM },
        { .source = HPM_STAT_STAT, .what = HPM_STAT_BITS_USER },
        { .source = HPM_STAT_STAT, .what = 1 << HPM_STAT_IDLE } };

/* What a target has of `passed` ns, half of it in user code.  */
static void
count (enum hpm_target_kind kind, int64_t passed, struct hpm_cell *cells)
{
    struct hpm_event_record records[COLUMNS] = { { .name = "os::WALL_TIME" } };
    const struct hpm_stat_system *known[]
        = { &systems[WALL], &systems[BUSY], &systems[USER], &systems[IDLE] };
    struct hpm_stat_table table
        = { .events = { .records = records, .count = COLUMNS },
            .systems = known };
    struct hpm_targets targets = { .kind = kind, .count = 1 };
    struct hpm_stat_rows rows
        = { .table = &table, .targets = &targets, .tick = 10 * MS };
    struct hpm_cell from[COLUMNS], to[COLUMNS];

    for (int i = 0; i < COLUMNS; i++) {
        from[i] = (struct hpm_cell){ .value = 7,
                                     .quality = i ? HPM_QUALITY_SCALED
                                                  : HPM_QUALITY_EXACT };
        to[i] = from[i];
        to[i].value += i == WALL ? passed : passed / 2;
    }
    hpm_stat_rows_between (&rows, from, to, cells);
}

static int
is_told (const struct hpm_cell *cell, int64_t value)
{
    return hpm_quality_has_value (cell->quality) && cell->value == value;
}

static int
is_missing (const struct hpm_cell *cell)
{
    return !hpm_quality_has_value (cell->quality)
           && cell->reason == HPM_REASON_TICKS;
}

int
main (void)
{
    struct hpm_cell cells[COLUMNS];

    count (HPM_TARGETS_PROCESSORS, 1000 * MS, cells);
    tap_ok (is_told (&cells[BUSY], 500 * MS) && is_told (&cells[USER], 500 * MS)
                && is_told (&cells[IDLE], 500 * MS)
                && cells[BUSY].error > cells[USER].error,
            "a second is long enough for ticks, whose error is of the fields");
    count (HPM_TARGETS_PROCESSORS, 100 * MS, cells);
    tap_ok (is_told (&cells[WALL], 100 * MS), "the clock tells any time");
    tap_ok (is_missing (&cells[BUSY]),
            "five fields cut to 10 ms tell nothing of 100 ms");
    tap_ok (
        is_missing (&cells[USER]),
        "they tell no part of the busy time where they do not tell all of it");
    tap_ok (is_told (&cells[IDLE], 50 * MS), "one field does");
    count (HPM_TARGETS_PROCESSES, 100 * MS, cells);
    tap_ok (is_told (&cells[USER], 50 * MS),
            "of a process a part stands for itself");
    count (HPM_TARGETS_PROCESSORS, 30 * MS, cells);
    tap_ok (is_missing (&cells[IDLE]), "of 30 ms one field tells nothing");
    return tap_done ();
}
