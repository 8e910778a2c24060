/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/record.h"

#include <math.h>

#include "aggregate/model/joined.h"
#include "aggregate/show/emit/csv.h"
#include "aggregate/show/emit/json.h"
#include "base/quality.h"

struct hpm_count
hpm_count_of (int64_t count, uint32_t quality, uint32_t reason)
{
    return (struct hpm_count){ (uint64_t)count, count < 0 ? -1 : 0, quality,
                               reason };
}

int
hpm_count_exists (const struct hpm_count *count)
{
    return hpm_quality_has_value (count->quality);
}

double
hpm_count_number (const struct hpm_count *count)
{
    return 0x1p64 * (double)count->high + (double)count->low;
}

int
hpm_is_narrow (uint64_t low, int64_t high)
{
    return high == ((int64_t)low < 0 ? -1 : 0);
}

struct hpm_number
hpm_number_integer (int64_t value, int exists)
{
    return (struct hpm_number){ exists ? HPM_NUMBER_INTEGER : HPM_NUMBER_NONE,
                                (uint64_t)value, value < 0 ? -1 : 0, NAN };
}

struct hpm_number
hpm_number_real (double value)
{
    return (struct hpm_number){ HPM_NUMBER_REAL, 0, 0, value };
}

const void *
hpm_column_at (const struct hpm_column *column, const void *row)
{
    return (const char *)(column->base ? column->base : row) + column->offset;
}

double
hpm_column_number (const struct hpm_column *column, const void *row)
{
    const void *at = hpm_column_at (column, row);

    if (column->kind == HPM_REAL)
        return *(const double *)at;
    return column->kind == HPM_COUNTED && hpm_count_exists (at)
               ? hpm_count_number (at)
               : NAN;
}

void
hpm_csv_heading (struct hpm_csv *csv, const struct hpm_column *columns,
                 int count)
{
    for (int i = 0; i < count; i++)
        if (columns[i].in & HPM_IN_CSV)
            hpm_csv_text (csv, columns[i].name);
    hpm_csv_end (csv);
}

static void
csv_number (struct hpm_csv *csv, const struct hpm_number *number)
{
    if (number->is == HPM_NUMBER_INTEGER)
        hpm_csv_wide (csv, number->low, number->high);
    else
        hpm_csv_real (csv, number->is == HPM_NUMBER_REAL ? number->real : NAN);
}

static void
csv_runs (struct hpm_csv *csv, uint64_t runs)
{
    char text[HPM_JOINED_TEXT];

    hpm_csv_text (csv, hpm_joined_text (runs, text));
}

/* 1 if a column has a value, of a kind that may have none.  */
static int
is_there (enum hpm_kind kind, const void *at)
{
    switch (kind) {
    case HPM_TEXT:
        return *(const char *const *)at != NULL;
    case HPM_INTEGER:
        return *(const int64_t *)at != HPM_NO_INTEGER;
    case HPM_REAL:
        return isfinite (*(const double *)at) != 0;
    case HPM_FLAG:
        return *(const int *)at;
    case HPM_COUNTED:
        return hpm_count_exists (at);
    default:
        return 1;
    }
}

/* One field.  */
static void
csv_value (struct hpm_csv *csv, enum hpm_kind kind, const void *at)
{
    const struct hpm_count *count = at;

    switch (kind) {
    case HPM_TEXT:
        hpm_csv_text (csv, *(const char *const *)at);
        break;
    case HPM_CHARS:
        hpm_csv_text (csv, at);
        break;
    case HPM_INTEGER:
        hpm_csv_integer (csv, *(const int64_t *)at);
        break;
    case HPM_REAL:
        hpm_csv_real (csv, *(const double *)at);
        break;
    case HPM_NUMBER:
        csv_number (csv, at);
        break;
    case HPM_COUNTED:
        hpm_csv_wide (csv, count->low, count->high);
        break;
    case HPM_FLAG:
        hpm_csv_integer (csv, *(const int *)at);
        break;
    case HPM_RUNS:
        csv_runs (csv, *(const uint64_t *)at);
    }
}

