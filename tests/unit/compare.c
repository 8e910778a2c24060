/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Comparisons of made-up runs, and conditions on them.
 */
#include <stdint.h>
#include <stdlib.h>

#include "aggregate/compare/comparison.h"
#include "aggregate/compare/condition.h"
#include "tests/tap.h"

/* A number from 0 to 1 of a fixed sequence (Knuth's MMIX).  */
static double
draw (void)
{
    static uint64_t state = 20261123;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* ---- comparisons -------------------------------------------------------- */

/* AddressSanitizer has seen all after some trials.  */
#ifdef __SANITIZE_ADDRESS__
enum { METRICS = 20, TRIALS = 100 };
#else
enum { METRICS = 20, TRIALS = 1000 };
#endif

/* Runs of two sides: `slower` is the factor of all times of the new one.  */
static void
fill (struct hpm_compared_run *run, int number, double slower, double calls)
{
    char text[40];

    snprintf (text, sizeof text, "2026-11-23T07:00:%02d", number);
    free (run->start);
    run->start = strdup (text);
    run->ranks = 1;
    run->recorded = 1 << HPM_QUANTITY_FUNCTION;
    hpm_quantity_add (run, HPM_QUANTITY_JOB, "wall", "", "s",
                      slower * (10 + draw ()), 0);
    hpm_quantity_add (run, HPM_QUANTITY_FUNCTION, "MPI_Send", "calls", "",
                      calls, 1);
    for (int i = 0; i < METRICS; i++) {
        snprintf (text, sizeof text, "metric%d", i);
        hpm_quantity_add (run, HPM_QUANTITY_METRIC, text, "", "1/s",
                          slower * (10 + draw ()), 0);
    }
}

static void
make (struct hpm_comparison *comparison, int base, int new_ones, double slower,
      double calls)
{
    int number = 0;

    hpm_comparison_init (comparison, base, new_ones);
    for (int i = 0; i < base || i < new_ones; i++) {
        if (i < base)
            fill (&comparison->side[0].runs[i], number++, 1, 100);
        if (i < new_ones)
            fill (&comparison->side[1].runs[i], number++, slower, calls);
    }
    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < comparison->side[s].count; i++)
            hpm_compared_run_sort (&comparison->side[s].runs[i]);
    hpm_comparison_make (comparison);
}

static enum hpm_change_kind
kind (const struct hpm_comparison *comparison, const char *key)
{
    const struct hpm_change *change = hpm_comparison_find (comparison, key);

    return change ? change->kind : HPM_CHANGE_KIND_COUNT;
}

/* Where nothing has changed.  */
static void
test_level (int base, int new_ones)
{
    int alarms = 0;

    for (int trial = 0; trial < TRIALS; trial++) {
        struct hpm_comparison comparison;
        int shown = 0;

        make (&comparison, base, new_ones, 1, 100);
        for (int i = 0; i < comparison.count; i++)
            shown |= comparison.list[i].kind == HPM_CHANGE_SHOWN
                     || comparison.list[i].kind == HPM_CHANGE_EXACT;
        alarms += shown;
        hpm_comparison_release (&comparison);
    }
    tap_ok (alarms <= TRIALS * HPM_COMPARE_LEVEL,
            "%d comparisons of %d and %d equal runs have %d false alarms, "
            "which is the level or less",
            TRIALS, base, new_ones, alarms);
}

