/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One thread's counters: open, run, read, close.
 */
#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/perf/perf_page.h"
#include "pmpi/perf/perf_set.h"
#include "pmpi/perf/perf_topdown.h"

enum hpm_reason
hpm_perf_reason (int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return HPM_REASON_PARANOID;
    case ENOSPC:
    case EBUSY:
        return HPM_REASON_CONFLICT;
    case EINVAL:
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return HPM_REASON_NO_SUCH_EVENT;
    case ESRCH:
        return HPM_REASON_THREAD_LATE;
    default:
        return HPM_REASON_START_FAILED;
    }
}

/* ---- one counter -------------------------------------------------------- */

/* The leader of a group, -1 while there is none.  */
static int
leader_of (const struct hpm_perf_plan *plan, int group)
{
    for (int i = 0; i < plan->native_count; i++)
        if (plan->natives[i].group == group)
            return i;
    return -1;
}

int
hpm_perf_set_open_one (struct hpm_perf_set *set,
                       const struct hpm_perf_plan *plan, int i)
{
    struct hpm_perf_counter *counter = &set->counters[i];
    int leader = leader_of (plan, plan->natives[i].group);
    struct perf_event_attr attr = plan->natives[i].attr;

    /* A group runs and stops with its leader.  */
    attr.disabled = leader == i;
    attr.inherit = set->children || set->inherit;
    attr.enable_on_exec = set->children && leader == i;
    attr.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED
                       | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return hpm_perf_counter_open (counter, &attr, set->tid, set->cpu,
                                  leader == i ? NULL : &set->counters[leader],
                                  plan->floor);
}

void
hpm_perf_set_close_one (struct hpm_perf_set *set, int i)
{
    hpm_perf_counter_close (&set->counters[i]);
}

/* ---- all of them -------------------------------------------------------- */

void
hpm_perf_set_init (struct hpm_perf_set *set, pid_t tid)
{
    set->tid = tid;
    set->cpu = -1;
    set->inherit = 0;
    set->children = 0;
    set->owner = tid ? tid : gettid ();
    set->own_bytes = 0;
    set->pages = HPM_PERF_PAGES_UNKNOWN;
    for (int i = 0; i < HPM_PERF_MOST_NATIVES; i++)
        set->counters[i] = HPM_PERF_COUNTER_NONE;
}

int
hpm_perf_set_open (struct hpm_perf_set *set, const struct hpm_perf_plan *plan)
{
    for (int i = 0; i < plan->native_count; i++)
        if (hpm_perf_set_open_one (set, plan, i) < 0) {
            hpm_perf_set_close (set);
            return -1;
        }
    return 0;
}

/* Siblings before their leaders.  */
void
hpm_perf_set_close (struct hpm_perf_set *set)
{
    for (int i = HPM_PERF_MOST_NATIVES - 1; i >= 0; i--)
        if (set->counters[i].descriptor >= 0)
            hpm_perf_counter_close (&set->counters[i]);
}

int
hpm_perf_set_run (const struct hpm_perf_set *set,
                  const struct hpm_perf_plan *plan, int group, int on)
{
    int result = 0;

    for (int g = 0; g < plan->group_count; g++)
        if (group < 0 || group == g)
            result |= hpm_perf_counter_run (&set->counters[leader_of (plan, g)],
                                            on);
    return result ? -1 : 0;
}

/* What read(2) gives of a group.  */
struct group_values {
    uint64_t count, enabled, running;
    uint64_t values[HPM_PERF_MOST_NATIVES];
};

/* Read one group.  Returns 0, or -1 unless it has so many natives as it says.
 */
static int
read_group (const struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
            int group, struct group_values *got)
{
    ssize_t bytes = hpm_perf_counter_read (
        &set->counters[leader_of (plan, group)], got, sizeof *got);

    return bytes < (ssize_t)(3 * sizeof (uint64_t))
                   || (size_t)bytes != (3 + got->count) * sizeof (uint64_t)
               ? -1
               : 0;
}

