/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A condition on a run, or on a change from the base, which decides whether a
 * test fails:
 *
 *     QUANTITY < NUMBER      also > <= >=; of a run, or of the median of runs
 *     QUANTITY > +NUMBER %   of the change in per cent of the base's median,
 *                            where the number has a sign
 *
 * Pure.
 */
#ifndef HPM_AGGREGATE_CONDITION_H
#define HPM_AGGREGATE_CONDITION_H

#include <stddef.h>

#include "aggregate/compare/comparison.h"
#include "base/error.h"

struct hpm_condition {
    char key[512];
    int above;    /* 1: > or >=, 0: < or <= */
    int or_equal; /* 1: >= or <= */
    double limit; /* of a change: per cent */
    int is_change;
    int is_percent; /* "%" stands behind it */
};

/* Returns 0, or -1 with the error.  */
int hpm_condition_read (struct hpm_condition *condition, const char *text,
                        struct hpm_error *error);

enum hpm_held { HPM_HELD_NOT, HPM_HELD, HPM_HELD_UNKNOWN };

/* Whether it holds of the new runs, with a line that says so, in
 * line[size]: the caller's.  Of a change the estimate counts, but where there
 * are runs enough for a test by itself, and the interval has 0 in it, that is
 * no change.  */
enum hpm_held hpm_condition_judge (const struct hpm_condition *condition,
                                   const struct hpm_comparison *comparison,
                                   char *line, size_t size);

#endif /* HPM_AGGREGATE_CONDITION_H */
