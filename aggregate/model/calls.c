/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/result.h"

int
hpm_calls_start (struct hpm_calls *calls)
{
    size_t count = (size_t)calls->count * HPM_CALL_SUM_COUNT;

    free (calls->sums);
    calls->sums = calloc (count + 1, sizeof *calls->sums);
    memset (calls->sizes, 0, sizeof calls->sizes);
    for (int i = 0; i < HPM_MPI_FIELD_COUNT; i++)
        hpm_statistics_init (&calls->fields[i]);
    for (size_t i = 0; calls->sums && i < count; i++)
        hpm_statistics_init (&calls->sums[i]);
    return calls->sums ? 0 : -1;
}

void
hpm_calls_release (struct hpm_calls *calls)
{
    free (calls->functions);
    free (calls->sums);
    memset (calls, 0, sizeof *calls);
}

static void
add_record (int64_t *sums, const struct hpm_call_record *record)
{
    int first = sums[HPM_SUM_CALLS] == 0;

    sums[HPM_SUM_CALLS] = hpm_add_bounded (sums[HPM_SUM_CALLS], record->calls);
    sums[HPM_SUM_TIME] = hpm_add_bounded (sums[HPM_SUM_TIME], record->time);
    sums[HPM_SUM_SENT] = hpm_add_bounded (sums[HPM_SUM_SENT], record->sent);
    sums[HPM_SUM_RECEIVED]
        = hpm_add_bounded (sums[HPM_SUM_RECEIVED], record->received);
    if (first || record->min_time < sums[HPM_SUM_MIN_TIME])
        sums[HPM_SUM_MIN_TIME] = record->min_time;
    if (record->max_time > sums[HPM_SUM_MAX_TIME])
        sums[HPM_SUM_MAX_TIME] = record->max_time;
}

void
hpm_calls_of_rank (const struct hpm_calls *calls,
                   const struct hpm_rank_data *data, int64_t *sums)
{
    memset (sums, 0, (size_t)calls->count * HPM_CALL_SUM_COUNT * sizeof *sums);
    for (int64_t i = 0; i < data->call_count; i++)
        if (data->calls[i].calls)
            add_record (sums + data->calls[i].function * HPM_CALL_SUM_COUNT,
                        &data->calls[i]);
}

void
hpm_sizes_of_rank (
    const struct hpm_rank_data *data,
    int64_t sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS][HPM_SIZE_FIELD_COUNT])
{
    for (int64_t i = 0; i < data->size_count; i++) {
        const struct hpm_size_record *size = &data->sizes[i];
        int64_t *to = sizes[size->kind][size->bucket];

        to[HPM_SIZE_MESSAGES]
            = hpm_add_bounded (to[HPM_SIZE_MESSAGES], size->messages);
        to[HPM_SIZE_BYTES] = hpm_add_bounded (to[HPM_SIZE_BYTES], size->bytes);
    }
}

