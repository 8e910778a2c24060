/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What counts that took turns on the counters are worth: for how much of the
 * time they were counted, and the error that this may make.
 */
#ifndef HPM_AGGREGATE_SAMPLING_H
#define HPM_AGGREGATE_SAMPLING_H

#include "h5_reader.h"
#include "h5_writer.h"
#include "result.h"

void hpm_sampling_add (struct hpm_sampling *into,
                       const struct hpm_sampling *from);

/* Share of the time, 0 to 1, that the count was on a counter; NAN where it was
 * there all the time or there is no such time.  */
double hpm_sampling_coverage (const struct hpm_sampling *sampling);

/* An absolute error as a share of the value; NAN where there is none.  */
double hpm_relative_error (double error, double value);

/* Relative error of the sum of count `at` ([region][event]); NAN where nothing
 * was scaled or there is no sum.  */
double hpm_count_error (const struct hpm_aggregate *aggregate, size_t at);

/* Relative error of metric `at` ([region][metric]): of its total where that is
 * shown, else of its mean.  NAN where none of its counts was scaled.  */
double hpm_metric_error (const struct hpm_aggregate *aggregate,
                         const struct hpm_result *result, size_t at);

/* 1 if a count of the job was scaled, or runs were joined.  */
int hpm_sampling_any (const struct hpm_result *result);

/* The variables *_coverage and *_error, of job and hosts; none where nothing was
 * scaled.  Return 0, or -1 with the error.  */
int hpm_sampling_write (struct hpm_h5_writer *writer,
                        const struct hpm_result *result,
                        struct hpm_error *error);
/* Fill them in again where the file has them; other numbers are loaded.  */
int hpm_sampling_load (const struct hpm_h5_reader *reader,
                       struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_SAMPLING_H */
