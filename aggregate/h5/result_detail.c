/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The columns of a result file that grow with ranks and threads.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/result_parts.h"

enum column {
    RANK_RECORD,
    THREAD_RECORD,
    COUNT,
    QUALITY,
    REASON,
    ENABLED,
    RUNNING,
    RANK_METRIC,
    COLUMNS
};

struct hpm_detail {
    struct hpm_h5_writer *writer;
    const struct hpm_result *result;
    const struct hpm_scan *scan;
    struct hpm_h5_column columns[COLUMNS];
    int64_t thread_rows; /* so far */
    void *row;           /* of the widest column, owned */
};

static const int64_t no_count = HPM_NO_COUNT;

#define ALONG_THREAD                                                           \
    .rank = 3, .dimensions = { HPM_DIMENSION_REGION, HPM_DIMENSION_EVENT,      \
                               HPM_DIMENSION_THREAD }

static int
open_column (struct hpm_detail *detail, enum column which,
             const struct hpm_h5_variable *variable, struct hpm_error *error)
{
    return hpm_h5_column_open (&detail->columns[which], detail->writer,
                               variable, error);
}

static int
open_cells (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_variable count = { .name = "count",
                                     ALONG_THREAD,
                                     .type = H5T_NATIVE_INT64,
                                     .fill = &no_count };
    struct hpm_h5_variable quality = { .name = "count_quality",
                                       ALONG_THREAD,
                                       .type = H5T_NATIVE_UINT8,
                                       .enumeration = &hpm_qualities };
    struct hpm_h5_variable reason = { .name = "count_reason",
                                      ALONG_THREAD,
                                      .type = H5T_NATIVE_UINT8,
                                      .enumeration = &hpm_reasons };

    return open_column (detail, COUNT, &count, error)
           || open_column (detail, QUALITY, &quality, error)
           || (detail->scan->unavailable
               && open_column (detail, REASON, &reason, error));
}

/* Only where some counter did not run all the time.  */
static int
open_times (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_variable enabled
        = { .name = "time_enabled", ALONG_THREAD, .type = H5T_NATIVE_INT64 };
    struct hpm_h5_variable running = enabled;

    running.name = "time_running";
    if (!detail->scan->multiplexed)
        return 0;
    return open_column (detail, ENABLED, &enabled, error)
           || open_column (detail, RUNNING, &running, error);
}

static int
open_records (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_variable rank
        = { .name = "rank_record",
            .type = H5T_NATIVE_INT64,
            .rank = 2,
            .dimensions = { HPM_DIMENSION_RANK_FIELD, HPM_DIMENSION_RANK } };
    struct hpm_h5_variable thread
        = { .name = "thread_record",
            .type = H5T_NATIVE_INT64,
            .rank = 2,
            .dimensions
            = { HPM_DIMENSION_THREAD_FIELD, HPM_DIMENSION_THREAD } };
    struct hpm_h5_variable metric
        = { .name = "rank_metric",
            .type = H5T_NATIVE_FLOAT,
            .rank = 3,
            .dimensions = { HPM_DIMENSION_REGION, HPM_DIMENSION_METRIC,
                            HPM_DIMENSION_RANK } };

    return open_column (detail, RANK_RECORD, &rank, error)
           || open_column (detail, THREAD_RECORD, &thread, error)
           || open_column (detail, RANK_METRIC, &metric, error);
}

struct hpm_detail *
hpm_detail_create (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, const struct hpm_scan *scan,
                   struct hpm_error *error)
{
    struct hpm_detail *detail = calloc (1, sizeof *detail);
    size_t cells = (size_t)(result->event_count + result->metrics.count)
                   * (size_t)result->region_count;
    size_t fields = (size_t)(hpm_rank_field_count + hpm_thread_field_count) + 2;
    size_t widest = (cells + fields) * sizeof (int64_t);

