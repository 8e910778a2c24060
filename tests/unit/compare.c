/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The test of Mann and Whitney, its interval, Holm's factors, and comparisons
 * of made-up runs.
 */
#include <stdint.h>
#include <stdlib.h>

#include "aggregate/compare/comparison.h"
#include "aggregate/compare/condition.h"
#include "aggregate/compare/rank_test.h"
#include "tests/tap.h"

/* A number from 0 to 1 of a fixed sequence (Knuth's MMIX).  */
static double
draw (void)
{
    static uint64_t state = 20261123;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* ---- the rank test ------------------------------------------------------ */

/* Values outside the 95 % interval: one more than the greatest U that is
 * significant at 5 %, two-sided, of printed tables (-1: none is).  */
static void
test_tables (void)
{
    static const int rows[][3]
        = { { 3, 3, -1 },  { 4, 4, 0 },    { 5, 5, 2 },    { 6, 6, 5 },
            { 7, 7, 8 },   { 8, 8, 13 },   { 9, 9, 17 },   { 10, 10, 23 },
            { 3, 5, 0 },   { 4, 7, 3 },    { 5, 8, 6 },    { 6, 10, 11 },
            { 8, 12, 22 }, { 12, 12, 37 }, { 15, 15, 64 }, { 20, 20, 127 } };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tap_ok (hpm_rank_test_outside (rows[i][0], rows[i][1], 0.05)
                    == rows[i][2],
                "%d and %d values have the critical U that tables have",
                rows[i][0], rows[i][1]);
    tap_near (hpm_rank_test_least (5, 5), 2 / 252., 1e-15,
              "5 and 5 values give a probability of 2 in 252 at least");
    tap_near (hpm_rank_test_least (3, 3), 0.1, 1e-15,
              "3 and 3 values give 0.1 at least");
}

static void
test_bad (void)
{
    double values[HPM_SAMPLE_MOST + 1] = { 1, 2, 3 }, wrong[] = { 1, NAN };

    tap_near (hpm_rank_test (values, 0, values, 3), NAN, 0,
              "a sample of no value has no probability");
    tap_near (hpm_rank_test (values, 3, values, HPM_SAMPLE_MOST + 1), NAN, 0,
              "a sample of too many values has no probability");
    tap_near (hpm_rank_test (values, 3, wrong, 2), NAN, 0,
              "a value that is no number has no probability");
    tap_ok (hpm_rank_test_outside (0, 4, 0.05) == -1,
            "a sample of no value has no interval");
    tap_near (hpm_rank_test (values, 3, values, 3), 1, 0,
              "a sample does not differ from itself");
}

/* All ways to take n of the values, one by one.  */
static double
enumerate (const double *both, int n, int count)
{
    double rank[12], all = 0, beyond = 0, mean = n * (count + 1) / 2., own = 0;

    for (int i = 0; i < count; i++) {
        rank[i] = 0.5;
        for (int k = 0; k < count; k++)
            rank[i] += both[k] < both[i] ? 1 : both[k] > both[i] ? 0 : 0.5;
    }
    for (int i = 0; i < n; i++)
        own += rank[i];
    for (unsigned set = 0; set < 1u << count; set++) {
        double sum = 0;

        if (__builtin_popcount (set) != n)
            continue;
        for (int i = 0; i < count; i++)
            sum += set >> i & 1 ? rank[i] : 0;
        all++;
        beyond += fabs (sum - mean) >= fabs (own - mean) - 1e-9;
    }
    return beyond / all;
}

static void
test_enumerated (void)
{
    int same = 0, trials = 0;

    for (int levels = 2; levels <= 1000; levels *= 4)
        for (int n = 1; n <= 6; n++)
            for (int m = 1; m <= 6; m++) {
                double both[12];

                for (int i = 0; i < n + m; i++)
                    both[i] = (int)(levels * draw ());
                same += fabs (hpm_rank_test (both, n, both + n, m)
                              - enumerate (both, n, n + m))
                        < 1e-12;
                trials++;
            }
    tap_ok (same == trials,
            "%d samples with and without equal values agree with all their "
            "permutations",
            trials);
}

static void
test_shift (void)
{
    static const double a[] = { 1, 2, 3, 4, 5 }, b[] = { 11, 12, 13, 14, 15 };
    struct hpm_shift shift = hpm_rank_shift (a, 5, b, 5, 0.05);

    tap_near (shift.estimate, 10, 0, "the shift of two samples is found");
    tap_near (shift.low, 7, 0, "two differences lie below the interval");
    tap_near (shift.high, 13, 0, "two differences lie above the interval");
    shift = hpm_rank_shift (a, 3, b, 3, 0.05);
    tap_ok (isnan (shift.low) && isnan (shift.high),
            "3 and 3 values have no interval at 95 %%");
    tap_near (hpm_rank_test (a, 5, b, 5), 2 / 252., 1e-15,
              "samples apart have the least probability");
}

/* Values of a shift of 0, as a share of the intervals that hold it.  */
static void
test_cover (void)
{
    int covered = 0, alarms = 0;

    for (int trial = 0; trial < 2000; trial++) {
        double a[6], b[6];
        struct hpm_shift shift;

        for (int i = 0; i < 6; i++) {
            a[i] = 1 / (0.01 + draw ()); /* a long tail */
            b[i] = 1 / (0.01 + draw ());
        }
        shift = hpm_rank_shift (a, 6, b, 6, 0.05);
        covered += shift.low <= 0 && shift.high >= 0;
        alarms += hpm_rank_test (a, 6, b, 6) <= 0.05;
    }
    tap_ok (covered >= 1900, "the interval holds the truth in %d of 2000",
            covered);
    tap_ok (alarms <= 100,
            "the test is wrong in %d of 2000, where 100 are allowed", alarms);
}

static void
test_holm (void)
{
    double p[] = { 0.01, NAN, 0.04, 0.03, 0.005, 0.03 };
    static const double adjusted[] = { 0.04, NAN, 0.09, 0.09, 0.025, 0.09 };

    tap_ok (!hpm_holm_adjust (p, 6), "probabilities are adjusted");
    for (int i = 0; i < 6; i++)
        tap_near (p[i], adjusted[i], 1e-15,
                  "probability %d has the factor that Holm has", i);
}

/* ---- comparisons -------------------------------------------------------- */

enum { METRICS = 20 };

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

    for (int trial = 0; trial < 1000; trial++) {
        struct hpm_comparison comparison;
        int shown = 0;

        make (&comparison, base, new_ones, 1, 100);
        for (int i = 0; i < comparison.count; i++)
            shown |= comparison.list[i].kind == HPM_CHANGE_SHOWN
                     || comparison.list[i].kind == HPM_CHANGE_EXACT;
        alarms += shown;
        hpm_comparison_release (&comparison);
    }
    tap_ok (alarms <= 1000 * HPM_COMPARE_LEVEL,
            "1000 comparisons of %d and %d equal runs have %d false alarms, "
            "which is the level or less",
            base, new_ones, alarms);
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
    test_bad ();
    test_tables ();
    test_enumerated ();
    test_shift ();
    test_cover ();
    test_holm ();
    test_level (5, 5);
    test_level (8, 8);
    test_level (9, 4);
    test_changes ();
    test_missing ();
    test_turns ();
    test_refused ();
    test_judged ();
    return tap_done ();
}
