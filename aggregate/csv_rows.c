/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hosts, ranks or threads as CSV.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "output.h"
#include "rating_text.h"

/* Columns for time outside MPI and in it, where some rank's calls were noted.
 */
static int
has_times (const struct hpm_output *output)
{
    return output->rows->per != HPM_PER_HOST
           && hpm_calls_noted (&output->result->calls);
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
        fprintf (out, "%lld", (long long)row->rank);
        hpm_csv_text (out, host, 0);
        hpm_csv_text (out, hpm_rank_status_word (row->status), 0);
        hpm_csv_integer (out, (int64_t)row->threads, 1);
    } else {
        fprintf (out, "%lld,%lld", (long long)row->rank,
                 (long long)row->thread);
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

/* One field: "ipc=poor; l1_hit_rate=suspect: above 100".  */
static void
put_row_ratings (const struct hpm_output *output, const struct hpm_row *row)
{
    char *text = NULL, reason[HPM_RATING_TEXT];
    size_t size;
    FILE *field = open_memstream (&text, &size);
    int count = 0;

    for (int i = 0; field && i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];
        struct hpm_rated rated
            = hpm_rate (output->result, m, 1, row->metrics[m]);

        if (rated.rating)
            fprintf (field, "%s%s=%s%s%s", count++ ? "; " : "",
                     output->result->metrics.metrics[m].name,
                     hpm_rating_word (rated.rating),
                     hpm_rating_is_suspect (rated.rating) ? ": " : "",
                     hpm_rating_reason (reason, &rated));
    }
    if (field && fclose (field) == 0)
        hpm_csv_text (output->out, text, 0);
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

static void
put_error_headings (const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;

    for (int e = 0; e < result->event_count; e++)
        if (hpm_output_has_event (output, e)
            && hpm_rows_have_error (output->rows, e, -1)) {
            put_heading (output->out, result->events[e].name, "coverage");
            put_heading (output->out, result->events[e].name, "error");
        }
    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        if (hpm_rows_have_error (output->rows, -1, m))
            put_heading (output->out, result->metrics.metrics[m].name, "error");
    }
}

static void
put_errors (const struct hpm_output *output, const struct hpm_row *row)
{
    const struct hpm_result *result = output->result;

    for (int e = 0; e < result->event_count; e++)
        if (hpm_output_has_event (output, e)
            && hpm_rows_have_error (output->rows, e, -1)) {
            hpm_csv_real (output->out, row->coverage[e]);
            hpm_csv_real (output->out, row->errors[e]);
        }
    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        if (hpm_rows_have_error (output->rows, -1, m))
            hpm_csv_real (output->out, row->metric_errors[m]);
    }
}

void
hpm_csv_rows (const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    const struct hpm_chosen *chosen = output->chosen;
    FILE *out = output->out;

    put_keys_heading (output);
    for (int e = 0; e < result->event_count; e++)
        if (hpm_output_has_event (output, e))
            hpm_csv_text (out, result->events[e].name, 0);
    for (int m = 0; m < chosen->count; m++)
        hpm_csv_text (out, result->metrics.metrics[chosen->metrics[m]].name, 0);
    fputs (",ratings", out);
    put_error_headings (output);
    fputs ("\r\n", out);
    for (size_t i = 0; i < output->rows->count; i++) {
        const struct hpm_row *row = &output->rows->rows[i];

        put_keys (output, row);
        for (int e = 0; e < result->event_count; e++)
            if (hpm_output_has_event (output, e))
                hpm_csv_wide (out, row->counts[e].low, row->counts[e].high,
                              hpm_count_exists (&row->counts[e]));
        for (int m = 0; m < chosen->count; m++)
            hpm_csv_real (out, row->metrics[chosen->metrics[m]]);
        put_row_ratings (output, row);
        put_errors (output, row);
        fputs ("\r\n", out);
    }
}
