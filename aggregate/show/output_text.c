/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of hosts, ranks or threads for people.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/model/region_split.h"
#include "aggregate/show/rows/output.h"
#include "aggregate/show/rows/rating_text.h"
#include "aggregate/show/report_rows.h"
#include "aggregate/show/rows/row_columns.h"
#include "aggregate/show/summary/summary.h"
#include "base/real_text.h"

#define CELL_TEXT (HPM_NUMBER_TEXT + 34)

/* A column of values: an event, a metric, or a part of the time.  */
struct value_column {
    struct hpm_column column; /* of the row at hand */
    const double *error;      /* relative, of it; NULL: none */
    const uint32_t *quality;  /* NULL: exact */
    int metric;               /* -1: it is none */
    struct hpm_scale scale;
    char heading[192];
    unsigned marks; /* of its values, a bit for each enum hpm_rating */
};

struct columns {
    struct hpm_column keys[HPM_ROW_KEYS];
    int key_count;
    struct value_column *list; /* room for all there may be, owned */
    int count, left_out;
    struct hpm_list empty; /* what was asked for by name and no row has */
    int width;             /* so far, in characters */
};

/* Keys, and the parts of the time as values where `parts` and some row has
 * them.  */
static void
add_keys (struct columns *columns, const struct hpm_output *output, int parts)
{
    struct hpm_column all[HPM_ROW_KEYS];
    int count = hpm_row_keys (output, HPM_IN_TEXT, all);

    for (int i = 0; i < count; i++) {
        struct value_column *column = &columns->list[columns->count];

        if (all[i].kind != HPM_REAL) {
            columns->keys[columns->key_count++] = all[i];
            continue;
        }
        if (!parts)
            continue;
        *column = (struct value_column){ .column = all[i],
                                         .metric = -1,
                                         .scale = { 1, "s" } };
        snprintf (column->heading, sizeof column->heading, "%s", all[i].title);
        columns->width += (int)strlen (column->heading) + 2;
        columns->count++;
    }
}

/* With `fit`, a column that goes beyond the width is left out; else one that no
 * row has a value of is told, with what may be why.  */
static void
add_column (struct columns *columns, const struct value_column *column,
            const char *unit, const struct hpm_seen *seen, int fit,
            const char *why)
{
    struct value_column *added = &columns->list[columns->count];
    const char *name = column->column.name;
    int width;

    if (!seen->any) {
        if (!fit)
            hpm_list_add (&columns->empty, ", ", "%s (%s)", name, why);
        return;
    }
    *added = *column;
    added->marks = seen->marks;
    added->scale = hpm_scale_choose (unit, seen->largest);
    unit = added->scale.unit;
    snprintf (added->heading, sizeof added->heading, "%.127s%s%s%s", name,
              *unit ? " [" : "", unit, *unit ? "]" : "");
    width = (int)strlen (added->heading) + 2;
    if (fit && columns->width + width > HPM_REPORT_WIDTH) {
        columns->left_out++;
        return;
    }
    columns->width += width;
    columns->count++;
}

static int
is_of_regions (const struct hpm_output *output)
{
    return output->rows->per == HPM_PER_REGION
           || output->rows->per == HPM_PER_REGION_RANK;
}

static void
add_event (struct columns *columns, const struct hpm_output *output, int event,
           const struct hpm_seen *seen, int fit)
{
    const struct hpm_event_record *record = &output->result->events[event];
    const struct hpm_row *row = &output->rows->row;
    enum hpm_reason reason
        = is_of_regions (output)
              ? hpm_region_tree_reason (output->result, event)
              : hpm_reason_dominant (output->result->job.events[event].reasons);

    add_column (
        columns,
        &(struct value_column){ .column = { .name = record->name,
                                            .kind = HPM_COUNTED,
                                            .base = &row->counts[event] },
                                .error = &row->errors[event],
                                .quality = &row->counts[event].quality,
                                .metric = -1 },
        record->unit, seen, fit,
        reason ? hpm_reason_text (reason) : "no count of it");
}

