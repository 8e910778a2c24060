/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/metric/statistics.h"

#include <stdlib.h>

#include "hpm_quality.h"
#include "tests/tap.h"

__extension__ typedef __int128 wide;

static void
test_empty (void)
{
    struct hpm_statistics empty;
    char text[41];

    hpm_statistics_init (&empty);
    tap_ok (isnan (empty.min) && isnan (empty.max) && isnan (empty.mean)
                && empty.min_rank == -1 && empty.max_rank == -1,
            "nothing has no range, no mean and no ranks");
    tap_near (hpm_statistics_deviation (&empty), NAN, 0,
              "nothing has no deviation");
    tap_near (hpm_statistics_imbalance (&empty), NAN, 0,
              "nothing has no imbalance");
    tap_ok (hpm_statistics_quality (&empty) == HPM_QUALITY_ABSENT,
            "nothing is absent");
    tap_text (hpm_integer128_text (text, empty.sum_low, empty.sum_high), "0",
              "the sum of nothing is 0");
}

static void
test_no_values (void)
{
    struct hpm_statistics s;

    hpm_statistics_init (&s);
    hpm_statistics_add_missing (&s, 0);
    hpm_statistics_add_real (&s, NAN, 1, HPM_QUALITY_EXACT);
    hpm_statistics_add_real (&s, INFINITY, 2, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&s, 5, 3, HPM_QUALITY_UNAVAILABLE);
    hpm_statistics_add_integer (&s, 5, 3, 77);
    hpm_statistics_add_integer (&s, 5, 4, HPM_QUALITY_ABSENT);
    tap_ok (s.count == 0 && s.missing == 5 && isnan (s.mean),
            "NAN, infinity and unavailable are missing, absent is nothing");
    tap_ok (hpm_statistics_quality (&s) == HPM_QUALITY_UNAVAILABLE,
            "all missing is unavailable");
    hpm_statistics_add_integer (&s, 7, 9, HPM_QUALITY_EXACT);
    tap_ok (s.count == 1 && s.mean == 7 && s.min == 7 && s.min_rank == 9
                && hpm_statistics_quality (&s) == HPM_QUALITY_PARTIAL,
            "one value among missing ones is the mean, and partial");
}

static void
test_one (void)
{
    struct hpm_statistics s;

    hpm_statistics_init (&s);
    hpm_statistics_add_integer (&s, -3, 4, HPM_QUALITY_SCALED);
    tap_ok (s.mean == -3 && s.min == -3 && s.max == -3 && s.min_rank == 4
                && s.max_rank == 4 && hpm_statistics_deviation (&s) == 0
                && hpm_statistics_sum (&s) == -3,
            "one value is mean and range");
    tap_near (hpm_statistics_imbalance (&s), NAN, 0,
              "no imbalance of a mean below 0");
    tap_ok (hpm_statistics_quality (&s) == HPM_QUALITY_SCALED,
            "one value keeps its quality");
}

static void
test_ties (void)
{
    struct hpm_statistics a;

    hpm_statistics_init (&a);
    hpm_statistics_add_integer (&a, 5, 7, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&a, 5, 2, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&a, 5, 3, HPM_QUALITY_EXACT);
    tap_ok (a.min_rank == 2 && a.max_rank == 2, "the lowest rank that has it");

    hpm_statistics_init (&a);
    hpm_statistics_add_integer (&a, (1LL << 60) + 1, 0, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&a, 1LL << 60, 1, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&a, (1LL << 60) + 2, 2, HPM_QUALITY_EXACT);
    tap_ok (a.min_rank == 1 && a.max_rank == 2 && a.min_integer == 1LL << 60
                && a.max_integer == (1LL << 60) + 2,
            "range of integers that are the same as doubles");
}

static void
test_integer128 (void)
{
    static const struct {
        uint64_t low;
        int64_t high;
        const char *text;
    } vectors[] = {
        { 0, INT64_MIN, "-170141183460469231731687303715884105728" },
        { UINT64_MAX, INT64_MAX, "170141183460469231731687303715884105727" },
        { UINT64_MAX, -1, "-1" },
        { 0, -1, "-18446744073709551616" },
        { 0, 1, "18446744073709551616" },
        { 10, 0, "10" },
        { UINT64_MAX, 0, "18446744073709551615" },
    };
    char text[41];

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_text (hpm_integer128_text (text, vectors[i].low, vectors[i].high),
                  vectors[i].text, "128 bits are written as %s",
                  vectors[i].text);
}

