/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/row_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for all there may be.  */
static int
make (struct hpm_row_columns *columns, const struct hpm_output *output,
      struct hpm_error *error)
{
    size_t events = (size_t)output->result->event_count;
    size_t metrics = (size_t)output->chosen->count;
    size_t most = HPM_ROW_KEYS + 2 * HPM_SPAN_PART_COUNT + 1
                  + (4 + HPM_ROW_SPLIT_COUNT) * events + 4 * metrics;

    memset (columns, 0, sizeof *columns);
    columns->output = output;
    columns->list = calloc (most, sizeof *columns->list);
    columns->names = calloc ((2 + HPM_ROW_SPLIT_COUNT) * events + metrics + 1,
                             sizeof *columns->names);
    columns->qualities = calloc (events + 1, sizeof *columns->qualities);
    columns->ratings = calloc (metrics + 1, sizeof *columns->ratings);
    return columns->list && columns->names && columns->ratings
                   && columns->qualities
               ? 0
               : hpm_error_set (error, "out of memory");
}

void
hpm_row_columns_release (struct hpm_row_columns *columns)
{
    free (columns->list);
    free (columns->names);
    free (columns->ratings);
    free (columns->qualities);
    free (columns->rated);
    memset (columns, 0, sizeof *columns);
}

static void
add (struct hpm_row_columns *columns, const char *name, enum hpm_kind kind,
     unsigned in, const void *at)
{
    columns->list[columns->count++]
        = (struct hpm_column){ name, kind, in, 0, at, NULL };
}

/* Of an event or a metric, under a name of its own: "NAME:error".  */
static void
add_beside (struct hpm_row_columns *columns, const char *name, const char *what,
            enum hpm_kind kind, const void *at)
{
    char *text = columns->names[columns->name_count++];

    snprintf (text, HPM_COLUMN_NAME, "%.200s:%s", name, what);
    add (columns, text, kind, HPM_IN_CSV, at);
}

static const char *
metric_name (const struct hpm_row_columns *columns, int chosen)
{
    return columns->output->result->metrics
        .metrics[columns->output->chosen->metrics[chosen]]
        .name;
}

/* Nothing was counted by place.  */
static int
has_counts (const struct hpm_row_columns *columns)
{
    return !hpm_rows_of_places (columns->output->rows);
}

/* Counts and metrics.  */
static void
add_counts (struct hpm_row_columns *columns)
{
    const struct hpm_output *output = columns->output;

    for (int e = 0; has_counts (columns) && e < output->result->event_count;
         e++)
        if (output->shown[e] && hpm_rows_have_amount (output->rows, e))
            add (columns, output->result->events[e].name, HPM_REAL, HPM_IN_BOTH,
                 &output->rows->row.amounts[e]);
        else if (output->shown[e])
            add (columns, output->result->events[e].name, HPM_COUNTED,
                 HPM_IN_BOTH, &output->rows->row.counts[e]);
}

/* Reals of the chosen metrics.  */
static void
add_metrics (struct hpm_row_columns *columns, const double *values)
{
    for (int i = 0; has_counts (columns) && i < columns->output->chosen->count;
         i++)
        add (columns, metric_name (columns, i), HPM_REAL,
             HPM_IN_BOTH | HPM_IF_ANY,
             &values[columns->output->chosen->metrics[i]]);
}

/* And of the events.  */
static void
add_events (struct hpm_row_columns *columns, const double *values)
{
    const struct hpm_output *output = columns->output;

    for (int e = 0; e < output->result->event_count; e++)
        if (output->shown[e])
            add (columns, output->result->events[e].name, HPM_REAL,
                 HPM_IN_JSON | HPM_IF_ANY, &values[e]);
}

static int
errs (const struct hpm_seen *seen, int at)
{
    return seen && seen[at].errs;
}

