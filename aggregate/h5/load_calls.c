/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/load_calls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/aggregate_array.h"

/* One code of every function, none of them beyond `most`.  */
static int
load_code (const struct hpm_h5_reader *reader, const char *name,
           struct hpm_calls *calls, size_t offset, int most,
           struct hpm_error *error)
{
    hsize_t count = (hsize_t)calls->count;
    struct hpm_h5_box box = { 1, { count }, { 0 }, { count } };
    uint8_t codes[HPM_FUNCTIONS_MAX];

    if (hpm_h5_read (reader, name, &box, H5T_NATIVE_UINT8, codes, error))
        return -1;
    for (hsize_t i = 0; i < count; i++) {
        hpm_i32 code = codes[i] < most ? codes[i] : 0;

        memcpy ((char *)&calls->functions[i] + offset, &code, sizeof code);
    }
    return 0;
}

static int
load_functions (const struct hpm_h5_reader *reader, struct hpm_calls *calls,
                struct hpm_error *error)
{
    hsize_t count;
    char **names;

    if (hpm_h5_length (reader, "function", &count, error))
        return -1;
    if (!count || count > HPM_FUNCTIONS_MAX)
        return hpm_h5_damaged (reader, "function", error);
    calls->functions = calloc (count, sizeof *calls->functions);
    if (!calls->functions)
        return hpm_error_set (error, "out of memory");
    calls->count = (int)count;
    if (hpm_h5_read_texts (reader, "function", count, &names, error))
        return -1;
    for (hsize_t i = 0; i < count; i++)
        snprintf (calls->functions[i].name, sizeof calls->functions[i].name,
                  "%s", names[i]);
    hpm_texts_free (names, count);
    return load_code (reader, "function_kind", calls,
                      offsetof (struct hpm_function_record, kind),
                      HPM_CALL_KIND_COUNT, error)
           || load_code (reader, "function_sent", calls,
                         offsetof (struct hpm_function_record, sent),
                         HPM_BYTES_KIND_COUNT, error)
           || load_code (reader, "function_received", calls,
                         offsetof (struct hpm_function_record, received),
                         HPM_BYTES_KIND_COUNT, error);
}

/* Rows of statistics: all that a box says but its last dimension.  */
static int
load_table (const struct hpm_h5_reader *reader, const char *name,
            const struct hpm_h5_box *box, struct hpm_statistics *statistics,
            struct hpm_error *error)
{
    size_t count = 1;
    double *table;
    int failed;

    for (int i = 0; i < box->rank - 1; i++)
        count *= box->count[i];
    table = malloc ((count + 1) * HPM_STATISTIC_COUNT * sizeof *table);
    if (!table)
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_read (reader, name, box, H5T_NATIVE_DOUBLE, table, error);
    for (size_t i = 0; !failed && i < count; i++)
        hpm_statistics_from_row (&statistics[i],
                                 table + i * HPM_STATISTIC_COUNT);
    free (table);
    return failed;
}

static int
load_sizes (const struct hpm_h5_reader *reader, struct hpm_calls *calls,
            struct hpm_error *error)
{
    int64_t
        sizes[HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS * HPM_SIZE_FIELD_COUNT];
    struct hpm_h5_box box
        = { 3, { HPM_SIZE_KIND_COUNT, 0, HPM_SIZE_FIELD_COUNT }, { 0 }, { 0 } };
    hsize_t buckets;
    size_t items;

    if (hpm_h5_length (reader, "size_bucket", &buckets, error))
        return -1;
    if (buckets > HPM_SIZE_BUCKETS)
        return hpm_h5_damaged (reader, "size_bucket", error);
    calls->buckets = (int)buckets;
    if (!buckets)
        return 0;
    box.lengths[1] = buckets;
    memcpy (box.count, box.lengths, sizeof box.count);
    if (hpm_h5_read (reader, "job_size", &box, H5T_NATIVE_INT64, sizes, error))
        return -1;
    items = buckets * HPM_SIZE_FIELD_COUNT;
    for (size_t kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        memcpy (calls->sizes[kind], sizes + kind * items,
                items * sizeof *sizes);
    return 0;
}

/* Fields of the records of this file: an older one has fewer, a newer one more,
 * which are behind those known here.  */
static int
load_field_count (const struct hpm_h5_reader *reader, hsize_t *count,
                  struct hpm_error *error)
{
    if (hpm_h5_length (reader, "mpi_field", count, error))
        return -1;
    if (*count <= HPM_MPI_FIELD_mode)
        return hpm_h5_damaged (reader, "mpi_field", error);
    return 0;
}

/* How calls were recorded, over the ranks.  */
static int
load_record (const struct hpm_h5_reader *reader, struct hpm_calls *calls,
             struct hpm_error *error)
{
    struct hpm_h5_box fields
        = { .rank = 2, .lengths = { 0, HPM_STATISTIC_COUNT } };

    if (load_field_count (reader, &fields.lengths[0], error))
        return -1;
    memcpy (fields.count, fields.lengths, sizeof fields.count);
    if (fields.count[0] > HPM_MPI_FIELD_COUNT)
        fields.count[0] = HPM_MPI_FIELD_COUNT;
    return load_table (reader, "job_mpi_record", &fields, calls->fields, error);
}

/* Calls may have been recorded, and none made: then there is the record alone.
 */
int
hpm_load_calls (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    struct hpm_calls *calls = &result->calls;
    struct hpm_h5_box sums
        = { .rank = 3,
            .lengths = { 0, HPM_CALL_SUM_COUNT, HPM_STATISTIC_COUNT } };
    int called = hpm_h5_has (reader, "job_call");

    if (called && load_functions (reader, calls, error))
        return -1;
    if (hpm_calls_start (calls))
        return hpm_error_set (error, "out of memory");
    if ((called || hpm_h5_has (reader, "job_mpi_record"))
        && load_record (reader, calls, error))
        return -1;
    if (!called)
        return 0;
    sums.lengths[0] = (hsize_t)calls->count;
    memcpy (sums.count, sums.lengths, sizeof sums.count);
    return load_table (reader, "job_call", &sums, calls->sums, error)
           || load_sizes (reader, calls, error);
}
