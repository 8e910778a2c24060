/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The columns of a result file that grow with ranks and threads.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result_parts.h"

/* Columns beside those of the records.  */
enum own_column {
    FIRST_THREAD,
    THREADS,
    COUNT,
    QUALITY,
    REASON,
    ENABLED,
    RUNNING,
    RANK_METRIC,
    OWN_COLUMNS
};

struct hpm_detail {
    struct hpm_h5_writer *writer;
    const struct hpm_result *result;
    const struct hpm_scan *scan;
    struct hpm_h5_column *rank_fields, *thread_fields;     /* owned */
    struct hpm_h5_column own[OWN_COLUMNS];
    int64_t thread_rows;       /* so far */
    char *row;                 /* of the widest column, owned */
};

static const int64_t no_count = HPM_NO_COUNT;

/* The column of a field of a record; the rank's own number is the dimension. */
static int
open_field (struct hpm_detail *detail, struct hpm_h5_column *column,
            const struct hpm_field *field, enum hpm_dimension dimension,
            struct hpm_error *error)
{
    const struct hpm_enumeration *enumeration = hpm_field_enumeration (field);
    struct hpm_h5_variable variable
        = { .name = field->variable,
            .type = enumeration ? H5T_NATIVE_UINT8
                    : field->kind == HPM_FIELD_i64 ? H5T_NATIVE_INT64
                                                   : H5T_NATIVE_INT32,
            .rank = 1,
            .dimensions = { dimension },
            .units = hpm_field_units (field),
            .enumeration = enumeration };

    if (field->kind == HPM_FIELD_text)
        variable.long_name = hpm_field_is_host (field) ? "index in host"
                                                       : "index in text";
    return hpm_h5_column_open (column, detail->writer, &variable, error);
}

static int
open_fields (struct hpm_detail *detail, struct hpm_error *error)
{
    detail->rank_fields
        = calloc ((size_t) hpm_rank_field_count, sizeof *detail->rank_fields);
    detail->thread_fields = calloc ((size_t) hpm_thread_field_count,
                                    sizeof *detail->thread_fields);
    if (!detail->rank_fields || !detail->thread_fields)
        return hpm_error_set (error, "out of memory");
    for (int i = 1; i < hpm_rank_field_count; i++)
        if (open_field (detail, &detail->rank_fields[i], &hpm_rank_fields[i],
                        HPM_DIMENSION_RANK, error))
            return -1;
    for (int i = 0; i < hpm_thread_field_count; i++)
        if (open_field (detail, &detail->thread_fields[i],
                        &hpm_thread_fields[i], HPM_DIMENSION_THREAD, error))
            return -1;
    return 0;
}

/* Open one of our own columns along thread, region, event, or along rank.  */
static int
open_own (struct hpm_detail *detail, enum own_column which,
          struct hpm_h5_variable variable, struct hpm_error *error)
{
    if (variable.rank == 3)
        memcpy (variable.dimensions,
                (enum hpm_dimension[]) { HPM_DIMENSION_THREAD,
                                         HPM_DIMENSION_REGION,
                                         HPM_DIMENSION_EVENT },
                3 * sizeof *variable.dimensions);
    return hpm_h5_column_open (&detail->own[which], detail->writer, &variable,
                               error);
}

static int
open_cells (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_variable count = { .name = "count", .rank = 3,
                                     .type = H5T_NATIVE_INT64,
                                     .fill = &no_count };
    struct hpm_h5_variable quality = { .name = "count_quality", .rank = 3,
                                       .type = H5T_NATIVE_UINT8,
                                       .enumeration = &hpm_qualities };
    struct hpm_h5_variable reason = { .name = "count_reason", .rank = 3,
                                      .type = H5T_NATIVE_UINT8,
                                      .enumeration = &hpm_reasons };
    struct hpm_h5_variable enabled = { .name = "time_enabled", .rank = 3,
                                       .type = H5T_NATIVE_INT64,
                                       .units = "ns" };
    struct hpm_h5_variable running = enabled;

    running.name = "time_running";
    if (open_own (detail, COUNT, count, error)
        || open_own (detail, QUALITY, quality, error)
        || open_own (detail, REASON, reason, error))
        return -1;
    if (!detail->scan->multiplexed)
        return 0;
    return open_own (detail, ENABLED, enabled, error)
           || open_own (detail, RUNNING, running, error);
}

static int
open_rank_columns (struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_h5_variable first = { .name = "rank_first_thread", .rank = 1,
                                     .type = H5T_NATIVE_INT64,
                                     .dimensions = { HPM_DIMENSION_RANK } };
    struct hpm_h5_variable threads = { .name = "rank_threads", .rank = 1,
                                       .type = H5T_NATIVE_INT32,
                                       .dimensions = { HPM_DIMENSION_RANK } };
    struct hpm_h5_variable metric
        = { .name = "rank_metric", .rank = 3,
            .type = H5T_NATIVE_FLOAT,
            .dimensions = { HPM_DIMENSION_RANK, HPM_DIMENSION_REGION,
                            HPM_DIMENSION_METRIC } };

    return hpm_h5_column_open (&detail->own[FIRST_THREAD], detail->writer,
                               &first, error)
           || hpm_h5_column_open (&detail->own[THREADS], detail->writer,
                                  &threads, error)
           || hpm_h5_column_open (&detail->own[RANK_METRIC], detail->writer,
                                  &metric, error);
}