void
hpm_mpi_record_numbers (const struct hpm_mpi_record *record,
                        int64_t numbers[HPM_MPI_FIELD_COUNT])
{
#define HPM_X(type, field, unit, description)                                  \
    numbers[HPM_MPI_FIELD_##field] = record->field;
    HPM_MPI_FIELDS (HPM_X)
#undef HPM_X
}

/* The shortest and the longest call are those of ranks that called it.  */
static void
add_function (struct hpm_statistics *statistics, const int64_t *sums,
              int64_t rank)
{
    for (int i = 0; i < HPM_CALL_SUM_COUNT; i++)
        if (sums[HPM_SUM_CALLS]
            || (i != HPM_SUM_MIN_TIME && i != HPM_SUM_MAX_TIME))
            hpm_statistics_add_integer (&statistics[i], sums[i], rank,
                                        HPM_QUALITY_EXACT);
}

void
hpm_calls_add_rank (struct hpm_calls *calls, const struct hpm_rank_data *data,
                    const int64_t *sums)
{
    int64_t numbers[HPM_MPI_FIELD_COUNT];

    hpm_mpi_record_numbers (data->mpi, numbers);
    for (int i = 0; i < HPM_MPI_FIELD_COUNT; i++)
        hpm_statistics_add_integer (&calls->fields[i], numbers[i],
                                    data->record.rank, HPM_QUALITY_EXACT);
    for (int f = 0; f < calls->count; f++)
        add_function (calls->sums + f * HPM_CALL_SUM_COUNT,
                      sums + f * HPM_CALL_SUM_COUNT, data->record.rank);
    hpm_sizes_of_rank (data, calls->sizes);
}

int
hpm_calls_recorded (const struct hpm_calls *calls)
{
    return calls->fields[HPM_MPI_FIELD_mode].count > 0;
}

const struct hpm_statistics *
hpm_calls_sum (const struct hpm_calls *calls, int function,
               enum hpm_call_sum sum)
{
    return &calls->sums[function * HPM_CALL_SUM_COUNT + (int)sum];
}

double
hpm_calls_total (const struct hpm_calls *calls, int function,
                 enum hpm_call_sum sum)
{
    return hpm_statistics_sum (hpm_calls_sum (calls, function, sum));
}

double
hpm_calls_bytes (const struct hpm_calls *calls, int function)
{
    const struct hpm_function_record *record = &calls->functions[function];

    if (record->sent != HPM_BYTES_NONE)
        return hpm_calls_total (calls, function, HPM_SUM_SENT);
    if (record->received != HPM_BYTES_NONE)
        return hpm_calls_total (calls, function, HPM_SUM_RECEIVED);
    return NAN;
}

/* Also those of MPI 4 with "_c" or "_init" behind the name.  */
static int
is_broadcast (const char *name)
{
    return !strncmp (name, "MPI_Bcast", strlen ("MPI_Bcast"))
           || !strncmp (name, "MPI_Ibcast", strlen ("MPI_Ibcast"));
}

/* Of messages of a kind.  */
static double
mean_of_kind (const struct hpm_calls *calls, int kind)
{
    double messages = 0, bytes = 0;

    for (int bucket = 0; bucket < calls->buckets; bucket++) {
        messages += (double)calls->sizes[kind][bucket][HPM_SIZE_MESSAGES];
        bytes += (double)calls->sizes[kind][bucket][HPM_SIZE_BYTES];
    }
    return messages > 0 ? bytes / messages : NAN;
}

double
hpm_calls_mean_size (const struct hpm_calls *calls, int function)
{
    double bytes = hpm_calls_bytes (calls, function);

    if (!strcmp (calls->functions[function].name, "MPI_Startall"))
        return mean_of_kind (calls, HPM_SIZE_STARTED);
    if (is_broadcast (calls->functions[function].name))
        bytes += hpm_calls_total (calls, function, HPM_SUM_RECEIVED);
    return bytes / hpm_calls_total (calls, function, HPM_SUM_CALLS);
}

/* More time first; where that is the same, as the functions are.  */
static int
compare_times (const void *a, const void *b, void *data)
{
    const struct hpm_calls *calls = data;
    int first = *(const int *)a, second = *(const int *)b;
    double x = hpm_calls_total (calls, first, HPM_SUM_TIME);
    double y = hpm_calls_total (calls, second, HPM_SUM_TIME);

    if (x < y || x > y)
        return x < y ? 1 : -1;
    return (first > second) - (first < second);
}

int *
hpm_calls_order (const struct hpm_calls *calls)
{
    size_t count = (size_t)calls->count;
    int *order = malloc ((count + 1) * sizeof *order);

    if (!order)
        return NULL;
    for (size_t i = 0; i < count; i++)
        order[i] = (int)i;
    qsort_r (order, count, sizeof *order, compare_times,
             (void *)(uintptr_t)calls);
    return order;
}

int64_t
hpm_bucket_floor (int bucket)
{
    return bucket > 0 ? INT64_C (1) << (bucket - 1) : 0;
}

/* clang-format off */
#define WORD(code, identifier, word, ...) [code] = word,
const char *
hpm_call_kind_word (int kind)
{
    static const char *const words[] = { HPM_CALL_KINDS (WORD) };

    return kind >= 0 && kind < HPM_CALL_KIND_COUNT ? words[kind] : "?";
}

const char *
hpm_size_kind_word (int kind)
{
    static const char *const words[] = { HPM_SIZE_KINDS (WORD) };

    return kind >= 0 && kind < HPM_SIZE_KIND_COUNT ? words[kind] : "?";
}

const char *
hpm_mpi_mode_word (int mode)
{
    static const char *const words[] = { HPM_MPI_MODES (WORD) };

    return mode >= 0 && mode < HPM_MPI_MODE_COUNT ? words[mode] : "?";
}
#undef WORD
#define GROUP(code, identifier, word, group, meaning) [code] = group,
const char *
hpm_call_group_word (int kind)
{
    static const char *const words[] = { HPM_CALL_KINDS (GROUP) };

    return kind >= 0 && kind < HPM_CALL_KIND_COUNT ? words[kind] : "?";
}
#undef GROUP
/* clang-format on */
