/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The change of a run that cost most: between which of its phases.
 */
#ifndef HPM_AGGREGATE_COURSE_CHANGE_H
#define HPM_AGGREGATE_COURSE_CHANGE_H

#include "aggregate/analysis/change.h"
#include "aggregate/course/rank_courses.h"

/* Of a result whose timeline is finished.  A rank is named where it is in MPI
 * for less than half of what the median of all is there, and that is what
 * changed.  Returns 0, or -1 without memory.  */
int hpm_change_find (struct hpm_change *change, const struct hpm_result *result,
                     const struct hpm_rank_courses *courses);

#endif /* HPM_AGGREGATE_COURSE_CHANGE_H */
