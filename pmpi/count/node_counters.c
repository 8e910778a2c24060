/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/launch.h"
#include "base/quality.h"
#include "base/event/probe.h"
#include "hpm_schema.h"
#include "pmpi/perf/cell.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/perf/perf_counter.h"
#include "pmpi/guest/descriptor_room.h"

/* An energy meter is renewed every millisecond: one that stands still for this
 * long is none.  */
#define METER_NS 100000000

static struct {
    struct hpm_perf_counter *counters; /* [count], owned */
    struct hpm_node_record *records;   /* [count], owned */
    struct hpm_node_record *samples;   /* [count], owned: room for a snapshot */
    int *meters;                       /* [count], owned: 1 for energy */
    int *backend;                      /* [count], owned: the event among those
                                        * of the backend, or -1 */
    const struct hpm_event_table *table;
    int count;
} node;

static void
mark (struct hpm_node_record *record, enum hpm_reason reason)
{
    record->value = 0;
    record->quality = HPM_QUALITY_UNAVAILABLE;
    record->reason = (int)reason;
}

/* ---- open --------------------------------------------------------------- */

static void
open_counter (const struct hpm_node_event *event, int i)
{
    struct perf_event_attr attr;

    hpm_probe_node_attr (&attr, event);
    if (hpm_perf_counter_open (&node.counters[i], &attr, -1,
                               node.records[i].cpu, NULL,
                               hpm_descriptor_floor ())
        < 0)
        mark (&node.records[i], hpm_probe_node_reason (errno));
    node.counters[i].ask = 1;
}

static void
add_counters (const struct hpm_event_table *table, int column)
{
    const struct hpm_node_event *event
        = &table->nodes[table->columns[column].node];
    int cpus = event->cpu_count ? event->cpu_count : 1;

    for (int c = 0; c < cpus; c++) {
        int i = node.count++;

        node.counters[i] = HPM_PERF_COUNTER_NONE;
        node.backend[i] = -1;
        node.meters[i] = !strcmp (event->unit, "J");
        node.records[i]
            = (struct hpm_node_record){ .event = column,
                                        .scale = event->scale,
                                        .cpu = event->cpu_count ? event->cpus[c]
                                                                : -1 };
        if (event->cpu_count)
            open_counter (event, i);
        else
            mark (&node.records[i], HPM_REASON_NO_SUCH_EVENT);
    }
}

/* Whether the backend counts a column for the host.  */
static int
is_backends (const struct hpm_event_table *table, int column)
{
    int event = table->columns[column].backend;

    return event >= 0 && table->backend && table->backend->host_read
           && table->records[column].scope == HPM_SCOPE_NODE
           && table->asked[event].reason == HPM_REASON_NONE;
}

static void
add_backends (const struct hpm_event_table *table, int column)
{
    int i = node.count++;

    node.counters[i] = HPM_PERF_COUNTER_NONE;
    node.backend[i] = table->columns[column].backend;
    node.records[i]
        = (struct hpm_node_record){ .event = column, .scale = 1, .cpu = -1 };
}

/* Most counters that the columns may take.  */
static size_t
most_counters (const struct hpm_event_table *table)
{
    size_t most = 0;

    for (int i = 0; i < table->node_count; i++)
        most += (size_t)table->nodes[i].cpu_count + 1;
    for (int i = 0; i < table->count; i++)
        most += (size_t)is_backends (table, i);
    return most;
}

static int
is_elected (int rank)
{
    return rank < 0 || hpm_launch_number (HPM_LAUNCH_LOCAL_RANK, rank) == 0;
}

void
hpm_node_counters_start (const struct hpm_event_table *table, int rank,
                         int paused)
{
    int saved = errno;
    size_t most = most_counters (table);

    hpm_node_counters_discard ();
    if (!most || !is_elected (rank))
        return;
    node.table = table;
    node.backend = calloc (most, sizeof *node.backend);
    node.counters = calloc (most, sizeof *node.counters);
    node.records = calloc (most, sizeof *node.records);
    node.samples = calloc (most, sizeof *node.samples);
    node.meters = calloc (most, sizeof *node.meters);
    if (node.counters && node.records && node.samples && node.meters
        && node.backend)
        for (int i = 0; i < table->count; i++) {
            if (table->columns[i].node >= 0)
                add_counters (table, i);
            else if (is_backends (table, i))
                add_backends (table, i);
        }
    if (!paused)
        hpm_node_counters_run (1);
    errno = saved;
}

/* ---- read --------------------------------------------------------------- */

/* What read(2) gives of one.  */
struct reading {
    int64_t count, enabled, running;
};

