/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/launch.h"
#include "base/event/probe.h"
#include "pmpi/count/cell.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/count/perf_counter.h"
#include "pmpi/guest/descriptor_room.h"

/* An energy meter is renewed every millisecond: one that stands still for this
 * long is none.  */
#define METER_NS 100000000

static struct {
    struct hpm_perf_counter *counters; /* [count], owned */
    struct hpm_node_record *records;   /* [count], owned */
    struct hpm_node_record *samples;   /* [count], owned: room for a snapshot */
    int *meters;                       /* [count], owned: 1 for energy */
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

static int
is_elected (int rank)
{
    return hpm_launch_number (HPM_LAUNCH_LOCAL_RANK, rank) == 0;
}

void
hpm_node_counters_start (const struct hpm_event_table *table, int rank,
                         int paused)
{
    int saved = errno;
    size_t most = 1;

    hpm_node_counters_discard ();
    if (!table->node_count || !is_elected (rank))
        return;
    for (int i = 0; i < table->node_count; i++)
        most += (size_t)table->nodes[i].cpu_count + 1;
    node.counters = calloc (most, sizeof *node.counters);
    node.records = calloc (most, sizeof *node.records);
    node.samples = calloc (most, sizeof *node.samples);
    node.meters = calloc (most, sizeof *node.meters);
    if (node.counters && node.records && node.samples && node.meters)
        for (int i = 0; i < table->count; i++)
            if (table->columns[i].node >= 0)
                add_counters (table, i);
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

/* All at once: to open one may take milliseconds.  */
void
hpm_node_counters_run (int on)
{
    for (int i = 0; i < node.count; i++)
        hpm_perf_counter_run (&node.counters[i], on);
}

/* One that was not opened keeps its reason.  */
static void
read_counter (int i, struct hpm_node_record *record)
{
    const struct hpm_perf_counter *counter = &node.counters[i];
    struct reading reading;

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

    for (int i = 0; i < node.count; i++) {
        read_counter (i, &node.records[i]);
        hpm_perf_counter_close (&node.counters[i]);
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
    memset (&node, 0, sizeof node);
}
