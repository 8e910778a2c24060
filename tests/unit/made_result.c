/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "tests/unit/made_result.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/costs.h"

uint64_t
draw (void)
{
    static uint64_t state = UINT64_C (0x9e3779b97f4a7c15);

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

int64_t
draw_below (uint64_t limit)
{
    return (int64_t)(draw () % limit);
}

static void
draw_text (char *text, size_t size)
{
    memset (text, 0, size);
    snprintf (text, size, "t%llx", (unsigned long long)draw () & 0xfffffffffff);
}

/* Names are different, and text fields full of something.  */
#define DRAW_i32(to) to = (int32_t)draw ()
#define DRAW_i64(to) to = (int64_t)(draw () >> 1)
#define DRAW_text16(to) draw_text (to, 16)
#define DRAW_text64(to) draw_text (to, 64)
#define DRAW_text128(to) draw_text (to, 128)
#define DRAW(type, field, unit, description) DRAW_##type (record->field);

static void
draw_event (struct hpm_event_record *record)
{
    HPM_EVENT_FIELDS (DRAW)
    record->scope = (int32_t)draw_below (HPM_EVENT_SCOPE_COUNT);
    record->kind = (int32_t)draw_below (HPM_EVENT_KIND_COUNT);
}

static void
draw_rank (struct made *made, struct hpm_rank_record *record, int rank)
{
    HPM_RANK_FIELDS (DRAW)
    record->rank = rank;
    record->status = HPM_RANK_PARTIAL;
    snprintf (record->host, sizeof record->host, "%s",
              made->result.hosts.texts[rank % 2]);
    hpm_text_table_add (&made->scan.texts, record->cpus_allowed);
    hpm_text_table_add (&made->scan.texts, record->cores_allowed);
    made->scan.last_fields = 1;
}

static void
draw_thread (struct made *made, struct hpm_thread_record *record)
{
    HPM_THREAD_FIELDS (DRAW)
    hpm_text_table_add (&made->scan.texts, record->name);
    hpm_text_table_add (&made->scan.texts, record->cpus_allowed);
}

static void
draw_mpi (struct hpm_mpi_record *record)
{
    HPM_MPI_FIELDS (DRAW)
}

static void
draw_call (struct hpm_call_record *record, int function)
{
    HPM_CALL_FIELDS (DRAW)
    record->thread = 0;
    record->function = function;
    record->calls = 1 + draw_below (1000);
}

static void
draw_function (struct hpm_function_record *record)
{
    HPM_FUNCTION_FIELDS (DRAW)
    record->kind = (int32_t)draw_below (HPM_CALL_KIND_COUNT);
    record->sent = (int32_t)draw_below (HPM_BYTES_KIND_COUNT);
    record->received = (int32_t)draw_below (HPM_BYTES_KIND_COUNT);
    record->reserved = 0;
}

static void
draw_cells (struct hpm_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cells[i] = (struct hpm_cell){
            .value = (int64_t)draw (),
            .time_enabled = (int64_t)draw (),
            .time_running = (int64_t)draw (),
            .quality = (uint32_t)draw_below (HPM_QUALITY_COUNT),
            .reason = (uint32_t)draw_below (HPM_REASON_COUNT),
            .error = (int64_t)draw ()
        };
}

void
draw_statistics (struct hpm_statistics *statistics, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct hpm_statistics *one = &statistics[i];

        hpm_statistics_init (one);
        one->count = 1 + (uint64_t)draw_below (1000);
        one->missing = (uint64_t)draw_below (1000);
        one->mean = (double)draw_below (1 << 30);
        one->squares = (double)draw_below (1 << 30);
        one->min = (double)draw_below (1 << 30);
        one->max = (double)draw_below (1 << 30);
        one->min_integer = (int64_t)one->min;
        one->max_integer = (int64_t)one->max;
        one->sum_low = (uint64_t)draw_below (1 << 30);
        one->min_rank = draw_below (1000);
        one->max_rank = draw_below (1000);
        one->quality = (uint32_t)draw_below (HPM_QUALITY_COUNT);
    }
}

