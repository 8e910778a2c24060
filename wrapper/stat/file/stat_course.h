/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What each target had counted at the end of each interval, for the result
 * file: lines such as ranks have (hpm_line_record.h).
 */
#ifndef HPM_WRAPPER_STAT_COURSE_H
#define HPM_WRAPPER_STAT_COURSE_H

#include <stdint.h>

#include "include/hpm_record.h"
#include "pmpi/checkpoint/line.h"
#include "wrapper/stat/rows/stat_amounts.h"

struct hpm_stat_course {
    struct hpm_line *lines; /* [count], owned */
    int count;
    int columns;
};

/* Have room for lines of `count` targets, with an edge each `step` ns, that
 * begin at `start`, in ns since 1970.  Returns 0, or -1 without memory; release
 * in either case.  */
int hpm_stat_course_open (struct hpm_stat_course *course, int count,
                          int columns, int64_t step, int64_t start);
void hpm_stat_course_release (struct hpm_stat_course *course);

/* Add what was counted from `first` to `now`, cells[targets][columns] each, and
 * of the node until the last look, which is part of the first target's line,
 * read at `time` where it was due at `due`.  One that is late by half a step or
 * more is left out.  */
void hpm_stat_course_add (struct hpm_stat_course *course, int64_t due,
                          int64_t time, const struct hpm_cell *first,
                          const struct hpm_cell *now,
                          const struct hpm_stat_amounts *amounts);

/* The count ends at `time`: where that is less than half a step behind the last
 * edge, the interval before it goes on to the end.  */
void hpm_stat_course_end (struct hpm_stat_course *course, int64_t time);

/* Append the line of a target, where there is one.  */
void hpm_stat_course_append (const struct hpm_stat_course *course, int target,
                             struct hpm_stream_buffer *stream);

#endif /* HPM_WRAPPER_STAT_COURSE_H */