/* 10^6 ranks of 10^15 each are 10^21, more than 2^64, and as many of -10^15. */
static void
test_large_sums (void)
{
    struct hpm_statistics up, down;
    char text[41];

    hpm_statistics_init (&up);
    hpm_statistics_init (&down);
    for (int64_t rank = 0; rank < 1000000; rank++) {
        hpm_statistics_add_integer (&up, 1000000000000000 + rank % 2 * 1000,
                                    rank, HPM_QUALITY_EXACT);
        hpm_statistics_add_integer (&down, -1000000000000000, rank,
                                    HPM_QUALITY_EXACT);
    }
    tap_text (hpm_integer128_text (text, up.sum_low, up.sum_high),
              "1000000000000500000000", "a sum beyond 2^64 is exact");
    tap_near (up.mean, 1e15 + 500, 1e-16,
              "the mean of a sum beyond 2^64 is exact");
    tap_near (hpm_statistics_deviation (&up), 500, 1e-6,
              "the deviation of large, nearly equal values is exact");
    tap_near (hpm_statistics_sum (&down), -1e21, 1e-16,
              "a negative sum is exact");
    for (int64_t rank = 0; rank < 1000000; rank++)
        hpm_statistics_add_integer (&up, -1000000000000000, 1000000 + rank,
                                    HPM_QUALITY_EXACT);
    tap_text (hpm_integer128_text (text, up.sum_low, up.sum_high), "500000000",
              "both sums together are exact");
    tap_near (up.mean, 250, 1e-15, "the mean of both loses nothing");
}

/* Nearly equal large counts, as in a balanced run: their spread is far below
 * what a double of that size resolves.  */
static void
test_small_spread (void)
{
    struct hpm_statistics all;

    hpm_statistics_init (&all);
    for (int64_t rank = 0; rank < 64; rank++)
        hpm_statistics_add_integer (&all, 1000000000000000 + rank, rank,
                                    HPM_QUALITY_EXACT);
    tap_near (hpm_statistics_deviation (&all), sqrt ((64. * 64 - 1) / 12),
              1e-14, "the deviation of 10^15 and a few is exact");
}

static uint64_t
next_random (uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#define VALUES 1000

/* What plain arithmetic in wide types says.  */
struct reference {
    wide sum;
    long double mean, deviation;
    int64_t min, max, min_rank, max_rank;
};

static struct reference
reference_of (const int64_t *values, int count)
{
    struct reference r = { 0, 0, 0, values[0], values[0], 0, 0 };
    long double squares = 0;

    for (int i = 0; i < count; i++) {
        r.sum += values[i];
        if (values[i] < r.min) {
            r.min = values[i];
            r.min_rank = i;
        }
        if (values[i] > r.max) {
            r.max = values[i];
            r.max_rank = i;
        }
    }
    r.mean = (long double)r.sum / count;
    for (int i = 0; i < count; i++)
        squares += (values[i] - r.mean) * (values[i] - r.mean);
    r.deviation = sqrtl (squares / count);
    return r;
}

/* Add the ranks in random order.  */
static struct hpm_statistics
add_randomly (const int64_t *values, int as_reals, uint64_t *state)
{
    struct hpm_statistics sum;
    int ranks[VALUES];

    for (int i = 0; i < VALUES; i++) {
        int other = (int)(next_random (state) % (unsigned)(i + 1));

        ranks[i] = ranks[other];
        ranks[other] = i;
    }
    hpm_statistics_init (&sum);
    for (int i = 0; i < VALUES; i++)
        if (as_reals)
            hpm_statistics_add_real (&sum, (double)values[ranks[i]], ranks[i],
                                     HPM_QUALITY_EXACT);
        else
            hpm_statistics_add_integer (&sum, values[ranks[i]], ranks[i],
                                        HPM_QUALITY_EXACT);
    return sum;
}

static int
is_near (long double got, long double expected, long double tolerance)
{
    return fabsl (got - expected) <= tolerance * fabsl (expected);
}

static int
is_like (const struct hpm_statistics *s, const struct reference *r)
{
    wide sum = ((wide)s->sum_high << 64) + s->sum_low;

    return s->count == VALUES && sum == r->sum && s->min_integer == r->min
           && s->max_integer == r->max && s->min_rank == r->min_rank
           && s->max_rank == r->max_rank && is_near (s->mean, r->mean, 1e-15L)
           && is_near (hpm_statistics_deviation (s), r->deviation, 1e-13L);
}

static int
is_like_real (const struct hpm_statistics *s, const struct reference *r)
{
    return s->count == VALUES && s->min_rank == r->min_rank
           && s->max_rank == r->max_rank && s->min == (double)r->min
           && s->max == (double)r->max && is_near (s->mean, r->mean, 1e-15L)
           && is_near (hpm_statistics_deviation (s), r->deviation, 1e-13L);
}

/* Small and huge values, negative ones where `sign` is set.  */
static void
test_orders (int bits, int sign, const char *claim)
{
    static int64_t values[VALUES];
    uint64_t state = 88172645463325252u;
    struct reference expected;
    int good = 0, good_reals = 0;

    for (int i = 0; i < VALUES; i++) {
        values[i] = (int64_t)(next_random (&state) >> (64 - bits));
        if (sign && next_random (&state) % 2)
            values[i] = -values[i];
    }
    expected = reference_of (values, VALUES);
    for (int i = 0; i < 50; i++) {
        struct hpm_statistics s = add_randomly (values, 0, &state);

        good += is_like (&s, &expected);
        s = add_randomly (values, 1, &state);
        good_reals += is_like_real (&s, &expected);
    }
    tap_ok (good == 50, "integers added in 50 orders: %s", claim);
    /* Doubles hold integers up to 2^53 exactly.  */
    tap_ok (good_reals == 50 || bits > 53, "reals added in 50 orders: %s",
            claim);
}

static void
test_reals (void)
{
    struct hpm_statistics s;

    hpm_statistics_init (&s);
    hpm_statistics_add_real (&s, 1e100, 0, HPM_QUALITY_EXACT);
    hpm_statistics_add_real (&s, 1.0, 1, HPM_QUALITY_EXACT);
    hpm_statistics_add_real (&s, -1e100, 2, HPM_QUALITY_EXACT);
    tap_ok (hpm_statistics_sum (&s) == 1.0, "a sum is compensated");
    hpm_statistics_init (&s);
    hpm_statistics_add_real (&s, 1.0, 0, HPM_QUALITY_EXACT);
    hpm_statistics_add_real (&s, 2.0, 1, HPM_QUALITY_EXACT);
    hpm_statistics_add_real (&s, 6.0, 2, HPM_QUALITY_SCALED);
    tap_near (hpm_statistics_imbalance (&s), 2.0, 1e-15,
              "the imbalance is max / mean");
    tap_near (hpm_statistics_deviation (&s), sqrt (14.0 / 3), 1e-15,
              "the deviation is that of the reals");
    tap_ok (hpm_statistics_quality (&s) == HPM_QUALITY_SCALED,
            "the worst quality holds");
}

static void
test_quality (void)
{
    static const struct {
        uint32_t a, b, worse;
    } vectors[] = {
        { HPM_QUALITY_ABSENT, HPM_QUALITY_ABSENT, HPM_QUALITY_ABSENT },
        { HPM_QUALITY_ABSENT, HPM_QUALITY_EXACT, HPM_QUALITY_EXACT },
        { HPM_QUALITY_SCALED, HPM_QUALITY_EXACT, HPM_QUALITY_SCALED },
        { HPM_QUALITY_SCALED, HPM_QUALITY_PARTIAL, HPM_QUALITY_PARTIAL },
        { HPM_QUALITY_UNAVAILABLE, HPM_QUALITY_PARTIAL,
          HPM_QUALITY_UNAVAILABLE },
    };
    struct hpm_statistics a;

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++)
        tap_ok (hpm_quality_worse (vectors[i].a, vectors[i].b)
                        == vectors[i].worse
                    && hpm_quality_worse (vectors[i].b, vectors[i].a)
                           == vectors[i].worse,
                "the worse of %u and %u is %u", vectors[i].a, vectors[i].b,
                vectors[i].worse);
    hpm_statistics_init (&a);
    hpm_statistics_add_integer (&a, 1, 0, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&a, 1, 1, HPM_QUALITY_SCALED);
    tap_ok (hpm_statistics_quality (&a) == HPM_QUALITY_SCALED,
            "the worse of two values holds");
    hpm_statistics_add_missing (&a, 2);
    tap_ok (hpm_statistics_quality (&a) == HPM_QUALITY_PARTIAL && a.missing == 1
                && a.count == 2,
            "a missing rank makes it partial");
}

