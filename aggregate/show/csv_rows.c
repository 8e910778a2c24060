/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hosts, ranks or threads as CSV.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_text.h"
#include "aggregate/show/csv.h"
#include "aggregate/show/output.h"
#include "aggregate/show/rating_text.h"

/* Columns for time outside MPI and in it, where some rank's calls were
 * recorded.
 */
static int
has_times (const struct hpm_output *output)
{
    return output->rows->per != HPM_PER_HOST
           && hpm_calls_recorded (&output->result->calls);
}

static void
put_keys_heading (const struct hpm_output *output)
{
    enum hpm_per per = output->rows->per;
    FILE *out = output->out;

    if (per == HPM_PER_HOST)
        fputs ("host,ranks,threads,wall_s", out);
    else if (per == HPM_PER_RANK)
        fputs ("rank,host,status,threads,wall_s", out);
    else
        fputs ("rank,thread,host,role,name,wall_s", out);
    if (has_times (output))
        fputs (",useful_s,mpi_s", out);
}

/* The first field of a line.  */
static void
put_integer (FILE *out, int64_t value)
{
    char text[HPM_REAL_TEXT];

    fwrite_unlocked (text, 1, (size_t)hpm_integer_text (text, value), out);
}

static void
put_keys (const struct hpm_output *output, const struct hpm_row *row)
{
    const char *host = hpm_text_table_get (&output->result->hosts, row->host);
    FILE *out = output->out;

    if (output->rows->per == HPM_PER_HOST) {
        hpm_csv_text (out, host, 1);
        hpm_csv_integer (out, (int64_t)row->ranks, 1);
        hpm_csv_integer (out, (int64_t)row->threads, 1);
    } else if (output->rows->per == HPM_PER_RANK) {
        put_integer (out, row->rank);
        hpm_csv_text (out, host, 0);
        hpm_csv_text (out, hpm_rank_status_word (row->status), 0);
        hpm_csv_integer (out, (int64_t)row->threads, 1);
    } else {
        put_integer (out, row->rank);
        hpm_csv_integer (out, row->thread, 1);
        hpm_csv_text (out, host, 0);
        hpm_csv_text (out, hpm_thread_role_word (row->role), 0);
        hpm_csv_text (out, row->name, 0);
    }
    hpm_csv_real (out, row->status == HPM_RANK_MISSING ? NAN : row->wall_s);
    if (has_times (output)) {
        hpm_csv_real (out, row->useful_s);
        hpm_csv_real (out, row->mpi_s);
    }
}

/* Of one metric, between others in a field.  */
static void
put_rating (FILE *field, const char *name, const struct hpm_rated *rated,
            int count)
{
    char reason[HPM_RATING_TEXT];

    fprintf (field, "%s%s=%s%s%s", count ? "; " : "", name,
             hpm_rating_word (rated->rating),
             hpm_rating_is_suspect (rated->rating) ? ": " : "",
             hpm_rating_reason (reason, rated));
}

/* One field: "ipc=poor; l1_hit_rate=suspect: above 100".  */
static void
put_row_ratings (const struct hpm_output *output, const struct hpm_row *row)
{
    char *text = NULL;
    size_t size;
    FILE *field = NULL;
    int count = 0;

    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];
        struct hpm_rated rated
            = hpm_rows_rate (output->rows, m, row->metrics[m]);

        if (rated.rating && !field)
            field = open_memstream (&text, &size);
        if (rated.rating && field)
            put_rating (field, output->result->metrics.metrics[m].name, &rated,
                        count++);
    }
    if (field)
        fclose (field);
    hpm_csv_text (output->out, text ? text : "", 0);
    free (text);
}

/* "NAME:coverage" and "NAME:error" of what is not exact in some row.  */
static void
put_heading (FILE *out, const char *name, const char *what)
{
    char text[256];

    snprintf (text, sizeof text, "%.200s:%s", name, what);
    hpm_csv_text (out, text, 0);
}

