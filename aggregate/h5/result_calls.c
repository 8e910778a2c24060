/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls in a result file: by function and rank, and over the ranks.  A run
 * whose calls were not recorded has none of this.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/aggregate_array.h"
#include "aggregate/h5/result_parts.h"

enum column { RANK_CALL, RANK_SIZE, MPI_RECORD, COLUMNS };

struct hpm_call_columns {
    struct hpm_h5_writer *writer;
    struct hpm_calls *calls;
    struct hpm_h5_column columns[COLUMNS];
    int64_t *sums, *sizes; /* of a rank, owned */
};

#define SIZE_ITEMS                                                             \
    ((size_t)HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS * HPM_SIZE_FIELD_COUNT)

static const int64_t no_count = HPM_NO_COUNT;

static int
write_names (struct hpm_h5_writer *writer, enum hpm_dimension dimension,
             const char *const *names, size_t count, struct hpm_error *error)
{
    return hpm_h5_dimension (writer, dimension, count, -1, NULL, names, error);
}

static int
write_function_dimension (struct hpm_h5_writer *writer,
                          const struct hpm_calls *calls,
                          struct hpm_error *error)
{
    size_t count = (size_t)calls->count;
    const char **names = calloc (count + 1, sizeof *names);
    int failed;

    if (!names)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < count; i++)
        names[i] = calls->functions[i].name;
    failed = write_names (writer, HPM_DIMENSION_FUNCTION, names, count, error);
    free (names);
    return failed;
}

static int
write_size_dimensions (struct hpm_h5_writer *writer, int buckets,
                       struct hpm_error *error)
{
    static const char *const fields[] = { "messages", "bytes" };
    const char *kinds[HPM_SIZE_KIND_COUNT];
    int64_t floors[HPM_SIZE_BUCKETS];

    for (int i = 0; i < HPM_SIZE_KIND_COUNT; i++)
        kinds[i] = hpm_size_kind_word (i);
    for (int i = 0; i < buckets; i++)
        floors[i] = hpm_bucket_floor (i);
    return write_names (writer, HPM_DIMENSION_SIZE_KIND, kinds,
                        HPM_SIZE_KIND_COUNT, error)
           || write_names (writer, HPM_DIMENSION_SIZE_FIELD, fields,
                           HPM_SIZE_FIELD_COUNT, error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_SIZE_BUCKET,
                                (hsize_t)buckets, H5T_NATIVE_INT64, floors,
                                NULL, error);
}

/* Fields of the records of MPI calls.  */
static int
write_field_dimension (struct hpm_h5_writer *writer, struct hpm_error *error)
{
    static const char *const fields[] = {
#define HPM_X(type, field, unit, description) #field,
        HPM_MPI_FIELDS (HPM_X)
#undef HPM_X
    };

    return write_names (writer, HPM_DIMENSION_MPI_FIELD, fields,
                        HPM_MPI_FIELD_COUNT, error);
}

static int
write_dimensions (struct hpm_h5_writer *writer, const struct hpm_calls *calls,
                  struct hpm_error *error)
{
    static const char *const sums[] = {
#define HPM_X(identifier, name, unit, meaning) name,
        HPM_CALL_SUMS (HPM_X)
#undef HPM_X
    };

    return write_function_dimension (writer, calls, error)
           || write_names (writer, HPM_DIMENSION_CALL_FIELD, sums,
                           HPM_CALL_SUM_COUNT, error)
           || write_field_dimension (writer, error)
           || write_size_dimensions (writer, calls->buckets, error);
}

static int
write_code (struct hpm_h5_writer *writer, const char *name,
            const struct hpm_enumeration *words, const uint8_t *codes,
            struct hpm_error *error)
{
    struct hpm_h5_variable variable
        = { .name = name,
            .type = H5T_NATIVE_UINT8,
            .rank = 1,
            .dimensions = { HPM_DIMENSION_FUNCTION },
            .enumeration = words };

    return hpm_h5_write (writer, &variable, codes, error);
}

/* What the functions are.  */
static int
write_functions (struct hpm_h5_writer *writer, const struct hpm_calls *calls,
                 struct hpm_error *error)
{
    uint8_t codes[3][HPM_FUNCTIONS_MAX];

    for (int i = 0; i < calls->count; i++) {
        codes[0][i] = (uint8_t)calls->functions[i].kind;
        codes[1][i] = (uint8_t)calls->functions[i].sent;
        codes[2][i] = (uint8_t)calls->functions[i].received;
    }
    return write_code (writer, "function_kind", &hpm_call_kinds, codes[0],
                       error)
           || write_code (writer, "function_sent", &hpm_bytes_kinds, codes[1],
                          error)
           || write_code (writer, "function_received", &hpm_bytes_kinds,
                          codes[2], error);
}

