/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Times by ticks between two readings, and what they are worth.
 */
#include "config.h"

#include <string.h>

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

/* ---- states of a processor ---------------------------------------------- */

enum { ALL_BUSY, IN_USER, IN_KERNEL, IS_IDLE, IS_WAITING, IS_STOLEN, STATES };

static const struct hpm_stat_system states[STATES]
    = { { .source = HPM_STAT_STAT,
          .what = HPM_STAT_BITS_USER | HPM_STAT_BITS_SYSTEM },
        { .source = HPM_STAT_STAT, .what = HPM_STAT_BITS_USER },
        { .source = HPM_STAT_STAT, .what = HPM_STAT_BITS_SYSTEM },
        { .source = HPM_STAT_STAT, .what = 1 << HPM_STAT_IDLE },
        { .source = HPM_STAT_STAT, .what = 1 << HPM_STAT_IOWAIT },
        { .source = HPM_STAT_STAT, .what = 1 << HPM_STAT_STEAL } };

/* A reading at each of these seconds, of the same fields.  */
static void
read_states (const int64_t ticks[][HPM_STAT_FIELD_COUNT], int readings,
             struct hpm_cell cells[][STATES])
{
    int64_t told[STATES] = { 0 }, before[STATES] = { 0 };
    const struct hpm_stat_system *known[STATES];
    struct hpm_stat_table table
        = { .events = { .count = STATES }, .systems = known };
    struct hpm_targets targets = { .kind = HPM_TARGETS_PROCESSORS, .count = 1 };
    struct hpm_proc_stat times = { .known = 1 };
    struct hpm_stat_rows rows = { .table = &table,
                                  .targets = &targets,
                                  .times = &times,
                                  .told = told,
                                  .before = before,
                                  .tick = 10 * MS };

    for (int i = 0; i < STATES; i++)
        known[i] = &states[i];
    for (int i = 0; i < readings; i++) {
        int64_t now = (i + 1) * 1000 * MS;

        memcpy (times.ticks, ticks[i], sizeof times.ticks);
        memcpy (before, told, sizeof before);
        hpm_stat_times_read (&rows, 0, now, cells[i]);
        rows.last = now;
    }
}

static int64_t
sum_of (const struct hpm_cell *cells)
{
    return cells[ALL_BUSY].value + cells[IS_IDLE].value
           + cells[IS_WAITING].value + cells[IS_STOLEN].value;
}

static void
test_states (void)
{
    /* 102 ticks in the second, 98 in the third, 103 in the fourth.  */
    static const int64_t ticks[][HPM_STAT_FIELD_COUNT]
        = { { 0 },
            { 80, 0, 20, 1, 0, 0, 0, 1 },
            { 130, 0, 20, 48, 0, 0, 0, 2 },
            { 133, 0, 20, 148, 0, 0, 0, 2 } };
    struct hpm_cell cells[4][STATES];

    read_states (ticks, 4, cells);
    tap_ok (sum_of (cells[1]) <= 1000 * MS && sum_of (cells[1]) > 999 * MS,
            "states of a processor have no more than the time that passed");
    tap_ok (cells[1][IS_STOLEN].value > 9 * MS
                && cells[1][ALL_BUSY].value < 1000 * MS,
            "each of them has its share of what is too much");
    tap_ok (sum_of (cells[2]) == 2000 * MS
                && cells[2][IS_STOLEN].value == 20 * MS,
            "what was too much is part of the next reading");
    tap_ok (sum_of (cells[3]) - sum_of (cells[2]) <= 1000 * MS,
            "idle time counts among them");
    for (int i = 0; i < 4; i++)
        tap_ok (cells[i][IN_USER].value + cells[i][IN_KERNEL].value
                    == cells[i][ALL_BUSY].value,
                "user code and the kernel have the busy time of reading %d", i);
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
    test_states ();
    return tap_done ();
}
