/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counting through the kernel: what is opened for every thread, and one
 * thread's counters.
 *
 * A group is on the counters as a whole or not at all.  Groups are never
 * pinned: where the program counts for itself, as PAPI does with pinned groups,
 * its counters come first, and ours tell by their times what they missed.
 */
#ifndef HPM_PMPI_PERF_SET_H
#define HPM_PMPI_PERF_SET_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

#include "hpm_backend.h"
#include "pmpi/perf/perf_counter.h"

#define HPM_PERF_MOST_NATIVES 128

struct hpm_perf_native {
    struct perf_event_attr attr;
    int group;
};

/* The natives of a group are in the order of their opening; its first leads. */
struct hpm_perf_plan {
    int multiplex; /* several groups, which the kernel counts in turn */
    int crowded;   /* somebody else holds counters */
    int floor;     /* descriptors should be this or above */
    int native_count;
    int group_count;
    struct hpm_perf_native natives[HPM_PERF_MOST_NATIVES];
};

/* Whether the counters' pages are mapped, to be read without the kernel.  */
enum hpm_perf_pages {
    HPM_PERF_PAGES_UNKNOWN,
    HPM_PERF_PAGES_NONE,
    HPM_PERF_PAGES
};

/* The counters of one thread, in the order of the plan's natives.  */
struct hpm_perf_set {
    pid_t tid;                 /* 0: the thread that opens it; -1: all that run
                                * on the processor */
    int cpu;                   /* -1: any */
    int inherit;               /* count threads, too, that it creates */
    int children;              /* count in the programs that its children
                                * execute, and not in itself */
    pid_t owner;               /* the thread it counts */
    int64_t own_bytes;         /* that the owner read of it; atomic */
    enum hpm_perf_pages pages; /* known to the counted thread alone */
    struct hpm_perf_counter counters[HPM_PERF_MOST_NATIVES];
};

/* What was read of a set; the times are those of the native's group, in ns.  */
struct hpm_perf_reading {
    int64_t values[HPM_PERF_MOST_NATIVES];
    int64_t enabled[HPM_PERF_MOST_NATIVES];
    int64_t running[HPM_PERF_MOST_NATIVES];
    double errors[HPM_PERF_MOST_NATIVES]; /* of the value scaled up; not above
                                           * 0: not known */
};

/* An empty set, for the calling thread (tid 0) or another of this process.  */
void hpm_perf_set_init (struct hpm_perf_set *set, pid_t tid);

/* Open all natives of the plan, stopped, or none.  Returns 0, or -1 with errno.
 */
int hpm_perf_set_open (struct hpm_perf_set *set,
                       const struct hpm_perf_plan *plan);
void hpm_perf_set_close (struct hpm_perf_set *set);

/* The same for native i alone; those before it are open.  */
int hpm_perf_set_open_one (struct hpm_perf_set *set,
                           const struct hpm_perf_plan *plan, int i);
void hpm_perf_set_close_one (struct hpm_perf_set *set, int i);

/* Start (on) or stop a group, or all groups (-1).  Returns 0 or -1.  */
int hpm_perf_set_run (const struct hpm_perf_set *set,
                      const struct hpm_perf_plan *plan, int group, int on);

/* Read all counters through the kernel, from any thread.  Returns 0, or -1 when
 * a descriptor is no longer ours or can't be read.  */
int hpm_perf_set_read (struct hpm_perf_set *set,
                       const struct hpm_perf_plan *plan,
                       struct hpm_perf_reading *reading);

/* Read the counts of the calling thread's own set into values[natives], without
 * the kernel where it permits that.  Returns as hpm_perf_set_read.  */
int hpm_perf_set_read_own (struct hpm_perf_set *set,
                           const struct hpm_perf_plan *plan, int64_t *values);

/* Bytes that the counted thread itself got by such reads.  Any thread.  */
int64_t hpm_perf_set_own_bytes (const struct hpm_perf_set *set);

/* Why perf_event_open refused with this errno.  */
enum hpm_reason hpm_perf_reason (int error);

#endif /* HPM_PMPI_PERF_SET_H */
