/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the profiles of all ranks to the verdict.  Memory: a profile a rank.
 */
#ifndef HPM_AGGREGATE_JUDGE_H
#define HPM_AGGREGATE_JUDGE_H

#include "aggregate/model/findings.h"
#include "aggregate/analysis/profile.h"

struct hpm_judge {
    const struct hpm_result *result;
    struct hpm_profile *profiles; /* [ranks], owned */
    size_t count, capacity;
    struct hpm_text_table masks; /* lists of processors */
};

void hpm_judge_init (struct hpm_judge *judge, const struct hpm_result *result);
void hpm_judge_release (struct hpm_judge *judge);

/* Take the next rank.  Returns 0, or -1 without memory.  */
int hpm_judge_take (struct hpm_judge *judge, const struct hpm_rank_data *data,
                    const struct hpm_values *values);

/* After the last rank and the totals: judge.  An earlier verdict in *verdict is
 * dropped.  Returns 0, or -1 without memory.  */
int hpm_judge_finish (const struct hpm_judge *judge,
                      struct hpm_verdict *verdict);

/* Its parts.  */

/* The accounts of the job, its hosts and ranks into the verdict, those of the
 * ranks that left a record.  Returns 0, or -1 without memory.  */
int hpm_judge_account (const struct hpm_judge *judge,
                       struct hpm_verdict *verdict);

/* After the efficiencies: what costs most, the largest first.  */
int hpm_judge_costs (const struct hpm_judge *judge,
                     struct hpm_verdict *verdict);

/* The rank that computes or is blocked longest beyond the others, whatever it
 * waits for a processor, and how much more that is, in seconds, with the
 * waiting that goes with it; 0 where no difference is larger than chance.
 * Returns the rank, -1 if there is none.  */
double hpm_judge_blamed (const struct hpm_judge *judge, double *more);

/* Why a rank is slower than the others: the one to blame, if there is one who
 * has `more` seconds, else the slowest; `cost` is what that costs, in s.  */
int hpm_judge_slowest (const struct hpm_judge *judge,
                       struct hpm_verdict *verdict, double blamed, double more,
                       double cost);
/* Ranks and hosts far from the rest.  */
int hpm_judge_outliers (const struct hpm_judge *judge,
                        struct hpm_verdict *verdict);
/* Processors that the ranks may use.  */
int hpm_judge_masks (const struct hpm_judge *judge,
                     struct hpm_verdict *verdict);

/* Median absolute deviation x this is the standard deviation of a normal
 * distribution.  */
#define HPM_MAD_TO_DEVIATION 1.4826

/* Median of finite values, which are sorted; NAN of none.  */
double hpm_median (double *values, size_t count);

/* Median of a quantity over the complete ranks but `other` (none with -1);
 * `room` holds a double for each rank.  */
double hpm_judge_median (const struct hpm_judge *judge, int quantity,
                         double other, double *room);

/* Part of their run that all main threads wait for a processor; 0 where that is
 * unknown.  */
double hpm_judge_waiting (const struct hpm_judge *judge);

/* A finding with no subject.  */
struct hpm_finding hpm_finding (enum hpm_rule rule, double rank, double host,
                                double value, double reference, double share);

#endif /* HPM_AGGREGATE_JUDGE_H */
