/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernel itself answers when asked to count, without any library
 * between.  No global state.
 */
#ifndef HPM_BASE_PROBE_H
#define HPM_BASE_PROBE_H

#include <linux/perf_event.h>

#include "base/event/node_event.h"
#include "hpm_backend.h"
#include "hpm_quality.h"

struct hpm_probe {
    int hardware; /* errno of opening a cycle counter, 0 if none */
    int software; /* the same for a counter of the kernel's own */
};

/* Open and close a counter of each kind on this thread.  Any thread; errno is
 * kept.  */
void hpm_probe_read (struct hpm_probe *probe, enum hpm_domain domain);

/* How to open one: it counts for all that runs on a processor, in user code and
 * in the kernel, is read as its value, time enabled and time running, and does
 * not run yet.  */
void hpm_probe_node_attr (struct perf_event_attr *attr,
                          const struct hpm_node_event *event);

/* Open and close a counter of an event of the node on the first processor of
 * its mask.  Returns 0 or errno.  */
int hpm_probe_node (const struct hpm_node_event *event);

/* Why an event of the node can't be counted, by that errno.  */
enum hpm_reason hpm_probe_node_reason (int error);

/* What a refused cycle counter means: HPM_REASON_NONE when there is one.  */
enum hpm_reason hpm_probe_obstacle (const struct hpm_probe *probe);

#endif /* HPM_BASE_PROBE_H */
