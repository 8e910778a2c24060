/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/json_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/change.h"
#include "aggregate/analysis/profile.h"
#include "aggregate/show/summary/account_text.h"
#include "aggregate/show/rows/job_rows.h"
#include "base/text.h"

static void
put_seconds (struct hpm_json *json, const char *key, double nanoseconds)
{
    hpm_json_real (json, key, nanoseconds / 1e9);
}

void
hpm_json_put_mpi_run (struct hpm_json *json, const struct hpm_result *result)
{
    const struct hpm_statistics *fields = result->calls.fields;
    const struct hpm_statistics *overhead = &fields[HPM_MPI_FIELD_overhead];

    if (!hpm_calls_recorded (&result->calls))
        return;
    hpm_json_text (json, "mpi_mode",
                   hpm_mpi_mode_word ((int)fields[HPM_MPI_FIELD_mode].max));
    put_seconds (json, "mpi_call_overhead_s",
                 hpm_statistics_sum (overhead)
                     / hpm_statistics_sum (&fields[HPM_MPI_FIELD_calls]));
    put_seconds (json, "mpi_overhead_s", hpm_statistics_sum (overhead));
    put_seconds (json, "mpi_overhead_max_s", overhead->max);
    hpm_json_integer (json, "mpi_overhead_max_rank", overhead->max_rank);
    if (!fields[HPM_MPI_FIELD_removed].count)
        return;
    put_seconds (json, "mpi_overhead_removed_s",
                 hpm_statistics_sum (&fields[HPM_MPI_FIELD_removed]));
    hpm_json_whole (json, "mpi_overhead_larger",
                    hpm_statistics_sum (&fields[HPM_MPI_FIELD_larger]));
}

static void
put_function (struct hpm_json *json, const struct hpm_calls *calls, int f)
{
    const struct hpm_function_record *function = &calls->functions[f];
    const struct hpm_statistics *time = hpm_calls_sum (calls, f, HPM_SUM_TIME);

    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "function", function->name);
    hpm_json_text (json, "kind", hpm_call_kind_word (function->kind));
    hpm_json_text (json, "group", hpm_call_group_word (function->kind));
    hpm_json_whole (json, "calls", hpm_calls_total (calls, f, HPM_SUM_CALLS));
    put_seconds (json, "time_s", hpm_statistics_sum (time));
    put_seconds (json, "time_mean_s", time->mean);
    put_seconds (json, "time_min_s", time->min);
    put_seconds (json, "time_max_s", time->max);
    hpm_json_integer (json, "time_max_rank", time->max_rank);
    put_seconds (json, "shortest_s",
                 hpm_calls_sum (calls, f, HPM_SUM_MIN_TIME)->min);
    put_seconds (json, "longest_s",
                 hpm_calls_sum (calls, f, HPM_SUM_MAX_TIME)->max);
    if (function->sent != HPM_BYTES_NONE)
        hpm_json_whole (json, "sent", hpm_calls_total (calls, f, HPM_SUM_SENT));
    if (function->received != HPM_BYTES_NONE)
        hpm_json_whole (json, "received",
                        hpm_calls_total (calls, f, HPM_SUM_RECEIVED));
    if (function->received == HPM_BYTES_MOST)
        hpm_json_flag (json, "received_at_most", 1);
    hpm_json_close (json, '}');
}

static void
put_sizes (struct hpm_json *json, const struct hpm_calls *calls, int kind)
{
    for (int bucket = 0; bucket < calls->buckets; bucket++) {
        const int64_t *size = calls->sizes[kind][bucket];

        if (!size[HPM_SIZE_MESSAGES])
            continue;
        hpm_json_open (json, NULL, '{');
        hpm_json_text (json, "kind", hpm_size_kind_word (kind));
        hpm_json_integer (json, "from", hpm_bucket_floor (bucket));
        hpm_json_integer (json, "messages", size[HPM_SIZE_MESSAGES]);
        hpm_json_integer (json, "bytes", size[HPM_SIZE_BYTES]);
        hpm_json_close (json, '}');
    }
}

