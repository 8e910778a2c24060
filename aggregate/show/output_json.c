/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run as JSON.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/show/summary/account_text.h"
#include "aggregate/show/rows/job_rows.h"
#include "aggregate/show/json_parts.h"
#include "aggregate/show/rows/output.h"
#include "aggregate/show/rows/row_columns.h"

/* Numbers as such, where they are.  */
static void
put_run_field (struct hpm_json *json, const char *name,
               const struct hpm_result *result, enum hpm_run_field field)
{
    const char *text = result->run[field];
    char *end;
    double number = strtod (text, &end);

    if (!hpm_result_run_is_number (field) || end == text || *end)
        hpm_json_text (json, name, text);
    else if (number == floor (number) && fabs (number) < 0x1p53)
        hpm_json_whole (json, name, number);
    else
        hpm_json_real (json, name, number);
}

static void
put_host_names (struct hpm_json *json, const struct hpm_result *result)
{
    hpm_json_open (json, "host_names", '[');
    for (int i = 0; i < result->hosts.count; i++)
        hpm_json_text (json, NULL, result->hosts.texts[i]);
    hpm_json_close (json, ']');
}

static void
put_numbers (struct hpm_json *json, const struct hpm_result *result)
{
    int partial = result->ranks_missing || result->ranks_partial;

    hpm_json_text (json, "status", partial ? "partial" : "complete");
    hpm_json_integer (json, "ranks", (int64_t)result->ranks);
    hpm_json_integer (json, "ranks_partial", (int64_t)result->ranks_partial);
    hpm_json_integer (json, "ranks_missing", (int64_t)result->ranks_missing);
    hpm_json_integer (json, "threads", (int64_t)result->threads);
    hpm_json_integer (json, "mpi_threads", (int64_t)result->mpi_threads);
    hpm_json_integer (json, "hosts", result->hosts.count);
}

static void
put_times (struct hpm_json *json, const struct hpm_result *result)
{
    hpm_json_real (json, "wall_s", result->wall.max / 1e9);
    hpm_json_real (json, "overhead_start_s", result->overhead_start.mean / 1e9);
    hpm_json_real (json, "overhead_stop_s", result->overhead_stop.mean / 1e9);
    if (result->dropped_marks)
        hpm_json_integer (json, "dropped_marks", result->dropped_marks);
    if (!(result->paused.max > 0))
        return;
    hpm_json_real (json, "paused_s", result->paused.max / 1e9);
    hpm_json_whole (json, "periods", result->periods.max);
}

/* But for what is known better.  */
void
hpm_json_put_run_members (struct hpm_json *json,
                          const struct hpm_result *result, int lists)
{
    static const char *const names[] = {
#define HPM_X(name, description) #name,
        HPM_RUN_FIELDS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (result->run[i] && i != HPM_RUN_ranks && i != HPM_RUN_status)
            put_run_field (json, names[i], result, i);
    put_numbers (json, result);
    if (lists)
        put_host_names (json, result);
    put_times (json, result);
}

static void
put_run (struct hpm_json *json, const struct hpm_result *result)
{
    hpm_json_open (json, "run", '{');
    hpm_json_put_run_members (json, result, 1);
    hpm_json_put_mpi_run (json, result);
    hpm_json_close (json, '}');
}

struct table {
    struct hpm_json *json;
    struct hpm_column columns[HPM_JOB_COLUMNS];
};

static void
put_row (void *data, const struct hpm_job_row *row)
{
    struct table *table = data;

    hpm_json_open (table->json, NULL, '{');
    hpm_json_row (table->json, table->columns, HPM_JOB_COLUMNS, row);
    hpm_json_close (table->json, '}');
}

static void
put_job (struct hpm_json *json, const struct hpm_output *output)
{
    struct table table = { .json = json };

    hpm_job_columns (output->result, table.columns);
    hpm_json_open (json, "events", '[');
    hpm_job_rows (output, HPM_JOB_EVENTS, put_row, &table);
    hpm_json_close (json, ']');
    hpm_json_open (json, "metrics", '[');
    hpm_job_rows (output, HPM_JOB_METRICS, put_row, &table);
    hpm_json_close (json, ']');
}

static void
put_host (struct hpm_json *json, const struct hpm_output *output)
{
    const struct hpm_verdict *verdict = &output->result->verdict;
    const struct hpm_row *row = &output->rows->row;

    if (output->rows->per == HPM_PER_RANK && verdict->account
        && row->has_account)
        hpm_json_put_account (json, &row->account, NULL);
    if (output->rows->per != HPM_PER_HOST || row->host < 0)
        return;
    if (verdict->host)
        hpm_json_put_efficiency (json, verdict->host[row->host]);
    if (verdict->host_account)
        hpm_json_put_account (json, &verdict->host_account[row->host], NULL);
}

/* The row at hand.  */
static void
put_parts (struct hpm_json *json, struct hpm_row_columns *columns)
{
    static const char *const names[] = {
#define HPM_X(identifier, name) name,
        HPM_ROW_PARTS (HPM_X)
#undef HPM_X
    };

    hpm_json_open_row (json);
    hpm_json_row (json, columns->list, columns->start[HPM_ROW_ACCOUNT], NULL);
    put_host (json, columns->output);
    for (int part = HPM_ROW_ACCOUNT; part < HPM_ROW_PART_COUNT; part++)
        hpm_json_part (json, names[part], columns->list + columns->start[part],
                       columns->start[part + 1] - columns->start[part],
                       part == HPM_ROW_COUNTS || part == HPM_ROW_METRICS);
    hpm_json_close_row (json);
}

static int
put_rows (struct hpm_json *json, const struct hpm_output *output,
          struct hpm_error *error)
{
    static const char *const names[]
        = { "job",    "host",          "rank",          "thread",
            "region", "interval",      "site",          "region_rank",
            "phase",  "routine",       "line",          "mapping",
            "caller", "interval_rank", "interval_host", "binding" };
    _Static_assert(sizeof names / sizeof *names == HPM_PER_BINDING + 1,
                   "each kind of row has a name");
    struct hpm_row_columns columns;
    int got = hpm_row_columns_json (&columns, output, error) ? -1 : 1;

    hpm_json_open (json, names[output->rows->per], '[');
    while (got == 1 && (got = hpm_rows_next (output->rows, error)) == 1) {
        hpm_row_columns_rate (&columns);
        put_parts (json, &columns);
    }
    hpm_json_close (json, ']');
    hpm_row_columns_release (&columns);
    return got;
}

void
hpm_json_put_result (struct hpm_json *json, const struct hpm_output *output)
{
    put_run (json, output->result);
    put_job (json, output);
    hpm_json_put_calls (json, output);
    hpm_json_put_verdict (json, output->result);
    hpm_json_put_costs (json, output);
    hpm_json_put_joined (json, output->result);
    hpm_json_put_nodes (json, output);
}

int
hpm_output_json (const struct hpm_output *output, struct hpm_error *error)
{
    struct hpm_json json = { .buffer.out = output->out };
    int failed = 0;

    hpm_json_open (&json, NULL, '{');
    hpm_json_put_result (&json, output);
    if (output->rows->per != HPM_PER_JOB)
        failed = put_rows (&json, output, error);
    hpm_json_close (&json, '}');
    putc ('\n', output->out);
    return failed || ferror (output->out) ? -1 : 0;
}
