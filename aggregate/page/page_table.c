/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows as lists: what a row has under a key is told once, so that a table of
 * ten thousand ranks stays small.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/page/page_parts.h"
#include "aggregate/show/rows/row_columns.h"
#include "base/quality.h"
#include "base/real_text.h"

/* Coverage and errors of single values are told of no more rows.  */
#define NOTED_ROWS 1024

/* A table of more values than these, of ten bytes each, is one without counts:
 * a page is to be opened, and sent by mail.  */
#define VALUES_MOST 900000

/* Notes come behind the rows, and wait there.  */
struct table {
    struct hpm_json *json;
    const struct hpm_output *output;
    const struct hpm_page_choice *choice;
    struct hpm_row_columns columns;
    const struct hpm_account *whole; /* parts to show; NULL: none */
    FILE *notes;
    char *noted; /* owned */
    size_t size;
    struct hpm_json notes_json;
    int64_t row;     /* of those that are told */
    int is_detailed; /* errors of values are told */
    int is_short;    /* counts are left out */
};

/* Of the row at hand, NULL: none.  */
static const struct hpm_account *
account_of (const struct table *table)
{
    const struct hpm_rows *rows = table->output->rows;
    const struct hpm_verdict *verdict = &table->output->result->verdict;

    if (rows->per == HPM_PER_RANK)
        return rows->row.has_account ? &rows->row.account : NULL;
    return verdict->host_account && rows->row.host >= 0
               ? &verdict->host_account[rows->row.host]
               : NULL;
}

static int
has_part (const struct table *table, int part)
{
    return table->whole && table->whole->part[part] > 0;
}

static void
put_column (struct hpm_json *json, const char *name, const char *part)
{
    hpm_json_open_row (json);
    hpm_json_text (json, "name", name);
    hpm_json_text (json, "part", part);
    hpm_json_close_row (json);
}

/* What the page calls the parts of a row that it has.  */
static const char *const names[HPM_ROW_PART_COUNT]
    = { [HPM_ROW_ITSELF] = "key",
        [HPM_ROW_ACCOUNT] = "account",
        [HPM_ROW_COUNTS] = "count",
        [HPM_ROW_METRICS] = "metric" };

static int
is_told (const struct table *table, int part)
{
    return names[part] && !(table->is_short && part == HPM_ROW_COUNTS);
}

static void
put_columns (struct table *table)
{
    const struct hpm_row_columns *columns = &table->columns;

    hpm_json_open (table->json, "columns", '[');
    for (int part = 0; part < HPM_ROW_PART_COUNT; part++)
        for (int i = columns->start[part];
             is_told (table, part) && i < columns->start[part + 1]; i++)
            put_column (table->json, columns->list[i].name, names[part]);
    for (int part = 0; part < HPM_PART_COUNT; part++)
        if (has_part (table, part))
            put_column (table->json, hpm_part_word (part), "account");
    hpm_json_close (table->json, ']');
}

/* Six digits are what is looked at.  */
static void
put_real (struct hpm_json *json, double value)
{
    char text[HPM_REAL_TEXT];

    if (isfinite (value)) {
        snprintf (text, sizeof text, "%.6g", value);
        value = strtod (text, NULL);
    }
    hpm_json_real (json, NULL, value);
}

static void
put_part (struct table *table, int part)
{
    const struct hpm_row_columns *columns = &table->columns;

    for (int i = columns->start[part];
         is_told (table, part) && i < columns->start[part + 1]; i++) {
        const struct hpm_column *column = &columns->list[i];

        if (column->kind == HPM_REAL)
            put_real (table->json,
                      *(const double *)hpm_column_at (column, NULL));
        else
            hpm_json_value (table->json, column);
    }
}

/* A mark for each metric.  */
static void
put_ratings (struct table *table)
{
    const struct hpm_row_columns *columns = &table->columns;
    int first = columns->start[HPM_ROW_METRICS];
    int count = columns->start[HPM_ROW_METRICS + 1] - first, any = 0;
    char *marks = calloc ((size_t)count + 1, 1);

    for (int i = 0; marks && i < count; i++) {
        int m = table->output->chosen->metrics[i];

        marks[i] = hpm_rating_mark (
            hpm_rows_rate (table->output->rows, m,
                           table->output->rows->row.metrics[m])
                .rating);
        any |= marks[i] != ' ';
    }
    hpm_json_text (table->json, NULL, any ? marks : NULL);
    free (marks);
}

static void
note (struct table *table, int column, uint32_t quality, const char *reason,
      double coverage, double error)
{
    struct hpm_json *json = &table->notes_json;
    int says_more = table->is_detailed && (isfinite (coverage) || error > 0);

    if (quality == HPM_QUALITY_ABSENT
        || (quality == HPM_QUALITY_EXACT && !says_more))
        return;
    hpm_json_open_line (json);
    hpm_json_integer (json, NULL, table->row);
    hpm_json_integer (json, NULL, column);
    hpm_json_text (json, NULL, hpm_quality_word (quality));
    hpm_json_text (json, NULL, reason);
    put_real (json, table->is_detailed ? coverage : NAN);
    put_real (json, table->is_detailed ? error : NAN);
    hpm_json_close_line (json);
}

