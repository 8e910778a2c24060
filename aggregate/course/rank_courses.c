/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/course/rank_courses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quality.h"
#include "hpm_schema.h"

static const char *const names[HPM_COURSE_COUNT] = {
#define HPM_X(identifier, event) event,
    HPM_COURSES (HPM_X)
#undef HPM_X
};

/* The event of cycles that was counted, -1 if none was, or not of user time
 * alone: the time beside them is.  */
static int
find_cycles (const struct hpm_result *result)
{
    const struct hpm_metric_set *set = &result->metrics;
    int line = hpm_metric_set_find_alias (set, "cycles");
    int event = -1;

    if (strcmp (hpm_result_run (result, HPM_RUN_domain, "user"), "user") != 0)
        return -1;
    for (int i = 0; line >= 0 && event < 0 && i < set->aliases[line].count; i++)
        event = hpm_result_find_event (result,
                                       set->aliases[line].alternatives[i]);
    return event;
}

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
        courses->events[i] = names[i] ? hpm_result_find_event (result, names[i])
                                      : find_cycles (result);
    if (!courses->intervals || ranks > HPM_COURSES_MAX / of_rank (courses))
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

/* Where cycles are an estimate, what falls may be that.  */
static int
is_worth (enum hpm_course course, const struct hpm_value *count)
{
    return course != HPM_COURSE_CYCLES || count->quality == HPM_QUALITY_EXACT;
}

void
hpm_rank_courses_take (struct hpm_rank_courses *courses,
                       const struct hpm_timeline *timeline,
                       const struct hpm_value *counts)
{
    size_t n = (size_t)courses->intervals;
    int64_t *course;

    if (!courses->counts)
        return;
    course = courses->counts + courses->ranks++ * of_rank (courses);
    for (int i = 0; i < HPM_COURSE_COUNT; i++, course += n) {
        int event = courses->events[i];

        if (event >= 0 && is_worth ((enum hpm_course)i, &counts[event]))
            memcpy (course, timeline->rank + (size_t)event * n,
                    n * sizeof *course);
        else
            for (size_t k = 0; k < n; k++)
                course[k] = HPM_NO_COUNT;
    }
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
