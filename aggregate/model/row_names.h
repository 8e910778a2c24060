/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the ranks of a result stand for: those of a job or, where hpmstat
 * counted, processors of a node.
 */
#ifndef HPM_AGGREGATE_ROW_NAMES_H
#define HPM_AGGREGATE_ROW_NAMES_H

#include "aggregate/model/result.h"

/* 1 where they are processors.  */
int hpm_result_is_processors (const struct hpm_result *result);

/* "rank" or "processor".  */
const char *hpm_result_row_word (const struct hpm_result *result);

/* The number of a rank or, where ranks stand for processors, of the processor:
 * those that are not online have none of the result's.  */
int64_t hpm_result_row_number (const struct hpm_result *result, int64_t rank);

#endif /* HPM_AGGREGATE_ROW_NAMES_H */
