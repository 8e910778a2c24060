/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/two_samples.h"

#include <math.h>
#include <stddef.h>

int
hpm_two_samples_are_same (const struct hpm_two_samples *values)
{
    double least = INFINITY, most = -INFINITY;

    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < values->count[s]; i++) {
            least = fmin (least, values->of[s][i]);
            most = fmax (most, values->of[s][i]);
        }
    return most - least
           <= (values->is_count
                   ? 0
                   : HPM_COMPARE_ROUNDING * fmax (fabs (most), fabs (least)));
}

int
hpm_two_samples_are_positive (const struct hpm_two_samples *values, int side)
{
    for (int i = 0; i < values->count[side]; i++)
        if (!(values->of[side][i] > 0))
            return 0;
    return 1;
}

/* What rounding alone keeps from 0 is 0; NAN stays.  */
static struct hpm_shift
without_rounding (struct hpm_shift shift, double rounding)
{
    double *const ends[] = { &shift.estimate, &shift.low, &shift.high };

    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (fabs (*ends[i]) <= rounding)
            *ends[i] = 0;
    return shift;
}

/* Of numbers of this size.  */
static double
rounding_of (const struct hpm_two_samples *values, double size)
{
    return values->is_count ? 0 : HPM_COMPARE_ROUNDING * size;
}

/* The geometric mean of 0 and anything is 0, as if all were gone: with a 0 the
 * middle of two ratios is their arithmetic mean, of a number and its lower end
 * alike, so that the change is between its ends.  */
struct hpm_shift
hpm_two_samples_ratio (const struct hpm_two_samples *values)
{
    struct hpm_shift ratio = hpm_rank_ratio (
        values->of[0], values->count[0], values->of[1], values->count[1],
        HPM_COMPARE_LEVEL, !values->begins_with_0);

    return without_rounding (
        (struct hpm_shift){ ratio.estimate - 1, ratio.low - 1, ratio.high - 1 },
        rounding_of (values, 1));
}

static struct hpm_shift
find_difference (const struct hpm_two_samples *values)
{
    double size = 0;

    for (int s = 0; s < HPM_SIDES; s++)
        for (int i = 0; i < values->count[s]; i++)
            size = fmax (size, fabs (values->of[s][i]));
    return without_rounding (hpm_rank_shift (values->of[0], values->count[0],
                                             values->of[1], values->count[1],
                                             HPM_COMPARE_LEVEL),
                             rounding_of (values, size));
}

struct hpm_shift
hpm_two_samples_shift (const struct hpm_two_samples *values, double base)
{
    struct hpm_shift ratio;

    /* The difference of counts has no rounding.  */
    if (!hpm_two_samples_are_positive (values, HPM_SIDE_BASE)
        || !(values->varies[0] || values->varies[1]))
        return find_difference (values);
    ratio = hpm_two_samples_ratio (values);
    return (struct hpm_shift){ base * ratio.estimate, base * ratio.low,
                               base * ratio.high };
}
