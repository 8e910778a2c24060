/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls in a result file: by function and rank, and over the ranks.  A run
 * whose calls were not recorded has none of this; one that made none has only
 * how they were recorded, over the ranks.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"
#include "aggregate/file/statistics_rows.h"

enum { RANK_CALL, RANK_SIZE, MPI_RECORD, COLUMNS };
static const enum hpm_variable column_variables[COLUMNS]
    = { HPM_VARIABLE_RANK_CALL, HPM_VARIABLE_RANK_SIZE,
        HPM_VARIABLE_MPI_RECORD };

struct hpm_call_columns {
    struct hpm_h5_writer *writer;
    struct hpm_calls *calls;
    struct hpm_h5_column columns[COLUMNS];
    int64_t *sums, *sizes; /* of a rank, owned */
};

#define SIZE_ITEMS                                                             \
    ((size_t)HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS * HPM_SIZE_FIELD_COUNT)

static const struct hpm_h5_member function_members[] = {
    HPM_H5_MEMBER (FUNCTION_KIND, hpm_function_record, kind),
    HPM_H5_MEMBER (FUNCTION_SENT, hpm_function_record, sent),
    HPM_H5_MEMBER (FUNCTION_RECEIVED, hpm_function_record, received),
};
static const struct hpm_h5_table functions
    = { HPM_DIMENSION_FUNCTION, HPM_H5_LABELS (hpm_function_record, name),
        HPM_H5_MEMBERS (function_members) };

_Static_assert(HPM_FUNCTIONS_MAX == 4096 && HPM_SIZE_BUCKETS == 64,
               "as many as the schema says");

/* Sizes by kind, of the buckets that occur, one after the other; with `back`,
 * out of that.  */
static void
copy_sizes (int64_t sizes[][HPM_SIZE_BUCKETS][HPM_SIZE_FIELD_COUNT],
            int buckets, int64_t *packed, int back)
{
    size_t items = (size_t)buckets * HPM_SIZE_FIELD_COUNT;

    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++, packed += items) {
        int64_t *own = &sizes[kind][0][0];

        memcpy (back ? own : packed, back ? packed : own,
                items * sizeof *packed);
    }
}

static int
write_dimensions (struct hpm_h5_writer *writer, const struct hpm_calls *calls,
                  struct hpm_error *error)
{
    int64_t floors[HPM_SIZE_BUCKETS];

    for (int i = 0; i < calls->buckets; i++)
        floors[i] = hpm_bucket_floor (i);
    return hpm_h5_table_write (writer, &functions, calls->functions,
                               (hsize_t)calls->count, error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_CALL_FIELD, 0, NULL,
                                error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_MPI_FIELD, 0, NULL, error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_SIZE_KIND, 0, NULL, error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_SIZE_FIELD, 0, NULL,
                                error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_SIZE_BUCKET,
                                (hsize_t)calls->buckets, floors, error);
}

static int
open_columns (struct hpm_call_columns *columns, struct hpm_error *error)
{
    int failed = write_dimensions (columns->writer, columns->calls, error);

    for (int i = 0; !failed && i < COLUMNS; i++)
        failed = hpm_h5_column_open (&columns->columns[i], columns->writer,
                                     column_variables[i], error);
    return failed;
}

struct hpm_call_columns *
hpm_call_columns_create (struct hpm_h5_writer *writer, struct hpm_calls *calls,
                         struct hpm_error *error)
{
    struct hpm_call_columns *columns = calloc (1, sizeof *columns);
    size_t sums = (size_t)calls->count * HPM_CALL_SUM_COUNT;

    if (!columns) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    columns->writer = writer;
    columns->calls = calls;
    for (int i = 0; i < COLUMNS; i++)
        columns->columns[i].dataset = -1;
    columns->sums = calloc (sums + 1, sizeof *columns->sums);
    columns->sizes = calloc (SIZE_ITEMS, sizeof *columns->sizes);
    if (!columns->sums || !columns->sizes || hpm_calls_start (calls))
        hpm_error_set (error, "out of memory");
    else if (!calls->count || !open_columns (columns, error))
        return columns;
    hpm_call_columns_destroy (columns);
    return NULL;
}

static void
gather_sizes (struct hpm_call_columns *columns,
              const struct hpm_rank_data *data)
{
    int64_t sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS][HPM_SIZE_FIELD_COUNT];

    memset (sizes, 0, sizeof sizes);
    hpm_sizes_of_rank (data, sizes);
    copy_sizes (sizes, columns->calls->buckets, columns->sizes, 0);
}