static void
make_labels (struct made *made)
{
    static const char metrics[] = "metric one\n  title First\n  unit byte\n"
                                  "  formula \"E0\"\nmetric two\n"
                                  "  title Second\n  unit 1\n"
                                  "  formula \"E0\" / \"E1\"\n";
    static const char costs[] = "cost PAPI_L1_DCM 2 8 14 clks  made up\n";
    struct hpm_result *result = &made->result;

    result->region_count = 2;
    result->regions = calloc (2, sizeof *result->regions);
    for (int i = 0; i < 2; i++) {
        char text[20];

        draw_text (text, sizeof text);
        result->regions[i] = strdup (text);
        draw_text (text, sizeof text);
        hpm_text_table_add (&result->hosts, text);
    }
    result->event_count = 4;
    result->events = calloc (4, sizeof *result->events);
    for (int i = 0; i < 4; i++) {
        draw_event (&result->events[i]);
        sprintf (result->events[i].name, "E%d", i);
    }
    result->events[3].scope = HPM_SCOPE_NODE;
    hpm_metric_set_read_stored (&result->metrics, "made", metrics, NULL);
    hpm_metric_set_check (&result->metrics, NULL);
    hpm_cost_table_read_text (&result->costs, "made", costs, NULL);
    hpm_costs_apply (result);
    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++) {
        char text[20];

        draw_text (text, sizeof text);
        if (hpm_result_run_is_number (i))
            snprintf (text, sizeof text, "%d", (int)draw_below (1000000));
        result->run[i] = strdup (text);
    }
}

static void
make_ranks (struct made *made)
{
    size_t cells
        = (size_t)made->result.region_count * (size_t)made->result.event_count;

    made->scan.ranks = RANKS;
    made->scan.thread_rows = RANKS * THREADS;
    made->scan.multiplexed = made->scan.unavailable = made->scan.inexact = 1;
    hpm_text_table_init (&made->scan.texts);
    for (int r = 0; r < RANKS; r++) {
        draw_rank (made, &made->ranks[r], r);
        for (int t = 0; t < THREADS; t++)
            draw_thread (made, &made->threads[r][t]);
        made->cells[r] = calloc (THREADS * cells, sizeof (struct hpm_cell));
        draw_cells (made->cells[r], THREADS * cells);
        draw_mpi (&made->mpi[r]);
        for (int f = 0; f < FUNCTIONS; f++)
            draw_call (&made->calls[r][f], f);
        made->sizes[r] = (struct hpm_size_record){
            (int32_t)draw_below (HPM_SIZE_KIND_COUNT),
            (int32_t)draw_below (BUCKETS), draw_below (1000), draw_below (1000)
        };
    }
}

static void
make_calls (struct hpm_calls *calls)
{
    calls->count = FUNCTIONS;
    calls->buckets = BUCKETS;
    calls->functions = calloc (FUNCTIONS, sizeof *calls->functions);
    for (int f = 0; f < FUNCTIONS; f++)
        draw_function (&calls->functions[f]);
}

static void
make_nodes (struct hpm_nodes *nodes)
{
    for (int i = 0; i < 5; i++) {
        struct hpm_node_count count
            = { .event = 3,
                .host = (int)draw_below (2),
                .cpu = (int)draw_below (1000),
                .count = (int64_t)draw (),
                .scale = (double)draw_below (1000),
                .enabled = (int64_t)draw (),
                .running = (int64_t)draw (),
                .quality = HPM_QUALITY_SCALED,
                .reason = (uint32_t)draw_below (HPM_REASON_COUNT) };

        hpm_nodes_add (nodes, &count);
    }
}

static void
make_joined (struct hpm_result *result)
{
    struct hpm_joined *joined = &result->joined;

    hpm_joined_make (joined, 2, result->event_count);
    for (int i = 0; i < 2; i++) {
        char text[20];

        draw_text (text, sizeof text);
        joined->runs[i].file = strdup (text);
        joined->runs[i].start_time = (int64_t)draw ();
        joined->runs[i].wall_s = (double)draw_below (1000);
        for (int e = 0; e < result->event_count; e++)
            joined->runs[i].counts[e] = (double)draw_below (1000);
    }
    for (int e = 0; e < result->event_count; e++)
        joined->event_run[e] = (uint8_t)draw_below (2);
}

static void
make_verdict (struct hpm_verdict *verdict)
{
    verdict->host = calloc (2, sizeof *verdict->host);
    for (int e = 0; e < HPM_EFFICIENCY_COUNT; e++) {
        verdict->efficiency[e] = (double)(1 + draw_below (1000));
        verdict->host[0][e] = (double)draw_below (1000);
        verdict->host[1][e] = (double)draw_below (1000);
    }
    for (int i = 0; i < 3; i++)
        hpm_verdict_add (verdict,
                         (struct hpm_finding){
                             (double)draw_below (HPM_FINDING_COUNT),
                             (double)draw_below (3), (double)draw_below (2),
                             (double)draw_below (9), 1e-9 * (double)draw (),
                             1e-9 * (double)draw (), 1e-9 * (double)draw (),
                             1e-9 * (double)draw () });
}

