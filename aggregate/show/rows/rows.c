/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/profile.h"
#include "aggregate/analysis/sampling.h"
#include "aggregate/course/span.h"
#include "aggregate/model/row_names.h"
#include "aggregate/show/rows/binding_made.h"
#include "aggregate/show/rows/interval_member_rows.h"
#include "aggregate/show/rows/region_rank_rows.h"
#include "base/quality.h"

/* How many parts a row has counts of.  */
static size_t
count_splits (const struct hpm_rows *rows)
{
    if (!rows->result->tree.parts[0])
        return 0;
    return rows->per == HPM_PER_REGION || rows->per == HPM_PER_REGION_RANK
               ? HPM_ROW_SPLIT_COUNT
               : 0;
}

/* The arrays of the row, in one piece.  */
static int
make_row (struct hpm_rows *rows)
{
    size_t events = (size_t)rows->result->event_count;
    size_t metrics = (size_t)rows->result->metrics.count;
    struct hpm_row *row = &rows->row;
    size_t splits = count_splits (rows);
    size_t counts = 1 + events * (1 + splits);

    rows->bytes = counts * sizeof *row->counts
                  + (3 * events + 2 * metrics) * sizeof *row->metrics
                  + metrics * sizeof *row->qualities;
    row->counts = calloc (1, rows->bytes);
    if (!row->counts)
        return -1;
    for (size_t p = 0; p < splits; p++)
        row->split[p] = row->counts + (1 + p) * events;
    row->metrics = (double *)(row->counts + counts);
    row->coverage = row->metrics + metrics;
    row->errors = row->coverage + events;
    row->amounts = row->errors + events;
    row->metric_errors = row->amounts + events;
    row->qualities = (uint32_t *)(row->metric_errors + metrics);
    return 0;
}

void
hpm_rows_clear (struct hpm_rows *rows)
{
    struct hpm_row *row = &rows->row;
    int events = rows->result->event_count;

    row->rank = row->thread = row->host = -1;
    row->host_name = NULL;
    row->status_word = row->role_word = "";
    row->ranks = row->threads = 0;
    row->wall_s = row->useful_s = row->mpi_s = row->before_mpi_s = NAN;
    row->throttled_s = row->own_mpi_s = NAN;
    memset (row->name, 0, sizeof row->name);
    for (int i = 0; i < 3 * events + rows->result->metrics.count; i++)
        row->coverage[i] = NAN;
}

/* What is at least so much, since a part is missing, has no error that would
 * hold for it.  */
static double
error_of (const struct hpm_value *value)
{
    return value->quality == HPM_QUALITY_PARTIAL
               ? NAN
               : hpm_relative_error (value->sampling.error, value->number);
}

static void
take_errors (struct hpm_row *row, const struct hpm_result *result,
             const struct hpm_values *values)
{
    for (int e = 0; e < result->event_count; e++) {
        if (!hpm_count_exists (&row->counts[e]))
            continue;
        row->coverage[e] = hpm_sampling_coverage (&values->counts[e].sampling);
        row->errors[e] = error_of (&values->counts[e]);
    }
    for (int m = 0; m < result->metrics.count; m++)
        row->metric_errors[m]
            = hpm_relative_error (values->metrics[m].error, row->metrics[m]);
}

