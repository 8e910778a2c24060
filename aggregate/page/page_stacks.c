/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions by how they were called, for a picture.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/page/page_parts.h"

/* What has a smaller part of all samples is too narrow to be seen.  */
#define PARTS_MOST 2048

/* Samples in each function and below it: a caller comes before what it calls.
 * Returns those of all.  */
static int64_t
add_up (const struct hpm_stacks *stacks, int64_t *below)
{
    int64_t all = 0;

    for (int i = stacks->count; i-- > 0;) {
        const struct hpm_stack *stack = &stacks->list[i];

        below[i] += stack->samples;
        if (stack->parent >= 0)
            below[stack->parent] += below[i];
        else
            all += below[i];
    }
    return all;
}

static void
put_stack (struct hpm_json *json, const struct hpm_samples *samples, int i,
           int caller, int64_t below)
{
    int routine = samples->stacks.list[i].routine;

    hpm_json_open (json, NULL, '[');
    hpm_json_integer (json, NULL, caller);
    hpm_json_text (json, NULL,
                   routine < 0 ? "others"
                               : samples->routines.list[routine].place);
    hpm_json_integer (json, NULL, below);
    hpm_json_close (json, ']');
}

/* `place` gets where each is in the list, which is before what it calls.  */
static void
put_list (struct hpm_json *json, const struct hpm_samples *samples,
          const int64_t *below, int64_t all, int *place)
{
    int count = 0;

    for (int i = 0; i < samples->stacks.count; i++) {
        int parent = samples->stacks.list[i].parent;

        if (!below[i] || below[i] < all / PARTS_MOST)
            continue;
        put_stack (json, samples, i, parent < 0 ? -1 : place[parent], below[i]);
        place[i] = count++;
    }
}

int
hpm_page_put_stacks (struct hpm_json *json, const struct hpm_samples *samples)
{
    const struct hpm_stacks *stacks = &samples->stacks;
    int64_t *below;
    int *place;

    if (!stacks->count)
        return 0;
    below = calloc ((size_t)stacks->count, sizeof *below);
    place = calloc ((size_t)stacks->count, sizeof *place);
    if (below && place) {
        int64_t all = add_up (stacks, below);

        hpm_json_open (json, "stacks", '[');
        put_list (json, samples, below, all, place);
        hpm_json_close (json, ']');
    }
    free (below);
    free (place);
    return below && place ? 0 : -1;
}
