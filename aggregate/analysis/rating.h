/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether values of metrics can be, and whether they are good: ranges and
 * thresholds of the definitions, with what is known of the machine of the run.
 * Nothing of it is stored.
 */
#ifndef HPM_AGGREGATE_RATING_H
#define HPM_AGGREGATE_RATING_H

#include "aggregate/model/result.h"

struct hpm_rated {
    enum hpm_rating rating;
    double value;
    double limit; /* that a suspect value is beyond, else NAN */
};

/* What the machine can do of a metric on so many hosts, NAN where nobody knows;
 * and a value of a rank or host that is held against it.  Of a run that is too
 * short to judge, none is good or poor, and what the errors of ranks' counts
 * may have put beyond a limit is not suspect.  */
void hpm_rating_limits (const struct hpm_result *result, int metric,
                        double hosts, double limits[2]);
struct hpm_rated hpm_rate_within (const struct hpm_result *result, int metric,
                                  const double limits[2], double value);

/* Whether a value of what hpmstat counted is neither good nor poor, because
 * that had so little processor time (NAN: unknown) in its lives, ns, or because
 * the metric tells of nothing else.  0 of a run of hpmrun.  */
int hpm_rating_spares (const struct hpm_result *result, int metric,
                       double cpu_ns, double life_ns);

/* A metric over the ranks of the job: its total (NAN where it has none),
 * smallest and largest value.  */
#define HPM_RATED_VALUES 3
struct hpm_job_rating {
    enum hpm_rating rating; /* suspect if one of the values is; else that of
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

#endif /* HPM_AGGREGATE_RATING_H */