/* Columns of the page are keys, the account, counts and metrics; what a column
 * is of is told by where it lies in the row.  */
static void
put_notes (struct table *table)
{
    const struct hpm_row *row = &table->output->rows->row;
    const struct hpm_row_columns *columns = &table->columns;
    int at = columns->start[HPM_ROW_RATING];

    for (int i = columns->start[HPM_ROW_COUNTS];
         !table->is_short && i < columns->start[HPM_ROW_METRICS]; i++, at++) {
        const struct hpm_count *count = columns->list[i].base;
        ptrdiff_t e = count - row->counts;

        note (table, at, count->quality,
              hpm_count_exists (count) ? NULL : hpm_reason_text (count->reason),
              row->coverage[e], row->errors[e]);
    }
    for (int i = columns->start[HPM_ROW_METRICS];
         i < columns->start[HPM_ROW_COVERAGE]; i++, at++) {
        const double *metric = columns->list[i].base;
        ptrdiff_t m = metric - row->metrics;

        if (isfinite (*metric))
            note (table, at, row->qualities[m], NULL, NAN,
                  row->metric_errors[m]);
    }
}

static void
put_row (struct table *table)
{
    const struct hpm_account *account = account_of (table);

    hpm_json_open_line (table->json);
    for (int part = 0; part < HPM_ROW_PART_COUNT; part++)
        put_part (table, part);
    for (int part = 0; part < HPM_PART_COUNT; part++)
        if (has_part (table, part))
            put_real (table->json, account ? account->part[part] : NAN);
    put_ratings (table);
    hpm_json_close_line (table->json);
    put_notes (table);
}

/* The next row that is told, before which others may be passed.  */
static int
next_told (struct table *table, int64_t *at, struct hpm_error *error)
{
    const struct hpm_page_choice *choice = table->choice;
    struct hpm_rows *rows = table->output->rows;
    int got = 1;

    for (; choice->is_chosen && got == 1 && *at < choice->all
           && !choice->is_chosen[*at];
         ++*at)
        got = hpm_rows_pass_rank (rows, error);
    ++*at;
    return got == 1 ? hpm_rows_next (rows, error) : got;
}

static int
put_rows (struct table *table, struct hpm_error *error)
{
    int64_t at = 0;
    int got;

    hpm_json_open (table->json, "rows", '[');
    while ((got = next_told (table, &at, error)) == 1) {
        put_row (table);
        table->row++;
    }
    hpm_json_close (table->json, ']');
    return got;
}

/* What was collected behind the rows; a document by itself.  */
static int
put_collected (struct table *table)
{
    hpm_json_close (&table->notes_json, ']');
    if (fclose (table->notes))
        return -1;
    hpm_json_raw (table->json, "notes", table->noted, table->size);
    return 0;
}

/* How many rows there may be, as far as they are many.  */
static double
expect_rows (const struct table *table)
{
    const struct hpm_result *result = table->output->result;
    enum hpm_per per = table->output->rows->per;

    return table->choice->is_chosen ? (double)table->choice->count
           : per == HPM_PER_RANK    ? (double)result->ranks
           : per == HPM_PER_THREAD  ? (double)result->threads
                                    : 0;
}

static int
put_table (struct table *table, struct hpm_error *error)
{
    const int *start = table->columns.start;
    int failed;

    table->is_short = expect_rows (table)
                          * (start[HPM_ROW_RATING] + start[HPM_ROW_COVERAGE]
                             - start[HPM_ROW_COUNTS])
                      > VALUES_MOST;
    hpm_json_flag (table->json, "short", table->is_short);
    if (table->choice->is_chosen)
        hpm_json_integer (table->json, "of", table->choice->all);
    put_columns (table);
    hpm_json_open (&table->notes_json, NULL, '[');
    failed = put_rows (table, error);
    return put_collected (table) || failed ? -1 : 0;
}

int
hpm_page_put_table (struct hpm_json *json, const char *key,
                    const struct hpm_output *output,
                    const struct hpm_page_choice *choice,
                    struct hpm_error *error)
{
    const struct hpm_result *result = output->result;
    enum hpm_per per = output->rows->per;
    int has_accounts = per == HPM_PER_RANK || per == HPM_PER_HOST;
    struct table table
        = { .json = json,
            .output = output,
            .choice = choice,
            .whole = has_accounts ? result->verdict.account : NULL,
            .is_detailed = (per != HPM_PER_RANK && per != HPM_PER_THREAD)
                           || result->threads <= NOTED_ROWS };
    int failed;

    table.notes = open_memstream (&table.noted, &table.size);
    if (!table.notes)
        return hpm_error_set (error, "out of memory");
    table.notes_json.buffer.out = table.notes;
    failed = hpm_row_columns_json (&table.columns, output, error);
    hpm_json_open (json, key, '{');
    if (failed)
        fclose (table.notes);
    else
        failed = put_table (&table, error);
    hpm_json_close (json, '}');
    hpm_row_columns_release (&table.columns);
    free (table.noted);
    return failed;
}
