/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts over time of a run that is made up, and whether others are the same.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/file/result_parts.h"
#include "tests/unit/made_result.h"

#define STEP INT64_C (1000000000)
#define EDGES 3

/* The lines of all ranks have these moments, and their events the same counts
 * but for the last.  */
static int64_t slots[EDGES] = { 1001, 1002, 1004 };
static int64_t times[EDGES] = { 1001 * STEP + 5, 1002 * STEP - 7, 1004 * STEP };
static int64_t counts[EDGES] = { 10, 30, 31 };

static struct hpm_rank_data
data_of (const struct made *made, int rank, const struct hpm_rank_line *line)
{
    struct hpm_rank_data data = rank_of (made, rank);

    data.record.start_time = 1000 * STEP + rank;
    data.record.end_time = 1005 * STEP + rank;
    data.record.status = HPM_RANK_COMPLETE;
    data.line = line;
    return data;
}

static int
append (struct made *made, struct hpm_timeline_columns *columns,
        const struct hpm_rank_line *line, const struct hpm_values *values,
        struct hpm_error *error)
{
    for (int r = 0; r < RANKS; r++) {
        const struct hpm_rank_data data = data_of (made, r, line);

        hpm_timeline_columns_add (columns, &data, values);
    }
    return hpm_timeline_columns_finish (columns, error);
}

/* Of no clocks, whose names these events do not have.  */
static int
make_shares (struct hpm_timeline *timeline)
{
    size_t numbers = HPM_SHARE_COUNT * (size_t)timeline->count;

    free (timeline->shares);
    timeline->shares = malloc (numbers * sizeof *timeline->shares);
    for (size_t i = 0; timeline->shares && i < numbers; i++)
        timeline->shares[i] = (double)i / 7;
    return timeline->shares ? 0 : -1;
}

int
put_timeline (struct made *made, struct hpm_h5_writer *writer,
              struct hpm_error *error)
{
    size_t events = (size_t)made->result.event_count;
    struct hpm_value *totals = calloc (events, sizeof *totals);
    const struct hpm_values values = { .counts = totals };
    struct hpm_timeline_columns *columns = NULL;
    struct hpm_rank_line line = { .head = { STEP, 1, EDGES, (int)events },
                                  .slots = slots,
                                  .times = times,
                                  .counts = counts,
                                  .columns = calloc (events, sizeof (int)) };
    int failed = !totals || !line.columns;

    for (int r = 0; !failed && r < RANKS; r++) {
        const struct hpm_rank_data data = data_of (made, r, &line);

        failed
            = hpm_timeline_scan (&made->result.timeline, &data.record, &line);
    }
    for (size_t e = 0; !failed && e < events; e++)
        totals[e] = (struct hpm_value){ .count = 40 + (int64_t)e,
                                        .quality = HPM_QUALITY_EXACT };
    if (!failed)
        columns
            = hpm_timeline_columns_create (writer, &made->result, RANKS, error);
    failed = failed || !columns || make_shares (&made->result.timeline)
             || append (made, columns, &line, &values, error);
    hpm_timeline_columns_destroy (columns);
    free (totals);
    free (line.columns);
    return failed;
}

int
is_same_timeline (const struct hpm_result *made, const struct hpm_result *got)
{
    const struct hpm_timeline *a = &made->timeline, *b = &got->timeline;
    size_t intervals = (size_t)a->count;

    return a->count == EDGES + 1 && b->count == a->count && a->start == b->start
           && !memcmp (a->ends, b->ends, intervals * sizeof *a->ends)
           && b->shares
           && !memcmp (a->shares, b->shares,
                       HPM_SHARE_COUNT * intervals * sizeof *a->shares)
           && !memcmp (a->counts, b->counts,
                       intervals * (size_t)made->event_count
                           * sizeof *a->counts);
}
