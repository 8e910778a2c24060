/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The test of Mann and Whitney, its interval, and Holm's factors.
 */
#include <stdint.h>

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

static void
test_ratio (void)
{
    static const double a[] = { 3, 7 }, b[] = { 7, 3, 7 / 9. * 3, 9 },
                        zero[] = { 0, 5 };
    struct hpm_shift ratio = hpm_rank_ratio (a, 2, a, 2, 0.05, 1),
                     there = hpm_rank_ratio (a, 2, b, 4, 0.05, 1),
                     back = hpm_rank_ratio (b, 4, a, 2, 0.05, 1);

    tap_near (ratio.estimate, 1, 0, "a sample is once itself, to the last bit");
    tap_near (there.estimate * back.estimate, 1, 1e-15,
              "the sides of a ratio exchanged give the inverse");
    ratio = hpm_rank_ratio (a, 1, zero, 2, 0.05, 1);
    tap_near (ratio.estimate, 0, 0, "the geometric mean with 0 is 0");
    ratio = hpm_rank_ratio (a, 1, zero, 2, 0.05, 0);
    tap_near (ratio.estimate, 5 / 6., 1e-15,
              "the arithmetic mean with 0 is half");
    ratio = hpm_rank_ratio (zero, 2, a, 1, 0.05, 1);
    tap_ok (isinf (ratio.estimate), "the geometric mean with infinity is that");
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

int
main (void)
{
    test_bad ();
    test_tables ();
    test_enumerated ();
    test_shift ();
    test_ratio ();
    test_cover ();
    test_holm ();
    return tap_done ();
}
