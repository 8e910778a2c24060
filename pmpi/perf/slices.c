/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <math.h>

#include "pmpi/perf/slices.h"

/* Differences that tell anything.  */
#define FEWEST 5

void
hpm_slices_look (struct hpm_slices *slices, int64_t value, int64_t enabled,
                 int64_t running)
{
    double time = (double)(running - slices->running), rate, difference;

    if (time <= 0)
        return;
    rate = (double)(value - slices->value) / time;
    if (slices->looks++) {
        difference = (rate - slices->rate) / sqrt (1 / time + 1 / slices->time);
        slices->squares += difference * difference;
        if (slices->looks > 2)
            slices->changes += pow (difference - slices->difference, 2);
        slices->difference = difference;
    } else
        slices->first = rate;
    slices->rate = rate;
    slices->time = time;
    slices->value = value;
    slices->enabled = enabled;
    slices->running = running;
}

/* Student's t for 19 of 20, to 2 % from 3 degrees on.  Differences that share a
 * rate are worth two thirds of their number.  */
static double
quantile (double differences)
{
    double degrees = fmax (1, differences / 1.5);

    return 1.96 + 2.37 / degrees + 2.8 / (degrees * degrees)
           + 5.5 / pow (degrees, 4);
}

/* The part of the variance of chance that there is.  Successive differences of
 * rates that are drawn anew each time differ by three times their square; those
 * of a rate that steps now and then, by twice that, and then what was not seen
 * lies between two rates that were: that is a twelfth of the square of a step,
 * of which twice as much is taken; of chance a little more, since counts are
 * not normally distributed.  */
static double
chance (const struct hpm_slices *slices, double differences, double unseen)
{
    double drawn = 1;

    if (slices->squares > 0)
        drawn = slices->changes / slices->squares - 2 + 2 / sqrt (differences);
    drawn = fmax (0, fmin (1, drawn));
    return 1.15 * drawn + (1 - drawn) * unseen / 3;
}

/* Where the rate drifts, the time that was seen may lie before what was not, or
 * behind it, by nearly half of the time between two looks.  */
static double
drift (const struct hpm_slices *slices)
{
    double apart = (double)slices->enabled / (double)slices->looks;

    return fabs (slices->rate - slices->first) * apart * 0.45;
}

/* What the kernel itself does when groups change falls to the time of one of
 * them: some microseconds of each slice, a share of the count that no look at
 * its rate shows.  Of an emulated PMU that changes each 4 ms, counts of what is
 * known were off by 0.0015 of them, either way.  */
static double
change (const struct hpm_slices *slices)
{
    return 0.002 * fabs ((double)slices->value);
}

double
hpm_slices_error (const struct hpm_slices *slices, int64_t enabled,
                  int64_t running)
{
    double whole = (double)enabled, seen = (double)running, variance;
    double differences = (double)(slices->looks - 1);

    if (running >= enabled)
        return 0;
    if (differences < FEWEST || running <= 0)
        return -1;
    variance = slices->squares / differences
               * chance (slices, differences, 1 - seen / whole);
    return 1 + drift (slices) + change (slices) * whole / seen
           + quantile (differences)
                 * sqrt (variance * (whole - seen) * whole / seen);
}
