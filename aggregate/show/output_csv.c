/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run as CSV.
 */
#include "config.h"

#include "aggregate/show/emit/csv.h"
#include "aggregate/show/rows/job_rows.h"
#include "aggregate/show/rows/output.h"
#include "aggregate/show/rows/row_columns.h"

struct table {
    struct hpm_csv csv;
    struct hpm_column columns[HPM_JOB_COLUMNS];
};

static void
put_row (void *data, const struct hpm_job_row *row)
{
    struct table *table = data;

    hpm_csv_row (&table->csv, table->columns, HPM_JOB_COLUMNS, row);
}

static void
put_job (const struct hpm_output *output)
{
    struct table table = { .csv.buffer.out = output->out };

    hpm_job_columns (output->result, table.columns);
    hpm_csv_heading (&table.csv, table.columns, HPM_JOB_COLUMNS);
    hpm_job_rows (output, HPM_JOB_ALL, put_row, &table);
}

/* Hosts, ranks or threads.  What is not exact in some row has columns for its
 * error: all rows are looked at first, where there may be any.  */
static int
put_rows (const struct hpm_output *output, struct hpm_error *error)
{
    struct hpm_rows_seen seen = { 0 };
    struct hpm_row_columns columns = { 0 };
    struct hpm_rows *rows = output->rows;
    struct hpm_csv csv = { .buffer.out = output->out };
    int got = -1;

    if (!(hpm_rows_may_err (rows) && hpm_rows_look (rows, &seen, error))
        && !hpm_row_columns_csv (&columns, output, &seen, error)) {
        hpm_csv_heading (&csv, columns.list, columns.count);
        while ((got = hpm_rows_next (rows, error)) == 1) {
            hpm_row_columns_rate (&columns);
            hpm_row_columns_tell_rates (&columns);
            hpm_csv_row (&csv, columns.list, columns.count, NULL);
        }
    }
    hpm_row_columns_release (&columns);
    hpm_rows_seen_release (&seen);
    return got;
}

int
hpm_output_csv (const struct hpm_output *output, struct hpm_error *error)
{
    int failed = 0;

    if (output->rows->per == HPM_PER_JOB)
        put_job (output);
    else
        failed = put_rows (output, error);
    return failed || ferror (output->out) ? -1 : 0;
}
