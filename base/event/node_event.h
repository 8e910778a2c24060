/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that count for a whole socket or node, such as energy or traffic of a
 * memory controller: what the kernel says of them in sysfs.  They are named as
 * perf names them, "PMU/EVENT/", where PMU is a folder below
 * bus/event_source/devices that has a file `cpumask`: the processors to count
 * on, one for each socket or so.
 *
 * The formats are the kernel's:
 * Documentation/ABI/testing/sysfs-bus-event_source-devices-events and -format.
 */
#ifndef HPM_BASE_NODE_EVENT_H
#define HPM_BASE_NODE_EVENT_H

#include <stdint.h>

#include "base/error.h"

#define HPM_NODE_CPUS_MAX 1024

struct hpm_node_event {
    char name[128]; /* "power/energy-pkg/" */
    char unit[16];  /* "J", "MiB"; "1" where none is told */
    double scale;   /* of a count, to the unit */
    uint32_t type;  /* of perf_event_attr, like the next three */
    uint64_t config[3];
    int *cpus; /* of the mask, owned */
    int cpu_count;
};

/* 1 for a name of that form.  */
int hpm_node_event_is (const char *name);

/* Look an event up; `sysfs` is where sysfs is mounted.  The EVENT may also be
 * terms of the PMU's format, as in "power/event=0x02/" or
 * "pmu/event=1,umask=2/". Returns 0, or -1 with an error that says what is not
 * there; release in either case.  */
int hpm_node_event_read (struct hpm_node_event *event, const char *sysfs,
                         const char *name, struct hpm_error *error);
/* The same for an event of any PMU, which need not have a mask: no processors.
 */
int hpm_pmu_event_read (struct hpm_node_event *event, const char *sysfs,
                        const char *name, struct hpm_error *error);
void hpm_node_event_release (struct hpm_node_event *event);

/* Call `each` with the name of every event of every PMU that has a mask, in the
 * order of their names, until it returns non-zero.  */
void hpm_node_event_list (const char *sysfs,
                          int (*each) (const char *name, void *data),
                          void *data);

/* Read a list of processors, "0-3,8", into cpus[most].  Returns how many, or -1
 * where it is none.  */
int hpm_node_cpus (const char *text, int *cpus, int most);

#endif /* HPM_BASE_NODE_EVENT_H */
