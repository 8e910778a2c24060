/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which events to count for a metric.  Pure; thread-safe on a const set.
 */
#ifndef HPM_BASE_METRIC_EVENTS_H
#define HPM_BASE_METRIC_EVENTS_H

#include "base/event/event_list.h"
#include "base/metric/metric.h"

/* Whether an event, or what matches a pattern with "*", can be counted.  */
typedef int hpm_metric_can_fn (const char *event, void *data);

/* Add the events that set->metrics[metric] takes to `events`: of each event
 * line the first alternative of which `can` says yes to all events, of first ()
 * the side that is used then; patterns as they are.  *missing becomes NULL, or,
 * where the metric can't be computed, the first name (the set's) that can't be
 * had, and nothing is added.  Constants are taken to be known.  The set must
 * have been checked.  Returns 0, or -1 without memory.  */
int hpm_metric_events (const struct hpm_metric_set *set, int metric,
                       hpm_metric_can_fn *can, void *data,
                       struct hpm_event_list *events, const char **missing);

/* Add the events of all alternatives, patterns too.  Returns 0, or -1 without
 * memory.  */
int hpm_metric_all_events (const struct hpm_metric_set *set, int metric,
                           struct hpm_event_list *events);

#endif /* HPM_BASE_METRIC_EVENTS_H */
