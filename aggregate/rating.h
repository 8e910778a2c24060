/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether values of metrics can be, and whether they are good: ranges and
 * thresholds of the definitions, with what is known of the machine of the run.
 * Nothing of it is stored.
 */
#ifndef HPM_AGGREGATE_RATING_H
#define HPM_AGGREGATE_RATING_H

#include <stdio.h>

#include "chosen.h"
#include "result.h"

struct hpm_rated {
    enum hpm_rating rating;
    double value;
    double limit;              /* that a suspect value is beyond, else NAN */
};

/* A value that concerns so many hosts.  */
struct hpm_rated hpm_rate (const struct hpm_result *result, int metric,
                           double hosts, double value);

/* A metric over the ranks of the job: its total (NAN where it has none), smallest
 * and largest value.  */
#define HPM_RATED_VALUES 3
struct hpm_job_rating {
    enum hpm_rating rating;    /* suspect if one of the values is; else that of
                                  the total, or of the mean where there is none */
    struct hpm_rated values[HPM_RATED_VALUES];
};

void hpm_rate_job (const struct hpm_result *result, int region, int metric,
                   struct hpm_job_rating *job);

/* 1 for both kinds of suspect.  */
int hpm_rating_is_suspect (enum hpm_rating rating);

/* '*' good, '!' poor, '?' suspect, ' ' for what is none.  */
char hpm_rating_mark (enum hpm_rating rating);

/* A colour for a terminal, "" for what is no rating.  */
const char *hpm_rating_color (enum hpm_rating rating);

/* The name of what a range needs and nobody knows, NULL if there is none.  */
const char *hpm_rating_lacks (const struct hpm_result *result, int metric);

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

/* A paragraph on suspect metrics of the job, and, with `unchecked`, one on those
 * whose range nobody knows.  */
void hpm_rating_notes (FILE *out, const struct hpm_result *result, int region,
                       const struct hpm_chosen *chosen, int unchecked);

#endif /* HPM_AGGREGATE_RATING_H */