static void
take_values (struct hpm_row *row, const struct hpm_result *result,
             const struct hpm_values *values)
{
    for (int e = 0; e < result->event_count; e++) {
        const struct hpm_value *value = &values->counts[e];

        row->counts[e]
            = hpm_count_of (value->count, value->quality, value->reason);
    }
    for (int m = 0; m < result->metrics.count; m++) {
        row->metrics[m] = values->metrics[m].status == HPM_METRIC_OK
                              ? values->metrics[m].value
                              : NAN;
        row->qualities[m] = values->metrics[m].quality;
    }
    take_errors (row, result, values);
    row->wall_s = values->wall_s[0];
    row->threads = (int64_t)values->threads;
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

/* That of the row before, as a rule.  */
static void
take_host_name (struct hpm_rows *rows)
{
    const struct hpm_text_table *hosts = &rows->result->hosts;
    const char *name = rows->data.record.host;

    if (rows->host < 0 || strcmp (hosts->texts[rows->host], name))
        rows->host = hpm_text_table_find (hosts, name);
    rows->row.host = rows->host;
    if (rows->host >= 0)
        rows->row.host_name = hosts->texts[rows->host];
}

static void
take_rank (struct hpm_rows *rows)
{
    const struct hpm_rank_data *data = &rows->data;
    struct hpm_row *row = &rows->row;

    hpm_rows_clear (rows);
    hpm_values_of_rank (&rows->values, rows->result, data);
    take_values (row, rows->result, &rows->values);
    row->rank = hpm_result_row_number (rows->result, data->record.rank);
    row->status_word = hpm_rank_status_word (data->record.status);
    take_times (row, rows->result, data, hpm_main_thread (data));
    if (data->record.before_mpi > 0)
        row->before_mpi_s = (double)data->record.before_mpi / 1e9;
    if (data->record.cpu_group)
        row->throttled_s = (double)data->record.throttled_time / 1e9;
    if ((row->has_account = data->account != NULL))
        row->account = *data->account;
    if (data->record.status == HPM_RANK_MISSING)
        row->wall_s = NAN;
    else
        take_host_name (rows);
}

static void
take_thread (struct hpm_rows *rows, int64_t t)
{
    const struct hpm_rank_data *data = &rows->data;
    const struct hpm_thread_record *thread = &data->threads[t];
    struct hpm_row *row = &rows->row;

    hpm_rows_clear (rows);
    hpm_values_of_thread (&rows->values, rows->result, data, t);
    take_values (row, rows->result, &rows->values);
    row->rank = hpm_result_row_number (rows->result, data->record.rank);
    take_host_name (rows);
    row->thread = thread->number;
    row->role_word = hpm_thread_role_word (thread->role);
    if (thread->role != HPM_ROLE_MPI && thread->role != HPM_ROLE_CHILDREN)
        take_times (row, rows->result, data, t);
    memcpy (row->name, thread->name, sizeof row->name);
}

static int
restart_region_ranks (struct hpm_rows *rows, struct hpm_error *error)
{
    if (!rows->region_ranks)
        rows->region_ranks = hpm_region_ranks_create (
            rows->reader, rows->result, !!(rows->wanted & HPM_ROWS_ABSENT),
            error);
    if (rows->region_ranks)
        hpm_region_ranks_restart (rows->region_ranks);
    return rows->region_ranks ? 0 : -1;
}

static int
restart_interval_members (struct hpm_rows *rows, struct hpm_error *error)
{
    if (!rows->interval_members)
        rows->interval_members = hpm_interval_members_create (
            rows->per, rows->reader, rows->result, error);
    return rows->interval_members ? 0 : -1;
}

static int
restart_binding (struct hpm_rows *rows, struct hpm_error *error)
{
    if (!rows->binding)
        rows->binding
            = hpm_made_binding_create (rows->reader, rows->result, error);
    return rows->binding ? 0 : -1;
}

int
hpm_rows_restart (struct hpm_rows *rows, struct hpm_error *error)
{
    rows->next_made = 0;
    rows->next_thread = 0;
    rows->data.thread_count = 0;
    hpm_file_ranks_destroy (rows->ranks);
    rows->ranks = NULL;
    if (rows->per == HPM_PER_REGION_RANK)
        return restart_region_ranks (rows, error);
    if (rows->per == HPM_PER_INTERVAL_RANK
        || rows->per == HPM_PER_INTERVAL_HOST)
        return restart_interval_members (rows, error);
    if (rows->per == HPM_PER_BINDING)
        return restart_binding (rows, error);
    if (rows->per != HPM_PER_RANK && rows->per != HPM_PER_THREAD)
        return 0;
    rows->ranks = hpm_file_ranks_create (rows->reader, rows->result, error);
    if (rows->ranks && rows->per == HPM_PER_RANK
        && rows->wanted & HPM_ROWS_ACCOUNTS)
        hpm_file_ranks_want_accounts (rows->ranks);
    return rows->ranks ? 0 : -1;
}

int
hpm_rows_read (struct hpm_rows *rows, struct hpm_error *error)
{
    struct hpm_rank_source *source;
    int got = 1;

    if (rows->per == HPM_PER_REGION_RANK) {
        got = hpm_region_ranks_next (rows->region_ranks, error);
        if (got == 1) {
            hpm_rows_clear (rows);
            hpm_row_of_region_rank (&rows->row, rows->region_ranks,
                                    &rows->values);
        }
        return got;
    }
    if (rows->per != HPM_PER_RANK && rows->per != HPM_PER_THREAD)
        return hpm_rows_read_made (rows);
    source = hpm_file_ranks_source (rows->ranks);
    if (rows->per == HPM_PER_RANK) {
        got = source->next (source, &rows->data, error);
        if (got == 1)
            take_rank (rows);
        return got;
    }
    while (rows->next_thread >= rows->data.thread_count) {
        rows->next_thread = 0;
        got = source->next (source, &rows->data, error);
        if (got != 1)
            return got;
    }
    take_thread (rows, rows->next_thread++);
    return 1;
}

int
hpm_rows_pass_rank (struct hpm_rows *rows, struct hpm_error *error)
{
    struct hpm_rank_source *source = hpm_file_ranks_source (rows->ranks);

    return source->next (source, &rows->data, error);
}

int
hpm_rows_next (struct hpm_rows *rows, struct hpm_error *error)
{
    return rows->order ? hpm_row_order_next (rows, error)
                       : hpm_rows_read (rows, error);
}

int
hpm_rows_rewind (struct hpm_rows *rows, struct hpm_error *error)
{
    if (!rows->order)
        return hpm_rows_restart (rows, error);
    hpm_row_order_restart (rows->order);
    return 0;
}

int
hpm_rows_open (struct hpm_rows *rows, enum hpm_per per, unsigned wanted,
               const struct hpm_h5_reader *reader,
               const struct hpm_result *result, struct hpm_error *error)
{
    size_t metrics = (size_t)result->metrics.count;

    memset (rows, 0, sizeof *rows);
    rows->per = per;
    rows->wanted = wanted;
    rows->reader = reader;
    rows->result = result;
    rows->host = -1;
    if (per == HPM_PER_JOB)
        return 0;
    rows->limits = calloc (metrics + 1, sizeof *rows->limits);
    if (!rows->limits || make_row (rows)
        || hpm_values_init (&rows->values, result))
        return hpm_error_set (error, "out of memory");
    if (per == HPM_PER_PHASE && hpm_phases_find (&rows->phases, result))
        return hpm_error_set (error, "out of memory");
    if (per == HPM_PER_CALLER
        && hpm_callers_find (&rows->callers, &result->samples.stacks))
        return hpm_error_set (error, "out of memory");
    for (size_t m = 0; m < metrics; m++)
        hpm_rating_limits (result, (int)m, 1, rows->limits[m]);
    return hpm_rows_restart (rows, error);
}

void
hpm_rows_release (struct hpm_rows *rows)
{
    hpm_file_ranks_destroy (rows->ranks);
    hpm_region_ranks_destroy (rows->region_ranks);
    hpm_interval_members_destroy (rows->interval_members);
    hpm_made_binding_destroy (rows->binding);
    hpm_row_order_destroy (rows->order);
    hpm_values_release (&rows->values);
    free (rows->row.counts);
    free (rows->limits);
    free (rows->callers.list);
    memset (rows, 0, sizeof *rows);
}

/* A time of the row at hand, ns, NAN where it has none.  */
static double
time_of_row (const struct hpm_rows *rows, const char *name)
{
    int event = hpm_result_find_event (rows->result, name);

    return event < 0 || !hpm_quality_has_value (rows->row.counts[event].quality)
               ? NAN
               : (double)rows->row.counts[event].low;
}

/* A value that may as well be 0 is neither good nor poor, nor is one that is
 * nobody's fault.  */
static int
is_not_judged (const struct hpm_rows *rows, int metric, enum hpm_rating rating)
{
    if (rating == HPM_RATING_NONE || hpm_rating_is_suspect (rating))
        return 0;
    return hpm_error_hides (rows->row.metric_errors[metric])
           || hpm_rating_spares (rows->result, metric,
                                 time_of_row (rows, "os::CPU_TIME"),
                                 time_of_row (rows, "os::WALL_TIME"));
}

struct hpm_rated
hpm_rows_rate (const struct hpm_rows *rows, int metric, double value)
{
    struct hpm_rated rated
        = hpm_rate_within (rows->result, metric, rows->limits[metric], value);

    if (is_not_judged (rows, metric, rated.rating))
        rated.rating = HPM_RATING_NONE;
    return rated;
}

int
hpm_rows_may_err (const struct hpm_rows *rows)
{
    return rows->result->joined.count || rows->per == HPM_PER_HOST
           || hpm_h5_has (rows->reader, HPM_VARIABLE_TIME_ENABLED);
}
