/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of a span, of threads whose time is made up and known in parts:
 * these are within its errors, whatever sums of clocks tell.
 */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "aggregate/course/span_account.h"
#include "base/quality.h"
#include "hpm_launch.h"
#include "tests/line/span_clocks.h"
#include "tests/tap.h"

#define SERIES 2000
#define THREADS 6
#define RANKS 6

static struct hpm_result
made_result (void)
{
    return (struct hpm_result){ .events = events, .event_count = EVENTS };
}

/* ms as the counts of a span have them; less than 0: there is none.  */
static void
set (struct hpm_value *values, int event, double ms)
{
    values[event]
        = (struct hpm_value){ .number = 1e6 * ms,
                              .quality = ms < 0 ? HPM_QUALITY_UNAVAILABLE
                                                : HPM_QUALITY_EXACT };
}

static void
set_all (struct hpm_value *values, const double *ms)
{
    for (int e = 0; e < EVENTS; e++)
        set (values, e, ms[e]);
}

/* ---- what it must be ---------------------------------------------------- */

static void
test_known (void)
{
    static const struct {
        const char *what;
        double ms[EVENTS], wanted[HPM_SPAN_PART_COUNT], error;
    } rows[] = {
        { "all computes", { 100, 100, 0, 0, 0 }, { 100, 0, 0 }, 0 },
        { "all polls", { 100, 100, 100, 0, 100 }, { 0, 100, 0 }, 0 },
        { "all sleeps in MPI", { 100, 0, 100, 0, 0 }, { 0, 100, 0 }, 0 },
        { "all sleeps", { 100, 0, 0, 0, 0 }, { 0, 0, 100 }, 0 },
        { "half is I/O", { 100, 50, 0, 50, 0 }, { 50, 50, 0 }, 50 },
        { "a share polls", { 100, 100, 30, 0, 25 }, { 70, 30, 0 }, 0 },
        { "nothing is estimated", { 100, 40, 50, 0, -1 }, { 20, 50, 30 }, 20 },
        { "an estimate is taken", { 100, 40, 50, 0, 10 }, { 30, 50, 20 }, 30 },
        { "clocks say too much", { 100, 104, 0, 0, 0 }, { 100, 0, 0 }, 4 },
        { "more than all is in MPI",
          { 100, 20, 110, 0, 20 },
          { 0, 100, 0 },
          10 }
    };
    struct hpm_result result = made_result ();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hpm_value values[EVENTS];
        struct hpm_span_account account;
        int there;

        set_all (values, rows[i].ms);
        there = hpm_span_account (&account, &result, 0, 0, values);
        tap_case ("%s", rows[i].what);
        tap_ok (there, "there is an account");
        tap_near (1e3 * account.part[HPM_SPAN_COMPUTING], rows[i].wanted[0],
                  1e-9, "computing is what it was");
        tap_near (1e3 * account.part[HPM_SPAN_WAITING], rows[i].wanted[1], 1e-9,
                  "waiting is what it was");
        tap_near (1e3 * account.part[HPM_SPAN_BLOCKED], rows[i].wanted[2], 1e-9,
                  "blocked is what it was");
        tap_near (1e3 * account.error[HPM_SPAN_COMPUTING], rows[i].error, 1e-9,
                  "computing errs by what is not told");
    }
    tap_case ("%s", "");
}

/* ---- what it may be ----------------------------------------------------- */

/* From 0 to 1 (xorshift64*, G. Marsaglia and S. Vigna).  */
static double
random_share (void)
{
    static uint64_t state = 1;

    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)(state * UINT64_C (0x2545F4914F6CDD1D) >> 11) * 0x1p-53;
}

/* Threads of which each has such parts by itself.  Fills the sums of their
 * clocks, and what they did, in ms.  */
static void
make_threads (double *ms, double *truth, int threads)
{
    double error = random_share () < 0.5 ? 0 : 2 * random_share ();

    memset (ms, 0, EVENTS * sizeof *ms);
    memset (truth, 0, HPM_SPAN_PART_COUNT * sizeof *truth);
    for (int t = 0; t < threads; t++) {
        double life = 100 * random_share (), mpi = life * random_share ();
        double inside = mpi * random_share ();
        double computing = (life - mpi) * random_share ();

        ms[LIFE] += life;
        ms[CPU] += inside + computing;
        ms[MPI] += mpi;
        ms[INSIDE] += error * inside;
        truth[HPM_SPAN_COMPUTING] += computing;
        truth[HPM_SPAN_WAITING] += mpi;
        truth[HPM_SPAN_BLOCKED] += life - mpi - computing;
    }
    if (random_share () < 0.3)
        ms[INSIDE] = -1;
}

/* Whether parts are of the life, in s, and errors hold what was, in ms.  */
static int
is_sound (const struct hpm_span_account *account, double life,
          const double *truth)
{
    double sum = 0;

    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++) {
        double part = account->part[i], error = account->error[i];

        sum += part;
        if (!(part >= 0 && part <= life && error >= 0 && error <= life)
            || (truth && fabs (part - 1e-3 * truth[i]) > error + 1e-12))
            return 0;
    }
    return fabs (sum - life) < 1e-12;
}