static void
add_errors (struct hpm_row_columns *columns, const struct hpm_rows_seen *seen)
{
    const struct hpm_output *output = columns->output;
    const struct hpm_row *row = &output->rows->row;

    for (int e = 0; e < output->result->event_count; e++) {
        const char *name = output->result->events[e].name;

        if (!output->shown[e] || !errs (seen->events, e))
            continue;
        add_beside (columns, name, "coverage", HPM_REAL, &row->coverage[e]);
        add_beside (columns, name, "error", HPM_REAL, &row->errors[e]);
    }
    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        if (errs (seen->metrics, m))
            add_beside (columns, metric_name (columns, i), "error", HPM_REAL,
                        &row->metric_errors[m]);
    }
}

/* ---- parts of counts, inside MPI and outside ---------------------------- */

static void
add_parts_beside (struct hpm_row_columns *columns)
{
    static const char *const words[] = {
#define HPM_X(identifier, part, what) what,
        HPM_ROW_SPLITS (HPM_X)
#undef HPM_X
    };
    const struct hpm_output *output = columns->output;
    struct hpm_count *const *parts = output->rows->row.split;

    for (int e = 0; parts[0] && e < output->result->event_count; e++)
        if (output->shown[e]) {
            const char *name = output->result->events[e].name;

            for (int p = 0; p < HPM_ROW_SPLIT_COUNT && parts[p]; p++)
                add_beside (columns, name, words[p], HPM_COUNTED, &parts[p][e]);
            add_beside (columns, name, "split-quality", HPM_TEXT,
                        &columns->qualities[e]);
        }
}

static void
add_part (struct hpm_row_columns *columns, enum hpm_row_split part)
{
    const struct hpm_output *output = columns->output;
    const struct hpm_count *counts = output->rows->row.split[part];

    for (int e = 0; counts && e < output->result->event_count; e++)
        if (output->shown[e])
            add (columns, output->result->events[e].name, HPM_COUNTED,
                 HPM_IN_JSON | HPM_IF_ANY, &counts[e]);
}

static void
add_part_qualities (struct hpm_row_columns *columns)
{
    const struct hpm_output *output = columns->output;

    for (int e = 0;
         output->rows->row.split[0] && e < output->result->event_count; e++)
        if (output->shown[e])
            add (columns, output->result->events[e].name, HPM_TEXT,
                 HPM_IN_JSON | HPM_IF_ANY, &columns->qualities[e]);
}

/* Those of the parts with regions inside are worth what all are.  */
static void
tell_part_qualities (struct hpm_row_columns *columns)
{
    const struct hpm_count *counts
        = columns->output->rows->row.split[HPM_ROW_SPLIT_MPI];

    for (int e = 0; counts && e < columns->output->result->event_count; e++)
        columns->qualities[e] = hpm_quality_word (counts[e].quality);
}

/* Keys are of the row at hand, like all else.  */
static void
add_keys (struct hpm_row_columns *columns, unsigned in)
{
    columns->count = hpm_row_keys (columns->output, in, columns->list);
    for (int i = 0; i < columns->count; i++)
        columns->list[i].base = &columns->output->rows->row;
}

/* Of a part of the run; left out where it has none.  */
static void
add_account (struct hpm_row_columns *columns)
{
    static const char *const names[][2] = {
#define HPM_X(identifier, name, what) { name "_s", name "_error_s" },
        HPM_SPAN_PARTS (HPM_X)
#undef HPM_X
    };
    const struct hpm_rows *rows = columns->output->rows;
    const struct hpm_span_account *span = &rows->row.span;

    if ((rows->per != HPM_PER_INTERVAL && rows->per != HPM_PER_PHASE
         && rows->per != HPM_PER_INTERVAL_RANK
         && rows->per != HPM_PER_INTERVAL_HOST)
        || !hpm_span_has_account (columns->output->result))
        return;
    for (int i = 0; i < HPM_SPAN_PART_COUNT; i++) {
        add (columns, names[i][0], HPM_REAL, HPM_IN_JSON | HPM_IF_ANY,
             &span->part[i]);
        add (columns, names[i][1], HPM_REAL, HPM_IN_JSON | HPM_IF_ANY,
             &span->error[i]);
    }
}

