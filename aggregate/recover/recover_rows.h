/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a rank as a snapshot has it to a rank as its record would have it.
 */
#ifndef HPM_AGGREGATE_RECOVER_ROWS_H
#define HPM_AGGREGATE_RECOVER_ROWS_H

#include "aggregate/input/rank_reader.h"

/* Put the rows of the rank that a reader has into the order of thread numbers,
 * as the library writes them at the end.  Returns 0, or -1 without memory and
 * nothing changed.  */
int hpm_recovered_rows_sort (struct hpm_rank_reader *reader);

/* The rank did not count to its end: say so in what it counted.  */
void hpm_recovered_rows_mark_partial (struct hpm_rank_reader *reader);

#endif /* HPM_AGGREGATE_RECOVER_ROWS_H */
