/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Aggregates over the ranks of the job and of its hosts.
 */
#include "config.h"

#include "aggregate/analysis/accumulate.h"
#include "aggregate/analysis/projection.h"
#include "aggregate/analysis/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
add_counts (struct hpm_aggregate *aggregate, const struct hpm_result *result,
            const struct hpm_values *values, int64_t rank)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;

    for (size_t i = 0; i < counts; i++) {
        struct hpm_statistics *statistics = &aggregate->events[i].statistics;
        const struct hpm_value *value = &values->counts[i];

        if (value->quality == HPM_QUALITY_ABSENT
            || hpm_result_is_node (result, i))
            continue;
        if (value->quality == HPM_QUALITY_UNAVAILABLE) {
            hpm_statistics_add_missing (statistics, rank);
            aggregate->events[i].reasons[value->reason]++;
        } else {
            hpm_statistics_add_integer (statistics, value->count, rank,
                                        value->quality);
            hpm_sampling_add (&aggregate->events[i].sampling, &value->sampling);
        }
    }
}

static void
add_metrics (struct hpm_aggregate *aggregate, const struct hpm_result *result,
             const struct hpm_values *values, int64_t rank)
{
    size_t metrics
        = (size_t)result->region_count * (size_t)result->metrics.count;

    for (size_t i = 0; i < metrics; i++) {
        if (values->metrics[i].status == HPM_METRIC_OK)
            hpm_statistics_add_real (&aggregate->metrics[i].statistics,
                                     values->metrics[i].value, rank,
                                     values->metrics[i].quality);
        else
            hpm_statistics_add_missing (&aggregate->metrics[i].statistics,
                                        rank);
        aggregate->metrics[i].error += values->metrics[i].error;
        aggregate->metric_runs[i % (size_t)result->metrics.count]
            |= values->metrics[i].origins & ~HPM_ORIGIN_NODE;
        aggregate->metrics[i].uncounted
            += values->metrics[i].status == HPM_METRIC_MISSING;
    }
}

/* The rank left no record: no formula is to blame for that.  */
static void
allow_missing_rank (struct hpm_aggregate *aggregate,
                    const struct hpm_result *result)
{
    int metrics = result->region_count * result->metrics.count;

    for (int i = 0; i < metrics; i++)
        if (aggregate->metrics[i].uncounted)
            aggregate->metrics[i].uncounted--;
}

static void
add_rank (struct hpm_aggregate *aggregate, const struct hpm_result *result,
          const struct hpm_rank_data *data, const struct hpm_values *values)
{
    add_counts (aggregate, result, values, data->record.rank);
    add_metrics (aggregate, result, values, data->record.rank);
    hpm_projection_note (aggregate, result, values);
    if (data->record.status == HPM_RANK_MISSING) {
        allow_missing_rank (aggregate, result);
        return;
    }
    aggregate->ranks++;
    aggregate->threads += values->threads;
    for (int r = 0; r < result->region_count; r++)
        if (values->wall_s[r] > aggregate->wall_s[r])
            aggregate->wall_s[r] = values->wall_s[r];
}

/* Those of the MPI library are shown, in no sum over a rank.  */
static void
add_threads (struct hpm_result *result, const struct hpm_rank_data *data)
{
    size_t row = (size_t)result->region_count * (size_t)result->event_count;

    for (int64_t t = 0; t < data->thread_count; t++) {
        int64_t merged = data->threads[t].merged;

        merged = merged > 1 ? merged : 1;
        if (data->threads[t].role == HPM_ROLE_CHILDREN)
            continue;
        if (data->threads[t].role != HPM_ROLE_MPI) {
            result->threads += (uint64_t)merged;
            continue;
        }
        result->mpi_threads += (uint64_t)merged;
        for (size_t i = 0; i < row; i++) {
            const struct hpm_cell *cell = &data->cells[(size_t)t * row + i];

            if (hpm_quality_has_value (cell->quality)
                && __builtin_add_overflow (result->mpi_sums[i], cell->value,
                                           &result->mpi_sums[i]))
                result->mpi_sums[i] = INT64_MAX;
        }
    }
}

/* What noting calls added to the counts.  */
static void
add_added (struct hpm_result *result, const struct hpm_rank_data *data)
{
    for (int i = 0; data->added && i < result->event_count; i++)
        if (__builtin_add_overflow (result->added[i], data->added[i],
                                    &result->added[i]))
            result->added[i] = INT64_MAX;
}

static void
add_record (struct hpm_result *result, const struct hpm_rank_record *record)
{
    result->ranks++;
    result->ranks_missing += record->status == HPM_RANK_MISSING;
    result->ranks_partial += record->status == HPM_RANK_PARTIAL;
    if (record->status == HPM_RANK_MISSING)
        return;
    hpm_result_add_times (result, record->rank, record->wall_time,
                          record->overhead_start, record->overhead_stop);
    hpm_result_add_pauses (result, record->rank, record->paused_time,
                           record->periods);
    result->dropped_marks
        = hpm_add_bounded (result->dropped_marks, record->dropped_marks);
}

void
hpm_accumulate_rank (struct hpm_result *result,
                     const struct hpm_rank_data *data,
                     const struct hpm_values *values)
{
    int host = hpm_text_table_find (&result->hosts, data->record.host);
    uint64_t before = result->threads;

    add_rank (&result->job, result, data, values);
    if (result->host && host >= 0 && data->record.status != HPM_RANK_MISSING)
        add_rank (&result->host[host], result, data, values);
    add_threads (result, data);
    if (result->threads - before > result->threads_most)
        result->threads_most = result->threads - before;
    add_added (result, data);
    add_record (result, &data->record);
}

