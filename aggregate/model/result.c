/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "hpm_launch.h"
#include "aggregate/model/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
aggregate_release (struct hpm_aggregate *aggregate)
{
    free (aggregate->events);
    free (aggregate->metrics);
    free (aggregate->common);
    free (aggregate->metric_runs);
    free (aggregate->wall_s);
    memset (aggregate, 0, sizeof *aggregate);
}

static void
release_aggregates (struct hpm_result *result)
{
    for (int i = 0; result->host && i < result->hosts.count; i++)
        aggregate_release (&result->host[i]);
    aggregate_release (&result->job);
    free (result->host);
    free (result->mpi_sums);
    free (result->added);
    result->added = NULL;
    result->host = NULL;
    result->mpi_sums = NULL;
}

static void
clear_totals (struct hpm_result *result)
{
    result->ranks = result->ranks_partial = result->ranks_missing = 0;
    result->threads = result->threads_most = result->mpi_threads = 0;
    result->dropped_marks = 0;
    hpm_statistics_init (&result->wall);
    hpm_statistics_init (&result->overhead_start);
    hpm_statistics_init (&result->overhead_stop);
    hpm_statistics_init (&result->paused);
    hpm_statistics_init (&result->periods);
}

void
hpm_result_init (struct hpm_result *result)
{
    memset (result, 0, sizeof *result);
    result->index = hpm_event_index_create ();
    hpm_metric_set_init (&result->metrics);
    hpm_text_table_init (&result->hosts);
    hpm_cost_table_init (&result->costs);
    hpm_cost_constants (&result->costs, 0, result->cost_constants);
    hpm_verdict_init (&result->verdict);
    clear_totals (result);
}

void
hpm_result_release (struct hpm_result *result)
{
    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        free (result->run[i]);
    for (int i = 0; i < result->region_count; i++)
        free (result->regions[i]);
    release_aggregates (result);
    free (result->regions);
    free (result->events);
    hpm_event_index_destroy (result->index);
    hpm_metric_set_release (&result->metrics);
    hpm_text_table_release (&result->hosts);
    hpm_cost_table_release (&result->costs);
    hpm_calls_release (&result->calls);
    hpm_region_tree_release (&result->tree);
    hpm_timeline_release (&result->timeline);
    hpm_sites_release (&result->sites);
    hpm_samples_release (&result->samples);
    hpm_memory_release (&result->memory);
    hpm_verdict_release (&result->verdict);
    hpm_joined_release (&result->joined);
    hpm_nodes_release (&result->nodes);
    hpm_topologies_release (&result->topologies);
    memset (result, 0, sizeof *result);
}

static int
aggregate_make (struct hpm_aggregate *aggregate, size_t regions, size_t events,
                size_t metrics)
{
    size_t counts = regions * events, formulas = regions * metrics;

    aggregate->events = calloc (counts + 1, sizeof *aggregate->events);
    aggregate->metrics = calloc (formulas + 1, sizeof *aggregate->metrics);
    aggregate->common
        = calloc (HPM_COMMON_EVENTS * events + 1, sizeof *aggregate->common);
    aggregate->metric_runs
        = calloc (metrics + 1, sizeof *aggregate->metric_runs);
    aggregate->wall_s = calloc (regions, sizeof *aggregate->wall_s);
    if (!aggregate->events || !aggregate->metrics || !aggregate->common
        || !aggregate->metric_runs || !aggregate->wall_s)
        return -1;
    for (size_t i = 0; i < counts; i++)
        hpm_statistics_init (&aggregate->events[i].statistics);
    for (size_t i = 0; i < formulas; i++)
        hpm_statistics_init (&aggregate->metrics[i].statistics);
    return 0;
}

void
hpm_result_find_common (struct hpm_result *result)
{
    static const char *const names[HPM_COMMON_EVENTS]
        = { "PAPI_TOT_INS", "PAPI_TOT_CYC", "os::USER_TIME" };

    for (int k = 0; k < HPM_COMMON_EVENTS; k++)
        result->common[k] = hpm_result_find_event (result, names[k]);
}

int
hpm_result_make_aggregates (struct hpm_result *result, int hosts,
                            struct hpm_error *error)
{
    size_t regions = (size_t)result->region_count;
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;
    int failed;

