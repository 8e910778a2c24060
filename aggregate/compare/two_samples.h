/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers of one quantity in all runs of both sides, and by how much those
 * of the new side are more.  Pure.
 */
#ifndef HPM_AGGREGATE_TWO_SAMPLES_H
#define HPM_AGGREGATE_TWO_SAMPLES_H

#include "aggregate/compare/rank_test.h"

#define HPM_COMPARE_LEVEL 0.05
/* Part of a real by which rounding may change it.  */
#define HPM_COMPARE_ROUNDING 1e-12

enum hpm_side { HPM_SIDE_BASE, HPM_SIDE_NEW, HPM_SIDES };

struct hpm_two_samples {
    double of[HPM_SIDES][HPM_SAMPLE_MOST];
    int count[HPM_SIDES];
    int varies[HPM_SIDES]; /* 1: they are not all the same */
    int is_count;
    int begins_with_0; /* 1: a number is 0 in some run, or its lower end */
};

int hpm_two_samples_are_positive (const struct hpm_two_samples *values,
                                  int side);

/* Whether all runs have the same; reals but for what rounding does to sums that
 * are added in another order.  */
int hpm_two_samples_are_same (const struct hpm_two_samples *values);

/* By which part of it the new side is more, by ratios; from 0 that is any.  */
struct hpm_shift hpm_two_samples_ratio (const struct hpm_two_samples *values);

/* By how much the new side is more, where the base's median is `base`: of a
 * base above 0 by ratios, since a time can't be 130 % less.  */
struct hpm_shift hpm_two_samples_shift (const struct hpm_two_samples *values,
                                        double base);

#endif /* HPM_AGGREGATE_TWO_SAMPLES_H */