static void
make_account (struct hpm_verdict *verdict, struct hpm_account *accounts)
{
    verdict->account = calloc (1, sizeof *verdict->account);
    verdict->errors = calloc (1, sizeof *verdict->errors);
    verdict->host_account = calloc (2, sizeof *verdict->host_account);
    for (int p = 0; p < HPM_PART_COUNT; p++) {
        verdict->account->part[p] = (double)(1 + draw_below (1000));
        verdict->errors->part[p] = (double)draw_below (1000);
        verdict->host_account[0].part[p] = (double)draw_below (1000);
        verdict->host_account[1].part[p] = (double)draw_below (1000);
        for (int r = 0; r < RANKS; r++)
            accounts[r].part[p] = (double)draw_below (1000);
    }
}

int
is_same_account (const struct hpm_verdict *made, const struct hpm_verdict *got)
{
    size_t one = sizeof (struct hpm_account);

    return got->account && got->errors && got->host_account
           && !memcmp (made->account, got->account, one)
           && !memcmp (made->errors, got->errors, one)
           && !memcmp (made->host_account, got->host_account, 2 * one);
}

void
make_result (struct made *made)
{
    memset (made, 0, sizeof *made);
    hpm_result_init (&made->result);
    make_labels (made);
    free (made->result.run[HPM_RUN_options]);
    made->result.run[HPM_RUN_options] = strdup ("HPM_INTERVAL=0.5\n");
    make_regions (&made->result);
    make_sites (&made->result);
    make_samples (&made->result);
    make_memory (&made->result);
    make_ranks (made);
    make_calls (&made->result.calls);
    make_nodes (&made->result.nodes);
    hpm_topologies_take (&made->result.topologies, 1, "cores 0-3+4");
    make_joined (&made->result);
    make_verdict (&made->result.verdict);
    make_account (&made->result.verdict, made->accounts);
}

static void
draw_aggregate (struct hpm_aggregate *aggregate,
                const struct hpm_result *result)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;
    size_t metrics
        = (size_t)result->region_count * (size_t)result->metrics.count;

    for (size_t i = 0; i < counts; i++) {
        draw_statistics (&aggregate->events[i].statistics, 1);
        aggregate->events[i].sampling
            = (struct hpm_sampling){ (double)(1000 + draw_below (1000)),
                                     (double)draw_below (1000),
                                     (double)draw_below (1000) };
        aggregate->events[i].projected = (char)draw_below (2);
        aggregate->events[i].refused
            = aggregate->events[i].projected ? 0 : (char)draw_below (2);
        if (aggregate->events[i].refused) /* then there is no sum */
            aggregate->events[i].statistics.sum_low = 0;
        aggregate->events[i].reasons[1 + draw_below (HPM_REASON_COUNT - 1)]
            = 1 + (uint32_t)draw_below (1000);
    }
    for (size_t i = 0; i < metrics; i++) {
        draw_statistics (&aggregate->metrics[i].statistics, 1);
        aggregate->metrics[i].total = (struct hpm_metric_value){
            .value = (double)draw_below (1000),
            .error = (double)draw_below (1000),
            .status = HPM_METRIC_OK,
            .quality = aggregate->metrics[i].statistics.quality
        };
        aggregate->metrics[i].error = (double)draw_below (1000);
    }
    aggregate->metrics[0].total.status = HPM_METRIC_MISSING;
    aggregate->metrics[0].total.value = NAN;
    aggregate->metrics[0].total.error = 0;
    for (int m = 0; m < result->metrics.count; m++)
        aggregate->metric_runs[m] = draw ();
}

void
make_aggregates (struct made *made)
{
    struct hpm_result *result = &made->result;

    hpm_result_make_aggregates (result, 1, NULL);
    draw_aggregate (&result->job, result);
    for (int h = 0; h < result->hosts.count; h++)
        draw_aggregate (&result->host[h], result);
    /* So that the exact integers are stored, of all of them.  */
    result->job.events[0].statistics.sum_high = (int64_t)(draw () >> 8);
    result->mpi_threads = 1;
    for (int i = 0; i < result->region_count * result->event_count; i++)
        result->mpi_sums[i] = (int64_t)draw ();
    for (int i = 0; i < result->event_count; i++)
        result->added[i] = (int64_t)(draw () >> 1);
}

void
release_made (struct made *made)
{
    for (int r = 0; r < RANKS; r++)
        free (made->cells[r]);
    hpm_text_table_release (&made->scan.texts);
    hpm_result_release (&made->result);
}

struct hpm_rank_data
rank_of (const struct made *made, int rank)
{
    return (struct hpm_rank_data){ .record = made->ranks[rank],
                                   .thread_count = THREADS,
                                   .threads = made->threads[rank],
                                   .cells = made->cells[rank],
                                   .mpi = &made->mpi[rank],
                                   .call_count = FUNCTIONS,
                                   .size_count = 1,
                                   .calls = made->calls[rank],
                                   .sizes = &made->sizes[rank],
                                   .account = &made->accounts[rank] };
}
