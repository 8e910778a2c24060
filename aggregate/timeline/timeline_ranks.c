/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a rank counted in the intervals of the job.
 */
#include "config.h"

#include "aggregate/timeline/timeline.h"

#include "base/quality.h"
#include "hpm_schema.h"

/* Counts of an event at moments: `at` 0 is the beginning of the rank, 1 and up
 * its edges, the last its end.  */
struct course {
    const struct hpm_rank_record *record;
    const struct hpm_rank_line *line; /* NULL: none */
    const int64_t *counts;            /* of the event, at the edges */
    const int64_t *calls;             /* the same of calls, or NULL */
    int64_t total, removed;
    int edges;
};

static int64_t
time_at (const struct course *course, int at)
{
    if (at == 0)
        return course->record->start_time;
    return at > course->edges ? course->record->end_time
                              : course->line->times[at - 1];
}

/* What measuring added until then; it is not in the total.  */
static int64_t
added_at (const struct course *course, int at)
{
    int64_t all = course->calls ? course->calls[course->edges - 1] : 0;

    return all > 0 ? (int64_t)((double)course->removed
                               * ((double)course->calls[at - 1] / (double)all))
                   : 0;
}

static int64_t
count_at (const struct course *course, int at)
{
    int64_t count;

    if (at == 0)
        return 0;
    if (at > course->edges)
        return course->total;
    count = course->counts[at - 1] - added_at (course, at);
    if (count > course->total)
        count = course->total;
    return count < 0 ? 0 : count;
}

/* On the straight line between moments `at` and `at` + 1.  */
static int64_t
between (const struct course *course, int at, int64_t time)
{
    int64_t from = time_at (course, at), to = time_at (course, at + 1);
    int64_t count = count_at (course, at);
    double part = to > from ? (double)(time - from) / (double)(to - from) : 1;

    if (time <= from)
        return count;
    if (time >= to)
        return count_at (course, at + 1);
    return count
           + (int64_t)((double)(count_at (course, at + 1) - count) * part);
}

/* The count at an edge of the job.  *at is the last moment of the rank that is
 * not behind it, and only grows.  */
static int64_t
count_by (const struct course *course, int64_t slot, int64_t time, int *at)
{
    if (time >= course->record->end_time)
        return course->total;
    while (*at < course->edges && course->line->slots[*at] <= slot)
        ++*at;
    if (*at > 0 && course->line->slots[*at - 1] == slot)
        return count_at (course, *at);
    return between (course, *at, time);
}

/* What was counted between the edges.  */
static void
fill_event (const struct hpm_timeline *timeline, const struct course *course,
            int64_t *counts)
{
    int64_t before = 0, now;
    int at = 0;

    for (int i = 0; i < timeline->count; i++) {
        now = i == timeline->count - 1 ? course->total
                                       : count_by (course, timeline->slot_of[i],
                                                   timeline->ends[i], &at);
        if (now < before && course->total >= 0)
            now = before;
        counts[i] = now - before;
        before = now;
    }
}

/* One that has no count takes that of the other.  */
static void
add (int64_t *into, int64_t count, char *is_unknown)
{
    if (*into == HPM_NO_COUNT)
        *into = count;
    else if (__builtin_add_overflow (*into, count, into))
        *is_unknown = 1;
}

static const int64_t *
column (const struct hpm_rank_line *line, int event)
{
    return !line || event < 0 || line->columns[event] < 0
               ? NULL
               : line->counts
                     + (size_t)line->columns[event] * (size_t)line->head.edges;
}

/* The course of an event; the counts of a rank that was not sampled lie on one
 * straight line, those of an event that was not are not known.  */
static struct course
course_of (const struct hpm_rank_record *record,
           const struct hpm_rank_line *line,
           const struct hpm_timeline_calls *calls, int event, int64_t total)
{
    struct course course = { .record = record,
                             .line = line,
                             .counts = column (line, event),
                             .total = total,
                             .edges = line ? line->head.edges : 0 };

    if (event == calls->times[0] || event == calls->times[1]) {
        course.calls = column (line, calls->calls);
        course.removed = calls->removed;
    }
    return course;
}

static void
add_counts (struct hpm_timeline *timeline, int event, int host)
{
    size_t intervals = (size_t)timeline->count;
    size_t first = (size_t)event * intervals;
    size_t of_host
        = (size_t)(host < 0 ? 0 : host) * (size_t)timeline->events * intervals
          + first;

    for (size_t i = 0; i < intervals; i++) {
        int64_t count = timeline->rank[first + i];

        if (count == HPM_NO_COUNT)
            continue;
        add (&timeline->counts[first + i], count, &timeline->is_unknown[event]);
        if (timeline->by_host && host >= 0 && host < timeline->hosts)
            add (&timeline->by_host[of_host + i], count,
                 &timeline->is_unknown[event]);
    }
}

void
hpm_timeline_add (struct hpm_timeline *timeline,
                  const struct hpm_rank_record *record,
                  const struct hpm_rank_line *line,
                  const struct hpm_value *totals,
                  const struct hpm_timeline_calls *calls, int host)
{
    size_t intervals = (size_t)timeline->count;

    if (line
        && (!line->head.edges || !line->columns
            || line->head.step != timeline->step))
        line = NULL;
    for (int e = 0; e < timeline->events; e++) {
        int64_t *counts = timeline->rank + (size_t)e * intervals;
        int known = hpm_quality_has_value (totals[e].quality);
        struct course course
            = course_of (record, line, calls, e, totals[e].count);

        for (size_t i = 0; i < intervals; i++)
            counts[i] = HPM_NO_COUNT;
        timeline->is_unknown[e] |= known && line && !course.counts;
        if (!known || timeline->is_unknown[e])
            continue;
        fill_event (timeline, &course, counts);
        add_counts (timeline, e, host);
    }
}

void
hpm_timeline_finish (struct hpm_timeline *timeline)
{
    size_t intervals = (size_t)timeline->count;
    size_t events = (size_t)timeline->events;
    size_t hosts = timeline->by_host ? (size_t)timeline->hosts : 0;

    for (size_t i = 0; i < events * intervals; i++)
        if (timeline->is_unknown[i / intervals])
            timeline->counts[i] = HPM_NO_COUNT;
    for (size_t i = 0; i < hosts * events * intervals; i++)
        if (timeline->is_unknown[i / intervals % events])
            timeline->by_host[i] = HPM_NO_COUNT;
}
