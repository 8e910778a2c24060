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

void
hpm_region_nest_parts (const struct hpm_region_tree *tree, int event,
                       int events, const int64_t *counts,
                       int64_t *const parts[HPM_REGION_PART_COUNT])
{
    int64_t *mpi = parts[HPM_REGION_PART_MPI] + event;
    int64_t *useful = parts[HPM_REGION_PART_USEFUL] + event;

    for (int r = tree->count - 1; r >= 0; r--) {
        size_t at = (size_t)r * (size_t)events;
        int64_t whole = counts[at + (size_t)event];
        int64_t inner = inner_of (tree, r, useful, events);

        if (whole == HPM_NO_COUNT || mpi[at] == HPM_NO_COUNT
            || useful[at] == HPM_NO_COUNT)
            continue;
        mpi[at] = between (mpi[at], inner_of (tree, r, mpi, events),
                           whole > inner ? whole - inner : 0);
        useful[at] = between (useful[at], inner, whole - mpi[at]);
    }
}

/* ---- user and system time ----------------------------------------------- */

/* What is inside a region, as far as it has been divided.  */
struct inside {
    int64_t user, system;
};

/* The events of that time.  */
struct events {
    int cpu, user, system;
};

static int64_t
room_for (const int64_t *most, const int64_t *less, int event)
{
    if (!most || most[event] == HPM_NO_COUNT)
        return INT64_MAX;
    if (!less || less[event] == HPM_NO_COUNT)
        return most[event];
    return most[event] > less[event] ? most[event] - less[event] : 0;
}

/* What is in the kernel of a region's processor time.  */
static int64_t
share_of_system (const struct events *of, const int64_t *values,
                 const struct inside *inside, const int64_t *most,
                 const int64_t *less)
{
    int64_t cpu = values[of->cpu];
    double both = (double)values[of->user] + (double)values[of->system];
    int64_t share = both > 0 ? hpm_bounded_integer (
                        (double)cpu * (double)values[of->system] / both)
                             : 0;

    share = between (share, cpu - room_for (most, less, of->user),
                     room_for (most, less, of->system));
    share = between (share, inside->system, cpu - inside->user);
    return between (share, 0, cpu);
}

static void
divide_region (const struct events *of, int64_t *values,
               const struct inside *inside, struct inside *around,
               const int64_t *most, const int64_t *less)
{
    if (values[of->cpu] == HPM_NO_COUNT || values[of->user] == HPM_NO_COUNT
        || values[of->system] == HPM_NO_COUNT)
        return;
    values[of->system] = share_of_system (of, values, inside, most, less);
    values[of->user] = values[of->cpu] - values[of->system];
    around->user += values[of->user];
    around->system += values[of->system];
}

int
hpm_region_divide_time (const struct hpm_result *result, int64_t *values,
                        const int64_t *most, const int64_t *less)
{
    const struct hpm_region_tree *tree = &result->tree;
    const struct events of
        = { hpm_result_find_literal (result, "os::CPU_TIME"),
            hpm_result_find_literal (result, "os::USER_TIME"),
            hpm_result_find_literal (result, "os::SYSTEM_TIME") };
    struct inside *inside, outermost = { 0, 0 };
    int failed;

    if (of.cpu < 0 || of.user < 0 || of.system < 0)
        return 0;
    inside = calloc ((size_t)tree->count + 1, sizeof *inside);
    for (int r = tree->count - 1; inside && r >= 0; r--) {
        size_t at = (size_t)r * (size_t)result->event_count;
        int parent = tree->regions[r].parent;

        divide_region (&of, values + at, &inside[r],
                       parent >= 0 ? &inside[parent] : &outermost,
                       most ? most + at : NULL, less ? less + at : NULL);
    }
    failed = !inside;
    free (inside);
    return failed ? -1 : 0;
}
