/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/rank_courses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hpm_schema.h"

static const char *const names[HPM_COURSE_COUNT] = {
#define HPM_X(identifier, event) event,
    HPM_COURSES (HPM_X)
#undef HPM_X
};

static size_t
of_rank (const struct hpm_rank_courses *courses)
{
    return (size_t)courses->intervals * HPM_COURSE_COUNT;
}

int
hpm_rank_courses_init (struct hpm_rank_courses *courses,
                       const struct hpm_result *result, uint64_t ranks)
{
    *courses = (struct hpm_rank_courses){ .intervals = result->timeline.count };
    for (int i = 0; i < HPM_COURSE_COUNT; i++)
        courses->events[i] = hpm_result_find_event (result, names[i]);
    if (!courses->intervals
        || ranks > HPM_TIMELINE_RANKS_MAX / of_rank (courses))
        return 0;
    courses->counts
        = malloc ((ranks * of_rank (courses) + 1) * sizeof (int64_t));
    return courses->counts ? 0 : -1;
}

void
hpm_rank_courses_release (struct hpm_rank_courses *courses)
{
    free (courses->counts);
    courses->counts = NULL;
}

void
hpm_rank_courses_take (struct hpm_rank_courses *courses,
                       const struct hpm_timeline *timeline)
{
    size_t n = (size_t)courses->intervals;
    int64_t *counts;

    if (!courses->counts)
        return;
    counts = courses->counts + courses->ranks++ * of_rank (courses);
    for (int i = 0; i < HPM_COURSE_COUNT; i++, counts += n)
        if (courses->events[i] >= 0)
            memcpy (counts, timeline->rank + (size_t)courses->events[i] * n,
                    n * sizeof *counts);
        else
            for (size_t k = 0; k < n; k++)
                counts[k] = HPM_NO_COUNT;
}

double
hpm_rank_course (const struct hpm_rank_courses *courses, uint64_t rank,
                 enum hpm_course course, int first, int last)
{
    const int64_t *counts = courses->counts + rank * of_rank (courses)
                            + (size_t)course * (size_t)courses->intervals;
    double sum = 0;

    for (int i = first; i <= last; i++)
        if (counts[i] == HPM_NO_COUNT)
            return NAN;
        else
            sum += (double)counts[i];
    return sum;
}
