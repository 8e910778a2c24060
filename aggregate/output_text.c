/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of hosts, ranks or threads for people.
 */
#include "config.h"

#include <libsmartcols.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "number.h"
#include "output.h"
#include "rating_text.h"
#include "report.h"
#include "summary.h"

#define COLUMNS_MOST 256

int
hpm_output_has_event (const struct hpm_output *output, int event)
{
    return hpm_selection_has (&output->selection->events,
                              output->result->events[event].name);
}

/* A column of values: an event, a metric, or a part of the time.  */
struct value_column {
    int event, metric; /* -1: it is none */
    size_t time;       /* offset in struct hpm_row, 0: it is none */
    struct hpm_scale scale;
    char heading[192];
    unsigned marks; /* of its values, a bit for each enum hpm_rating */
};

struct columns {
    struct value_column list[COLUMNS_MOST];
    int count, left_out;
    int width; /* so far, in characters */
};

static double
value_of (const struct hpm_row *row, const struct value_column *column)
{
    double time;

    if (column->time) {
        memcpy (&time, (const char *)row + column->time, sizeof time);
        return time;
    }
    if (column->metric >= 0)
        return row->metrics[column->metric];
    return hpm_count_exists (&row->counts[column->event])
               ? hpm_count_number (&row->counts[column->event])
               : NAN;
}

static enum hpm_rating
rating_of (const struct hpm_output *output, const struct hpm_row *row,
           const struct value_column *column)
{
    return column->metric < 0 ? HPM_RATING_NONE
                              : hpm_rate (output->result, column->metric, 1,
                                          row->metrics[column->metric])
                                    .rating;
}

static void
find_marks (const struct hpm_output *output, struct value_column *column)
{
    column->marks = 0;
    for (size_t i = 0; i < output->rows->count; i++)
        column->marks |= 1u
                         << rating_of (output, &output->rows->rows[i], column);
    column->marks &= ~(1u << HPM_RATING_NONE);
}

static int
has_values (const struct hpm_output *output, const struct value_column *column,
            double *largest)
{
    int any = 0;

    *largest = 0;
    for (size_t i = 0; i < output->rows->count; i++) {
        double value = value_of (&output->rows->rows[i], column);

        if (isnan (value))
            continue;
        any = 1;
        if (fabs (value) > *largest)
            *largest = fabs (value);
    }
    return any;
}

/* A part of the time, if it is known.  */
static void
add_time (struct columns *columns, const struct hpm_output *output,
          const char *name, size_t offset)
{
    struct value_column *column = &columns->list[columns->count];
    double largest;

    *column = (struct value_column){
        .event = -1, .metric = -1, .time = offset, .scale = { 1, "s" }
    };
    if (!has_values (output, column, &largest))
        return;
    snprintf (column->heading, sizeof column->heading, "%s [s]", name);
    columns->width += (int)strlen (column->heading) + 2;
    columns->count++;
}

/* With `fit`, a column that goes beyond the width is left out.  */
static void
add_column (struct columns *columns, const struct hpm_output *output, int event,
            int metric, int fit)
{
    const struct hpm_result *result = output->result;
    struct value_column *column = &columns->list[columns->count];
    const char *name = metric >= 0 ? result->metrics.metrics[metric].name
                                   : result->events[event].name;
    const char *unit = metric >= 0 ? result->metrics.metrics[metric].unit
                                   : result->events[event].unit;
    struct hpm_scale scale;
    double largest;
    int width;

    column->event = event;
    column->metric = metric;
    column->time = 0;
    if (columns->count >= COLUMNS_MOST - 1
        || !has_values (output, column, &largest))
        return;
    scale = hpm_scale_choose (unit, largest);
    column->scale = scale;
    snprintf (column->heading, sizeof column->heading, "%.127s%s%s%s", name,
              *scale.unit ? " [" : "", scale.unit, *scale.unit ? "]" : "");
    width = (int)strlen (column->heading) + 2;
    if (fit && columns->width + width > HPM_REPORT_WIDTH) {
        columns->left_out++;
        return;
    }
    find_marks (output, column);
    columns->width += width;
    columns->count++;
}

/* Characters that the keys take before the values.  */
static int
key_width (const struct hpm_output *output)
{
    size_t host = strlen ("host");

    for (int i = 0; i < output->result->hosts.count; i++)
        if (strlen (output->result->hosts.texts[i]) > host)
            host = strlen (output->result->hosts.texts[i]);
    return (int)host + (output->rows->per == HPM_PER_THREAD ? 22 : 7);
}

/* What was asked for by name is shown in full width; without names, how the time
 * is divided and as many metrics as fit.  */
static void
choose_columns (struct columns *columns, const struct hpm_output *output)
{
    const struct hpm_selection *selection = output->selection;
    int named = selection->events_wanted || selection->metrics.count;
    int fit = !named;

    columns->count = columns->left_out = 0;
    columns->width = key_width (output);
    if (fit) {
        add_time (columns, output, "useful",
                  offsetof (struct hpm_row, useful_s));
        add_time (columns, output, "MPI", offsetof (struct hpm_row, mpi_s));
    }
    if (selection->events_wanted)
        for (int e = 0; e < output->result->event_count; e++)
            if (hpm_output_has_event (output, e))
                add_column (columns, output, e, -1, fit);
    if (!selection->events_wanted || selection->metrics.count)
        for (int i = 0; i < output->chosen->count; i++)
            add_column (columns, output, -1, output->chosen->metrics[i], fit);
}

