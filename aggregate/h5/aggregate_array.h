/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Statistics as the file holds them, rows of HPM_STATISTIC_COUNT doubles, and
 * back.
 */
#ifndef HPM_AGGREGATE_AGGREGATE_ARRAY_H
#define HPM_AGGREGATE_AGGREGATE_ARRAY_H

#include "hpm_schema.h"
#include "aggregate/model/result.h"

/* Exact integers of the job, where a double can't hold them.  */
#define HPM_EXACT_PARTS 4
#define HPM_EXACT_NAMES                                                        \
    {                                                                          \
        "job_count_sum_low", "job_count_sum_high", "job_count_min",            \
            "job_count_max"                                                    \
    }

/* Tables are [region][event or metric][statistic].  */
void hpm_aggregate_counts_to_array (const struct hpm_aggregate *aggregate,
                                    const struct hpm_result *result,
                                    double *table);
void hpm_aggregate_metrics_to_array (const struct hpm_aggregate *aggregate,
                                     const struct hpm_result *result,
                                     double *table);
void hpm_aggregate_counts_from_array (struct hpm_aggregate *aggregate,
                                      const struct hpm_result *result,
                                      const double *table);
void hpm_aggregate_metrics_from_array (struct hpm_aggregate *aggregate,
                                       const struct hpm_result *result,
                                       const double *table);

/* Statistics of integers as a row, and back.  */
void hpm_statistics_to_row (const struct hpm_statistics *statistics,
                            double *row);
void hpm_statistics_from_row (struct hpm_statistics *statistics,
                              const double *row);

#endif /* HPM_AGGREGATE_AGGREGATE_ARRAY_H */
