/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics as the file holds them, rows of HPM_STATISTIC_COUNT doubles, and
 * back.
 */
#ifndef HPM_AGGREGATE_STATISTICS_ROWS_H
#define HPM_AGGREGATE_STATISTICS_ROWS_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/model/result.h"

/* Rows of an aggregate, [region][event] and [region][metric].  */
void hpm_count_rows (const struct hpm_aggregate *aggregate,
                     const struct hpm_result *result, double *rows);
void hpm_counts_of_rows (struct hpm_aggregate *aggregate,
                         const struct hpm_result *result, const double *rows);
void hpm_metric_rows (const struct hpm_aggregate *aggregate,
                      const struct hpm_result *result, double *rows);
void hpm_metrics_of_rows (struct hpm_aggregate *aggregate,
                          const struct hpm_result *result, const double *rows);

/* Statistics of integers, a whole variable.  Of what is missing the reasons are
 * told where there are some: [reason_count], for one after the other and again
 * from the first.  Return 0, or -1 with the error.  */
int hpm_statistics_write (struct hpm_h5_writer *writer,
                          enum hpm_variable variable,
                          const struct hpm_statistics *statistics,
                          const enum hpm_reason *reasons, size_t reason_count,
                          struct hpm_error *error);
int hpm_statistics_read (const struct hpm_h5_reader *reader,
                         enum hpm_variable variable,
                         struct hpm_statistics *statistics,
                         struct hpm_error *error);

#endif /* HPM_AGGREGATE_STATISTICS_ROWS_H */
