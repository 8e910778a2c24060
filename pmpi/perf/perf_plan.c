/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The kernel refuses a group that could never be on the counters; but it does
 * not tell of counters that others hold (its own watchdog, another tool), nor
 * of two groups that exclude each other.  So what was opened is also run for a
 * moment, and must have been on the counters for all of it.
 */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "pmpi/perf/perf_plan.h"
#include "pmpi/perf/perf_topdown.h"

/* Whether group g (-1: all at once) is on the counters all the time.  */
static int
runs_fully (const struct hpm_perf_plan *plan, struct hpm_perf_set *trial,
            int group)
{
    struct hpm_perf_reading before, after;
    int failed;

    failed = hpm_perf_set_read (trial, plan, &before)
             || hpm_perf_set_run (trial, plan, group, 1)
             || hpm_perf_set_read (trial, plan, &after);
    hpm_perf_set_run (trial, plan, group, 0);
    for (int i = 0; i < plan->native_count && !failed; i++)
        if (after.running[i] - before.running[i]
            < after.enabled[i] - before.enabled[i])
            failed = 1;
    return !failed;
}

/* Whether the plan still counts as it should with the native just opened in
 * this group.  The very first tells whether anybody else is there: then trials
 * prove nothing, and only the times at the end can tell.  */
static int
fits (struct hpm_perf_plan *plan, struct hpm_perf_set *trial, int group)
{
    if (plan->crowded)
        return plan->multiplex || group == 0;
    if (runs_fully (plan, trial, plan->multiplex ? group : -1))
        return 1;
    plan->crowded = plan->native_count == 1;
    return plan->crowded;
}

/* Try to open the last native of the plan in a group.  Returns 0 or errno.  */
static int
try_group (struct hpm_perf_plan *plan, struct hpm_perf_set *trial, int group)
{
    int last = plan->native_count - 1, groups = plan->group_count;

    plan->natives[last].group = group;
    if (hpm_perf_set_open_one (trial, plan, last) < 0)
        return errno;
    if (group == groups)
        plan->group_count++;
    if (fits (plan, trial, group))
        return 0;
    plan->group_count = groups;
    hpm_perf_set_close_one (trial, last);
    return ENOSPC;
}

/* Add a native to this group and to no other.  Returns 0 or errno.  */
static int
add_to_group (struct hpm_perf_plan *plan, struct hpm_perf_set *trial,
              const struct perf_event_attr *attr, int group, int *index)
{
    int error;

    *index = plan->native_count;
    if (*index == HPM_PERF_MOST_NATIVES)
        return ENOSPC;
    plan->natives[plan->native_count++].attr = *attr;
    error = try_group (plan, trial, group);
    if (error)
        plan->native_count--;
    return error;
}

/* The index of a native, -1 if the plan has none.  */
static int
find (const struct hpm_perf_plan *plan, const struct perf_event_attr *attr)
{
    for (int i = 0; i < plan->native_count; i++)
        if (!memcmp (&plan->natives[i].attr, attr, sizeof *attr))
            return i;
    return -1;
}

/* Shares of slots count in a group that slots lead, and nowhere else.  */
static int
add_share (struct hpm_perf_plan *plan, struct hpm_perf_set *trial,
           const struct perf_event_attr *attr, int *index)
{
    struct perf_event_attr slots;
    int leader, error = 0;

    hpm_perf_topdown_leader (attr, &slots);
    leader = find (plan, &slots);
    if (leader < 0)
        error = add_to_group (plan, trial, &slots, plan->group_count, &leader);
    return error ? error
                 : add_to_group (plan, trial, attr, plan->natives[leader].group,
                                 index);
}

/* The plan's native with these attributes, added if it is not there: into the
 * first group that takes it, or one of its own.  A group says EINVAL where it
 * would never fit; said by a group of its own, the event is none.  Returns 0 or
 * errno.  */
static int
add_native (struct hpm_perf_plan *plan, struct hpm_perf_set *trial,
            const struct perf_event_attr *attr, int *index)
{
    int error = ENOSPC;

    *index = find (plan, attr);
    if (*index >= 0)
        return 0;
    if (hpm_perf_topdown_is_share (attr))
        return add_share (plan, trial, attr, index);
    if (hpm_perf_topdown_is_slots (attr))
        return add_to_group (plan, trial, attr, plan->group_count, index);
    *index = plan->native_count;
    if (*index == HPM_PERF_MOST_NATIVES)
        return ENOSPC;
    plan->natives[plan->native_count++].attr = *attr;
    for (int group = 0; group <= plan->group_count && error; group++) {
        error = try_group (plan, trial, group);
        if (error != EINVAL && error != ENOSPC)
            break;
    }
    if (error)
        plan->native_count--;
    return error;
}

static void
truncate_to (struct hpm_perf_plan *plan, struct hpm_perf_set *trial, int count)
{
    while (plan->native_count > count)
        hpm_perf_set_close_one (trial, --plan->native_count);
    plan->group_count = 0;
    for (int i = 0; i < count; i++)
        if (plan->natives[i].group >= plan->group_count)
            plan->group_count = plan->natives[i].group + 1;
}

enum hpm_reason
hpm_perf_plan_add (struct hpm_perf_plan *plan, struct hpm_perf_set *trial,
                   const struct perf_event_attr *attrs, int n, int *indices)
{
    int count = plan->native_count, error = 0;

    for (int i = 0; i < n && !error; i++)
        error = add_native (plan, trial, &attrs[i], &indices[i]);
    if (!error)
        return HPM_REASON_NONE;
    truncate_to (plan, trial, count);
    return hpm_perf_reason (error);
}