void
hpm_csv_row (struct hpm_csv *csv, const struct hpm_column *columns, int count,
             const void *row)
{
    for (int i = 0; i < count; i++) {
        const void *at = hpm_column_at (&columns[i], row);

        if (!(columns[i].in & HPM_IN_CSV))
            continue;
        if (columns[i].kind == HPM_FLAG || is_there (columns[i].kind, at))
            csv_value (csv, columns[i].kind, at);
        else
            hpm_csv_none (csv);
    }
    hpm_csv_end (csv);
}

/* An integer that leaves 64 bits is a real.  */
static void
json_wide (struct hpm_json *json, const char *name, uint64_t low, int64_t high)
{
    struct hpm_count count = { low, high, 0, 0 };

    if (hpm_is_narrow (low, high))
        hpm_json_integer (json, name, (int64_t)low);
    else
        hpm_json_real (json, name, hpm_count_number (&count));
}

static void
json_number (struct hpm_json *json, const char *name,
             const struct hpm_number *number)
{
    if (number->is == HPM_NUMBER_INTEGER)
        json_wide (json, name, number->low, number->high);
    else
        hpm_json_real (json, name,
                       number->is == HPM_NUMBER_REAL ? number->real : NAN);
}

static void
json_runs (struct hpm_json *json, const char *name, uint64_t runs)
{
    hpm_json_open (json, name, '[');
    for (int i = 0; i < HPM_JOINED_MAX; i++)
        if (runs >> i & 1)
            hpm_json_integer (json, NULL, i + 1);
    hpm_json_close (json, ']');
}

static void
json_value (struct hpm_json *json, const struct hpm_column *column,
            const void *at)
{
    const struct hpm_count *count = at;

    switch (column->kind) {
    case HPM_TEXT:
        hpm_json_text (json, column->name, *(const char *const *)at);
        break;
    case HPM_CHARS:
        hpm_json_text (json, column->name, at);
        break;
    case HPM_INTEGER:
        hpm_json_integer (json, column->name, *(const int64_t *)at);
        break;
    case HPM_REAL:
        hpm_json_real (json, column->name, *(const double *)at);
        break;
    case HPM_NUMBER:
        json_number (json, column->name, at);
        break;
    case HPM_COUNTED:
        json_wide (json, column->name, count->low, count->high);
        break;
    case HPM_FLAG:
        hpm_json_flag (json, column->name, *(const int *)at);
        break;
    case HPM_RUNS:
        json_runs (json, column->name, *(const uint64_t *)at);
    }
}

/* 1 if it is not to be seen in this row.  */
static int
is_left_out (const struct hpm_column *column, const void *at)
{
    const struct hpm_count *count = at;

    if (column->kind == HPM_COUNTED && count->quality == HPM_QUALITY_ABSENT)
        return 1;
    return column->in & HPM_IF_ANY && !is_there (column->kind, at);
}

void
hpm_json_row (struct hpm_json *json, const struct hpm_column *columns,
              int count, const void *row)
{
    for (int i = 0; i < count; i++) {
        const struct hpm_column *column = &columns[i];
        const void *at = hpm_column_at (column, row);

        if (!(column->in & HPM_IN_JSON) || is_left_out (column, at))
            continue;
        if (is_there (column->kind, at))
            json_value (json, column, at);
        else
            hpm_json_null (json, column->name);
    }
}

void
hpm_json_value (struct hpm_json *json, const struct hpm_column *column)
{
    struct hpm_column bare = *column;
    const void *at = hpm_column_at (column, NULL);

    bare.name = NULL;
    if (is_there (column->kind, at))
        json_value (json, &bare, at);
    else
        hpm_json_null (json, NULL);
}

void
hpm_json_part (struct hpm_json *json, const char *key,
               const struct hpm_column *columns, int count, int stays)
{
    int first = 0;

    while (
        first < count
        && is_left_out (&columns[first], hpm_column_at (&columns[first], NULL)))
        first++;
    if (first == count && !stays)
        return;
    hpm_json_open (json, key, '{');
    hpm_json_row (json, columns + first, count - first, NULL);
    hpm_json_close (json, '}');
}
