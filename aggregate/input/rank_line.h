/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The line of a rank, out of its chunk (hpm_line_record.h).
 */
#ifndef HPM_AGGREGATE_RANK_LINE_H
#define HPM_AGGREGATE_RANK_LINE_H

#include "aggregate/input/chunk.h"
#include "aggregate/timeline/timeline.h"

/* Take the chunk; one without sense leaves no line.  Returns 0, or -1 without
 * memory.  */
int hpm_rank_line_take (struct hpm_rank_line *line,
                        const struct hpm_chunk *chunk);

/* Spread its columns over `all` events of the run, places[count] being those of
 * the rank's own.  Of another number of events, there is no line.  Returns 0,
 * or -1 without memory.  */
int hpm_rank_line_place (struct hpm_rank_line *line, const int *places,
                         int count, int all);

void hpm_rank_line_clear (struct hpm_rank_line *line);

#endif /* HPM_AGGREGATE_RANK_LINE_H */