struct hpm_detail *
hpm_detail_create (struct hpm_h5_writer *writer, const struct hpm_result *result,
                   const struct hpm_scan *scan, struct hpm_error *error)
{
    struct hpm_detail *detail = calloc (1, sizeof *detail);
    size_t widest = (size_t) (result->event_count + result->metrics.count + 1)
                    * (size_t) result->region_count * sizeof (int64_t);

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
    for (int i = 0; i < OWN_COLUMNS; i++)
        detail->own[i].dataset = -1;
    if (!open_fields (detail, error) && !open_cells (detail, error)
        && !open_rank_columns (detail, error))
        return detail;
    hpm_detail_destroy (detail);
    return NULL;
}

static int
append_field (struct hpm_detail *detail, struct hpm_h5_column *column,
              const struct hpm_field *field, const void *record,
              struct hpm_error *error)
{
    const char *value = (const char *) record + field->offset;
    int32_t number;
    uint8_t code;

    if (field->kind == HPM_FIELD_text) {
        number = hpm_text_table_find (hpm_field_is_host (field)
                                          ? &detail->result->hosts
                                          : &detail->scan->texts,
                                      value);
        value = (const char *) &number;
    } else if (hpm_field_enumeration (field)) {
        memcpy (&number, value, sizeof number);
        code = (uint8_t) number;
        value = (const char *) &code;
    }
    return hpm_h5_column_append (column, detail->writer, value, error);
}

static int
has_value (const struct hpm_cell *cell)
{
    return cell->quality != HPM_QUALITY_ABSENT
           && cell->quality != HPM_QUALITY_UNAVAILABLE;
}

/* One member of all cells of a thread as a row.  */
static int
append_cells (struct hpm_detail *detail, enum own_column which,
              const struct hpm_cell *cells, struct hpm_error *error)
{
    size_t count = (size_t) detail->result->region_count
                   * (size_t) detail->result->event_count;
    int64_t *numbers = (int64_t *) (void *) detail->row;
    uint8_t *codes = (uint8_t *) detail->row;

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
            codes[i] = (uint8_t) cells[i].quality;
            break;
        default:
            codes[i] = (uint8_t) cells[i].reason;
        }
    return hpm_h5_column_append (&detail->own[which], detail->writer,
                                 detail->row, error);
}

static int
append_thread (struct hpm_detail *detail, const struct hpm_rank_data *data,
               int64_t thread, struct hpm_error *error)
{
    size_t count = (size_t) detail->result->region_count
                   * (size_t) detail->result->event_count;

    for (int i = 0; i < hpm_thread_field_count; i++)
        if (append_field (detail, &detail->thread_fields[i],
                          &hpm_thread_fields[i], &data->threads[thread], error))
            return -1;
    for (int which = COUNT; which <= RUNNING; which++)
        if (append_cells (detail, (enum own_column) which,
                          data->cells + (size_t) thread * count, error))
            return -1;
    return 0;
}

/* Five significant digits are what a derived number is worth; the bits below
 * them would not compress.  */
static float
round_metric (double value)
{
    float rounded = (float) value;
    uint32_t bits;

    if (!isfinite (rounded))
        return NAN;
    memcpy (&bits, &rounded, sizeof bits);
    bits = (bits + 0x20u) & ~0x3fu;
    memcpy (&rounded, &bits, sizeof bits);
    return isfinite (rounded) ? rounded : (float) value;
}

static int
append_metrics (struct hpm_detail *detail, const struct hpm_values *values,
                struct hpm_error *error)
{
    size_t count = (size_t) detail->result->region_count
                   * (size_t) detail->result->metrics.count;
    float *row = (float *) (void *) detail->row;

    for (size_t i = 0; i < count; i++)
        row[i] = values->metrics[i].status == HPM_METRIC_OK
                     ? round_metric (values->metrics[i].value)
                     : NAN;
    return hpm_h5_column_append (&detail->own[RANK_METRIC], detail->writer, row,
                                 error);
}

int
hpm_detail_append (struct hpm_detail *detail, const struct hpm_rank_data *data,
                   const struct hpm_values *values, struct hpm_error *error)
{
    int32_t threads = (int32_t) data->thread_count;

    for (int i = 1; i < hpm_rank_field_count; i++)
        if (append_field (detail, &detail->rank_fields[i], &hpm_rank_fields[i],
                          &data->record, error))
            return -1;
    if (hpm_h5_column_append (&detail->own[FIRST_THREAD], detail->writer,
                              &detail->thread_rows, error)
        || hpm_h5_column_append (&detail->own[THREADS], detail->writer,
                                 &threads, error)
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
    int failed = 0;

    for (int i = 1; !failed && i < hpm_rank_field_count; i++)
        failed = hpm_h5_column_close (&detail->rank_fields[i], detail->writer,
                                      error);
    for (int i = 0; !failed && i < hpm_thread_field_count; i++)
        failed = hpm_h5_column_close (&detail->thread_fields[i],
                                      detail->writer, error);
    for (int i = 0; !failed && i < OWN_COLUMNS; i++)
        failed = hpm_h5_column_close (&detail->own[i], detail->writer, error);
    return failed;
}

void
hpm_detail_destroy (struct hpm_detail *detail)
{
    if (!detail)
        return;
    for (int i = 1; detail->rank_fields && i < hpm_rank_field_count; i++)
        hpm_h5_column_abandon (&detail->rank_fields[i]);
    for (int i = 0; detail->thread_fields && i < hpm_thread_field_count; i++)
        hpm_h5_column_abandon (&detail->thread_fields[i]);
    for (int i = 0; i < OWN_COLUMNS; i++)
        hpm_h5_column_abandon (&detail->own[i]);
    free (detail->rank_fields);
    free (detail->thread_fields);
    free (detail->row);
    free (detail);
}
