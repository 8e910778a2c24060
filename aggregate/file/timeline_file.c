/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts over time in a result file: of the job, of hosts, and of ranks where
 * that was asked for.  A run of which nothing is known over time has none of
 * this.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"
#include "aggregate/model/settings.h"

struct hpm_timeline_columns {
    struct hpm_h5_writer *writer;
    struct hpm_result *result;
    struct hpm_timeline_calls calls;
    struct hpm_timeline_clocks clocks;
    int64_t *by_rank; /* [rank][event][interval], NULL: not kept; owned */
    struct hpm_value *totals; /* [event], of a rank at hand; owned */
    uint64_t ranks;           /* added so far */
};

/* Of shares, one after the other.  */
static const enum hpm_variable share_variables[HPM_SHARE_COUNT]
    = { [HPM_SHARE_COMPUTING] = HPM_VARIABLE_INTERVAL_COMPUTING,
        [HPM_SHARE_LEAST] = HPM_VARIABLE_INTERVAL_COMPUTING_LEAST,
        [HPM_SHARE_MOST] = HPM_VARIABLE_INTERVAL_COMPUTING_MOST,
        [HPM_SHARE_WAITING] = HPM_VARIABLE_INTERVAL_WAITING,
        [HPM_SHARE_APART] = HPM_VARIABLE_INTERVAL_APART };

/* ---- ranks -------------------------------------------------------------- */

/* Numbers of one rank.  */
static size_t
of_rank (const struct hpm_timeline *timeline)
{
    return (size_t)timeline->count * (size_t)timeline->events;
}

static int
is_asked (const struct hpm_result *result)
{
    struct hpm_options settings;
    int asked;

    hpm_result_settings (result, &settings);
    asked = settings.interval > 0;
    hpm_options_release (&settings);
    return asked;
}

/* Whether each rank is kept, too: where it was asked for, while it fits.  */
static int
keeps_ranks (const struct hpm_result *result, uint64_t ranks)
{
    size_t numbers = of_rank (&result->timeline);

    return is_asked (result) && numbers
           && ranks <= HPM_TIMELINE_RANKS_MAX / numbers;
}

/* The largest of something, and what is known in the end alone, is no sum of
 * intervals.  */
static void
leave_out (struct hpm_result *result)
{
    static const char *const late[]
        = { "mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME" };
    char *is_unknown = result->timeline.is_unknown;

    for (int e = 0; e < result->event_count; e++)
        is_unknown[e] = result->events[e].kind == HPM_KIND_PEAK;
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        int event = hpm_result_find_event (result, late[i]);

        if (event >= 0)
            is_unknown[event] = 1;
    }
}

static int
write_times (struct hpm_h5_writer *writer, const struct hpm_timeline *timeline,
             struct hpm_error *error)
{
    size_t count = (size_t)timeline->count;
    int64_t *begins = malloc ((count + 1) * sizeof *begins);
    double *elapsed = malloc ((count + 1) * sizeof *elapsed);
    int failed = begins && elapsed ? 0 : hpm_error_set (error, "out of memory");

    for (int i = 0; !failed && i < timeline->count; i++) {
        begins[i] = hpm_timeline_begin (timeline, i);
        elapsed[i] = (double)(timeline->ends[i] - timeline->start) / 1e9;
    }
    failed
        = failed
          || hpm_h5_dimension (writer, HPM_DIMENSION_TIME, count,
                               timeline->ends, error)
          || hpm_h5_write (writer, HPM_VARIABLE_INTERVAL_BEGIN, begins, error)
          || hpm_h5_write (writer, HPM_VARIABLE_INTERVAL_ELAPSED, elapsed,
                           error);
    free (begins);
    free (elapsed);
    return failed;
}

/* Where the time of the whole run cannot be divided, nor can intervals.  */
static void
find_clocks (struct hpm_timeline_columns *columns)
{
    struct hpm_result *result = columns->result;
    struct hpm_timeline_clocks *clocks = &columns->clocks;

    *clocks = (struct hpm_timeline_clocks){
        .life = hpm_result_find_event (result, "os::WALL_TIME"),
        .cpu = hpm_result_find_event (result, "os::CPU_TIME"),
        .mpi = hpm_result_find_event (result, "mpi::TIME"),
        .io = hpm_result_find_event (result, "mpi::IO_TIME")
    };
    if (clocks->life >= 0 && clocks->cpu >= 0 && clocks->mpi >= 0
        && clocks->io >= 0)
        return;
    free (result->timeline.shares);
    result->timeline.shares = NULL;
}