    if (detail)
        detail->row = malloc (widest);
    if (!detail || !detail->row) {
        free (detail);
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    detail->writer = writer;
    detail->result = result;
    detail->scan = scan;
    for (int i = 0; i < COLUMNS; i++)
        detail->columns[i].dataset = -1;
    if (!open_records (detail, error) && !open_cells (detail, error)
        && !open_times (detail, error))
        return detail;
    hpm_detail_destroy (detail);
    return NULL;
}

static int
append (struct hpm_detail *detail, enum column which, const void *row,
        struct hpm_error *error)
{
    return hpm_h5_column_append (&detail->columns[which], detail->writer, row,
                                 error);
}

/* A field as a number: texts are places in a table.  */
static int64_t
field_number (const struct hpm_detail *detail, const struct hpm_field *field,
              const void *record)
{
    const char *value = (const char *)record + field->offset;
    int32_t number;
    int64_t large;

    switch (field->kind) {
    case HPM_FIELD_text:
        return hpm_text_table_find (hpm_field_is_host (field)
                                        ? &detail->result->hosts
                                        : &detail->scan->texts,
                                    value);
    case HPM_FIELD_i32:
        memcpy (&number, value, sizeof number);
        return number;
    default:
        memcpy (&large, value, sizeof large);
        return large;
    }
}

static int
has_value (const struct hpm_cell *cell)
{
    return cell->quality != HPM_QUALITY_ABSENT
           && cell->quality != HPM_QUALITY_UNAVAILABLE;
}

/* One member of all cells of a thread as a row.  */
static int
append_cells (struct hpm_detail *detail, enum column which,
              const struct hpm_cell *cells, struct hpm_error *error)
{
    size_t count = (size_t)detail->result->region_count
                   * (size_t)detail->result->event_count;
    int64_t *numbers = detail->row;
    uint8_t *codes = detail->row;

    for (size_t i = 0; i < count; i++)
        switch (which) {
        case COUNT:
            numbers[i] = has_value (&cells[i]) ? cells[i].value : HPM_NO_COUNT;
            break;
        case ENABLED:
            numbers[i] = cells[i].time_enabled;
            break;
        case RUNNING:
            numbers[i] = cells[i].time_running;
            break;
        case QUALITY:
            codes[i] = (uint8_t)cells[i].quality;
            break;
        default:
            codes[i] = (uint8_t)cells[i].reason;
        }
    return append (detail, which, detail->row, error);
}

static int
append_thread (struct hpm_detail *detail, const struct hpm_rank_data *data,
               int64_t thread, struct hpm_error *error)
{
    size_t count = (size_t)detail->result->region_count
                   * (size_t)detail->result->event_count;
    int64_t *row = detail->row;

    for (int i = 0; i < hpm_thread_field_count; i++)
        row[i] = field_number (detail, &hpm_thread_fields[i],
                               &data->threads[thread]);
    if (append (detail, THREAD_RECORD, row, error))
        return -1;
    for (int which = COUNT; which <= RUNNING; which++)
        if (append_cells (detail, (enum column)which,
                          data->cells + (size_t)thread * count, error))
            return -1;
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
    return append (detail, RANK_METRIC, row, error);
}

/* The fields of the record, then where the rank's threads are.  */
static int
append_rank (struct hpm_detail *detail, const struct hpm_rank_data *data,
             struct hpm_error *error)
{
    int64_t *row = detail->row;
    int i = 0;

    for (; i < hpm_rank_field_count; i++)
        row[i] = field_number (detail, &hpm_rank_fields[i], &data->record);
    row[i++] = detail->thread_rows;
    row[i] = data->thread_count;
    return append (detail, RANK_RECORD, row, error);
}

int
hpm_detail_append (struct hpm_detail *detail, const struct hpm_rank_data *data,
                   const struct hpm_values *values, struct hpm_error *error)
{
    if (append_rank (detail, data, error)
        || append_metrics (detail, values, error))
        return -1;
    for (int64_t t = 0; t < data->thread_count; t++)
        if (append_thread (detail, data, t, error))
            return -1;
    detail->thread_rows += data->thread_count;
    return 0;
}

int
hpm_detail_finish (struct hpm_detail *detail, struct hpm_error *error)
{
    for (int i = 0; i < COLUMNS; i++)
        if (hpm_h5_column_close (&detail->columns[i], detail->writer, error))
            return -1;
    return 0;
}

void
hpm_detail_destroy (struct hpm_detail *detail)
{
    if (!detail)
        return;
    for (int i = 0; i < COLUMNS; i++)
        hpm_h5_column_abandon (&detail->columns[i]);
    free (detail->row);
    free (detail);
}