static void
fill (int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = HPM_NO_COUNT;
}

int
hpm_call_columns_append (struct hpm_call_columns *columns,
                         const struct hpm_rank_data *data,
                         struct hpm_error *error)
{
    struct hpm_calls *calls = columns->calls;
    int64_t numbers[HPM_MPI_FIELD_COUNT];
    const void *rows[COLUMNS] = { columns->sums, columns->sizes, numbers };
    int failed = 0;

    if (!data->mpi && !calls->count)
        return 0;
    if (data->mpi) {
        hpm_calls_of_rank (calls, data, columns->sums);
        hpm_calls_add_rank (calls, data, columns->sums);
        hpm_mpi_record_numbers (data->mpi, numbers);
        gather_sizes (columns, data);
    } else {
        fill (columns->sums, (size_t)calls->count * HPM_CALL_SUM_COUNT);
        fill (columns->sizes, SIZE_ITEMS);
        fill (numbers, HPM_MPI_FIELD_COUNT);
    }
    for (int i = 0; !failed && i < COLUMNS; i++)
        failed = hpm_h5_column_append (&columns->columns[i], columns->writer,
                                       rows[i], error);
    return failed;
}

int
hpm_call_columns_finish (struct hpm_call_columns *columns,
                         struct hpm_error *error)
{
    struct hpm_h5_writer *writer = columns->writer;
    struct hpm_calls *calls = columns->calls;

    for (int i = 0; i < COLUMNS; i++)
        if (hpm_h5_column_close (&columns->columns[i], writer, error))
            return -1;
    if (!calls->count
        && (!hpm_calls_recorded (calls)
            || hpm_h5_dimension (writer, HPM_DIMENSION_MPI_FIELD, 0, NULL,
                                 error)))
        return hpm_calls_recorded (calls) ? -1 : 0;
    if (hpm_statistics_write (writer, HPM_VARIABLE_JOB_MPI_RECORD,
                              calls->fields, NULL, 0, error))
        return -1;
    if (!calls->count)
        return 0;
    copy_sizes (calls->sizes, calls->buckets, columns->sizes, 0);
    return hpm_statistics_write (writer, HPM_VARIABLE_JOB_CALL, calls->sums,
                                 NULL, 0, error)
           || hpm_h5_write (writer, HPM_VARIABLE_JOB_SIZE, columns->sizes,
                            error);
}

void
hpm_call_columns_destroy (struct hpm_call_columns *columns)
{
    if (!columns)
        return;
    for (int i = 0; i < COLUMNS; i++)
        hpm_h5_column_abandon (&columns->columns[i]);
    free (columns->sums);
    free (columns->sizes);
    free (columns);
}

static int
load_functions (const struct hpm_h5_reader *reader, struct hpm_calls *calls,
                struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_FUNCTION];

    if (!count)
        return 0;
    calls->functions = calloc (count, sizeof *calls->functions);
    if (!calls->functions)
        return hpm_error_set (error, "out of memory");
    calls->count = (int)count;
    return hpm_h5_table_read (reader, &functions, calls->functions, error);
}

/* What was found of each function, and in messages by size.  */
static int
load_sums (const struct hpm_h5_reader *reader, struct hpm_calls *calls,
           struct hpm_error *error)
{
    int64_t sizes[SIZE_ITEMS];

    if (!reader->length[HPM_DIMENSION_CALL_FIELD]
        || !reader->length[HPM_DIMENSION_SIZE_KIND]
        || !reader->length[HPM_DIMENSION_SIZE_FIELD])
        return hpm_h5_damaged (reader, "call_field", error);
    calls->buckets = (int)reader->length[HPM_DIMENSION_SIZE_BUCKET];
    if (hpm_statistics_read (reader, HPM_VARIABLE_JOB_CALL, calls->sums, error)
        || hpm_h5_read (reader, HPM_VARIABLE_JOB_SIZE, sizes, error))
        return -1;
    copy_sizes (calls->sizes, calls->buckets, sizes, 1);
    return 0;
}

int
hpm_calls_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    struct hpm_calls *calls = &result->calls;

    if (load_functions (reader, calls, error))
        return -1;
    if (hpm_calls_start (calls))
        return hpm_error_set (error, "out of memory");
    if (reader->length[HPM_DIMENSION_MPI_FIELD]
        && hpm_statistics_read (reader, HPM_VARIABLE_JOB_MPI_RECORD,
                                calls->fields, error))
        return -1;
    return calls->count ? load_sums (reader, calls, error) : 0;
}
