/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the job counted in intervals of the run that follow each other, from
 * `first` to `last`, both with them: in one of these, where they are the same.
 */
#ifndef HPM_AGGREGATE_SPAN_H
#define HPM_AGGREGATE_SPAN_H

#include "aggregate/model/result.h"

/* One at least: a run of which nothing is known over time is one interval.  */
int hpm_intervals (const struct hpm_result *result);

/* From when to when they were, in s since the beginning.  */
void hpm_span_times (const struct hpm_result *result, int first, int last,
                     double *from, double *to);

/* Fill counts of all events of the result, as formulas take them.  Times that
 * hpmstat has by ticks are missing where these tell nothing of so short a
 * time.  */
void hpm_span_values (const struct hpm_result *result, int first, int last,
                      struct hpm_value *values);

/* The same of one rank or host in one interval, out of its
 * counts[event][interval] and the qualities[event] of those of its run.  */
void hpm_span_values_of_member (const struct hpm_result *result,
                                const int64_t *counts,
                                const uint32_t *qualities, int interval,
                                struct hpm_value *values);

/* Threads that were there in these seconds on average, by their clocks, or
 * where those are not known, all of the run.  */
double hpm_span_threads (const struct hpm_result *result,
                         const struct hpm_value *values, double seconds);

/* The time of so many ranks in these seconds, in s: of a rank that ended early
 * as far as it was there, where that is known.  */
double hpm_span_life (const struct hpm_result *result,
                      const struct hpm_value *values, double ranks,
                      double seconds);

/* Time in MPI, in s, of all ranks; NAN where no call was timed.  */
double hpm_span_mpi (const struct hpm_result *result,
                     const struct hpm_value *values);

/* That as a share of the ranks' time in these seconds.  */
double hpm_span_mpi_share (const struct hpm_result *result,
                           const struct hpm_value *values, double seconds);

/* The same for a reader: a rank that is sampled late has time of the seconds
 * before in these, but where each has one thread no more than all is in MPI. */
double hpm_span_mpi_shown (const struct hpm_result *result,
                           const struct hpm_value *values, double seconds);

#endif /* HPM_AGGREGATE_SPAN_H */
