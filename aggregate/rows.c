/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "accumulate.h"
#include "sampling.h"
#include "profile.h"

int
hpm_count_exists (const struct hpm_count *count)
{
    return count->quality != HPM_QUALITY_ABSENT
           && count->quality != HPM_QUALITY_UNAVAILABLE;
}

double
hpm_count_number (const struct hpm_count *count)
{
    return ldexp ((double)count->high, 64) + (double)count->low;
}

void
hpm_rows_release (struct hpm_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        free (rows->rows[i].counts);
        free (rows->rows[i].metrics);
        free (rows->rows[i].coverage);
    }
    free (rows->rows);
    memset (rows, 0, sizeof *rows);
}

static int
make_errors (struct hpm_row *row, const struct hpm_result *result)
{
    size_t events = (size_t)result->event_count;
    size_t count = 2 * events + (size_t)result->metrics.count;

    row->coverage = malloc ((count + 1) * sizeof *row->coverage);
    if (!row->coverage)
        return -1;
    row->errors = row->coverage + events;
    row->metric_errors = row->errors + events;
    for (size_t i = 0; i < count; i++)
        row->coverage[i] = NAN;
    return 0;
}

/* A new row with room for all events and metrics; NULL without memory.  */
static struct hpm_row *
add_row (struct hpm_rows *rows, const struct hpm_result *result)
{
    struct hpm_row *row;

    if (rows->count == rows->capacity) {
        size_t capacity = rows->capacity ? 2 * rows->capacity : 64;

        row = realloc (rows->rows, capacity * sizeof *row);
        if (!row)
            return NULL;
        rows->rows = row;
        rows->capacity = capacity;
    }
    row = &rows->rows[rows->count++];
    memset (row, 0, sizeof *row);
    row->rank = row->thread = row->host = -1;
    row->useful_s = row->mpi_s = NAN;
    row->counts = calloc ((size_t)result->event_count + 1, sizeof *row->counts);
    row->metrics
        = calloc ((size_t)result->metrics.count + 1, sizeof *row->metrics);
    return row->counts && row->metrics && !make_errors (row, result) ? row
                                                                     : NULL;
}

static void
take_values (struct hpm_row *row, const struct hpm_result *result,
             const struct hpm_values *values)
{
    for (int e = 0; e < result->event_count; e++)
        row->counts[e]
            = (struct hpm_count){ (uint64_t)values->counts[e],
                                  values->counts[e] < 0 ? -1 : 0,
                                  values->qualities[e], values->reasons[e] };
    for (int m = 0; m < result->metrics.count; m++)
        row->metrics[m] = values->metrics[m].status == HPM_METRIC_OK
                              ? values->metrics[m].value
                              : NAN;
    for (int e = 0; e < result->event_count; e++) {
        if (!hpm_count_exists (&row->counts[e]))
            continue;
        row->coverage[e] = hpm_sampling_coverage (&values->sampling[e]);
        row->errors[e] = hpm_relative_error (values->sampling[e].error,
                                             (double)values->counts[e]);
    }
    for (int m = 0; m < result->metrics.count; m++)
        row->metric_errors[m]
            = hpm_relative_error (values->metrics[m].error, row->metrics[m]);
    row->wall_s = values->wall_s[0];
    row->threads = (uint64_t)values->threads;
    row->ranks = 1;
}

/* How a thread's time is divided.  */
static void
take_times (struct hpm_row *row, const struct hpm_result *result,
            const struct hpm_rank_data *data, int64_t thread)
{
    row->mpi_s = hpm_time_in_mpi (result, data, thread);
    row->useful_s = fmax (0, row->wall_s - row->mpi_s);
    if (isnan (row->mpi_s))
        row->useful_s = NAN;
}

static int
add_rank (struct hpm_rows *rows, const struct hpm_result *result,
          const struct hpm_rank_data *data, struct hpm_values *values)
{
    struct hpm_row *row = add_row (rows, result);

    if (!row)
        return -1;
    hpm_values_of_rank (values, result, data);
    take_values (row, result, values);
    row->rank = data->record.rank;
    row->status = data->record.status;
    take_times (row, result, data, hpm_main_thread (data));
    if (row->status != HPM_RANK_MISSING)
        row->host = hpm_text_table_find (&result->hosts, data->record.host);
    return 0;
}

static int
add_threads (struct hpm_rows *rows, const struct hpm_result *result,
             const struct hpm_rank_data *data, struct hpm_values *values)
{
    for (int64_t t = 0; t < data->thread_count; t++) {
        const struct hpm_thread_record *thread = &data->threads[t];
        struct hpm_row *row = add_row (rows, result);

        if (!row)
            return -1;
        hpm_values_of_thread (values, result, data, t);
        take_values (row, result, values);
        row->rank = data->record.rank;
        row->status = data->record.status;
        row->host = hpm_text_table_find (&result->hosts, data->record.host);
        row->thread = thread->number;
        row->role = thread->role;
        if (row->role != HPM_ROLE_MPI)
            take_times (row, result, data, t);
        memcpy (row->name, thread->name, sizeof row->name);
    }
    return 0;
}

static int
make_detail (struct hpm_rows *rows, struct hpm_file_ranks *ranks,
             const struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_rank_source *source = hpm_file_ranks_source (ranks);
    struct hpm_rank_data data;
    struct hpm_values values;
    int got;

    if (hpm_values_init (&values, result))
        return hpm_error_set (error, "out of memory");
    while ((got = source->next (source, &data, error)) == 1) {
        int failed = rows->per == HPM_PER_RANK
                         ? add_rank (rows, result, &data, &values)
                         : add_threads (rows, result, &data, &values);

        if (failed) {
            got = hpm_error_set (error, "out of memory");
            break;
        }
    }
    hpm_values_release (&values);
    return got;
}