/* A counter shared by a memory controller's events takes turns, too.  */
static void
fill (struct hpm_node_record *record, int is_meter,
      const struct reading *reading)
{
    record->time_enabled = reading->enabled;
    record->time_running = reading->running;
    if (!reading->running && reading->enabled)
        mark (record, HPM_REASON_NO_TURN);
    else if (is_meter && !reading->count && reading->running >= METER_NS)
        mark (record, HPM_REASON_NEVER_COUNTED);
    else {
        record->value = hpm_cell_scaled (reading->count, reading->enabled,
                                         reading->running);
        record->quality
            = (int)hpm_cell_quality (reading->enabled, reading->running);
    }
}

/* What the backend counts for the host.  */
static void
fill_backend (int event, struct hpm_node_record *record)
{
    struct hpm_cell cell;

    if (node.table->backend->host_read (event, &cell) < 0) {
        mark (record, HPM_REASON_THREAD_LOST);
        return;
    }
    record->value = cell.value;
    record->quality = (int)cell.quality;
    record->reason = (int)cell.reason;
}

/* All at once: to open one may take milliseconds.  */
void
hpm_node_counters_run (int on)
{
    int backends = 0;

    for (int i = 0; i < node.count; i++) {
        backends += node.backend[i] >= 0;
        hpm_perf_counter_run (&node.counters[i], on);
    }
    if (backends)
        node.table->backend->host_run (on);
}

/* One that was not opened keeps its reason.  */
static void
read_counter (int i, struct hpm_node_record *record)
{
    const struct hpm_perf_counter *counter = &node.counters[i];
    struct reading reading;

    if (node.backend[i] >= 0)
        fill_backend (node.backend[i], record);
    if (counter->descriptor < 0)
        return;
    if (hpm_perf_counter_read (counter, &reading, sizeof reading)
        == (ssize_t)sizeof reading)
        fill (record, node.meters[i], &reading);
    else
        mark (record, HPM_REASON_THREAD_LOST);
}

void
hpm_node_counters_stop (void)
{
    int saved = errno;

    hpm_node_counters_run (0);
    for (int i = 0; i < node.count; i++) {
        read_counter (i, &node.records[i]);
        hpm_perf_counter_close (&node.counters[i]);
    }
    errno = saved;
}

int
hpm_node_counters_count (void)
{
    return node.count;
}

void
hpm_node_counters_look (struct hpm_node_record *records)
{
    int saved = errno;

    for (int i = 0; i < node.count; i++) {
        records[i] = node.records[i];
        read_counter (i, &records[i]);
        if (node.meters[i] && !records[i].value
            && hpm_quality_has_value ((uint32_t)records[i].quality))
            mark (&records[i], HPM_REASON_NEVER_COUNTED);
    }
    errno = saved;
}

size_t
hpm_node_counters_bytes (void)
{
    return (size_t)node.count * sizeof *node.samples;
}

void
hpm_node_counters_sample (struct hpm_stream_buffer *buffer, int rank)
{
    if (!node.count)
        return;
    memcpy (node.samples, node.records, hpm_node_counters_bytes ());
    for (int i = 0; i < node.count; i++)
        read_counter (i, &node.samples[i]);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_NODE, rank, node.samples,
                             hpm_node_counters_bytes ());
}

void
hpm_node_records_sum (const struct hpm_node_record *records, int count,
                      int64_t *sums)
{
    for (int i = 0; i < count; i++)
        sums[records[i].event] = 0;
    for (int i = 0; i < count; i++) {
        int64_t *sum = &sums[records[i].event];
        int is_first = !i || records[i - 1].event != records[i].event;

        if (!hpm_quality_has_value ((uint32_t)records[i].quality)
            || (!is_first && records[i].scale != records[i - 1].scale)
            || *sum == HPM_NO_COUNT)
            *sum = HPM_NO_COUNT;
        else
            *sum += records[i].value;
    }
}

void
hpm_node_counters_sum (int64_t *sums)
{
    hpm_node_counters_look (node.samples);
    hpm_node_records_sum (node.samples, node.count, sums);
}

void
hpm_node_counters_append (struct hpm_stream_buffer *buffer, int rank)
{
    if (node.count)
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_NODE, rank, node.records,
                                 hpm_node_counters_bytes ());
}

void
hpm_node_counters_discard (void)
{
    for (int i = 0; i < node.count; i++)
        hpm_perf_counter_close (&node.counters[i]);
    free (node.counters);
    free (node.records);
    free (node.samples);
    free (node.meters);
    free (node.backend);
    memset (&node, 0, sizeof node);
}