/* The columns of a table, in the order of the file.  */
struct columns {
    int *events, *metrics; /* places in the result, owned */
    int event_count, metric_count;
    int *event_errors, *metric_errors; /* those that have errors, owned */
    int event_error_count, metric_error_count;
};

static int
has_error (const struct hpm_seen *seen, int at)
{
    return seen && seen[at].errs;
}

static int
choose_columns (struct columns *columns, const struct hpm_output *output,
                const struct hpm_rows_seen *seen)
{
    size_t events = (size_t)output->result->event_count + 1;
    size_t metrics = (size_t)output->chosen->count + 1;

    memset (columns, 0, sizeof *columns);
    columns->events = calloc (2 * events + 2 * metrics, sizeof (int));
    if (!columns->events)
        return -1;
    columns->event_errors = columns->events + events;
    columns->metrics = columns->event_errors + events;
    columns->metric_errors = columns->metrics + metrics;
    for (int e = 0; e < output->result->event_count; e++) {
        if (!output->shown[e])
            continue;
        columns->events[columns->event_count++] = e;
        if (has_error (seen->events, e))
            columns->event_errors[columns->event_error_count++] = e;
    }
    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        columns->metrics[columns->metric_count++] = m;
        if (has_error (seen->metrics, m))
            columns->metric_errors[columns->metric_error_count++] = m;
    }
    return 0;
}

static void
put_headings (const struct hpm_output *output, const struct columns *columns)
{
    const struct hpm_event_record *events = output->result->events;
    const struct hpm_metric *metrics = output->result->metrics.metrics;
    FILE *out = output->out;

    put_keys_heading (output);
    for (int i = 0; i < columns->event_count; i++)
        hpm_csv_text (out, events[columns->events[i]].name, 0);
    for (int i = 0; i < columns->metric_count; i++)
        hpm_csv_text (out, metrics[columns->metrics[i]].name, 0);
    fputs (",ratings", out);
    for (int i = 0; i < columns->event_error_count; i++) {
        put_heading (out, events[columns->event_errors[i]].name, "coverage");
        put_heading (out, events[columns->event_errors[i]].name, "error");
    }
    for (int i = 0; i < columns->metric_error_count; i++)
        put_heading (out, metrics[columns->metric_errors[i]].name, "error");
    fputs ("\r\n", out);
}

static void
put_row (const struct hpm_output *output, const struct columns *columns)
{
    const struct hpm_row *row = &output->rows->row;
    FILE *out = output->out;

    put_keys (output, row);
    for (int i = 0; i < columns->event_count; i++) {
        const struct hpm_count *count = &row->counts[columns->events[i]];

        hpm_csv_wide (out, count->low, count->high, hpm_count_exists (count));
    }
    for (int i = 0; i < columns->metric_count; i++)
        hpm_csv_real (out, row->metrics[columns->metrics[i]]);
    put_row_ratings (output, row);
    for (int i = 0; i < columns->event_error_count; i++) {
        hpm_csv_real (out, row->coverage[columns->event_errors[i]]);
        hpm_csv_real (out, row->errors[columns->event_errors[i]]);
    }
    for (int i = 0; i < columns->metric_error_count; i++)
        hpm_csv_real (out, row->metric_errors[columns->metric_errors[i]]);
    fputs_unlocked ("\r\n", out);
}

int
hpm_csv_rows (const struct hpm_output *output, struct hpm_error *error)
{
    struct hpm_rows_seen seen = { 0 };
    struct columns columns = { 0 };
    int got = -1;

    if (!hpm_rows_may_err (output->rows)
        || !hpm_rows_look (output->rows, &seen, error)) {
        if (choose_columns (&columns, output, &seen))
            hpm_error_set (error, "out of memory");
        else {
            put_headings (output, &columns);
            while ((got = hpm_rows_next (output->rows, error)) == 1)
                put_row (output, &columns);
        }
    }
    free (columns.events);
    hpm_rows_seen_release (&seen);
    return got;
}
