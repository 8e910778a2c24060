/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A sample of calls tells what all calls did, within the error it states, and
 * keeps to its budget: by made-up programs whose every call is known.  All
 * random numbers have a fixed seed.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "pmpi/calls/sampling.h"
#include "tests/tap.h"

#define SHORT 8000   /* ticks, which are ns here */
#define LOOK 700     /* that a look takes */
#define REDRAW 3     /* class */
#define LATE 4       /* class */
#define PROGRAMS 300 /* of a kind */
#define CALLS 20000

static uint64_t state = 88172645463325252u;

/* Between 0 and 1.  */
static double
draw (void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return ((double)(state >> 12) + 0.5) * 0x1p-52;
}

/* ---- programs ----------------------------------------------------------- */

struct made_call {
    double ticks, processor;
};

static struct made_call
always_short (int i)
{
    double ticks = 50 - 300 * log (draw ());

    (void)i;
    return (struct made_call){ ticks, ticks };
}

/* One in 20 waits for a while, without a processor for most of it.  */
static struct made_call
some_wait (int i)
{
    double ticks = 2000;

    (void)i;
    if (draw () > 0.05)
        return (struct made_call){ ticks, ticks };
    ticks = 1e6 * exp (1.5 * (draw () + draw () + draw () - 1.5));
    return (struct made_call){ ticks, ticks * draw () * draw () };
}

/* Of all lengths from 1 us to 0.1 s, and each spent otherwise.  */
static struct made_call
any_length (int i)
{
    double ticks = 1000 * pow (draw (), -1 / 1.2);

    (void)i;
    ticks = ticks > 1e8 ? 1e8 : ticks;
    return (struct made_call){ ticks, ticks * draw () };
}

/* Short at first, long later.  */
static struct made_call
in_phases (int i)
{
    double ticks = i < CALLS / 2 ? 400 : 30000 - 50000 * log (draw ());

    return (struct made_call){ ticks, i < CALLS / 2 || draw () < 0.7
                                          ? ticks
                                          : 0.1 * ticks };
}

/* All longer than what pays for a look.  */
static struct made_call
always_long (int i)
{
    double ticks = 2e5 - 1e5 * log (draw ());

    return (struct made_call){ ticks, i % 3 ? ticks : 5000 };
}

/* ---- a run -------------------------------------------------------------- */

struct run {
    int64_t calls, ticks;
    struct made_call since; /* the last look, its own call not included */
    double truth;
    struct hpm_call_sample sample;
};

static void
make_call (struct run *run, const struct made_call *made, int64_t *until,
           uint64_t *random)
{
    int class = hpm_arrival_class ((int64_t)made->ticks, SHORT);
    int looked = --*until < 0;
    struct hpm_sample_sums *sums
        = &run->sample.classes[class].sums[HPM_SAMPLE_CPU];
    double p;

    run->calls++;
    run->ticks += (int64_t)made->ticks;
    run->truth += made->processor;
    if (class > 0) {
        run->sample.classes[class].calls++;
        run->sample.classes[class].ticks += (int64_t)made->ticks;
    }
    if (looked) {
        run->sample.looks++;
        hpm_sample_add (sums, run->sample.weight, floor (made->ticks),
                        made->processor, 0);
    } else if (class >= LATE) {
        run->sample.looks++;
        hpm_sample_add_late (sums, floor (made->ticks),
                             run->since.processor + made->processor,
                             run->since.ticks, made->ticks);
    }
    run->since.ticks += made->ticks;
    run->since.processor += made->processor;
    if (looked || class >= LATE)
        run->since = (struct made_call){ 0, 0 };
    if (!looked && class < REDRAW)
        return;
    p = hpm_sample_probability (run->calls, run->ticks, LOOK);
    run->sample.weight = p < 1 ? 1 / p : 1;
    *until = hpm_sample_draw (random, p);
}

static struct hpm_sample_estimate
estimate (const struct run *run)
{
    return hpm_sample_estimate (&run->sample, HPM_SAMPLE_CPU, run->calls,
                                run->ticks, 1);
}

static struct run
run_program (struct made_call (*make) (int), int calls, uint64_t seed)
{
    struct run run = { .sample.weight = 1 };
    uint64_t random = seed;
    int64_t until = 0;

    for (int i = 0; i < calls; i++) {
        struct made_call made = make (i);

        make_call (&run, &made, &until, &random);
    }
    return run;
}