static void
test_scaled_error (void)
{
    tap_near (hpm_scaled_error (0, 0), 0, 0, "no time has no error");
    tap_near (hpm_scaled_error (5, 5), 0, 0, "counted all the time: exact");
    tap_near (hpm_scaled_error (5, 0), 1, 0, "never counted: anything");
    tap_near (hpm_scaled_error (4000000, 3000000), 0.5, 1e-12,
              "a quarter missed within one slice");
    tap_near (hpm_scaled_error (160000000, 80000000), 2 * sqrt (0.5 / 20),
              1e-12, "half of 40 slices");
}

static void
check_squares (void)
{
    const double time = 266514072.123, apart[] = { 10, 20, 60 };
    double squares = 0, sum = 0;

    for (int i = 0; i < 1001; i++)
        squares += time * time;
    tap_ok (squares / 1001 - time * time != 0,
            "a sum of squares is rounded (%g)", squares / 1001 - time * time);
    tap_near (hpm_deviation_of_squares (1001, time, squares, time, time), 0, 0,
              "times that are all the same have no deviation");
    tap_ok (hpm_deviation_of_squares (1001, time, squares * (1 + 1e-12),
                                      time - 2, time + 2)
                <= 2,
            "it is not more than the least and the greatest allow");
    squares = 0;
    for (int i = 0; i < 3; i++) {
        squares += apart[i] * apart[i];
        sum += apart[i];
    }
    tap_near (hpm_deviation_of_squares (3, sum / 3, squares, 10, 60),
              21.602468994692867, 1e-12, "times that differ have theirs");
    tap_near (hpm_deviation_of_squares (0, 0, 0, NAN, NAN), 0, 0,
              "no time has none");
}

int
main (void)
{
    test_scaled_error ();
    test_empty ();
    test_no_values ();
    test_one ();
    test_ties ();
    test_integer128 ();
    test_large_sums ();
    test_small_spread ();
    test_reals ();
    test_quality ();
    test_orders (20, 0, "small values");
    test_orders (50, 1, "large values of both signs");
    test_orders (63, 1, "values whose sum is beyond 64 bits");
    check_squares ();
    return tap_done ();
}
