/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stated errors of counts that take turns, against what they are really off:
 * programs made up of phases, a kernel that turns its groups every 4 ms, for
 * which it takes 6 us in the time of the group that comes, and a look every 10
 * ms or so.  Numbers are drawn from one seed: the same each time.
 */
#include "config.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "pmpi/perf/slices.h"
#include "tests/tap.h"

#define MS INT64_C (1000000)
#define SLICE 4      /* ms */
#define CHANGE 0.006 /* ms: as seen on the emulated PMU of tests/pmu */
#define LOOK 10      /* ms */
#define LONGEST 3000 /* ms */
#define PROGRAMS 400

static double rates[LONGEST]; /* counts in each ms */

/* Uniform in [0, 1): xorshift of 64 bits (Marsaglia, 2003).  */
static double
draw (void)
{
    static uint64_t state = UINT64_C (88172645463325252);

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * 0x1p-53;
}

static double
draw_phase (double mean)
{
    return 1 - mean * log (1 - draw ());
}

/* ---- programs: `length` is that of their phases, ms --------------------- */

static void
steady (double length)
{
    for (int i = 0; i < LONGEST; i++)
        rates[i] = 1e5 * (1 + 1e-3 * (draw () - 0.5)) + length;
}

static void
drifting (double length)
{
    for (int i = 0; i < LONGEST; i++)
        rates[i] = 1e4 + i * 100 + length;
}

static void
fill (double rate, double length, int *at)
{
    for (int end = *at + (int)length; *at < end && *at < LONGEST; ++*at)
        rates[*at] = rate;
}

static void
phases (double length)
{
    static const double three[] = { 5e3, 5e4, 2e5 };

    for (int i = 0; i < LONGEST;)
        fill (three[(int)(3 * draw ())], draw_phase (length), &i);
}

static void
bursts (double length)
{
    for (int i = 0; i < LONGEST;)
        fill (draw () < 0.05 ? 1e6 : 1e3, draw_phase (length), &i);
}

static void
noise (double length)
{
    for (int i = 0; i < LONGEST; i++)
        rates[i] = -1e5 * log (1 - draw ()) + length;
}

static const struct kind {
    const char *what;
    void (*make) (double length);
    double length, covered, wide; /* at least; at most, in medians */
} kinds[] = {
    { "a steady program", steady, 0, 0.95, 5 },
    { "a program that gets faster", drifting, 0, 0.95, 5 },
    { "noise", noise, 0, 0.95, 5 },
    { "phases of 5 ms", phases, 5, 0.95, 5 },
    { "phases of 20 ms", phases, 20, 0.95, 6 },
    { "phases of 100 ms", phases, 100, 0.95, 6 },
    { "phases of 0.5 s", phases, 500, 0.95, 6 },
    { "rare bursts of 20 ms", bursts, 20, 0.95, 6 },
};

/* ---- one program -------------------------------------------------------- */

struct outcome {
    double stated, off; /* absolute */
};

/* Count the program on a counter that `groups` groups share.  */
static struct outcome
count (int groups, int first)
{
    struct hpm_slices slices = { 0 };
    double value = 0, all = 0;
    int64_t running = 0;
    int look = LOOK;

    for (int i = 0; i < LONGEST; i++) {
        int on = (i + first) / SLICE % groups == 0;
        int comes = on && (i + first) % SLICE == 0;

        all += rates[i];
        value += on ? rates[i] * (1 - comes * CHANGE) : 0;
        running += on ? MS : 0;
        if (i == look) {
            hpm_slices_look (&slices, (int64_t)value, (i + 1) * MS, running);
            look += LOOK - 1 + (int)(3 * draw ());
        }
    }
    return (struct outcome){
        hpm_slices_error (&slices, LONGEST * MS, running),
        fabs (value * (double)(LONGEST * MS) / (double)running - all)
    };
}

static int
by_size (const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

static double
median (double *values)
{
    qsort (values, PROGRAMS, sizeof *values, by_size);
    return (values[PROGRAMS / 2 - 1] + values[PROGRAMS / 2]) / 2;
}

static void
test_kind (const struct kind *kind)
{
    static double stated[PROGRAMS], off[PROGRAMS];
    int covered = 0;
    double wide;

    for (int i = 0; i < PROGRAMS; i++) {
        int groups = 2 + (int)(4 * draw ());
        struct outcome outcome;

        kind->make (kind->length);
        outcome = count (groups, (int)(draw () * groups * SLICE));
        stated[i] = outcome.stated;
        off[i] = outcome.off;
        covered += outcome.off <= outcome.stated;
    }
    wide = median (stated) / median (off);
    tap_ok (covered >= kind->covered * PROGRAMS,
            "%s: the stated error holds for %d of %d", kind->what, covered,
            PROGRAMS);
    tap_ok (wide <= kind->wide,
            "%s: what is stated is %.2f times what it is off, in the medians",
            kind->what, wide);
}

/* ---- what cannot be known ----------------------------------------------- */

static void
test_edges (void)
{
    struct hpm_slices none = { 0 }, few = { 0 };

    tap_ok (hpm_slices_error (&none, 100, 100) == 0,
            "what was counted all the time has no error");
    tap_ok (hpm_slices_error (&none, 100, 50) < 0,
            "without a look nothing is known");
    for (int i = 1; i <= 5; i++)
        hpm_slices_look (&few, 1000 * i, 20 * i * MS, 10 * i * MS);
    tap_ok (hpm_slices_error (&few, 100 * MS, 50 * MS) < 0,
            "five looks are too few");
    hpm_slices_look (&few, 6000, 120 * MS, 50 * MS);
    tap_ok (hpm_slices_error (&few, 120 * MS, 50 * MS) < 0,
            "what was not on the counter since is no look");
    hpm_slices_look (&few, 6000, 120 * MS, 60 * MS);
    tap_near (
        hpm_slices_error (&few, 120 * MS, 60 * MS), 1 + 0.002 * 12000, 1e-9,
        "a rate that is always the same has the error of changes and a count");
}

int
main (void)
{
    test_edges ();
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        test_kind (&kinds[i]);
    return tap_done ();
}