/* The same where each thread is a rank, divided by itself: its bounds are no
 * wider than those of the sums.  Returns 1 if they hold what it did.  */
static int
is_ranks_sound (void)
{
    struct hpm_result result = made_result ();
    double shares[HPM_SHARE_COUNT] = { 0 }, all[HPM_SHARE_COUNT] = { 0 };
    double truth[HPM_SPAN_PART_COUNT], sum[EVENTS] = { 0 }, ms[EVENTS];
    double did[HPM_SPAN_PART_COUNT] = { 0 };
    struct hpm_span_account account;
    struct hpm_value values[EVENTS];

    for (int r = 0; r < RANKS; r++) {
        make_threads (ms, truth, 1);
        hpm_time_shares_add (shares, 1e-3 * ms[LIFE], 1e-3 * ms[CPU],
                             1e-3 * ms[MPI],
                             ms[INSIDE] < 0 ? NAN : 1e-3 * ms[INSIDE]);
        for (int e = 0; e < EVENTS; e++)
            sum[e] += ms[e];
        for (int i = 0; i < HPM_SPAN_PART_COUNT; i++)
            did[i] += truth[i];
    }
    hpm_time_shares_add (all, 1e-3 * sum[LIFE], 1e-3 * sum[CPU],
                         1e-3 * sum[MPI], NAN);
    set_all (values, sum);
    result.timeline.shares = shares;
    result.timeline.count = 1;
    return hpm_span_account (&account, &result, 0, 0, values)
           && is_sound (&account, 1e-9 * values[LIFE].number, did)
           && shares[HPM_SHARE_LEAST] >= all[HPM_SHARE_LEAST] - 1e-12
           && shares[HPM_SHARE_MOST] <= all[HPM_SHARE_MOST] + 1e-12;
}

static void
test_ranks (void)
{
    int sound = 0;

    for (int i = 0; i < SERIES; i++)
        sound += is_ranks_sound ();
    tap_ok (sound == SERIES,
            "what ranks did is within the narrower errors of %d of %d", sound,
            SERIES);
}

static void
test_series (void)
{
    struct hpm_result result = made_result ();
    int sound = 0, apart = 0;

    for (int i = 0; i < SERIES; i++) {
        struct hpm_value values[EVENTS];
        struct hpm_span_account account;
        double ms[EVENTS], truth[HPM_SPAN_PART_COUNT];

        make_threads (ms, truth, THREADS);
        set_all (values, ms);
        sound += hpm_span_account (&account, &result, 0, 0, values)
                 && is_sound (&account, 1e-9 * values[LIFE].number, truth);
        ms[CPU] *= 3 * random_share ();
        ms[MPI] *= 3 * random_share ();
        set_all (values, ms);
        apart += hpm_span_account (&account, &result, 0, 0, values)
                 && is_sound (&account, 1e-9 * values[LIFE].number, NULL);
    }
    tap_ok (sound == SERIES,
            "what threads did is within the errors of %d accounts of %d", sound,
            SERIES);
    tap_ok (apart == SERIES,
            "clocks that contradict each other leave parts that add up");
}

/* ---- where there is none ------------------------------------------------ */

static int
has_account (const struct hpm_result *result, const struct hpm_value *values)
{
    struct hpm_span_account account;
    int there = hpm_span_account (&account, result, 0, 0, values);

    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++)
        if (isnan (account.part[i]) == there
            || isnan (account.error[i]) == there)
            return -1;
    return there;
}

static void
test_missing (void)
{
    static const double ms[EVENTS] = { 100, 50, 20, 5, 10 };
    struct hpm_result result = made_result ();
    struct hpm_value values[EVENTS];

    for (int e = 0; e < INSIDE; e++) {
        set_all (values, ms);
        values[e].quality = HPM_QUALITY_UNAVAILABLE;
        tap_ok (has_account (&result, values) == 0,
                "without %s there is no account", events[e].name);
        values[e].quality = HPM_QUALITY_PARTIAL;
        tap_ok (has_account (&result, values) == 0,
                "with a part of %s there is no account", events[e].name);
    }
    set_all (values, ms);
    set (values, LIFE, 0);
    tap_ok (has_account (&result, values) == 0,
            "a span without time has no account");
}

static void
test_runs (void)
{
    static const double ms[EVENTS] = { 100, 50, 20, 5, 10 };
    static char options[] = "HPM_EVENTS=x\nHPM_FOLLOW_CHILDREN=1\n";
    static char process[] = HPM_RUN_SCOPE_PROCESS;
    struct hpm_result result = made_result ();
    struct hpm_value values[EVENTS];

    set_all (values, ms);
    tap_ok (has_account (&result, values) == 1, "a run of MPI has an account");
    result.run[HPM_RUN_options] = options;
    tap_ok (has_account (&result, values) == 0,
            "a run whose children were counted has no account");
    result = made_result ();
    result.run[HPM_RUN_scope] = process;
    tap_ok (has_account (&result, values) == 0,
            "a process without MPI has no account");
    result = made_result ();
    result.joined.count = 2;
    tap_ok (has_account (&result, values) == 0,
            "runs that were joined have no account");
}

int
main (void)
{
    test_known ();
    test_series ();
    test_ranks ();
    test_missing ();
    test_runs ();
    return tap_done ();
}
