/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tells of each rank, over the intervals of the run, why it changed: a few
 * counts, kept while the result is written, as far as they are not too many.
 */
#ifndef HPM_AGGREGATE_RANK_COURSES_H
#define HPM_AGGREGATE_RANK_COURSES_H

#include <stdint.h>

#include "aggregate/model/result.h"

/* X(identifier, event): NULL for the one that was counted of those that the
 * line of cycles in the definitions names.  */
#define HPM_COURSES(X)                                                         \
    X (LIFE, "os::WALL_TIME")                                                  \
    X (MPI, "mpi::TIME")                                                       \
    X (PROCESSOR, "os::CPU_TIME")                                              \
    X (USER, "os::USER_TIME")                                                  \
    X (WAITING, "os::WAIT_TIME")                                               \
    X (FAULTS, "os::MINOR_FAULTS")                                             \
    X (READS, "os::MAJOR_FAULTS")                                              \
    X (CYCLES, NULL)

enum hpm_course {
#define HPM_X(identifier, event) HPM_COURSE_##identifier,
    HPM_COURSES (HPM_X)
#undef HPM_X
        HPM_COURSE_COUNT
};

/* They are kept while they are no more than so many numbers.  */
#define HPM_COURSES_MAX (2 * HPM_TIMELINE_RANKS_MAX)

struct hpm_rank_courses {
    int64_t *counts; /* [rank][hpm_course][interval], HPM_NO_COUNT for none;
                        NULL: there are too many, or nothing over time; owned */
    uint64_t ranks;  /* taken so far */
    int intervals, events[HPM_COURSE_COUNT]; /* -1: not counted */
};

/* Of so many ranks of a result whose timeline was started and whose events are
 * known.  Returns 0, or -1 without memory.  */
int hpm_rank_courses_init (struct hpm_rank_courses *courses,
                           const struct hpm_result *result, uint64_t ranks);
void hpm_rank_courses_release (struct hpm_rank_courses *courses);

/* Take the rank that the timeline took last, which has these counts[event] in
 * all: cycles that are an estimate are no course.  */
void hpm_rank_courses_take (struct hpm_rank_courses *courses,
                            const struct hpm_timeline *timeline,
                            const struct hpm_value *counts);

/* Of a rank in intervals from `first` to `last`, both with them; NAN where it
 * is not known.  */
double hpm_rank_course (const struct hpm_rank_courses *courses, uint64_t rank,
                        enum hpm_course course, int first, int last);

#endif /* HPM_AGGREGATE_RANK_COURSES_H */
