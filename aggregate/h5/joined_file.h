/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variables of a result file that was joined of several runs: dimension
 * run, event_run, metric_runs, run_count, run_wall_time, run_start_time.
 */
#ifndef HPM_AGGREGATE_JOINED_FILE_H
#define HPM_AGGREGATE_JOINED_FILE_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/model/result.h"

/* Write them where runs were joined; load them where the file has them, and
 * after the aggregates were made.  Return 0, or -1 with the error.  */
int hpm_joined_write (struct hpm_h5_writer *writer,
                      const struct hpm_result *result, struct hpm_error *error);
int hpm_joined_load (const struct hpm_h5_reader *reader,
                     struct hpm_result *result, struct hpm_error *error);

/* 1 if the file was joined.  */
int hpm_joined_is_stored (const struct hpm_h5_reader *reader);

#endif /* HPM_AGGREGATE_JOINED_FILE_H */