static void
test_changes (void)
{
    struct hpm_comparison comparison;

    make (&comparison, 8, 8, 1.2, 101);
    tap_ok (kind (&comparison, "wall") == HPM_CHANGE_SHOWN
                && kind (&comparison, "metric7") == HPM_CHANGE_SHOWN,
            "8 and 8 runs show that all are 20 %% slower");
    tap_ok (kind (&comparison, "MPI_Send:calls") == HPM_CHANGE_EXACT,
            "a call more is an exact change");
    tap_ok (comparison.list[0].kind == HPM_CHANGE_EXACT,
            "what is exact stands first");
    tap_ok (comparison.is_alternating, "sides that took turns are known");
    hpm_comparison_release (&comparison);
    make (&comparison, 5, 5, 1.2, 100);
    tap_ok (kind (&comparison, "wall") == HPM_CHANGE_SHOWN
                && kind (&comparison, "metric7") == HPM_CHANGE_UNSHOWN,
            "5 and 5 runs show it of the run time alone");
    tap_ok (kind (&comparison, "MPI_Send:calls") == HPM_CHANGE_SAME,
            "calls that are the same are told so");
    hpm_comparison_release (&comparison);
    make (&comparison, 1, 5, 1.2, 101);
    tap_ok (kind (&comparison, "wall") == HPM_CHANGE_SINGLE
                && kind (&comparison, "MPI_Send:calls") == HPM_CHANGE_SINGLE,
            "one run on a side has no confidence");
    hpm_comparison_release (&comparison);
    make (&comparison, 2, 2, 1, 0);
    tap_near (hpm_comparison_find (&comparison, "MPI_Send:calls")->share, -1, 0,
              "calls that are gone are 100 %% less");
    hpm_comparison_release (&comparison);
}

/* 0.1 + 0.2 is not 0.3, to the last bit.  */
static void
test_rounding (void)
{
    static const double base[] = { 0, 0.3, 0.3 };
    struct hpm_comparison comparison;

    hpm_comparison_init (&comparison, 3, 1);
    for (int i = 0; i < 3; i++)
        hpm_quantity_add (&comparison.side[0].runs[i], HPM_QUANTITY_METRIC,
                          "rate", "", "1/s", base[i], 0);
    hpm_quantity_add (&comparison.side[1].runs[0], HPM_QUANTITY_METRIC, "rate",
                      "", "1/s", 0.1 + 0.2, 0);
    hpm_comparison_make (&comparison);
    tap_near (hpm_comparison_find (&comparison, "rate")->share, 0, 0,
              "a difference that is made by rounding is none");
    hpm_comparison_release (&comparison);
}

/* MPI_Bcast is called on the new side alone.  */
static void
test_from_nothing (const struct hpm_comparison *comparison)
{
    static const struct {
        const char *text;
        enum hpm_held held;
    } rows[] = { { "MPI_Bcast:calls > +0 %", HPM_HELD },
                 { "MPI_Bcast:calls >= +0 %", HPM_HELD },
                 { "MPI_Bcast:calls < -0 %", HPM_HELD_NOT },
                 { "MPI_Bcast:calls > +5 %", HPM_HELD_UNKNOWN },
                 { "MPI_Bcast:calls < -5 %", HPM_HELD_UNKNOWN } };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hpm_condition condition;
        char line[400];

        hpm_condition_read (&condition, rows[i].text, NULL);
        tap_ok (hpm_condition_judge (&condition, comparison, line, sizeof line)
                    == rows[i].held,
                "from 0 to more, '%s' is judged rightly", rows[i].text);
    }
}

/* A name that a run lacks has 0 calls where calls were recorded; else it is
 * left out.  */
static void
test_missing (void)
{
    struct hpm_comparison comparison;

    hpm_comparison_init (&comparison, 2, 2);
    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < 2; i++) {
            struct hpm_compared_run *run = &comparison.side[s].runs[i];

            run->recorded = 1 << HPM_QUANTITY_FUNCTION;
            if (s)
                hpm_quantity_add (run, HPM_QUANTITY_FUNCTION, "MPI_Bcast",
                                  "calls", "", 7, 1);
            if (s || i)
                hpm_quantity_add (run, HPM_QUANTITY_METRIC, "ipc", "", "", 1,
                                  0);
            hpm_compared_run_sort (run);
        }
    hpm_comparison_make (&comparison);
    tap_ok (kind (&comparison, "MPI_Bcast:calls") == HPM_CHANGE_EXACT,
            "a function that was not called had 0 calls");
    tap_ok (kind (&comparison, "ipc") == HPM_CHANGE_KIND_COUNT
                && comparison.unmatched == 1,
            "a metric that a run lacks is left out, and counted");
    test_from_nothing (&comparison);
    hpm_comparison_release (&comparison);
}

