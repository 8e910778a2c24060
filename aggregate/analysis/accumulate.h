/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From cells to values of a thread or a rank, and from those to the aggregates
 * of the job and its hosts.
 */
#ifndef HPM_AGGREGATE_ACCUMULATE_H
#define HPM_AGGREGATE_ACCUMULATE_H

#include "aggregate/model/result.h"

/* Counts and metrics of one rank or thread, [region][event] and
 * [region][metric].  */
struct hpm_values {
    struct hpm_value *counts;         /* [region][event] */
    struct hpm_metric_value *metrics; /* [region][metric] */
    double *wall_s;                   /* [region] */
    double threads;                   /* that entered */
    int children; /* 1: processes of which nobody knows how long they lived */
    struct hpm_metric_binding *binding;
    /* Of the run, which must not change in the meantime.  */
    int clock;        /* the event os::WALL_TIME, -1 if there is none */
    int user, system; /* os::USER_TIME and os::SYSTEM_TIME */
    int preempted;    /* os::INVOLUNTARY_SWITCHES */
    double clock_hz, line_bytes;
};

/* Returns 0, or -1 without memory.  */
int hpm_values_init (struct hpm_values *values,
                     const struct hpm_result *result);
void hpm_values_release (struct hpm_values *values);

/* The rank: its threads, but not those of the MPI library.  An event is
 * unavailable when no thread has it and partial when some have.  */
void hpm_values_of_rank (struct hpm_values *values,
                         const struct hpm_result *result,
                         const struct hpm_rank_data *data);
void hpm_values_of_thread (struct hpm_values *values,
                           const struct hpm_result *result,
                           const struct hpm_rank_data *data, int64_t thread);

/* Add a rank, whose values these are, to the aggregates.  */
void hpm_accumulate_rank (struct hpm_result *result,
                          const struct hpm_rank_data *data,
                          const struct hpm_values *values);

/* After the last rank: the formulas over the sums of job and hosts.  */
void hpm_accumulate_totals (struct hpm_result *result);
/* After the last rank: the formulas over the sums of each region.  */
void hpm_region_totals (struct hpm_result *result);

/* What metrics of marked regions that were read from a file are worth, which is
 * not in it: it follows from the counts.  Returns 0, or -1 without memory.  */
int hpm_region_qualities_of_metrics (struct hpm_result *result);

/* Efficiencies of a region, with the regions inside it, as the verdict has
 * those of the job: of the main threads of its ranks, where all of these are
 * complete and timed.  NAN where unknown, as those over ranks are where these
 * paused apart.  */
struct hpm_region_efficiency {
    double parallel;      /* balance x communication */
    double balance;       /* mean time outside MPI / largest */
    double communication; /* largest time outside MPI / longest time in it */
    double threads;       /* the same as balance, of the threads of a rank */
};
struct hpm_region_efficiency
hpm_region_efficiency (const struct hpm_result *result, int region);

#endif /* HPM_AGGREGATE_ACCUMULATE_H */