static int
add_host (struct hpm_rows *rows, const struct hpm_result *result, int host)
{
    const struct hpm_aggregate *aggregate = &result->host[host];
    struct hpm_row *row = add_row (rows, result);

    if (!row)
        return -1;
    row->host = host;
    row->wall_s = aggregate->wall_s[0];
    row->ranks = aggregate->ranks;
    row->threads = (uint64_t)aggregate->threads;
    for (int e = 0; e < result->event_count; e++) {
        const struct hpm_statistics *statistics = &aggregate->counts[e];
        const uint32_t *reasons = aggregate->reasons + e * HPM_REASON_COUNT;

        row->counts[e]
            = (struct hpm_count){ statistics->sum_low, statistics->sum_high,
                                  aggregate->refused[e]
                                      ? HPM_QUALITY_UNAVAILABLE
                                      : hpm_statistics_quality (statistics),
                                  hpm_reason_dominant (reasons) };
    }
    for (int m = 0; m < result->metrics.count; m++)
        row->metrics[m]
            = result->metrics.metrics[m].total ? aggregate->totals[m].value
              : aggregate->metrics[m].count    ? aggregate->metrics[m].mean
                                               : NAN;
    for (int e = 0; e < result->event_count; e++) {
        row->coverage[e] = hpm_sampling_coverage (&aggregate->sampling[e]);
        row->errors[e] = hpm_count_error (aggregate, (size_t)e);
    }
    for (int m = 0; m < result->metrics.count; m++)
        row->metric_errors[m] = hpm_metric_error (aggregate, result, (size_t)m);
    return 0;
}

int
hpm_rows_make (struct hpm_rows *rows, enum hpm_per per,
               const struct hpm_h5_reader *reader,
               const struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_file_ranks *ranks;
    int failed;

    memset (rows, 0, sizeof *rows);
    rows->per = per;
    if (per == HPM_PER_HOST) {
        for (int i = 0; i < result->hosts.count; i++)
            if (add_host (rows, result, i))
                return hpm_error_set (error, "out of memory");
        return 0;
    }
    ranks = hpm_file_ranks_create (reader, result, error);
    if (!ranks)
        return -1;
    failed = make_detail (rows, ranks, result, error);
    hpm_file_ranks_destroy (ranks);
    return failed;
}

int
hpm_rows_have_error (const struct hpm_rows *rows, int event, int metric)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct hpm_row *row = &rows->rows[i];

        if (event >= 0
                ? !isnan (row->errors[event]) || !isnan (row->coverage[event])
                : !isnan (row->metric_errors[metric]))
            return 1;
    }
    return 0;
}

/* What rows are compared by.  */
struct key {
    const struct hpm_result *result;
    enum { BY_RANK, BY_THREAD, BY_HOST, BY_WALL, BY_EVENT, BY_METRIC } by;
    int index;
    int turned;
};

static double
value_of (const struct hpm_row *row, const struct key *key)
{
    switch (key->by) {
    case BY_RANK:
        return -(double)row->rank;
    case BY_THREAD:
        return -(double)row->thread;
    case BY_WALL:
        return row->wall_s;
    case BY_EVENT:
        return hpm_count_exists (&row->counts[key->index])
                   ? hpm_count_number (&row->counts[key->index])
                   : NAN;
    case BY_METRIC:
        return row->metrics[key->index];
    default:
        return 0;
    }
}

static int
compare_rows (const void *a, const void *b, void *data)
{
    const struct key *key = data;
    const struct hpm_row *first = a, *second = b;
    double x = value_of (first, key), y = value_of (second, key);
    int order = (x < y) - (x > y);

    if (isnan (x) || isnan (y))
        return isnan (x) - isnan (y);
    if (key->by == BY_HOST)
        order = strcmp (hpm_text_table_get (&key->result->hosts, first->host),
                        hpm_text_table_get (&key->result->hosts, second->host));
    if (order)
        return key->turned ? -order : order;
    order = (first->rank > second->rank) - (first->rank < second->rank);
    if (!order)
        order = (first->thread > second->thread)
                - (first->thread < second->thread);
    return order ? order
                 : (first->host > second->host) - (first->host < second->host);
}

static int
find_key (struct key *key, const char *name)
{
    static const char *const words[] = { "rank", "thread", "host", "wall" };

    for (int i = 0; i < 4; i++)
        if (!strcmp (words[i], name)) {
            key->by = BY_RANK + i;
            return 0;
        }
    key->by = BY_EVENT;
    key->index = hpm_result_find_event (key->result, name);
    if (key->index >= 0)
        return 0;
    key->by = BY_METRIC;
    for (int i = 0; i < key->result->metrics.count; i++)
        if (!strcmp (key->result->metrics.metrics[i].name, name)) {
            key->index = i;
            return 0;
        }
    return -1;
}

int
hpm_rows_sort (struct hpm_rows *rows, const struct hpm_result *result,
               const char *name, struct hpm_error *error)
{
    struct key key = { .result = result, .turned = *name == '-' };

    if (find_key (&key, name + key.turned))
        return hpm_error_set (error,
                              "cannot sort by '%s': neither an event nor a "
                              "metric of this run, nor rank, thread, host or "
                              "wall",
                              name + key.turned);
    qsort_r (rows->rows, rows->count, sizeof *rows->rows, compare_rows, &key);
    return 0;
}
