/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said about values of metrics that are good, poor or cannot be.
 */
#ifndef HPM_AGGREGATE_RATING_TEXT_H
#define HPM_AGGREGATE_RATING_TEXT_H

#include <stdio.h>

#include "aggregate/model/chosen.h"
#include "aggregate/analysis/rating.h"

/* "above 100", "below 0", "" for what is not suspect.  Returns buffer.  */
#define HPM_RATING_TEXT 64
char *hpm_rating_reason (char *buffer, const struct hpm_rated *rated);

/* "total 103 above 100, max 120 @3 above 100", each suspect value of the job;
 * "" where none is.  Returns buffer.  */
#define HPM_RATING_REASONS 256
char *hpm_rating_reasons (char *buffer, const struct hpm_result *result,
                          int region, int metric,
                          const struct hpm_job_rating *job);

/* What the marks among these mean: a bit for each enum hpm_rating.  */
void hpm_rating_legend (FILE *out, unsigned marks);

/* A paragraph on suspect metrics of the job, and, with `unchecked`, one on
 * those whose range nobody knows.  */
void hpm_rating_notes (FILE *out, const struct hpm_result *result, int region,
                       const struct hpm_chosen *chosen, int unchecked);

#endif /* HPM_AGGREGATE_RATING_TEXT_H */