static int
by_value (const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

static void
test_programs (struct made_call (*make) (int), const char *name, int calls,
               double most)
{
    static double off[PROGRAMS], stated[PROGRAMS];
    double looks = 0, ticks = 0, bias = 0;
    int covered = 0;

    for (int i = 0; i < PROGRAMS; i++) {
        struct run run = run_program (make, calls, 7919 * (uint64_t)i + 1);
        struct hpm_sample_estimate got = estimate (&run);

        off[i] = fabs (got.value - run.truth);
        stated[i] = sqrt (got.square) + got.edges;
        covered += off[i] <= stated[i] + 1;
        bias += (got.value - run.truth) / (double)run.ticks / PROGRAMS;
        looks += (double)(run.sample.looks - HPM_SAMPLE_FIRST);
        ticks += (double)run.ticks;
    }
    qsort (off, PROGRAMS, sizeof *off, by_value);
    qsort (stated, PROGRAMS, sizeof *stated, by_value);
    printf (
        "# %s: %.1f %% covered, off by %.3f %% of the time, stated %.3f %%, "
        "looks take %.2f %%, bias %.4f %%\n",
        name, 100.0 * covered / PROGRAMS,
        100 * off[PROGRAMS / 2] / ticks * PROGRAMS,
        100 * stated[PROGRAMS / 2] / ticks * PROGRAMS,
        100 * looks * LOOK / ticks, 100 * bias);
    tap_ok (covered >= 0.95 * PROGRAMS,
            "%s: the stated error covers the truth 19 times in 20", name);
    tap_ok (looks * LOOK <= 0.01 * ticks,
            "%s: looks take no more than 1 %% of the time", name);
    tap_ok (fabs (bias) < 0.005, "%s: the estimates do not lean to one side",
            name);
    tap_ok (stated[PROGRAMS / 2] <= most / 100 * ticks / PROGRAMS,
            "%s: the stated error is within %g %% of the time", name, most);
}

/* ---- parts -------------------------------------------------------------- */

static void
test_draws (void)
{
    static const double probabilities[] = { 0.9, 0.5, 0.1, 0.003 };
    uint64_t random = 42;

    for (size_t i = 0; i < sizeof probabilities / sizeof *probabilities; i++) {
        double p = probabilities[i], sum = 0;

        for (int k = 0; k < 100000; k++)
            sum += (double)hpm_sample_draw (&random, p);
        tap_near (sum / 100000, (1 - p) / p, 0.03 * (1 - p) / p + 0.003,
                  "calls that pass with a probability of %g", p);
    }
    tap_ok (hpm_sample_draw (&random, 1) == 0
                && hpm_sample_draw (&random, 17) == 0,
            "no call passes with a probability of 1");
    tap_ok (hpm_sample_draw (&random, 0) == INT64_MAX,
            "all calls pass with a probability of 0");
}

static void
test_classes (void)
{
    static const struct {
        int64_t ticks;
        int class;
    } vectors[] = { { 0, 0 },
                    { SHORT, 0 },
                    { SHORT + 1, 1 },
                    { 4 * SHORT, 1 },
                    { 4 * SHORT + 4, 2 },
                    { INT64_MAX, HPM_SAMPLE_CLASSES - 1 } };

    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        tap_ok (hpm_arrival_class (vectors[i].ticks, SHORT) == vectors[i].class,
                "%lld ticks are of class %d", (long long)vectors[i].ticks,
                vectors[i].class);
}

static void
test_late (void)
{
    static const struct {
        double since, between, most, value, edge;
        const char *what;
    } vectors[] = {
        { 1000, 0, 1000, 1000, 0, "read just before, it is known" },
        { 1100, 200, 1000, 950, 50, "most of it is known" },
        { 100, 200, 1000, 50, 50, "it may have had none of it" },
        { 900, 200, 300, 300, 0, "it had all that may be" },
        { 1000, 300, 1000, 850, 150, "read long before, some of it is known" },
        { 1000, 5000, 1000, 500, 500, "read too long before, all may be" },
        { 1000, -1, 1000, 500, 500, "times that do not fit tell nothing" },
        { -1, 0, 1000, 500, 500, "a clock that goes back tells nothing" },
    };

    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        struct hpm_sample_sums sums = { 0 };
        double value = hpm_sample_add_late (
            &sums, 7, vectors[i].since, vectors[i].between, vectors[i].most);

        tap_ok (fabs (value - vectors[i].value) < 1e-9
                    && fabs (sums.edges - vectors[i].edge) < 1e-9
                    && sums.looks == 1 && fabs (sums.others_ticks) < 1e-9,
                "of a call with a late look, %s", vectors[i].what);
    }
}

static void
test_ends (void)
{
    struct run run = run_program (always_long, HPM_SAMPLE_FIRST, 1);
    struct hpm_sample_estimate got = estimate (&run);
    struct hpm_call_sample none = { .weight = 1 }, copy;

    tap_ok (got.square <= 0 && fabs (got.value - run.truth) < 1e-6 * run.truth,
            "what was looked at in every call is exact");
    got = hpm_sample_estimate (&none, HPM_SAMPLE_CPU, 10, 1000, 1);
    tap_ok (fabs (got.value - 500) < 1e-9 && sqrt (got.square) >= 500,
            "of what was never looked at, all is possible");
    hpm_sample_merge (&none, &run.sample);
    hpm_sample_merge (&none, &run.sample);
    got = hpm_sample_estimate (&none, HPM_SAMPLE_CPU, 2 * run.calls,
                               2 * run.ticks, 1);
    tap_near (got.value, 2 * run.truth, 1e-6 * run.truth,
              "samples of two threads add up");
    tap_ok (hpm_sample_copy (&copy, &none) == 0 && copy.looks == none.looks,
            "a sample at rest can be copied");
    none.sequence = 3;
    tap_ok (hpm_sample_copy (&copy, &none) < 0,
            "one that is being written is not taken for what it is");
}

int
main (void)
{
    test_draws ();
    test_classes ();
    test_late ();
    test_ends ();
    test_programs (always_short, "short calls", CALLS, 6);
    test_programs (some_wait, "some calls wait", CALLS, 0.5);
    test_programs (any_length, "calls of any length", CALLS, 8);
    test_programs (in_phases, "phases", CALLS, 5);
    test_programs (always_long, "long calls", CALLS / 10, 0.1);
    return tap_done ();
}