/* Note what the owner of the set read; nobody else writes there.  */
static void
note_own_bytes (struct hpm_perf_set *set, const struct group_values *got)
{
    __atomic_store_n (&set->own_bytes,
                      set->own_bytes
                          + (int64_t)((3 + got->count) * sizeof (uint64_t)),
                      __ATOMIC_RELAXED);
}

int64_t
hpm_perf_set_own_bytes (const struct hpm_perf_set *set)
{
    return __atomic_load_n (&set->own_bytes, __ATOMIC_RELAXED);
}

/* Read one group, and sort what it gives by natives.  */
static int
read_natives (struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
              int group, int own, struct hpm_perf_reading *reading)
{
    struct group_values got;
    uint64_t next = 0;

    if (read_group (set, plan, group, &got) < 0)
        return -1;
    if (own)
        note_own_bytes (set, &got);
    for (int i = 0; i < plan->native_count; i++) {
        if (plan->natives[i].group != group)
            continue;
        if (next == got.count)
            return -1;
        reading->values[i] = (int64_t)got.values[next++];
        reading->enabled[i] = (int64_t)got.enabled;
        reading->running[i] = (int64_t)got.running;
    }
    return next == got.count ? 0 : -1;
}

int
hpm_perf_set_read (struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
                   struct hpm_perf_reading *reading)
{
    int own = gettid () == set->owner;

    for (int g = 0; g < plan->group_count; g++)
        if (read_natives (set, plan, g, own, reading) < 0)
            return -1;
    return 0;
}

/* ---- the calling thread's own, without the kernel ------------------------ */

/* A register with shares of slots holds ratios, not counts; and only the kernel
 * knows what it took out of it.  */
static int
has_shares (const struct hpm_perf_plan *plan)
{
    for (int i = 0; i < plan->native_count; i++)
        if (hpm_perf_topdown_is_share (&plan->natives[i].attr))
            return 1;
    return 0;
}

/* Map the pages of all counters, or of none.  The first that is refused spares
 * the others: on a machine that permits none, this is one system call.  */
static enum hpm_perf_pages
map_pages (struct hpm_perf_set *set, const struct hpm_perf_plan *plan)
{
    if (!hpm_perf_page_register () || has_shares (plan))
        return HPM_PERF_PAGES_NONE;
    for (int i = 0; i < plan->native_count; i++) {
        struct perf_event_mmap_page *page
            = hpm_perf_counter_map (&set->counters[i]);

        if (!page || !hpm_perf_page_permits (page))
            return HPM_PERF_PAGES_NONE;
    }
    return HPM_PERF_PAGES;
}

static int
read_pages (const struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
            int64_t *values)
{
    for (int i = 0; i < plan->native_count; i++)
        if (hpm_perf_page_read (set->counters[i].page,
                                hpm_perf_page_register (), &values[i])
            < 0)
            return -1;
    return 0;
}

static int
read_groups (struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
             int64_t *values)
{
    for (int g = 0; g < plan->group_count; g++) {
        struct group_values got;
        uint64_t next = 0;

        if (read_group (set, plan, g, &got) < 0)
            return -1;
        note_own_bytes (set, &got);
        for (int i = 0; i < plan->native_count && next < got.count; i++)
            if (plan->natives[i].group == g)
                values[i] = (int64_t)got.values[next++];
    }
    return 0;
}

/* All natives in their order; without a look at the plan's, each of which is a
 * cache line or two.  */
static int
read_only_group (struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
                 int64_t *values)
{
    struct group_values got;

    if (read_group (set, plan, 0, &got) < 0
        || got.count != (uint64_t)plan->native_count)
        return -1;
    note_own_bytes (set, &got);
    memcpy (values, got.values, got.count * sizeof *values);
    return 0;
}

int
hpm_perf_set_read_own (struct hpm_perf_set *set,
                       const struct hpm_perf_plan *plan, int64_t *values)
{
    if (set->pages == HPM_PERF_PAGES_UNKNOWN)
        set->pages = map_pages (set, plan);
    if (set->pages == HPM_PERF_PAGES && read_pages (set, plan, values) == 0)
        return 0;
    return plan->group_count == 1 ? read_only_group (set, plan, values)
                                  : read_groups (set, plan, values);
}