int
hpm_row_columns_csv (struct hpm_row_columns *columns,
                     const struct hpm_output *output,
                     const struct hpm_rows_seen *seen, struct hpm_error *error)
{
    if (make (columns, output, error))
        return -1;
    add_keys (columns, HPM_IN_CSV);
    add_counts (columns);
    add_metrics (columns, output->rows->row.metrics);
    if (has_counts (columns))
        add (columns, "ratings", HPM_TEXT, HPM_IN_CSV, &columns->rated);
    add_errors (columns, seen);
    add_parts_beside (columns);
    return 0;
}

/* What is added from here on is a part.  */
static void
begin (struct hpm_row_columns *columns, enum hpm_row_part part)
{
    columns->start[part] = columns->count;
}

int
hpm_row_columns_json (struct hpm_row_columns *columns,
                      const struct hpm_output *output, struct hpm_error *error)
{
    const struct hpm_row *row = &output->rows->row;

    if (make (columns, output, error))
        return -1;
    add_keys (columns, HPM_IN_JSON);
    begin (columns, HPM_ROW_ACCOUNT);
    add_account (columns);
    begin (columns, HPM_ROW_RATING);
    for (int i = 0; i < output->chosen->count; i++)
        add (columns, metric_name (columns, i), HPM_TEXT,
             HPM_IN_BOTH | HPM_IF_ANY, &columns->ratings[i].word);
    begin (columns, HPM_ROW_SUSPECT);
    for (int i = 0; i < output->chosen->count; i++)
        add (columns, metric_name (columns, i), HPM_TEXT,
             HPM_IN_BOTH | HPM_IF_ANY, &columns->ratings[i].reason);
    begin (columns, HPM_ROW_COUNTS);
    add_counts (columns);
    begin (columns, HPM_ROW_METRICS);
    add_metrics (columns, row->metrics);
    begin (columns, HPM_ROW_COVERAGE);
    add_events (columns, row->coverage);
    begin (columns, HPM_ROW_ERRORS);
    add_events (columns, row->errors);
    add_metrics (columns, row->metric_errors);
    for (int p = 0; p < HPM_ROW_SPLIT_COUNT; p++) {
        begin (columns, HPM_ROW_MPI_COUNTS + (enum hpm_row_part)p);
        add_part (columns, (enum hpm_row_split)p);
    }
    begin (columns, HPM_ROW_SPLIT_QUALITY);
    add_part_qualities (columns);
    begin (columns, HPM_ROW_PART_COUNT);
    return 0;
}

void
hpm_row_columns_rate (struct hpm_row_columns *columns)
{
    const struct hpm_output *output = columns->output;

    tell_part_qualities (columns);
    for (int i = 0; i < output->chosen->count; i++) {
        struct hpm_row_rating *rating = &columns->ratings[i];
        int m = output->chosen->metrics[i];
        struct hpm_rated rated
            = hpm_rows_rate (output->rows, m, output->rows->row.metrics[m]);

        rating->word = rated.rating ? hpm_rating_word (rated.rating) : NULL;
        rating->reason = hpm_rating_is_suspect (rated.rating)
                             ? hpm_rating_reason (rating->text, &rated)
                             : NULL;
    }
}

void
hpm_row_columns_tell_rates (struct hpm_row_columns *columns)
{
    FILE *text = NULL;
    size_t size;

    free (columns->rated);
    columns->rated = NULL;
    for (int i = 0; i < columns->output->chosen->count; i++) {
        const struct hpm_row_rating *rating = &columns->ratings[i];
        const char *before = text ? "; " : "";

        if (!rating->word)
            continue;
        text = text ? text : open_memstream (&columns->rated, &size);
        if (text)
            fprintf (text, "%s%s=%s%s%s", before, metric_name (columns, i),
                     rating->word, rating->reason ? ": " : "",
                     rating->reason ? rating->reason : "");
    }
    if (text)
        fclose (text);
}