static int
key_headings (const struct hpm_output *output, struct hpm_heading *headings)
{
    int count = 0;

    if (output->rows->per == HPM_PER_HOST) {
        headings[count++] = (struct hpm_heading){ "host", 0, 0 };
        headings[count++] = (struct hpm_heading){ "ranks", 1, 0 };
        return count;
    }
    headings[count++] = (struct hpm_heading){ "rank", 1, 0 };
    if (output->rows->per == HPM_PER_THREAD) {
        headings[count++] = (struct hpm_heading){ "thread", 1, 0 };
        headings[count++] = (struct hpm_heading){ "role", 0, 0 };
    }
    headings[count++] = (struct hpm_heading){ "host", 0, 0 };
    return count;
}

/* Texts of the keys, in the order of the headings.  */
static int
key_texts (const struct hpm_output *output, const struct hpm_row *row,
           char texts[4][32], const char **all)
{
    const char *host = hpm_text_table_get (&output->result->hosts, row->host);
    int count = 0;

    if (row->status == HPM_RANK_MISSING)
        host = "(no record)";
    if (output->rows->per == HPM_PER_HOST) {
        snprintf (texts[0], sizeof texts[0], "%llu",
                  (unsigned long long)row->ranks);
        all[count++] = host;
        all[count++] = texts[0];
        return count;
    }
    snprintf (texts[0], sizeof texts[0], "%lld", (long long)row->rank);
    all[count++] = texts[0];
    if (output->rows->per == HPM_PER_THREAD) {
        snprintf (texts[1], sizeof texts[1], "%lld", (long long)row->thread);
        all[count++] = texts[1];
        all[count++] = hpm_thread_role_word (row->role);
    }
    all[count++] = host;
    return count;
}

/* Relative; NAN where the value has none.  */
static double
error_of (const struct hpm_row *row, const struct value_column *column)
{
    return column->metric >= 0 ? row->metric_errors[column->metric]
                               : row->errors[column->event];
}

/* "~12.34 (2.1 %)": marked where it is not exact, with its error.  */
static void
value_text (char *text, const struct hpm_row *row,
            const struct value_column *column)
{
    uint32_t quality = column->event >= 0 ? row->counts[column->event].quality
                                          : HPM_QUALITY_EXACT;
    double error = error_of (row, column);
    int marked = quality == HPM_QUALITY_SCALED || quality == HPM_QUALITY_PARTIAL
                 || isfinite (error);

    text[0] = '~';
    hpm_number_text (text + marked,
                     value_of (row, column) * column->scale.factor);
    if (isfinite (error))
        snprintf (text + strlen (text), 30, " (%.2g %%)", 100 * error);
}

static int
add_row (struct libscols_table *table, const struct hpm_output *output,
         const struct columns *columns, const struct hpm_row *row)
{
    static char numbers[COLUMNS_MOST][HPM_NUMBER_TEXT + 34];
    const char *texts[COLUMNS_MOST + 8];
    char keys[4][32];
    int count = key_texts (output, row, keys, texts);

    for (int i = 0; i < columns->count; i++) {
        const struct value_column *column = &columns->list[i];

        value_text (numbers[i], row, column);
        if (column->marks) {
            size_t length = strlen (numbers[i]);

            numbers[i][length]
                = hpm_rating_mark (rating_of (output, row, column));
            numbers[i][length + 1] = '\0';
        }
        texts[count++] = numbers[i];
    }
    return hpm_report_row (table, texts, count);
}

static int
print_rows (const struct hpm_output *output, const struct columns *columns)
{
    struct hpm_heading headings[COLUMNS_MOST + 8];
    int count = key_headings (output, headings), failed = 0;
    struct libscols_table *table;

    for (int i = 0; i < columns->count; i++)
        headings[count++]
            = (struct hpm_heading){ columns->list[i].heading, 1, 0 };
    table = hpm_report_table (output->out, headings, count, 0);
    for (size_t i = 0; table && !failed && i < output->rows->count; i++)
        failed = add_row (table, output, columns, &output->rows->rows[i]);
    return hpm_report_print (table) || failed ? -1 : 0;
}

/* What the marks mean.  */
static void
print_legend (const struct hpm_output *output, const struct columns *columns)
{
    unsigned marks = 0;

    for (int i = 0; i < columns->count; i++)
        marks |= columns->list[i].marks;
    hpm_rating_legend (output->out, marks);
    if (marks & (1u << HPM_RATING_BELOW | 1u << HPM_RATING_ABOVE))
        fprintf (output->out, "? suspect: beyond what the machine can do\n");
}

int
hpm_output_text (const struct hpm_output *output)
{
    struct columns columns;
    int failed;

    if (output->rows->per == HPM_PER_JOB)
        return hpm_summary_print (output->out, output->result,
                                  output->selection, output->path);
    hpm_summary_head (output->out, output->result);
    hpm_summary_joined (output->out, output->result);
    fputc ('\n', output->out);
    choose_columns (&columns, output);
    failed = print_rows (output, &columns);
    print_legend (output, &columns);
    if (output->rows->per == HPM_PER_HOST)
        failed |= hpm_summary_hosts (output->out, output->result);
    if (columns.left_out)
        fprintf (output->out,
                 "%d more metrics: choose with --metrics=NAME,... or see all "
                 "with --format=csv\n",
                 columns.left_out);
    return failed || ferror (output->out) ? -1 : 0;
}