    release_aggregates (result);
    clear_totals (result);
    hpm_result_find_common (result);
    failed = aggregate_make (&result->job, regions, events, metrics);
    result->mpi_sums = calloc (regions * events + 1, sizeof (int64_t));
    result->added = calloc (events + 1, sizeof (int64_t));
    if (hosts)
        result->host
            = calloc ((size_t)result->hosts.count + 1, sizeof *result->host);
    failed |= !result->mpi_sums || !result->added || (hosts && !result->host);
    for (int i = 0; !failed && hosts && i < result->hosts.count; i++)
        failed = aggregate_make (&result->host[i], regions, events, metrics);
    return failed ? hpm_error_set (error, "out of memory") : 0;
}

void
hpm_result_add_times (struct hpm_result *result, int64_t rank, int64_t wall,
                      int64_t overhead_start, int64_t overhead_stop)
{
    hpm_statistics_add_integer (&result->wall, wall, rank, HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&result->overhead_start, overhead_start, rank,
                                HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&result->overhead_stop, overhead_stop, rank,
                                HPM_QUALITY_EXACT);
}

void
hpm_result_add_pauses (struct hpm_result *result, int64_t rank, int64_t paused,
                       int64_t periods)
{
    hpm_statistics_add_integer (&result->paused, paused, rank,
                                HPM_QUALITY_EXACT);
    hpm_statistics_add_integer (&result->periods, periods, rank,
                                HPM_QUALITY_EXACT);
}

const char *
hpm_result_run (const struct hpm_result *result, enum hpm_run_field field,
                const char *fallback)
{
    const char *value = result->run[field];

    return value && *value ? value : fallback;
}

int
hpm_result_run_is_number (enum hpm_run_field field)
{
    return field == HPM_RUN_ranks || field == HPM_RUN_exit_status
           || field == HPM_RUN_cpu_mhz || field == HPM_RUN_cache_line
           || field == HPM_RUN_sample_period || field == HPM_RUN_samples
           || field == HPM_RUN_samples_lost || field == HPM_RUN_samples_ranks
           || field == HPM_RUN_samples_broken || field == HPM_RUN_samples_folded
           || field == HPM_RUN_unsampled_threads;
}

double
hpm_result_run_number (const struct hpm_result *result,
                       enum hpm_run_field field)
{
    return strtod (hpm_result_run (result, field, "0"), NULL);
}

int
hpm_result_follows (const struct hpm_result *result)
{
    return strstr (hpm_result_run (result, HPM_RUN_options, ""),
                   "HPM_FOLLOW_CHILDREN=1")
           != NULL;
}

uint64_t
hpm_result_threads_each (const struct hpm_result *result)
{
    uint64_t ranks = result->ranks - result->ranks_missing;

    return ranks * result->threads_most == result->threads
               ? result->threads_most
               : 0;
}

int
hpm_result_is_mpi (const struct hpm_result *result)
{
    const char *scope = hpm_result_run (result, HPM_RUN_scope, "");

    return strcmp (scope, HPM_RUN_SCOPE_PROCESS) != 0
           && strcmp (scope, HPM_RUN_SCOPE_CUT) != 0
           && strcmp (scope, HPM_RUN_SCOPE_OUTSIDE) != 0
           && strcmp (scope, HPM_RUN_SCOPE_NODE) != 0
           && strcmp (scope, HPM_RUN_SCOPE_NODES) != 0
           && strcmp (scope, HPM_RUN_SCOPE_ATTACHED) != 0;
}

int
hpm_result_paused_apart (const struct hpm_result *result)
{
    return hpm_result_is_mpi (result) && result->wall.max > 0
           && result->paused.max - result->paused.min
                  > HPM_LIMIT_LEAST * result->wall.max;
}

int
hpm_result_is_split (const struct hpm_result *result)
{
    static const char *const names[] = {
#define HPM_X(identifier, name, meaning) name,
        HPM_REGIONS (HPM_X)
#undef HPM_X
    };

    /* Older files have no region of what measuring took.  */
    if (result->region_count < HPM_REGION_MEASURING)
        return 0;
    for (int i = 0; i < HPM_REGION_MEASURING; i++)
        if (strcmp (result->regions[i], names[i]))
            return 0;
    return 1;
}

int
hpm_result_has_event (const struct hpm_result *result, int region, int event)
{
    const struct hpm_statistics *statistics
        = &result->job.events[region * result->event_count + event].statistics;

    return !hpm_result_is_node (result, (size_t)event)
           && (!region || statistics->count || statistics->missing);
}

