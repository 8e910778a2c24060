/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A zero: true, or a dead counter?
 */
#include "config.h"

#include "pmpi/papi/papi_private.h"
#include "pmpi/papi/papi_probe.h"

/* Whether one of the natives that an event is made of moved.  */
static int
any_moved (const struct hpm_papi_counted *counted, const char *moved)
{
    for (int i = 0; i < counted->event.count; i++)
        if (moved[counted->event.natives[i]])
            return 1;
    return 0;
}

/* Whether the exercise tells a dead counter of this event.  */
static int
is_told (int index)
{
    return hpm_papi.counted[index].scope == HPM_SCOPE_THREAD
           && hpm_papi_probe_covers (hpm_papi.events[index].record.name);
}

/* Whether a group of counters has one of an event that is to be told.  */
static int
group_tells (int group, const int *indices, int count)
{
    for (int i = 0; i < count; i++) {
        const struct hpm_papi_counted *counted = &hpm_papi.counted[indices[i]];

        for (int k = 0; is_told (indices[i]) && k < counted->event.count; k++)
            if (hpm_papi.plan.natives[counted->event.natives[k]].group == group)
                return 1;
    }
    return 0;
}

void
hpm_papi_verify_zeros (const int *indices, int count, int *moved)
{
    char natives[HPM_PERF_MOST_NATIVES] = { 0 };

    for (int i = 0; i < count; i++)
        moved[i] = 1;
    /* The exercise runs in user code.  */
    if (!(hpm_papi.domain & HPM_DOMAIN_USER) || !hpm_papi.first_set)
        return;
    for (int group = 0; group < hpm_papi.plan.group_count; group++)
        if (group_tells (group, indices, count))
            hpm_papi_probe_group (&hpm_papi.first_set->perf, &hpm_papi.plan,
                                  group, natives);
    for (int i = 0; i < count; i++)
        if (is_told (indices[i]))
            moved[i] = any_moved (&hpm_papi.counted[indices[i]], natives);
}
