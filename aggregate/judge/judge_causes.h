/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A slow rank beside the others, and why it is slower than they are in the
 * median.
 */
#ifndef HPM_AGGREGATE_JUDGE_CAUSES_H
#define HPM_AGGREGATE_JUDGE_CAUSES_H

#include "aggregate/judge/judge.h"

#define HPM_CAUSES_MOST 8

struct hpm_cause {
    struct hpm_finding finding;
    double part;
    double seconds; /* of the rank; NAN where it is a factor */
};

/* The slowest rank, and medians of the others.  */
struct hpm_comparison {
    struct hpm_profile slow;
    double rank, host;
    double ranks; /* that are compared */
    double usual[HPM_PROFILE_FIELD_COUNT];
    double spread;   /* of the others' waiting, s; 0 where they are too few */
    double excess;   /* seconds of useful time */
    double pressure; /* seconds the others wait for one on a processor */
    double kernel;   /* s of processor time that are told as the kernel's */
    double all_wait; /* part of the run that all wait for a processor */
    struct hpm_cause causes[HPM_CAUSES_MOST];
    int count;
};

/* Fill in the causes of one whose other members are known, the largest part
 * first.  */
void hpm_comparison_find_causes (struct hpm_comparison *compared);

#endif /* HPM_AGGREGATE_JUDGE_CAUSES_H */
