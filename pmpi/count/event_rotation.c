/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/event/event_split.h"
#include "base/launch.h"
#include "pmpi/count/event_rotation.h"

int
hpm_rotation_wanted (const struct hpm_options *options)
{
    return options->rotate == HPM_ROTATE_RANKS;
}

/* The pass of this rank.  Ranks of a host count the passes in turn; where a
 * host has fewer ranks than there are passes, the ranks of the job do.  */
static int
own_pass (const struct hpm_rotation *rotation, int passes)
{
    int local = hpm_launch_number (HPM_LAUNCH_LOCAL_RANK, rotation->rank);
    int here = hpm_launch_number (HPM_LAUNCH_LOCAL_RANKS, rotation->ranks);

    return (here < passes ? rotation->rank : local) % passes;
}

/* Mark what this rank does not count.  */
static void
mark_others (const struct hpm_rotation *rotation,
             struct hpm_backend_event *events, int n, const uint64_t *passes,
             int own)
{
    for (int i = 0; i < n; i++)
        if (passes[i] && !(passes[i] >> own & 1))
            events[i].reason = __builtin_ctzll (passes[i]) < rotation->ranks
                                   ? HPM_REASON_OTHER_RANKS
                                   : HPM_REASON_TOO_FEW_RANKS;
}

/* The passes of each event.  Returns how many there are, -1 when that can't be
 * found.  */
static int
find_passes (const struct hpm_rotation *rotation,
             const struct hpm_backend *backend,
             struct hpm_backend_event *events, int n, uint64_t *passes)
{
    uint32_t *members = calloc ((size_t)n + 1, sizeof *members);
    int made = -1;

    for (int i = 0; members && i < n; i++)
        members[i] = hpm_event_list_membership (rotation->lists,
                                                events[i].record.name);
    if (members)
        made = hpm_event_split_lists (backend, rotation->domain, events, n,
                                      rotation->common, members, passes);
    free (members);
    return made;
}

/* What is counted goes to the head.  */
static int
gather_own (struct hpm_backend_event *events, int n)
{
    int count = 0;

    for (int i = 0; i < n; i++) {
        struct hpm_backend_event event = events[i];

        if (event.reason != HPM_REASON_NONE)
            continue;
        memmove (events + count + 1, events + count,
                 (size_t)(i - count) * sizeof *events);
        events[count++] = event;
    }
    return count;
}

int
hpm_rotation_choose (const struct hpm_rotation *rotation,
                     const struct hpm_backend *backend,
                     struct hpm_backend_event *events, int n)
{
    uint64_t *passes = calloc ((size_t)n + 1, sizeof *passes);
    int made = 0;

    if (passes)
        made = find_passes (rotation, backend, events, n, passes);
    if (made > 1)
        mark_others (rotation, events, n, passes, own_pass (rotation, made));
    free (passes);
    for (int i = 0; made < 0 && i < n; i++)
        events[i].reason = HPM_REASON_START_FAILED;
    return gather_own (events, n);
}
