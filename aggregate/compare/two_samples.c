/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/two_samples.h"

#include <math.h>

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

/* A ratio as a change; one that rounding alone keeps from 1 is none.  */
static double
part_of (double ratio, int is_count)
{
    return !is_count && fabs (ratio - 1) <= HPM_COMPARE_ROUNDING ? 0
                                                                 : ratio - 1;
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

    return (struct hpm_shift){ part_of (ratio.estimate, values->is_count),
                               part_of (ratio.low, values->is_count),
                               part_of (ratio.high, values->is_count) };
}

struct hpm_shift
hpm_two_samples_shift (const struct hpm_two_samples *values, double base)
{
    struct hpm_shift ratio;

    /* The difference of counts has no rounding.  */
    if (!hpm_two_samples_are_positive (values, HPM_SIDE_BASE)
        || !(values->varies[0] || values->varies[1]))
        return hpm_rank_shift (values->of[0], values->count[0], values->of[1],
                               values->count[1], HPM_COMPARE_LEVEL);
    ratio = hpm_two_samples_ratio (values);
    return (struct hpm_shift){ base * ratio.estimate, base * ratio.low,
                               base * ratio.high };
}
