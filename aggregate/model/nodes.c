/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/nodes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/model/result.h"

int
hpm_nodes_add (struct hpm_nodes *nodes, const struct hpm_node_count *count)
{
    if (nodes->count == nodes->room) {
        size_t room = nodes->room ? 2 * nodes->room : 16;
        struct hpm_node_count *counts
            = realloc (nodes->counts, room * sizeof *counts);

        if (!counts)
            return -1;
        nodes->counts = counts;
        nodes->room = room;
    }
    nodes->counts[nodes->count++] = *count;
    return 0;
}

void
hpm_nodes_release (struct hpm_nodes *nodes)
{
    free (nodes->counts);
    memset (nodes, 0, sizeof *nodes);
}

int
hpm_nodes_take (struct hpm_result *result, const struct hpm_rank_data *data)
{
    int host = hpm_text_table_find (&result->hosts, data->record.host);
    int failed
        = host >= 0 && data->topology
          && hpm_topologies_take (&result->topologies, host, data->topology);

    for (int64_t i = 0; host >= 0 && !failed && i < data->node_count; i++) {
        const struct hpm_node_record *record = &data->nodes[i];
        struct hpm_node_count count = { .event = record->event,
                                        .host = host,
                                        .cpu = record->cpu,
                                        .count = record->value,
                                        .scale = record->scale,
                                        .enabled = record->time_enabled,
                                        .running = record->time_running,
                                        .quality = (uint32_t)record->quality,
                                        .reason = (uint32_t)record->reason };

        if (record->event >= 0
            && hpm_result_is_node (result, (size_t)record->event))
            failed = hpm_nodes_add (&result->nodes, &count);
    }
    return failed;
}

/* Add a counter of the node to the total of its event.  */
static void
add_node (struct hpm_value *total, const struct hpm_node_record *record)
{
    int had = hpm_quality_has_value (total->quality);

    if (!hpm_quality_has_value ((uint32_t)record->quality)
        || total->quality == HPM_QUALITY_UNAVAILABLE) {
        total->quality = HPM_QUALITY_UNAVAILABLE;
        return;
    }
    total->count = record->value + (had ? total->count : 0);
    total->quality = (uint32_t)record->quality;
}

void
hpm_nodes_totals (const struct hpm_result *result,
                  const struct hpm_rank_data *data, struct hpm_value *totals)
{
    for (int e = 0; e < result->event_count; e++)
        if (hpm_result_is_node (result, (size_t)e))
            totals[e].quality = HPM_QUALITY_ABSENT;
    for (int64_t i = 0; i < data->node_count; i++) {
        int event = data->nodes[i].event;

        if (event >= 0 && event < result->event_count
            && hpm_result_is_node (result, (size_t)event)
            && data->line->columns[event] >= 0)
            add_node (&totals[event], &data->nodes[i]);
    }
}

double
hpm_nodes_scale (const struct hpm_result *result, int event)
{
    double scale = NAN;

    for (size_t i = 0; i < result->nodes.count; i++) {
        const struct hpm_node_count *count = &result->nodes.counts[i];

        if (count->event != event)
            continue;
        if (!isnan (scale) && scale != count->scale)
            return NAN;
        scale = count->scale;
    }
    return scale;
}

int
hpm_node_was_counted (const struct hpm_node_count *count)
{
    return hpm_quality_has_value (count->quality);
}

double
hpm_node_amount (const struct hpm_node_count *count)
{
    return hpm_node_was_counted (count) ? (double)count->count * count->scale
                                        : NAN;
}

static void
add (struct hpm_node_sum *sum, const struct hpm_node_count *count)
{
    double amount = hpm_node_amount (count);

    if (!hpm_node_was_counted (count)) {
        sum->uncounted++;
        sum->reason = count->reason;
        return;
    }
    sum->amount = sum->places++ ? sum->amount + amount : amount;
    sum->least = fmin (sum->least, amount);
    sum->most = fmax (sum->most, amount);
    sum->error += amount * hpm_scaled_error (count->enabled, count->running);
    sum->quality = hpm_quality_worse (sum->quality, count->quality);
}

/* 1 if somebody counted the event for the host, or tried to.  */
static int
has_host (const struct hpm_result *result, int event, int host)
{
    for (size_t i = 0; i < result->nodes.count; i++)
        if (result->nodes.counts[i].event == event
            && result->nodes.counts[i].host == host)
            return 1;
    return 0;
}

static int
lacks_hosts (const struct hpm_result *result, int event, int host)
{
    if (host >= 0)
        return !has_host (result, event, host);
    for (int i = 0; i < result->hosts.count; i++)
        if (!has_host (result, event, i))
            return 1;
    return 0;
}

struct hpm_node_sum
hpm_nodes_sum (const struct hpm_result *result, int event, int host)
{
    struct hpm_node_sum sum = {
        .amount = NAN, .least = NAN, .most = NAN, .quality = HPM_QUALITY_ABSENT
    };

    for (size_t i = 0; i < result->nodes.count; i++) {
        const struct hpm_node_count *count = &result->nodes.counts[i];

        if (count->event == event && (host < 0 || count->host == host))
            add (&sum, count);
    }
    if (!sum.reason && lacks_hosts (result, event, host))
        sum.reason = HPM_REASON_NOT_RECORDED;
    if (sum.reason)
        sum.quality = sum.places
                          ? hpm_quality_worse (sum.quality, HPM_QUALITY_PARTIAL)
                          : HPM_QUALITY_UNAVAILABLE;
    return sum;
}