/* Sides one after the other.  */
static void
test_turns (void)
{
    struct hpm_comparison comparison;
    char *notes;

    make (&comparison, 3, 3, 1, 100);
    for (int i = 0; i < 3; i++)
        comparison.side[1].runs[i].start[11] = '9';
    tap_ok (!hpm_comparison_takes_turns (&comparison),
            "sides that did not take turns are known");
    comparison.is_alternating = 0;
    notes = hpm_comparison_notes (&comparison);
    tap_ok (notes && strstr (notes, "did not take turns"),
            "notes say that sides did not take turns");
    tap_ok (notes && strstr (notes, "3 and 3 runs are too few"),
            "notes say that 3 and 3 runs are too few");
    free (notes);
    hpm_comparison_release (&comparison);
}

/* ---- conditions --------------------------------------------------------- */

static void
test_refused (void)
{
    static const char *const texts[]
        = { "",          "wall",       "> 5",      "wall >",      "wall > x",
            "wall > 5s", "wall > + %", "wall = 5", "wall > 5 % x" };
    struct hpm_condition condition;
    struct hpm_error error;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        tap_ok (hpm_condition_read (&condition, texts[i], &error) == -1
                    && strstr (error.text, "--fail-if"),
                "'%s' is refused as a condition", texts[i]);
}

/* What a condition says of 5 % more, 8 and 8 runs.  */
static void
test_judged (void)
{
    static const struct {
        const char *text;
        enum hpm_held held;
    } rows[] = { { "wall > 1", HPM_HELD },
                 { "wall<1", HPM_HELD_NOT },
                 { "wall >= 1e9", HPM_HELD_NOT },
                 { "wall > +5 %", HPM_HELD },
                 { "wall > +50 %", HPM_HELD_NOT },
                 { "wall < -5 %", HPM_HELD_NOT },
                 { "wall < -0.5", HPM_HELD_NOT },
                 { "wall > 5 %", HPM_HELD_UNKNOWN },
                 { "MPI_Send:calls > +0 %", HPM_HELD },
                 { "MPI_Send:calls >= +1 %", HPM_HELD },
                 { "MPI_Send:calls > +1 %", HPM_HELD_NOT },
                 { "MPI_Send:calls <= 101", HPM_HELD },
                 { "nothing > 1", HPM_HELD_UNKNOWN } };
    struct hpm_comparison comparison;

    make (&comparison, 8, 8, 1.2, 101);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hpm_condition condition;
        struct hpm_error error;
        char line[400] = "";
        int read = !hpm_condition_read (&condition, rows[i].text, &error);

        tap_ok (read
                    && hpm_condition_judge (&condition, &comparison, line,
                                            sizeof line)
                           == rows[i].held,
                "'%s' is judged rightly", rows[i].text);
        tap_ok (*line && !strchr (line, '\n'), "'%s' has one line that says so",
                rows[i].text);
    }
    hpm_comparison_release (&comparison);
    make (&comparison, 8, 8, 1, 100);
    for (int i = 0; i < 2; i++) {
        struct hpm_condition condition;
        char line[400];
        enum hpm_held held;

        hpm_condition_read (&condition, i ? "wall > -20 %" : "wall < -0.01 %",
                            NULL);
        held = hpm_condition_judge (&condition, &comparison, line, sizeof line);
        tap_ok (held == (i ? HPM_HELD : HPM_HELD_NOT)
                    && strstr (line, "chance"),
                "a change that may be chance is none, and that %s",
                i ? "is more than -20 %" : "is not less than -0.01 %");
    }
    hpm_comparison_release (&comparison);
}

int
main (void)
{
    test_level (5, 5);
    test_level (8, 8);
    test_level (9, 4);
    test_changes ();
    test_rounding ();
    test_missing ();
    test_turns ();
    test_refused ();
    test_judged ();
    return tap_done ();
}
