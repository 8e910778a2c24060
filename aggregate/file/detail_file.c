/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The columns of a result file that grow with ranks and threads: how they are
 * written; file_ranks.c reads them.
 */
#include "config.h"

#include "aggregate/file/detail_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/file/record_numbers.h"
#include "aggregate/file/result_parts.h"

const struct hpm_h5_member hpm_cell_members[HPM_CELL_MEMBERS] = {
    [HPM_CELL_COUNT] = HPM_H5_MEMBER (COUNT, hpm_cell, value),
    [HPM_CELL_QUALITY] = HPM_H5_MEMBER (COUNT_QUALITY, hpm_cell, quality),
    [HPM_CELL_REASON] = HPM_H5_MEMBER (COUNT_REASON, hpm_cell, reason),
    [HPM_CELL_ENABLED] = HPM_H5_MEMBER (TIME_ENABLED, hpm_cell, time_enabled),
    [HPM_CELL_RUNNING] = HPM_H5_MEMBER (TIME_RUNNING, hpm_cell, time_running),
    [HPM_CELL_ERROR] = HPM_H5_MEMBER (COUNT_ERROR, hpm_cell, error),
};

struct hpm_detail {
    struct hpm_h5_writer *writer;
    const struct hpm_result *result;
    const struct hpm_scan *scan;
    struct hpm_record_texts texts;
    struct hpm_h5_column ranks, accounts, threads, metrics;
    struct hpm_h5_column cells[HPM_CELL_MEMBERS];
    int64_t thread_rows;        /* so far */
    void *row;                  /* of the widest column, owned */
    struct hpm_cell *cell_copy; /* of a thread, owned */
};

static size_t
cell_count (const struct hpm_result *result)
{
    return (size_t)result->region_count * (size_t)result->event_count;
}

static int
is_stored (const struct hpm_scan *scan, int member)
{
    switch (member) {
    case HPM_CELL_REASON:
        return scan->unavailable;
    case HPM_CELL_ENABLED:
    case HPM_CELL_RUNNING:
        return scan->multiplexed;
    case HPM_CELL_ERROR:
        return scan->inexact;
    default:
        return 1;
    }
}

static int
open_columns (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_writer *writer = detail->writer;
    int failed = hpm_h5_column_open (&detail->ranks, writer,
                                     HPM_VARIABLE_RANK_RECORD, error)
                 || hpm_h5_column_open (&detail->accounts, writer,
                                        HPM_VARIABLE_RANK_ACCOUNT, error)
                 || hpm_h5_column_open (&detail->threads, writer,
                                        HPM_VARIABLE_THREAD_RECORD, error)
                 || hpm_h5_column_open (&detail->metrics, writer,
                                        HPM_VARIABLE_RANK_METRIC, error);

    for (int i = 0; !failed && i < HPM_CELL_MEMBERS; i++)
        if (is_stored (detail->scan, i))
            failed = hpm_h5_column_open (&detail->cells[i], writer,
                                         hpm_cell_members[i].variable, error);
    return failed;
}

struct hpm_detail *
hpm_detail_create (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, const struct hpm_scan *scan,
                   struct hpm_error *error)
{
    struct hpm_detail *detail = calloc (1, sizeof *detail);
    size_t cells = cell_count (result);
    size_t metrics
        = (size_t)result->metrics.count * (size_t)result->region_count;
    size_t fields = HPM_RANK_FIELD_COUNT + HPM_THREAD_FIELD_COUNT;

    if (detail) {
        detail->row = malloc ((cells + metrics + fields) * sizeof (int64_t));
        detail->cell_copy = malloc ((cells + 1) * sizeof *detail->cell_copy);
    }
    if (!detail || !detail->row || !detail->cell_copy) {
        hpm_detail_destroy (detail);
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    detail->writer = writer;
    detail->result = result;
    detail->scan = scan;
    detail->texts = (struct hpm_record_texts){ &result->hosts, &scan->texts };
    if (!open_columns (detail, error))
        return detail;
    hpm_detail_destroy (detail);
    return NULL;
}

static int
append (struct hpm_detail *detail, struct hpm_h5_column *column,
        struct hpm_error *error)
{
    return hpm_h5_column_append (column, detail->writer, detail->row, error);
}

/* One member after the other of all cells of a thread.  */
static int
append_cells (struct hpm_detail *detail, const struct hpm_cell *cells,
              struct hpm_error *error)
{
    size_t count = cell_count (detail->result);
    struct hpm_cell *copy = detail->cell_copy;
    int failed = 0;