static int
open_columns (struct hpm_call_columns *columns, struct hpm_error *error)
{
    struct hpm_h5_variable variables[COLUMNS] = {
        { .name = "rank_call",
          .rank = 3,
          .dimensions = { HPM_DIMENSION_FUNCTION, HPM_DIMENSION_CALL_FIELD,
                          HPM_DIMENSION_RANK } },
        { .name = "rank_size",
          .rank = 4,
          .dimensions = { HPM_DIMENSION_SIZE_KIND, HPM_DIMENSION_SIZE_BUCKET,
                          HPM_DIMENSION_SIZE_FIELD, HPM_DIMENSION_RANK } },
        { .name = "mpi_record",
          .rank = 2,
          .dimensions = { HPM_DIMENSION_MPI_FIELD, HPM_DIMENSION_RANK } },
    };
    int failed = 0;

    for (int i = 0; !failed && i < COLUMNS; i++) {
        variables[i].type = H5T_NATIVE_INT64;
        variables[i].fill = &no_count;
        failed = hpm_h5_column_open (&columns->columns[i], columns->writer,
                                     &variables[i], error);
    }
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
    else if (!calls->count
             || (!write_dimensions (writer, calls, error)
                 && !write_functions (writer, calls, error)
                 && !open_columns (columns, error)))
        return columns;
    hpm_call_columns_destroy (columns);
    return NULL;
}

/* Sizes that occur, one kind after the other.  */
static void
gather_sizes (struct hpm_call_columns *columns,
              const struct hpm_rank_data *data)
{
    int64_t sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS][HPM_SIZE_FIELD_COUNT];
    size_t items = (size_t)columns->calls->buckets * HPM_SIZE_FIELD_COUNT;

    memset (sizes, 0, sizeof sizes);
    hpm_sizes_of_rank (data, sizes);
    for (size_t kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        memcpy (columns->sizes + kind * items, sizes[kind],
                items * sizeof (int64_t));
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

static int
write_table (struct hpm_h5_writer *writer, const char *name,
             enum hpm_dimension first, enum hpm_dimension second,
             const struct hpm_statistics *statistics, size_t count,
             struct hpm_error *error)
{
    struct hpm_h5_variable variable
        = { .name = name,
            .type = H5T_NATIVE_DOUBLE,
            .rank = first == second ? 2 : 3,
            .dimensions = { first, second, HPM_DIMENSION_STATISTIC } };
    double *table = malloc ((count + 1) * HPM_STATISTIC_COUNT * sizeof *table);
    int failed;

    if (!table)
        return hpm_error_set (error, "out of memory");
    if (first == second)
        variable.dimensions[1] = HPM_DIMENSION_STATISTIC;
    for (size_t i = 0; i < count; i++)
        hpm_statistics_to_row (&statistics[i], table + i * HPM_STATISTIC_COUNT);
    failed = hpm_h5_write (writer, &variable, table, error);
    free (table);
    return failed;
}

/* Sums over the ranks of messages by size.  */
static int
write_sizes (struct hpm_call_columns *columns, struct hpm_error *error)
{
    struct hpm_h5_variable variable
        = { .name = "job_size",
            .type = H5T_NATIVE_INT64,
            .rank = 3,
            .dimensions = { HPM_DIMENSION_SIZE_KIND, HPM_DIMENSION_SIZE_BUCKET,
                            HPM_DIMENSION_SIZE_FIELD } };
    const struct hpm_calls *calls = columns->calls;
    size_t items = (size_t)calls->buckets * HPM_SIZE_FIELD_COUNT;

    for (size_t kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        memcpy (columns->sizes + kind * items, calls->sizes[kind],
                items * sizeof (int64_t));
    return hpm_h5_write (columns->writer, &variable, columns->sizes, error);
}

static int
write_record (struct hpm_call_columns *columns, struct hpm_error *error)
{
    return write_table (columns->writer, "job_mpi_record",
                        HPM_DIMENSION_MPI_FIELD, HPM_DIMENSION_MPI_FIELD,
                        columns->calls->fields, HPM_MPI_FIELD_COUNT, error);
}

int
hpm_call_columns_finish (struct hpm_call_columns *columns,
                         struct hpm_error *error)
{
    const struct hpm_calls *calls = columns->calls;

    for (int i = 0; i < COLUMNS; i++)
        if (hpm_h5_column_close (&columns->columns[i], columns->writer, error))
            return -1;
    if (!calls->count)
        return hpm_calls_recorded (calls)
               && (write_field_dimension (columns->writer, error)
                   || write_record (columns, error));
    return write_table (columns->writer, "job_call", HPM_DIMENSION_FUNCTION,
                        HPM_DIMENSION_CALL_FIELD, calls->sums,
                        (size_t)calls->count * HPM_CALL_SUM_COUNT, error)
           || write_record (columns, error) || write_sizes (columns, error);
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
