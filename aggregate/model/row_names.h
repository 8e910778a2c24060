/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the ranks of a result stand for: those of a job or, where hpmstat
 * counted, processors of nodes or processes.
 */
#ifndef HPM_AGGREGATE_ROW_NAMES_H
#define HPM_AGGREGATE_ROW_NAMES_H

#include "aggregate/model/result.h"

enum hpm_row_kind { HPM_ROWS_RANK, HPM_ROWS_PROCESSOR, HPM_ROWS_PROCESS };

enum hpm_row_kind hpm_result_rows (const struct hpm_result *result);

/* 1 where they are none of a job's: hpmstat counted.  */
int hpm_result_is_observed (const struct hpm_result *result);

/* "rank", "processor" or "process", and for several of them.  */
const char *hpm_result_row_word (const struct hpm_result *result);
const char *hpm_result_rows_word (const struct hpm_result *result);

/* How the number of one is announced in a table: "rank", "cpu" or "pid".  */
const char *hpm_result_row_label (const struct hpm_result *result);

/* The number of a rank or, where ranks stand for processors or processes, of
 * these: those that are not online have none of the result's.  */
int64_t hpm_result_row_number (const struct hpm_result *result, int64_t rank);

#endif /* HPM_AGGREGATE_ROW_NAMES_H */