    for (size_t i = 0; i < count; i++) {
        copy[i] = cells[i];
        if (!hpm_quality_has_value (cells[i].quality))
            copy[i].value = HPM_NO_COUNT;
    }
    for (int i = 0; !failed && i < HPM_CELL_MEMBERS; i++) {
        if (!is_stored (detail->scan, i))
            continue;
        hpm_h5_gather (&hpm_cell_members[i], copy, sizeof *copy, count,
                       detail->row);
        failed = append (detail, &detail->cells[i], error);
    }
    return failed;
}

static int
append_threads (struct hpm_detail *detail, const struct hpm_rank_data *data,
                struct hpm_error *error)
{
    size_t count = cell_count (detail->result);

    for (size_t t = 0; t < (size_t)data->thread_count; t++) {
        hpm_record_pack (hpm_thread_fields, HPM_THREAD_FIELD_COUNT,
                         &detail->texts, &data->threads[t], detail->row);
        if (append (detail, &detail->threads, error)
            || append_cells (detail, data->cells + t * count, error))
            return -1;
    }
    detail->thread_rows += data->thread_count;
    return 0;
}

/* A derived number is not worth more than four digits; the bits below them (the
 * error is under 1 in 30,000) would not compress.  */
static float
round_metric (double value)
{
    float rounded = (float)value;
    uint32_t bits;

    if (!isfinite (rounded))
        return NAN;
    memcpy (&bits, &rounded, sizeof bits);
    bits = (bits + 0x100u) & ~0x1ffu;
    memcpy (&rounded, &bits, sizeof bits);
    return isfinite (rounded) ? rounded : (float)value;
}

static int
append_metrics (struct hpm_detail *detail, const struct hpm_values *values,
                struct hpm_error *error)
{
    size_t count = (size_t)detail->result->region_count
                   * (size_t)detail->result->metrics.count;
    float *row = detail->row;

    for (size_t i = 0; i < count; i++)
        row[i] = values->metrics[i].status == HPM_METRIC_OK
                     ? round_metric (values->metrics[i].value)
                     : NAN;
    return append (detail, &detail->metrics, error);
}

int
hpm_detail_append (struct hpm_detail *detail, const struct hpm_rank_data *data,
                   const struct hpm_values *values,
                   const struct hpm_account *account, struct hpm_error *error)
{
    struct hpm_rank_row row
        = { detail->thread_rows, data->thread_count, data->record };

    hpm_record_pack (hpm_rank_fields, HPM_RANK_FIELD_COUNT, &detail->texts,
                     &row, detail->row);
    return append (detail, &detail->ranks, error)
           || hpm_h5_column_append (&detail->accounts, detail->writer,
                                    account->part, error)
           || append_metrics (detail, values, error)
           || append_threads (detail, data, error);
}

/* Columns that are not open are none to these.  */
int
hpm_detail_finish (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_writer *writer = detail->writer;
    int failed = hpm_h5_column_close (&detail->ranks, writer, error)
                 || hpm_h5_column_close (&detail->accounts, writer, error)
                 || hpm_h5_column_close (&detail->threads, writer, error)
                 || hpm_h5_column_close (&detail->metrics, writer, error);

    for (int i = 0; !failed && i < HPM_CELL_MEMBERS; i++)
        failed = hpm_h5_column_close (&detail->cells[i], writer, error);
    return failed;
}

void
hpm_detail_destroy (struct hpm_detail *detail)
{
    if (!detail)
        return;
    hpm_h5_column_abandon (&detail->ranks);
    hpm_h5_column_abandon (&detail->accounts);
    hpm_h5_column_abandon (&detail->threads);
    hpm_h5_column_abandon (&detail->metrics);
    for (int i = 0; i < HPM_CELL_MEMBERS; i++)
        hpm_h5_column_abandon (&detail->cells[i]);
    free (detail->row);
    free (detail->cell_copy);
    free (detail);
}
