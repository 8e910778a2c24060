/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "ancestors/own_counts.h"
#include "ancestors/own_events.h"

static const struct {
    const char *name;
    unsigned type;
    uint64_t config;
} events[] = {
#define HPM_X(name, type, config) { name, type, config },
    HPM_OWN_EVENTS (HPM_X)
#undef HPM_X
};

/* All in one group, that one read tells them all, of the same time.  Programs
 * may count themselves, and no more, where the kernel forbids all else.  */
static int
open_counter (const char *name, int leader)
{
    struct perf_event_attr attr = {
        .size = sizeof attr,
        .exclude_kernel = 1,
        .exclude_hv = 1,
        .read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED
                       | PERF_FORMAT_TOTAL_TIME_RUNNING,
    };

    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp (events[i].name, name) == 0) {
            attr.type = events[i].type;
            attr.config = events[i].config;
            return (int)syscall (SYS_perf_event_open, &attr, 0, -1, leader,
                                 PERF_FLAG_FD_CLOEXEC);
        }
    return -1;
}

int
hpm_own_set_open (struct hpm_own_set *set, const char *const *names, int count)
{
    set->count = count < HPM_OWN_COUNTERS ? count : HPM_OWN_COUNTERS;
    set->leader = -1;
    set->counted = 0;
    for (int i = 0; i < set->count; i++) {
        set->file[i] = open_counter (names[i], set->leader);
        if (set->file[i] < 0)
            continue;
        if (set->leader < 0)
            set->leader = set->file[i];
        set->order[i] = set->counted++;
    }
    return set->counted;
}

void
hpm_own_set_read (const struct hpm_own_set *set, long long *values)
{
    struct {
        uint64_t count, enabled, running, values[HPM_OWN_COUNTERS];
    } group;
    ssize_t size = (ssize_t)(3 + set->counted) * 8;
    int good = set->leader >= 0
               && read (set->leader, &group, sizeof group) == size
               && group.running == group.enabled;

    for (int i = 0; i < set->count; i++)
        values[i] = good && set->file[i] >= 0
                        ? (long long)group.values[set->order[i]]
                        : -1;
}

void
hpm_own_set_close (struct hpm_own_set *set)
{
    for (int i = 0; i < set->count; i++)
        if (set->file[i] >= 0)
            close (set->file[i]);
    set->count = set->counted = 0;
    set->leader = -1;
}
