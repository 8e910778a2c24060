/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Intervals of the run as rows, and what the job counted in one.
 */
#ifndef HPM_AGGREGATE_INTERVAL_ROWS_H
#define HPM_AGGREGATE_INTERVAL_ROWS_H

#include "aggregate/model/result.h"

/* One at least: a run of which nothing is known over time is one interval.  */
int hpm_intervals (const struct hpm_result *result);

/* Fill counts of all events of the result in an interval, as formulas take
 * them; and from when to when it was, in s since the beginning.  */
void hpm_interval_values (const struct hpm_result *result, int interval,
                          struct hpm_value *values, double *from, double *to);

/* Threads that were there in it on average, by their clocks, or where those are
 * not known, all of the run.  */
double hpm_interval_threads (const struct hpm_result *result,
                             const struct hpm_value *values, double seconds);

/* Time in MPI, in s, of all ranks; NAN where no call was timed.  */
double hpm_interval_mpi (const struct hpm_result *result,
                         const struct hpm_value *values);

/* That as a share of the interval of all ranks.  */
double hpm_interval_mpi_share (const struct hpm_result *result,
                               const struct hpm_value *values, double seconds);

#endif /* HPM_AGGREGATE_INTERVAL_ROWS_H */
