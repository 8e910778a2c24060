/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts of events of the node: one for each host, processor of the event's
 * mask, and event.  No rank has them, and none of the sums over ranks.
 */
#ifndef HPM_AGGREGATE_NODES_H
#define HPM_AGGREGATE_NODES_H

#include <stddef.h>
#include <stdint.h>

struct hpm_result;
struct hpm_value;
struct hpm_rank_data;

struct hpm_node_count {
    int event, host; /* places in the result */
    int cpu;         /* -1 where there is no such event */
    int64_t count;
    double scale;             /* times count is the amount */
    int64_t enabled, running; /* ns */
    uint32_t quality, reason;
};

struct hpm_nodes {
    struct hpm_node_count *counts; /* owned */
    size_t count, room;
};

/* What hosts have of an event, in its unit.  */
struct hpm_node_sum {
    double amount;            /* NAN where there is none */
    double error;             /* absolute, of what was scaled up */
    double least, most;       /* of a processor */
    size_t places, uncounted; /* processors with and without a count */
    uint32_t quality;         /* partial where a processor or host has none */
    uint32_t reason;          /* of one that has none */
};

/* Returns 0, or -1 without memory.  */
int hpm_nodes_add (struct hpm_nodes *nodes, const struct hpm_node_count *count);
void hpm_nodes_release (struct hpm_nodes *nodes);

/* Fill in totals[event] of events of the node: what a rank counted of those
 * that its line has, before they are multiplied by the scale; of others there
 * is none.  The rank must have a line.  */
void hpm_nodes_totals (const struct hpm_result *result,
                       const struct hpm_rank_data *data,
                       struct hpm_value *totals);

/* What a count of the event is multiplied by, NAN where counters differ in it
 * or there are none.  */
double hpm_nodes_scale (const struct hpm_result *result, int event);

/* Add what a rank counted for its host, and what it tells of it.  Returns 0 or
 * -1.  */
int hpm_nodes_take (struct hpm_result *result,
                    const struct hpm_rank_data *data);

int hpm_node_was_counted (const struct hpm_node_count *count);
double hpm_node_amount (const struct hpm_node_count *count);

/* Over a host, or over all of them (-1).  */
struct hpm_node_sum hpm_nodes_sum (const struct hpm_result *result, int event,
                                   int host);

#endif /* HPM_AGGREGATE_NODES_H */
