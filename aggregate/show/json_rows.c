/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Hosts, ranks or threads as JSON.  A row is written as it comes: objects of
 * jansson for a million of them take gigabytes and most of the time.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/json_private.h"
#include "aggregate/show/rating_text.h"

#define DEPTH 3 /* of what is in a row */

/* An object in the making.  */
struct object {
    FILE *out;
    int depth;
    int members;
};

static void
put_key (struct object *object, const char *key)
{
    hpm_json_put_key (object->out, key, object->members == 0, object->depth);
    object->members++;
}

static void
put_text (struct object *object, const char *key, const char *text)
{
    put_key (object, key);
    hpm_json_put_text (object->out, text);
}

static void
put_integer (struct object *object, const char *key, int64_t value)
{
    put_key (object, key);
    hpm_json_put_integer (object->out, value);
}

static void
put_real (struct object *object, const char *key, double value)
{
    put_key (object, key);
    hpm_json_put_real (object->out, value);
}

static struct object
open_member (struct object *object, const char *key)
{
    put_key (object, key);
    putc_unlocked ('{', object->out);
    return (struct object){ object->out, object->depth + 1, 0 };
}

static void
close_object (const struct object *object)
{
    if (object->members)
        hpm_json_put_line (object->out, object->depth - 1);
    putc_unlocked ('}', object->out);
}

static void
put_keys (struct object *object, const struct hpm_output *output,
          const struct hpm_row *row)
{
    enum hpm_per per = output->rows->per;

    if (row->host >= 0)
        put_text (object, "host",
                  hpm_text_table_get (&output->result->hosts, row->host));
    if (per == HPM_PER_HOST)
        put_integer (object, "ranks", (int64_t)row->ranks);
    else
        put_integer (object, "rank", row->rank);
    if (per == HPM_PER_THREAD) {
        put_integer (object, "thread", row->thread);
        put_text (object, "role", hpm_thread_role_word (row->role));
        put_text (object, "name", row->name);
    } else
        put_integer (object, "threads", (int64_t)row->threads);
    if (per == HPM_PER_RANK)
        put_text (object, "status", hpm_rank_status_word (row->status));
    put_real (object, "wall_s",
              row->status == HPM_RANK_MISSING ? NAN : row->wall_s);
    if (isfinite (row->mpi_s)) {
        put_real (object, "useful_s", row->useful_s);
        put_real (object, "mpi_s", row->mpi_s);
    }
}

/* "rating": {"ipc": "poor"}, or why it is suspect; only where there is one.  */
static void
put_ratings (struct object *object, const struct hpm_output *output,
             const struct hpm_row *row, const char *key, int why)
{
    struct object ratings;
    int any = 0;

    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];
        struct hpm_rated rated
            = hpm_rows_rate (output->rows, m, row->metrics[m]);
        char reason[HPM_RATING_TEXT];
        const char *text = why ? hpm_rating_reason (reason, &rated)
                               : hpm_rating_word (rated.rating);

        if (!rated.rating || !*text)
            continue;
        if (!any++)
            ratings = open_member (object, key);
        put_text (&ratings, output->result->metrics.metrics[m].name, text);
    }
    if (any)
        close_object (&ratings);
}

static void
put_count (struct object *object, const char *name,
           const struct hpm_count *count)
{
    put_key (object, name);
    if (!hpm_count_exists (count))
        fputs_unlocked ("null", object->out);
    else if (count->high == ((int64_t)count->low < 0 ? -1 : 0))
        hpm_json_put_integer (object->out, (int64_t)count->low);
    else
        hpm_json_put_real (object->out, hpm_count_number (count));
}

static void
put_values (struct object *object, const struct hpm_output *output,
            const struct hpm_row *row)
{
    const struct hpm_result *result = output->result;
    struct object counts = open_member (object, "counts"), metrics;

    for (int e = 0; e < result->event_count; e++)
        if (output->shown[e] && row->counts[e].quality != HPM_QUALITY_ABSENT)
            put_count (&counts, result->events[e].name, &row->counts[e]);
    close_object (&counts);
    metrics = open_member (object, "metrics");
    for (int i = 0; i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        if (isfinite (row->metrics[m]))
            put_real (&metrics, result->metrics.metrics[m].name,
                      row->metrics[m]);
    }
    close_object (&metrics);
}

/* A member with the finite ones among values of events and metrics, either may
 * be NULL; only where there is one.  */
static void
put_finite (struct object *object, const char *key,
            const struct hpm_output *output, const double *events,
            const double *metrics)
{
    const struct hpm_result *result = output->result;
    struct object values;
    int any = 0;

    for (int e = 0; events && e < result->event_count; e++) {
        if (!output->shown[e] || !isfinite (events[e]))
            continue;
        if (!any++)
            values = open_member (object, key);
        put_real (&values, result->events[e].name, events[e]);
    }
    for (int i = 0; metrics && i < output->chosen->count; i++) {
        int m = output->chosen->metrics[i];

        if (!isfinite (metrics[m]))
            continue;
        if (!any++)
            values = open_member (object, key);
        put_real (&values, result->metrics.metrics[m].name, metrics[m]);
    }
    if (any)
        close_object (&values);
}

static void
put_efficiency (struct object *object, const double *efficiency)
{
    json_t *value = hpm_json_efficiency (efficiency);

    put_key (object, "efficiency");
    hpm_json_print (object->out, value, object->depth);
    json_decref (value);
}

static void
put_row (const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    const struct hpm_row *row = &output->rows->row;
    struct object object = { output->out, DEPTH, 0 };

    putc_unlocked ('{', output->out);
    put_keys (&object, output, row);
    put_ratings (&object, output, row, "rating", 0);
    put_ratings (&object, output, row, "suspect", 1);
    if (output->rows->per == HPM_PER_HOST && result->verdict.host
        && row->host >= 0)
        put_efficiency (&object, result->verdict.host[row->host]);
    put_values (&object, output, row);
    put_finite (&object, "coverage", output, row->coverage, NULL);
    put_finite (&object, "errors", output, row->errors, row->metric_errors);
    close_object (&object);
}

int
hpm_json_rows (const struct hpm_output *output, struct hpm_error *error)
{
    FILE *out = output->out;
    int got, any = 0;

    putc_unlocked ('[', out);
    while ((got = hpm_rows_next (output->rows, error)) == 1) {
        if (any++)
            putc_unlocked (',', out);
        hpm_json_put_line (out, DEPTH - 1);
        put_row (output);
    }
    if (any)
        hpm_json_put_line (out, DEPTH - 2);
    putc_unlocked (']', out);
    return got;
}