/* Beside an event of regions: what of it is inside MPI and outside.  */
static void
add_parts (struct columns *columns, const struct hpm_output *output, int event,
           const struct hpm_seen *seen, int fit)
{
    static const char *const headings[] = { "in MPI", "outside" };
    static const enum hpm_row_split parts[]
        = { HPM_ROW_SPLIT_MPI, HPM_ROW_SPLIT_USEFUL };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct hpm_count *counts = output->rows->row.parts[parts[i]];

        if (counts
            && hpm_region_split_has (&output->result->tree,
                                     output->result->event_count, event))
            add_column (
                columns,
                &(struct value_column){ .column = { .name = headings[i],
                                                    .kind = HPM_COUNTED,
                                                    .base = &counts[event] },
                                        .quality = &counts[event].quality,
                                        .metric = -1 },
                output->result->events[event].unit, seen, fit, "");
    }
}

static void
add_metric (struct columns *columns, const struct hpm_output *output,
            int metric, const struct hpm_seen *seen, int fit)
{
    const struct hpm_metric *definition
        = &output->result->metrics.metrics[metric];
    const struct hpm_row *row = &output->rows->row;

    add_column (
        columns,
        &(struct value_column){ .column = { .name = definition->name,
                                            .kind = HPM_REAL,
                                            .base = &row->metrics[metric] },
                                .error = &row->metric_errors[metric],
                                .quality = &row->qualities[metric],
                                .metric = metric },
        definition->unit, seen, fit, "for want of events, or 0 / 0");
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

/* Whether rows are places in the program, or in its memory.  */
static int
is_of_places (const struct hpm_output *output)
{
    return output->rows->per == HPM_PER_SITE
           || output->rows->per == HPM_PER_MAPPING
           || hpm_rows_spots (output->rows);
}

/* What was asked for by name is shown in full width; without names, how the
 * time is divided and as many metrics as fit.  */
static void
choose_columns (struct columns *columns, const struct hpm_output *output,
                const struct hpm_rows_seen *seen)
{
    const struct hpm_selection *selection = output->selection;
    int named = selection->events_wanted || selection->metrics.count;
    int fit = !named, per = output->rows->per;

    columns->width = key_width (output);
    add_keys (columns, output,
              (fit && (seen->timed || is_of_regions (output)))
                  || per == HPM_PER_INTERVAL || per == HPM_PER_PHASE
                  || is_of_places (output));
    if (is_of_places (output))
        return; /* nothing was counted there */
    if (selection->events_wanted)
        for (int e = 0; e < output->result->event_count; e++)
            if (output->shown[e]) {
                add_event (columns, output, e, &seen->events[e], fit);
                add_parts (columns, output, e, &seen->events[e], fit);
            }
    if (!selection->events_wanted || selection->metrics.count)
        for (int i = 0; i < output->chosen->count; i++) {
            int m = output->chosen->metrics[i];

            add_metric (columns, output, m, &seen->metrics[m], fit);
        }
}

/* What stands in the column of a key; "(no record)" where it is not known.  */
static const char *
key_text (const struct hpm_column *key, const struct hpm_row *row,
          char text[HPM_REAL_TEXT])
{
    const void *at = hpm_column_at (key, row);

    if (key->kind == HPM_TEXT)
        return *(const char *const *)at ? *(const char *const *)at
                                        : "(no record)";
    hpm_integer_text (text, *(const int64_t *)at);
    return text;
}

/* "~12.34 (2.1 %)!": marked where it is not exact, with its error and rating.
 */
static void
value_text (char *text, const struct hpm_rows *rows,
            const struct value_column *column)
{
    uint32_t quality = column->quality ? *column->quality : HPM_QUALITY_EXACT;
    double value = hpm_column_number (&column->column, &rows->row);
    double error = column->error ? *column->error : NAN;
    int marked = isfinite (error)
                 || (!isnan (value)
                     && (quality == HPM_QUALITY_SCALED
                         || quality == HPM_QUALITY_PARTIAL));
    char percent[HPM_NUMBER_TEXT];
    size_t length;

    text[0] = '~';
    hpm_number_text (text + marked, value * column->scale.factor);
    if (isfinite (error))
        snprintf (text + strlen (text), 30, " (%.20s)",
                  hpm_percent_text (percent, error));
    if (!column->marks)
        return;
    length = strlen (text);
    text[length]
        = hpm_rating_mark (hpm_rows_rate (rows, column->metric, value).rating);
    text[length + 1] = '\0';
}

/* A table in the making.  */
struct table {
    struct hpm_report_rows *rows;
    struct hpm_heading *headings; /* of keys and values */
    const char **texts;           /* of a row, in the same order */
    char (*numbers)[CELL_TEXT];
};

static int
add_row (struct table *table, const struct hpm_output *output,
         const struct columns *columns, struct hpm_error *error)
{
    char keys[HPM_ROW_KEYS][HPM_REAL_TEXT];
    int count = 0;

    for (int i = 0; i < columns->key_count; i++)
        table->texts[count++]
            = key_text (&columns->keys[i], &output->rows->row, keys[i]);
    for (int i = 0; i < columns->count; i++) {
        value_text (table->numbers[i], output->rows, &columns->list[i]);
        table->texts[count++] = table->numbers[i];
    }
    return hpm_report_rows_add (table->rows, table->texts, error);
}

static int
fill_table (struct table *table, const struct hpm_output *output,
            const struct columns *columns, struct hpm_error *error)
{
    int count = 0, got;

    for (int i = 0; i < columns->key_count; i++)
        table->headings[count++]
            = (struct hpm_heading){ columns->keys[i].title,
                                    columns->keys[i].kind == HPM_INTEGER, 0 };
    for (int i = 0; i < columns->count; i++)
        table->headings[count++]
            = (struct hpm_heading){ columns->list[i].heading, 1, 0 };
    table->rows = hpm_report_rows_create (table->headings, count, error);
    if (!table->rows)
        return -1;
    while ((got = hpm_rows_next (output->rows, error)) == 1)
        if (add_row (table, output, columns, error))
            return -1;
    return got;
}

static int
print_rows (const struct hpm_output *output, const struct columns *columns,
            struct hpm_error *error)
{
    size_t count = (size_t)columns->count + HPM_ROW_KEYS;
    struct table table = { NULL, calloc (count, sizeof *table.headings),
                           calloc (count, sizeof *table.texts),
                           calloc (count, sizeof *table.numbers) };
    int failed;

    if (!table.headings || !table.texts || !table.numbers)
        failed = hpm_error_set (error, "out of memory");
    else
        failed = fill_table (&table, output, columns, error)
                 || hpm_report_rows_print (table.rows, output->out, error);
    hpm_report_rows_destroy (table.rows);
    free (table.headings);
    free (table.texts);
    free (table.numbers);
    return failed;
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

static int
print_table (const struct hpm_output *output, const struct hpm_rows_seen *seen,
             struct hpm_error *error)
{
    size_t most = 3 * (size_t)output->result->event_count
                  + (size_t)output->chosen->count + HPM_ROW_KEYS;
    struct columns columns
        = { .list = calloc (most + 1, sizeof *columns.list) };
    int failed;

    if (!columns.list)
        return hpm_error_set (error, "out of memory");
    hpm_summary_head (output->out, output->result);
    hpm_summary_joined (output->out, output->result);
    fputc ('\n', output->out);
    choose_columns (&columns, output, seen);
    failed = print_rows (output, &columns, error);
    print_legend (output, &columns);
    hpm_list_print (&columns.empty, output->out, "no row has a value of: ", 2);
    if (output->rows->per == HPM_PER_HOST)
        failed |= hpm_summary_hosts (output->out, output->result);
    if (output->rows->per == HPM_PER_REGION)
        hpm_summary_region_times (output->out, output->result);
    if (hpm_rows_spots (output->rows))
        hpm_summary_samples (output->out, output->result);
    if (output->rows->per == HPM_PER_MAPPING)
        hpm_summary_mappings (output->out, output->result);
    if (columns.left_out)
        fprintf (output->out,
                 "%d more metrics: choose with --metrics=NAME,... or see all "
                 "with --format=csv\n",
                 columns.left_out);
    free (columns.list);
    return failed;
}

int
hpm_output_text (const struct hpm_output *output, struct hpm_error *error)
{
    struct hpm_rows_seen seen = { 0 };
    int failed;

    if (output->rows->per == HPM_PER_JOB)
        return hpm_summary_print (output->out, output->result,
                                  output->selection, output->path);
    failed = (!hpm_rows_foresee (output->rows, &seen)
              && hpm_rows_look (output->rows, &seen, error))
             || print_table (output, &seen, error);
    hpm_rows_seen_release (&seen);
    return failed || ferror (output->out) ? -1 : 0;
}