/* The sums of one region as input to formulas.  */
static void
fill_sums (const struct hpm_aggregate *aggregate, size_t first, size_t events,
           struct hpm_value *values)
{
    for (size_t e = 0; e < events; e++) {
        const struct hpm_event_aggregate *event = &aggregate->events[first + e];

        values[e].number = hpm_statistics_sum (&event->statistics);
        values[e].quality = event->refused
                                ? HPM_QUALITY_UNAVAILABLE
                                : hpm_statistics_quality (&event->statistics);
        values[e].sampling = event->sampling;
    }
}

/* What was counted for the hosts, of the whole run: -1 is all of them.  */
static void
fill_nodes (const struct hpm_result *result, int host, struct hpm_value *values)
{
    for (size_t e = 0; e < (size_t)result->event_count; e++)
        if (hpm_result_is_node (result, e)) {
            struct hpm_node_sum sum = hpm_nodes_sum (result, (int)e, host);

            values[e].number = sum.amount;
            values[e].quality = sum.quality;
            values[e].sampling.error = sum.error;
        }
}

/* 1 if the sums a formula takes speak of all ranks, though not all ranks
 * counted each of them.  */
static int
speaks_of_all (const struct hpm_aggregate *aggregate,
               const struct hpm_result *result,
               const struct hpm_metric_value *total)
{
    for (int e = 0; e < result->event_count; e++)
        if (aggregate->events[e].projected)
            return total->quality < HPM_QUALITY_PARTIAL;
    return 0;
}

/* A formula over the sums means something only when all its events were counted
 * on the same ranks.  */
static void
drop_unlike_totals (struct hpm_aggregate *aggregate,
                    const struct hpm_result *result, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++)
        if (aggregate->metrics[i].uncounted
            && !(aggregate->metrics[i].total.origins & HPM_ORIGIN_NODE)
            && !speaks_of_all (aggregate, result, &aggregate->metrics[i].total))
            aggregate->metrics[i].total = (struct hpm_metric_value){
                .value = NAN,
                .status = HPM_METRIC_MISSING,
                .quality = HPM_QUALITY_UNAVAILABLE,
                .missing = aggregate->metrics[i].total.missing
            };
}

/* The host of its aggregate, -1 for that of the job.  */
static int
host_of (const struct hpm_result *result, const struct hpm_aggregate *aggregate)
{
    return aggregate == &result->job ? -1 : (int)(aggregate - result->host);
}

static void
set_totals (struct hpm_aggregate *aggregate, size_t first,
            const struct hpm_metric_value *totals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        aggregate->metrics[first + i].total = totals[i];
        aggregate->metric_runs[i] |= totals[i].origins & ~HPM_ORIGIN_NODE;
    }
}

/* What totals are made with, the same of the job and of all hosts.  */
struct totals {
    struct hpm_metric_binding *binding;
    struct hpm_value *values;         /* [events] */
    struct hpm_metric_value *metrics; /* [metrics] */
    double clock_hz, line_bytes;
};

static void
release_totals (struct totals *totals)
{
    hpm_metric_binding_destroy (totals->binding);
    free (totals->values);
    free (totals->metrics);
}

/* Returns 0, or -1 without memory.  */
static int
init_totals (struct totals *totals, const struct hpm_result *result)
{
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;

    totals->values = calloc (events + 1, sizeof *totals->values);
    totals->metrics = calloc (metrics + 1, sizeof *totals->metrics);
    totals->binding = hpm_metric_binding_create (
        &result->metrics, result->events, result->event_count);
    totals->clock_hz = 1e6 * hpm_result_run_number (result, HPM_RUN_cpu_mhz);
    totals->line_bytes = hpm_result_run_number (result, HPM_RUN_cache_line);
    if (totals->values && totals->metrics && totals->binding)
        return 0;
    release_totals (totals);
    return -1;
}

/* Metrics of the sums over ranks, of each region.  */
static void
find_totals (struct totals *totals, const struct hpm_result *result,
             struct hpm_aggregate *aggregate)
{
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;

    memset (totals->values, 0, events * sizeof *totals->values);
    hpm_joined_origins (result, totals->values);
    for (size_t r = 0; r < (size_t)result->region_count; r++) {
        struct hpm_metric_input input = { .events = result->events,
                                          .values = totals->values,
                                          .count = result->event_count,
                                          .wall_s = aggregate->wall_s[r],
                                          .threads = aggregate->threads,
                                          .ranks = (double)aggregate->ranks,
                                          .clock_hz = totals->clock_hz,
                                          .line_bytes = totals->line_bytes,
                                          .costs = result->cost_constants };

        fill_sums (aggregate, r * events, events, totals->values);
        if (!r)
            fill_nodes (result, host_of (result, aggregate), totals->values);
        hpm_joined_evaluate (result, totals->binding, &input, totals->metrics);
        set_totals (aggregate, r * metrics, totals->metrics, metrics);
        drop_unlike_totals (aggregate, result, r * metrics, metrics);
    }
}

void
hpm_accumulate_totals (struct hpm_result *result)
{
    struct totals totals;

    hpm_projection_apply (&result->job, result);
    for (int i = 0; result->host && i < result->hosts.count; i++)
        hpm_projection_apply (&result->host[i], result);
    if (init_totals (&totals, result))
        return;
    find_totals (&totals, result, &result->job);
    for (int i = 0; result->host && i < result->hosts.count; i++)
        find_totals (&totals, result, &result->host[i]);
    release_totals (&totals);
}
