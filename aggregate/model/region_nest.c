/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/region_nest.h"

#include <stdlib.h>

#include "aggregate/model/result.h"
#include "hpm_schema.h"

/* ---- regions inside others ---------------------------------------------- */

/* Something between two limits, of which the upper one holds.  */
static int64_t
between (int64_t value, int64_t least, int64_t most)
{
    value = value > least ? value : least;
    return value < most ? value : most;
}

/* Of the regions directly inside one, of one event.  */
static int64_t
inner_of (const struct hpm_region_tree *tree, int region, const int64_t *values,
          int events)
{
    int64_t sum = 0;

    for (int i = tree->inner[region]; i >= 0; i = tree->beside[i])
        if (values[(size_t)i * (size_t)events] != HPM_NO_COUNT)
            sum = hpm_add_bounded (sum, values[(size_t)i * (size_t)events]);
    return sum;
}

/* What a region has itself of the count, and of its parts, is of one piece. */
void
hpm_region_nest_parts (const struct hpm_region_tree *tree, int event,
                       int events, const int64_t *counts,
                       int64_t *const parts[HPM_REGION_PART_COUNT])
{
    int64_t *mpi = parts[HPM_REGION_PART_MPI] + event;
    int64_t *useful = parts[HPM_REGION_PART_USEFUL] + event;

    counts += event;
    for (int r = tree->count - 1; r >= 0; r--) {
        size_t at = (size_t)r * (size_t)events;
        int64_t inner_mpi = inner_of (tree, r, mpi, events);
        int64_t inner_useful = inner_of (tree, r, useful, events), own;

        if (counts[at] == HPM_NO_COUNT || mpi[at] == HPM_NO_COUNT
            || useful[at] == HPM_NO_COUNT)
            continue;
        own = counts[at] - inner_of (tree, r, counts, events);
        own = own > 0 ? own : 0;
        mpi[at] = inner_mpi + between (mpi[at] - inner_mpi, 0, own);
        own -= mpi[at] - inner_mpi;
        useful[at] = inner_useful + between (useful[at] - inner_useful, 0, own);
    }
}

/* ---- processor time ----------------------------------------------------- */

int
hpm_region_bound_time (const struct hpm_result *result, const int64_t *sums,
                       int64_t *counts)
{
    const struct hpm_region_tree *tree = &result->tree;
    int cpu = hpm_result_find_literal (result, "os::CPU_TIME");
    int64_t *before, *after; /* of those directly inside: as it was, and is */
    int failed;

    if (cpu < 0)
        return 0;
    before = calloc (2 * (size_t)tree->count + 1, sizeof *before);
    after = before ? before + tree->count : NULL;
    for (int r = tree->count - 1; before && r >= 0; r--) {
        int64_t own_time
            = sums[(size_t)r * HPM_REGION_SUM_COUNT + HPM_REGION_SUM_EXCLUSIVE];
        int64_t *at = counts + (size_t)r * (size_t)result->event_count + cpu;
        int64_t was = *at, own = was - before[r];

        if (was == HPM_NO_COUNT)
            continue;
        own = own < own_time ? own : own_time;
        *at = after[r] + (own > 0 ? own : 0);
        if (tree->regions[r].parent >= 0) {
            before[tree->regions[r].parent] += was;
            after[tree->regions[r].parent] += *at;
        }
    }
    failed = !before;
    free (before);
    return failed ? -1 : 0;
}

/* ---- user and system time ----------------------------------------------- */

/* What is inside a region, as far as it has been divided.  */
struct inside {
    int64_t user, system;
};

struct division {
    const struct hpm_region_tree *tree;
    int events, cpu, user, system; /* how many there are, and these of them */
    int64_t *values;
    const int64_t *most, *less; /* or NULL */
};

/* What a region has itself of an event, 0 where it is not known.  */
static int64_t
own_of (const struct division *division, const int64_t *values, int region,
        int event)
{
    size_t at = (size_t)region * (size_t)division->events + (size_t)event;

    return !values || values[at] == HPM_NO_COUNT
               ? 0
               : values[at]
                     - inner_of (division->tree, region, values + event,
                                 division->events);
}

/* How much of an event may be its own.  */
static int64_t
room_for (const struct division *division, int region, int event)
{
    int64_t room;

    if (!division->most)
        return INT64_MAX;
    room = own_of (division, division->most, region, event)
           - own_of (division, division->less, region, event);
    return room > 0 ? room : 0;
}

/* What is in the kernel of a region's own processor time.  */
static int64_t
own_system (const struct division *division, int region,
            const struct inside *inside, int64_t own)
{
    const int64_t *values
        = division->values + (size_t)region * (size_t)division->events;
    double system = (double)values[division->system];
    double both = (double)values[division->user] + system;
    int64_t share = both > 0 ? hpm_bounded_integer (
                        (double)values[division->cpu] * system / both)
                             : 0;

    share = between (share - inside->system,
                     own - room_for (division, region, division->user),
                     room_for (division, region, division->system));
    return between (share, 0, own);
}

static void
divide_region (const struct division *division, int region,
               const struct inside *inside, struct inside *around)
{
    int64_t *values
        = division->values + (size_t)region * (size_t)division->events;
    int64_t own, system;

    if (values[division->cpu] == HPM_NO_COUNT
        || values[division->user] == HPM_NO_COUNT
        || values[division->system] == HPM_NO_COUNT)
        return;
    own = values[division->cpu] - inside->user - inside->system;
    own = own > 0 ? own : 0;
    system = inside->system + own_system (division, region, inside, own);
    values[division->system] = between (system, 0, values[division->cpu]);
    values[division->user] = values[division->cpu] - values[division->system];
    around->user += values[division->user];
    around->system += values[division->system];
}

int
hpm_region_divide_time (const struct hpm_result *result, int64_t *values,
                        const int64_t *most, const int64_t *less)
{
    const struct hpm_region_tree *tree = &result->tree;
    const struct division division
        = { .tree = tree,
            .events = result->event_count,
            .cpu = hpm_result_find_literal (result, "os::CPU_TIME"),
            .user = hpm_result_find_literal (result, "os::USER_TIME"),
            .system = hpm_result_find_literal (result, "os::SYSTEM_TIME"),
            .values = values,
            .most = most,
            .less = less };
    struct inside *inside, outermost = { 0, 0 };
    int failed;

    if (division.cpu < 0 || division.user < 0 || division.system < 0)
        return 0;
    inside = calloc ((size_t)tree->count + 1, sizeof *inside);
    for (int r = tree->count - 1; inside && r >= 0; r--) {
        int parent = tree->regions[r].parent;

        divide_region (&division, r, &inside[r],
                       parent >= 0 ? &inside[parent] : &outermost);
    }
    failed = !inside;
    free (inside);
    return failed ? -1 : 0;
}