uint32_t
hpm_metric_quality (const struct hpm_aggregate *aggregate, size_t at)
{
    const struct hpm_statistics *statistics
        = &aggregate->metrics[at].statistics;
    const struct hpm_metric_value *total = &aggregate->metrics[at].total;

    return !statistics->count && total->status == HPM_METRIC_OK
               ? total->quality
               : hpm_statistics_quality (statistics);
}

int
hpm_result_is_node (const struct hpm_result *result, size_t at)
{
    return result->events[at % (size_t)result->event_count].scope
           == HPM_SCOPE_NODE;
}

int
hpm_result_is_added_to (const struct hpm_result *result)
{
    int is = 0;

    for (int i = 0; !is && i < result->event_count; i++)
        is = result->added[i] > 0;
    return is;
}

int
hpm_result_has_metric (const struct hpm_result *result, int region, int metric)
{
    int at = region * result->metrics.count + metric;

    return result->job.metrics[at].statistics.count
           || (result->metrics.metrics[metric].total
               && result->job.metrics[at].total.status == HPM_METRIC_OK);
}

int
hpm_result_add_event (struct hpm_result *result,
                      const struct hpm_event_record *event,
                      struct hpm_error *error)
{
    struct hpm_event_record *events;
    size_t count = (size_t)result->event_count;

    if (count >= HPM_EVENTS_MAX)
        return hpm_error_set (error,
                              "more than %d different events, %s is one too "
                              "many: count fewer in a run, or join fewer runs",
                              HPM_EVENTS_MAX, event->name);
    events = realloc (result->events, (count + 1) * sizeof *events);
    if (!events)
        return hpm_error_set (error, "out of memory");
    events[count] = *event;
    result->events = events;
    result->event_count++;
    return 0;
}

int
hpm_result_find_event (const struct hpm_result *result, const char *name)
{
    return hpm_event_index_find (result->index, result->events,
                                 result->event_count, name);
}

int
hpm_result_find_literal (const struct hpm_result *result, const char *name)
{
    return hpm_event_index_literal (result->index, result->events,
                                    result->event_count, name);
}

/* FNV-1a, 64 bits, of a text and its NUL.  */
static uint64_t
hash_text (uint64_t hash, const char *text)
{
    do
        hash = (hash ^ (unsigned char)*text) * UINT64_C (0x100000001b3);
    while (*text++);
    return hash;
}

char *
hpm_result_label_hash (const struct hpm_result *result, char *buffer)
{
    uint64_t hash = UINT64_C (0xcbf29ce484222325);

    for (int i = 0; i < result->region_count; i++)
        hash = hash_text (hash, result->regions[i]);
    for (int i = 0; i < result->event_count; i++) {
        hash = hash_text (hash, result->events[i].name);
        hash = hash_text (hash, result->events[i].unit);
        hash = hash_text (hash, result->events[i].source);
        hash = hash_text (hash, result->events[i].description);
    }
    for (int i = 0; i < result->metrics.count; i++)
        hash = hash_text (hash, result->metrics.metrics[i].name);
    for (int i = 0; i < result->hosts.count; i++)
        hash = hash_text (hash, result->hosts.texts[i]);
    snprintf (buffer, 17, "%016llx", (unsigned long long)hash);
    return buffer;
}

enum hpm_reason
hpm_reason_dominant (const uint32_t *reasons)
{
    int dominant = HPM_REASON_NONE;

    for (int i = 1; i < HPM_REASON_COUNT; i++)
        if (reasons[i] > (dominant ? reasons[dominant] : 0))
            dominant = i;
    return (enum hpm_reason)dominant;
}

const char *
hpm_rank_status_word (int status)
{
    static const char *const words[] = {
#define HPM_X(code, identifier, word, meaning) [code] = word,
        HPM_RANK_STATUSES (HPM_X)
#undef HPM_X
    };

    return status >= 0 && status < HPM_RANK_STATUS_COUNT ? words[status] : "?";
}

const char *
hpm_thread_role_word (int role)
{
    static const char *const words[] = {
#define HPM_X(code, identifier, word, meaning) [code] = word,
        HPM_THREAD_ROLES (HPM_X)
#undef HPM_X
    };

    return role >= 0 && role < HPM_THREAD_ROLE_COUNT ? words[role] : "?";
}
