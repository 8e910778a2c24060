/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that were counted on some ranks, and others on others: the total that
 * all ranks would have had.
 */
#ifndef HPM_AGGREGATE_PROJECTION_H
#define HPM_AGGREGATE_PROJECTION_H

#include "aggregate/analysis/accumulate.h"

/* Ranks that counted an event must do as much as all ranks do: the mean of each
 * event that all ranks counted (instructions and cycles; where there are none,
 * time in user code) may be off by this share at most.  */
#define HPM_PROJECTION_LIMIT 0.05

/* Note what a rank did that counted this and that.  */
void hpm_projection_note (struct hpm_aggregate *aggregate,
                          const struct hpm_result *result,
                          const struct hpm_values *values);

/* After the last rank, before the formulas: the totals of events that other
 * ranks counted become mean x ranks, of quality scaled, with the error of a
 * sample of the ranks, without replacement: from the spread of the count, or of
 * what all ranks counted, where that is larger.  Where the ranks are not alike
 * there is no total (`refused`).  */
void hpm_projection_apply (struct hpm_aggregate *aggregate,
                           const struct hpm_result *result);

/* The sum of count `at` ([region][event]), NAN where there is none.  */
double hpm_count_total (const struct hpm_aggregate *aggregate, size_t at);

#endif /* HPM_AGGREGATE_PROJECTION_H */
