/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A result that was joined of several runs of the same command: which event is
 * of which run, and how far the runs are alike.
 */
#ifndef HPM_AGGREGATE_JOINED_H
#define HPM_AGGREGATE_JOINED_H

#include <stdint.h>

#include "base/metric/metric.h"

#define HPM_JOINED_MAX 63 /* runs: bits of a mask */

struct hpm_result;

struct hpm_joined_run {
    char *file;         /* its name without the folder; owned */
    int64_t start_time; /* ns since 1970 */
    double wall_s;      /* of its longest rank */
    double *counts;     /* [event], total of the whole run, NAN where it
                           has none; owned */
};

struct hpm_joined {
    struct hpm_joined_run *runs; /* owned */
    int count;                   /* 0: the result is one run */
    uint8_t *event_run;          /* [event], owned */
};

/* Make room for the runs.  Returns 0, or -1 without memory.  */
int hpm_joined_make (struct hpm_joined *joined, int runs, int events);
void hpm_joined_release (struct hpm_joined *joined);

/* How much more than the first a run counted of an event, as a share of that;
 * NAN where one of them did not count it.  */
double hpm_joined_difference (const struct hpm_joined *joined, int run,
                              int event);

/* How far a run is off the first: the largest difference, without its sign, of
 * the events that ranks are compared by (projection.h); NAN where nothing
 * tells. It stands for the error of a count of this run in a formula with
 * counts, or the time, of others.  */
double hpm_joined_distance (const struct hpm_result *result, int run);

/* The event that this is the difference of, -1 where nothing tells.  */
int hpm_joined_farthest (const struct hpm_result *result, int run);

/* Where the counts of each event come from, into values[event].origins: what
 * formulas are evaluated with.  */
void hpm_joined_origins (const struct hpm_result *result,
                         struct hpm_value *values);

/* Evaluate formulas; over several runs with their distance in the error.  */
void hpm_joined_evaluate (const struct hpm_result *result,
                          struct hpm_metric_binding *binding,
                          const struct hpm_metric_input *input,
                          struct hpm_metric_value *values);

/* 1 if a mask names several runs.  */
int hpm_joined_is_mixed (uint64_t runs);

/* 1 for an event that runs are compared by when told: neither of the operating
 * system's, nor of calls of MPI.  */
int hpm_joined_compares (const struct hpm_result *result, int event);

/* "1+3": the runs of a mask, numbered from 1; into buffer[HPM_JOINED_TEXT].
 * Returns buffer.  */
#define HPM_JOINED_TEXT 192
char *hpm_joined_text (uint64_t runs, char *buffer);

#endif /* HPM_AGGREGATE_JOINED_H */