static int
open_columns (struct hpm_timeline_columns *columns, uint64_t ranks,
              struct hpm_error *error)
{
    struct hpm_result *result = columns->result;

    leave_out (result);
    find_clocks (columns);
    if (write_times (columns->writer, &result->timeline, error))
        return -1;
    if (!keeps_ranks (result, ranks))
        return 0;
    columns->by_rank
        = malloc (ranks * of_rank (&result->timeline) * sizeof (int64_t));
    return columns->by_rank ? 0 : hpm_error_set (error, "out of memory");
}

struct hpm_timeline_columns *
hpm_timeline_columns_create (struct hpm_h5_writer *writer,
                             struct hpm_result *result, uint64_t ranks,
                             struct hpm_error *error)
{
    struct hpm_timeline_columns *columns = calloc (1, sizeof *columns);

    if (!columns
        || !(columns->totals = calloc ((size_t)result->event_count + 1,
                                       sizeof *columns->totals))) {
        hpm_error_set (error, "out of memory");
        free (columns);
        return NULL;
    }
    columns->writer = writer;
    columns->result = result;
    columns->calls = (struct hpm_timeline_calls){
        .calls = hpm_result_find_event (result, "mpi::CALLS"),
        .times = { hpm_result_find_event (result, "mpi::TIME"),
                   hpm_result_find_event (result, "mpi::CPU_TIME") }
    };
    if (hpm_timeline_start (
            &result->timeline, result->event_count, result->hosts.count,
            is_asked (result) ? HPM_LINE_FINE : HPM_LINE_COARSE))
        hpm_error_set (error, "out of memory");
    else if (!result->timeline.count || !open_columns (columns, ranks, error))
        return columns;
    hpm_timeline_columns_destroy (columns);
    return NULL;
}

/* A rank that left no record has no counts.  */
static void
clear_rank (struct hpm_timeline *timeline)
{
    for (size_t i = 0; i < of_rank (timeline); i++)
        timeline->rank[i] = HPM_NO_COUNT;
}

/* An estimate of a part of the threads is none of the rank.  */
static void
divide_rank (struct hpm_timeline_columns *columns,
             const struct hpm_value *totals)
{
    struct hpm_timeline *timeline = &columns->result->timeline;
    int inside = columns->calls.times[1];

    columns->clocks.inside
        = inside >= 0 && totals[inside].quality <= HPM_QUALITY_SCALED ? inside
                                                                      : -1;
    if (timeline->shares)
        hpm_timeline_divide (timeline, &columns->clocks);
}

static void
keep_rank (struct hpm_timeline_columns *columns)
{
    const struct hpm_timeline *timeline = &columns->result->timeline;
    size_t numbers = of_rank (timeline);

    if (columns->by_rank)
        memcpy (columns->by_rank + columns->ranks * numbers, timeline->rank,
                numbers * sizeof *timeline->rank);
    columns->ranks++;
}

/* What a rank counted in all, with what it counted for its host, where it noted
 * that over time: hpmstat does, of its first processor.  */
static const struct hpm_value *
totals_of (struct hpm_timeline_columns *columns,
           const struct hpm_rank_data *data, const struct hpm_values *values)
{
    struct hpm_value *totals = columns->totals;
    size_t events = (size_t)columns->result->event_count;

    if (!data->node_count || !data->line || !data->line->columns)
        return values->counts;
    memcpy (totals, values->counts, events * sizeof *totals);
    hpm_nodes_totals (columns->result, data, totals);
    return totals;
}

void
hpm_timeline_columns_add (struct hpm_timeline_columns *columns,
                          const struct hpm_rank_data *data,
                          const struct hpm_values *values)
{
    struct hpm_result *result = columns->result;
    struct hpm_timeline *timeline = &result->timeline;

    if (!timeline->count)
        return;
    columns->calls.removed = data->mpi ? data->mpi->removed : 0;
    if (data->record.status == HPM_RANK_MISSING)
        clear_rank (timeline);
    else {
        hpm_timeline_add (
            timeline, &data->record, data->line,
            totals_of (columns, data, values), &columns->calls,
            hpm_text_table_find (&result->hosts, data->record.host));
        divide_rank (columns, values->counts);
    }
    keep_rank (columns);
}

