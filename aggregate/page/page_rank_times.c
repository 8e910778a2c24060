/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the time of each rank went in each interval, for a picture: per cent of
 * the time of its threads.
 */
#include "config.h"

#include <math.h>

#include "aggregate/course/span.h"
#include "aggregate/page/page_parts.h"

static void
put_edges (struct hpm_json *json, const struct hpm_result *result)
{
    double from, to;

    hpm_json_open (json, "edges", '[');
    for (int i = 0; i < result->timeline.count; i++) {
        hpm_span_times (result, i, i, &from, &to);
        if (!i)
            hpm_json_real (json, NULL, from);
        hpm_json_real (json, NULL, to);
    }
    hpm_json_close (json, ']');
}

static void
put_shares (struct hpm_json *json, const struct hpm_row *row)
{
    for (int part = 0; part < HPM_SPAN_PART_COUNT; part++)
        hpm_json_real (json, NULL, round (row->span_percent[part]));
}

/* Rows of a rank follow each other.  */
static int
put_ranks (struct hpm_json *json, struct hpm_rows *rows,
           struct hpm_error *error)
{
    int64_t rank = -1;
    int got;

    hpm_json_open (json, "rows", '[');
    while ((got = hpm_rows_next (rows, error)) == 1) {
        if (rows->row.rank != rank) {
            if (rank >= 0)
                hpm_json_close_line (json);
            rank = rows->row.rank;
            hpm_json_open_line (json);
            hpm_json_integer (json, NULL, rank);
        }
        put_shares (json, &rows->row);
    }
    if (rank >= 0)
        hpm_json_close_line (json);
    hpm_json_close (json, ']');
    return got;
}

int
hpm_page_put_rank_times (struct hpm_json *json, const struct hpm_result *result,
                         const struct hpm_h5_reader *reader,
                         struct hpm_error *error)
{
    struct hpm_rows rows;
    int failed;

    if (!result->timeline.count || !hpm_span_has_account (result)
        || !hpm_h5_has (reader, HPM_VARIABLE_RANK_INTERVAL))
        return 0;
    failed = hpm_rows_open (&rows, HPM_PER_INTERVAL_RANK, 0, reader, result,
                            error);
    if (!failed) {
        hpm_json_open (json, "rank_times", '{');
        put_edges (json, result);
        failed = put_ranks (json, &rows, error);
        hpm_json_close (json, '}');
    }
    hpm_rows_release (&rows);
    return failed ? -1 : 0;
}
