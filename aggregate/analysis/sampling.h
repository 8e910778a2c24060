/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What counts that took turns on the counters are worth: for how much of the
 * time they were counted, and the error that this may make.
 */
#ifndef HPM_AGGREGATE_SAMPLING_H
#define HPM_AGGREGATE_SAMPLING_H

#include "aggregate/model/result.h"

void hpm_sampling_add (struct hpm_sampling *into,
                       const struct hpm_sampling *from);

/* Share of the time, 0 to 1, that the count was on a counter; NAN where it was
 * there all the time or there is no such time.  */
double hpm_sampling_coverage (const struct hpm_sampling *sampling);

/* An absolute error as a share of the value: NAN where there is none, and
 * infinite where the value is 0 and may be something.  */
double hpm_relative_error (double error, double value);

/* 1 where a number with this relative error is not shown: it may as well be 0.
 */
int hpm_error_hides (double error);

/* Relative error of the sum of count `at` ([region][event]); NAN where nothing
 * was scaled or there is no sum.  */
double hpm_count_error (const struct hpm_aggregate *aggregate, size_t at);

/* Relative error of metric `at` ([region][metric]): of its total where that is
 * shown, else of its mean.  NAN where none of its counts was scaled.  */
double hpm_metric_error (const struct hpm_aggregate *aggregate,
                         const struct hpm_result *result, size_t at);

/* 1 if the total of metric `at` is what is shown of it.  */
int hpm_metric_shows_total (const struct hpm_aggregate *aggregate,
                            const struct hpm_result *result, size_t at);

#endif /* HPM_AGGREGATE_SAMPLING_H */