void
hpm_json_put_calls (struct hpm_json *json, const struct hpm_output *output)
{
    const struct hpm_calls *calls = &output->result->calls;
    int *order;

    if (!hpm_calls_recorded (calls))
        return;
    order = hpm_calls_order (calls);
    hpm_json_open (json, "mpi", '[');
    for (int i = 0; order && i < calls->count; i++)
        if (hpm_selection_has (&output->selection->mpi,
                               calls->functions[order[i]].name))
            put_function (json, calls, order[i]);
    hpm_json_close (json, ']');
    free (order);
    hpm_json_open (json, "message_sizes", '[');
    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        put_sizes (json, calls, kind);
    hpm_json_close (json, ']');
}

void
hpm_json_put_efficiency (struct hpm_json *json,
                         const double efficiency[HPM_EFFICIENCY_COUNT])
{
    hpm_json_open (json, "efficiency", '{');
    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++)
        if (i == HPM_EFFICIENCY_RANKS || i == HPM_EFFICIENCY_SLOWEST)
            hpm_json_whole (json, hpm_efficiency_word (i), efficiency[i]);
        else
            hpm_json_real (json, hpm_efficiency_word (i), efficiency[i]);
    hpm_json_close (json, '}');
}

/* What the subject of a rule is, as a word; NULL if it has none.  */
static const char *
subject_word (const struct hpm_result *result,
              const struct hpm_finding *finding)
{
    double subject = finding->subject;

    if (!(subject >= 0))
        return NULL;
    if (finding->rule == HPM_FINDING_IN_MPI || finding->rule == HPM_FINDING_OWN)
        return subject < result->calls.count
                   ? result->calls.functions[(int)subject].name
                   : NULL;
    if (finding->rule == HPM_FINDING_RANK_OUTLIER
        || finding->rule == HPM_FINDING_HOST_OUTLIER)
        return subject < HPM_PROFILE_FIELD_COUNT
                   ? hpm_profile_quantities[(int)subject].name
                   : NULL;
    return finding->rule == HPM_FINDING_CHANGED
               ? hpm_change_cause_word (subject)
               : NULL;
}

static void
put_whole (struct hpm_json *json, const char *name, double value)
{
    if (value >= 0 && value < 0x1p53)
        hpm_json_whole (json, name, value);
}

/* A number of a finding, and its unit where it has one.  */
static void
put_measure (struct hpm_json *json, const struct hpm_finding *finding,
             const char *name, double value)
{
    const char *unit = hpm_finding_unit (finding, name);
    char key[32];

    hpm_json_real (json, name, value);
    snprintf (key, sizeof key, "%s_unit", name);
    if (isfinite (value) && strcmp (unit, "1") != 0)
        hpm_json_text (json, key, unit);
}

static void
put_finding (struct hpm_json *json, const struct hpm_result *result, size_t i)
{
    const struct hpm_finding *finding = &result->verdict.findings[i];
    char *sentence = hpm_verdict_sentence (result, i);
    const char *subject = subject_word (result, finding);
    const char *advice = hpm_finding_advice (finding, result);

    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "rule",
                   hpm_rule_word (finding->rule >= 0 && finding->rule < 1e6
                                      ? (int)finding->rule
                                      : -1));
    hpm_json_text (json, "text", sentence ? sentence : "");
    free (sentence);
    put_whole (json, "rank", finding->rank);
    if (finding->rule == HPM_FINDING_OVERLAP)
        put_whole (json, "other_rank", finding->subject);
    if (finding->host >= 0 && finding->host < result->hosts.count)
        hpm_json_text (json, "host", result->hosts.texts[(int)finding->host]);
    if (subject)
        hpm_json_text (json, "subject", subject);
    put_measure (json, finding, "value", finding->value);
    put_measure (json, finding, "reference", finding->reference);
    put_measure (json, finding, "share", finding->share);
    if (isfinite (finding->cost))
        hpm_json_real (json, "cost_s", finding->cost);
    if (advice)
        hpm_json_text (json, "advice", advice);
    hpm_json_close (json, '}');
}

