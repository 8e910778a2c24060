/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/row_names.h"
#include "aggregate/show/rows/rows.h"

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
        see (&seen->events[e], row->amounts[e]);
        seen->events[e].errs
            |= !isnan (row->errors[e]) || !isnan (row->coverage[e]);
    }
    for (int m = 0; m < result->metrics.count; m++) {
        see (&seen->metrics[m], row->metrics[m]);
        seen->metrics[m].errs |= !isnan (row->metric_errors[m]);
        seen->metrics[m].marks
            |= 1u << hpm_rows_rate (rows, m, row->metrics[m]).rating;
    }
    seen->timed |= !isnan (row->mpi_s);
}

static int
make_seen (const struct hpm_result *result, struct hpm_rows_seen *seen)
{
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;

    memset (seen, 0, sizeof *seen);
    seen->events = calloc (events + metrics + 1, sizeof *seen->events);
    if (!seen->events)
        return -1;
    seen->metrics = seen->events + events;
    return 0;
}

static void
see_statistics (struct hpm_seen *seen, const struct hpm_statistics *statistics)
{
    if (!statistics->count)
        return;
    see (seen, statistics->min);
    see (seen, statistics->max);
}

/* The ratings of the smallest and the largest value are all there are, unless
 * one of them is beyond a limit, on the other side of which there are others.
 * Returns 0 then.  */
static int
foresee_marks (const struct hpm_rows *rows, int metric, struct hpm_seen *seen)
{
    const struct hpm_statistics *statistics
        = &rows->result->job.metrics[metric].statistics;
    const double ends[] = { statistics->min, statistics->max };

    for (int i = 0; statistics->count && i < 2; i++) {
        enum hpm_rating rating = hpm_rate_within (rows->result, metric,
                                                  rows->limits[metric], ends[i])
                                     .rating;

        if (hpm_rating_is_suspect (rating))
            return 0;
        if (rating != HPM_RATING_NONE)
            seen->marks |= 1u << rating;
    }
    return 1;
}

/* Whether some rank's main thread was timed in MPI.  */
static void
foresee_times (const struct hpm_result *result, struct hpm_rows_seen *seen)
{
    static const char *const names[] = { "mpi::TIME", "mpi::IO_TIME" };
    int any = 1;

    for (int i = 0; i < 2; i++) {
        int event = hpm_result_find_event (result, names[i]);

        any = any && event >= 0
              && result->job.events[event].statistics.count > 0;
    }
    seen->timed = any;
}

int
hpm_rows_foresee (const struct hpm_rows *rows, struct hpm_rows_seen *seen)
{
    const struct hpm_result *result = rows->result;
    /* How much else is to be known of a row of hpmstat's to rate it.  */
    int known = rows->per == HPM_PER_RANK && !hpm_result_is_observed (result)
                && !make_seen (result, seen);

    for (int e = 0; known && e < result->event_count; e++)
        see_statistics (&seen->events[e], &result->job.events[e].statistics);
    for (int m = 0; known && m < result->metrics.count; m++) {
        see_statistics (&seen->metrics[m], &result->job.metrics[m].statistics);
        known = foresee_marks (rows, m, &seen->metrics[m]);
    }
    if (known)
        foresee_times (result, seen);
    else
        hpm_rows_seen_release (seen);
    return known;
}

int
hpm_rows_look (struct hpm_rows *rows, struct hpm_rows_seen *seen,
               struct hpm_error *error)
{
    size_t metrics = (size_t)rows->result->metrics.count;
    int got;

    if (make_seen (rows->result, seen))
        return hpm_error_set (error, "out of memory");
    while ((got = hpm_rows_next (rows, error)) == 1)
        see_row (rows, seen);
    for (size_t m = 0; m < metrics; m++)
        seen->metrics[m].marks &= ~(1u << HPM_RATING_NONE);
    return got ? -1 : hpm_rows_rewind (rows, error);
}

int
hpm_rows_have_amount (const struct hpm_rows *rows, int event)
{
    return (rows->per == HPM_PER_INTERVAL || rows->per == HPM_PER_PHASE)
           && hpm_result_is_node (rows->result, (size_t)event);
}

void
hpm_rows_seen_release (struct hpm_rows_seen *seen)
{
    free (seen->events);
    memset (seen, 0, sizeof *seen);
}