static int
write_shares (struct hpm_h5_writer *writer, const struct hpm_timeline *timeline,
              struct hpm_error *error)
{
    size_t count = (size_t)timeline->count;

    for (size_t i = 0; timeline->shares && i < HPM_SHARE_COUNT; i++)
        if (hpm_h5_write (writer, share_variables[i],
                          timeline->shares + i * count, error))
            return -1;
    return 0;
}

int
hpm_timeline_columns_finish (struct hpm_timeline_columns *columns,
                             struct hpm_error *error)
{
    struct hpm_h5_writer *writer = columns->writer;
    struct hpm_timeline *timeline = &columns->result->timeline;

    if (!timeline->count)
        return 0;
    hpm_timeline_finish (timeline);
    return hpm_h5_write (writer, HPM_VARIABLE_JOB_INTERVAL, timeline->counts,
                         error)
           || write_shares (writer, timeline, error)
           || (timeline->by_host
               && hpm_h5_write (writer, HPM_VARIABLE_HOST_INTERVAL,
                                timeline->by_host, error))
           || (columns->by_rank
               && hpm_h5_write (writer, HPM_VARIABLE_RANK_INTERVAL,
                                columns->by_rank, error));
}

void
hpm_timeline_columns_destroy (struct hpm_timeline_columns *columns)
{
    if (!columns)
        return;
    free (columns->by_rank);
    free (columns->totals);
    free (columns);
}

/* ---- loading ------------------------------------------------------------ */

static int
is_growing (const struct hpm_timeline *timeline)
{
    for (int i = 0; i < timeline->count; i++)
        if (timeline->ends[i] <= hpm_timeline_begin (timeline, i))
            return 0;
    return 1;
}

/* The end of an interval is the beginning of the next, and its label.  */
static int
load_times (const struct hpm_h5_reader *reader, struct hpm_timeline *timeline,
            struct hpm_error *error)
{
    size_t count = (size_t)timeline->count;
    double *elapsed = malloc ((count + 1) * sizeof *elapsed);
    int64_t *begins = malloc ((count + 1) * sizeof *begins);
    int failed
        = !elapsed || !begins
              ? hpm_error_set (error, "out of memory")
              : hpm_h5_read (reader, HPM_VARIABLE_INTERVAL_BEGIN, begins, error)
                    || hpm_h5_read (reader, HPM_VARIABLE_INTERVAL_ELAPSED,
                                    elapsed, error);

    if (!failed) {
        timeline->start = begins[0];
        for (size_t i = 0; i + 1 < count; i++)
            timeline->ends[i] = begins[i + 1];
        timeline->ends[count - 1]
            = timeline->start + (int64_t)(elapsed[count - 1] * 1e9 + 0.5);
        if (!is_growing (timeline))
            failed = hpm_h5_damaged (reader, "interval_begin", error);
    }
    free (elapsed);
    free (begins);
    return failed;
}

/* Files of versions before 3.7 have none.  */
static int
load_shares (const struct hpm_h5_reader *reader, struct hpm_timeline *timeline,
             struct hpm_error *error)
{
    size_t count = (size_t)timeline->count;

    for (size_t i = 0; i < HPM_SHARE_COUNT; i++)
        if (!hpm_h5_has (reader, share_variables[i]))
            return 0;
    timeline->shares
        = malloc (HPM_SHARE_COUNT * count * sizeof *timeline->shares);
    if (!timeline->shares)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < HPM_SHARE_COUNT; i++)
        if (hpm_h5_read (reader, share_variables[i],
                         timeline->shares + i * count, error))
            return -1;
    return 0;
}

int
hpm_timeline_load (const struct hpm_h5_reader *reader,
                   struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_timeline *timeline = &result->timeline;
    size_t count = (size_t)reader->length[HPM_DIMENSION_TIME];
    size_t numbers = count * (size_t)result->event_count;

    if (!count)
        return 0;
    timeline->ends = malloc (count * sizeof *timeline->ends);
    timeline->counts = malloc ((numbers + 1) * sizeof *timeline->counts);
    if (!timeline->ends || !timeline->counts)
        return hpm_error_set (error, "out of memory");
    timeline->count = (int)count;
    timeline->events = result->event_count;
    return load_times (reader, timeline, error)
           || hpm_h5_read (reader, HPM_VARIABLE_JOB_INTERVAL, timeline->counts,
                           error)
           || load_shares (reader, timeline, error);
}