static void
put_findings (struct hpm_json *json, const struct hpm_result *result,
              const char *name, int of_verdict)
{
    const struct hpm_verdict *verdict = &result->verdict;

    hpm_json_open (json, name, '[');
    for (size_t i = 0; i < verdict->count; i++)
        if (hpm_finding_is_verdict (&verdict->findings[i]) == of_verdict)
            put_finding (json, result, i);
    hpm_json_close (json, ']');
}

void
hpm_json_put_verdict (struct hpm_json *json, const struct hpm_result *result)
{
    const struct hpm_verdict *verdict = &result->verdict;

    if (verdict->efficiency[HPM_EFFICIENCY_RANKS] > 0)
        hpm_json_put_efficiency (json, verdict->efficiency);
    if (verdict->account)
        hpm_json_put_account (json, verdict->account, verdict->errors);
    if (!verdict->made)
        return;
    put_findings (json, result, "verdict", 1);
    put_findings (json, result, "outliers", 0);
}

static void
put_joined_run (struct hpm_json *json, const struct hpm_result *result, int run)
{
    const struct hpm_joined_run *joined = &result->joined.runs[run];
    char date[HPM_TEXT_TIME];

    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "file", joined->file);
    hpm_json_text (json, "start_time",
                   hpm_text_time (date, joined->start_time));
    hpm_json_real (json, "wall_s", joined->wall_s);
    hpm_json_real (json, "distance", hpm_joined_distance (result, run));
    hpm_json_open (json, "differences", '{');
    for (int e = 0; e < result->event_count; e++) {
        double difference = hpm_joined_difference (&result->joined, run, e);

        if (hpm_joined_compares (result, e) && isfinite (difference))
            hpm_json_real (json, result->events[e].name, difference);
    }
    hpm_json_close (json, '}');
    hpm_json_close (json, '}');
}

void
hpm_json_put_joined (struct hpm_json *json, const struct hpm_result *result)
{
    if (!result->joined.count)
        return;
    hpm_json_open (json, "joined", '[');
    for (int i = 0; i < result->joined.count; i++)
        put_joined_run (json, result, i);
    hpm_json_close (json, ']');
}

/* A processor, or a host where the event has none.  */
static void
put_place (struct hpm_json *json, const struct hpm_result *result,
           const struct hpm_node_count *count)
{
    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "host",
                   hpm_text_table_get (&result->hosts, count->host));
    if (count->cpu >= 0)
        hpm_json_integer (json, "cpu", count->cpu);
    hpm_json_text (json, "quality", hpm_quality_word (count->quality));
    hpm_json_real (json, "amount", hpm_node_amount (count));
    if (hpm_node_was_counted (count))
        hpm_json_integer (json, "count", count->count);
    else
        hpm_json_text (json, "reason", hpm_reason_text (count->reason));
    if (count->running < count->enabled)
        hpm_json_real (json, "coverage",
                       (double)count->running / (double)count->enabled);
    hpm_json_close (json, '}');
}

static void
put_node (struct hpm_json *json, const struct hpm_result *result, int event)
{
    struct hpm_column columns[HPM_JOB_COLUMNS];
    struct hpm_job_row row;

    hpm_job_columns (result, columns);
    hpm_job_node (&row, result, event);
    hpm_json_open (json, NULL, '{');
    hpm_json_row (json, columns, HPM_JOB_COLUMNS, &row);
    hpm_json_open (json, "processors", '[');
    for (size_t i = 0; i < result->nodes.count; i++)
        if (result->nodes.counts[i].event == event)
            put_place (json, result, &result->nodes.counts[i]);
    hpm_json_close (json, ']');
    hpm_json_close (json, '}');
}

void
hpm_json_put_nodes (struct hpm_json *json, const struct hpm_output *output)
{
    int any = 0;

    for (int e = 0; e < output->result->event_count; e++) {
        if (!output->shown[e]
            || !hpm_result_is_node (output->result, (size_t)e))
            continue;
        if (!any++)
            hpm_json_open (json, "node_events", '[');
        put_node (json, output->result, e);
    }
    if (any)
        hpm_json_close (json, ']');
}
