/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/file/stat_course.h"

#include <stdlib.h>
#include <string.h>

#include "base/quality.h"
#include "include/hpm_quality.h"
#include "include/hpm_schema.h"
#include "pmpi/count/node_counters.h"

/* All lines together, in bytes, but for those of very many targets.  */
#define MOST_MEMORY ((size_t)64 << 20)

static int
room_of (int count, int columns)
{
    size_t edge = ((size_t)columns + 2) * sizeof (int64_t);
    size_t room = MOST_MEMORY / ((size_t)count * edge);

    return room > HPM_LINE_FINE     ? HPM_LINE_FINE
           : room < HPM_LINE_COARSE ? HPM_LINE_COARSE
                                    : (int)room;
}

int
hpm_stat_course_open (struct hpm_stat_course *course, int count, int columns,
                      int64_t step, int64_t start)
{
    int room = room_of (count, columns);

    *course = (struct hpm_stat_course){ .columns = columns };
    course->lines = calloc ((size_t)count, sizeof *course->lines);
    if (!course->lines)
        return -1;
    for (; course->count < count; course->count++) {
        if (hpm_line_open (&course->lines[course->count], step, room, columns))
            return -1;
        hpm_line_begin (&course->lines[course->count], start);
    }
    return 0;
}

void
hpm_stat_course_release (struct hpm_stat_course *course)
{
    for (int i = 0; i < course->count; i++)
        hpm_line_close (&course->lines[i]);
    free (course->lines);
    memset (course, 0, sizeof *course);
}

static int64_t
count_of (const struct hpm_cell *first, const struct hpm_cell *now)
{
    if (!hpm_quality_has_value (now->quality))
        return HPM_NO_COUNT;
    return now->value
           - (hpm_quality_has_value (first->quality) ? first->value : 0);
}

void
hpm_stat_course_add (struct hpm_stat_course *course, int64_t due, int64_t time,
                     const struct hpm_cell *first, const struct hpm_cell *now,
                     const struct hpm_stat_amounts *amounts)
{
    for (int i = 0; i < course->count; i++) {
        struct hpm_line *line = &course->lines[i];
        size_t at = (size_t)i * (size_t)course->columns;

        if (time - due >= line->step / 2)
            return;
        for (int c = 0; c < course->columns; c++)
            line->sample[c]
                = count_of (&first[at + (size_t)c], &now[at + (size_t)c]);
        if (i == 0)
            hpm_node_records_sum (amounts->before, amounts->count,
                                  line->sample);
        hpm_line_add_due (line, due, time, line->sample);
    }
}

void
hpm_stat_course_end (struct hpm_stat_course *course, int64_t time)
{
    for (int i = 0; i < course->count; i++) {
        struct hpm_line *line = &course->lines[i];

        if (line->count && time - line->times[line->count - 1] < line->step / 2)
            line->count--;
    }
}

void
hpm_stat_course_append (const struct hpm_stat_course *course, int target,
                        struct hpm_stream_buffer *stream)
{
    if (target < course->count)
        hpm_line_append (&course->lines[target], target, stream);
}
