/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rows.h"

static void
see (struct hpm_seen *seen, double value)
{
    if (isnan (value))
        return;
    seen->any = 1;
    if (fabs (value) > seen->largest)
        seen->largest = fabs (value);
}

static void
see_row (const struct hpm_rows *rows, struct hpm_rows_seen *seen)
{
    const struct hpm_result *result = rows->result;
    const struct hpm_row *row = &rows->row;

    for (int e = 0; e < result->event_count; e++) {
        if (hpm_count_exists (&row->counts[e]))
            see (&seen->events[e], hpm_count_number (&row->counts[e]));
        seen->events[e].errs
            |= !isnan (row->errors[e]) || !isnan (row->coverage[e]);
    }
    for (int m = 0; m < result->metrics.count; m++) {
        see (&seen->metrics[m], row->metrics[m]);
        seen->metrics[m].errs |= !isnan (row->metric_errors[m]);
        seen->metrics[m].marks
            |= 1u << hpm_rows_rate (rows, m, row->metrics[m]).rating;
    }
    see (&seen->times[0], row->useful_s);
    see (&seen->times[1], row->mpi_s);
}

int
hpm_rows_look (struct hpm_rows *rows, struct hpm_rows_seen *seen,
               struct hpm_error *error)
{
    size_t events = (size_t)rows->result->event_count;
    size_t metrics = (size_t)rows->result->metrics.count;
    int got;

    memset (seen, 0, sizeof *seen);
    seen->events = calloc (events + metrics + 1, sizeof *seen->events);
    if (!seen->events)
        return hpm_error_set (error, "out of memory");
    seen->metrics = seen->events + events;
    while ((got = hpm_rows_next (rows, error)) == 1)
        see_row (rows, seen);
    for (size_t m = 0; m < metrics; m++)
        seen->metrics[m].marks &= ~(1u << HPM_RATING_NONE);
    return got ? -1 : hpm_rows_rewind (rows, error);
}

void
hpm_rows_seen_release (struct hpm_rows_seen *seen)
{
    free (seen->events);
    memset (seen, 0, sizeof *seen);
}
