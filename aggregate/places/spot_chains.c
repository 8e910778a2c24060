/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Callers of samples: what functions and lines have with what they call, and
 * the tree of functions.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/places/spots.h"

/* A rank's, with the numbers of its addresses.  */
struct chains {
    struct hpm_samples *samples;
    const struct hpm_chain_record *list;
    const int *numbers;
};

static void
add_once (struct hpm_spot *spot, int64_t *seen, int64_t way, int64_t samples)
{
    if (*seen == way)
        return;
    *seen = way;
    spot->total += samples;
}

/* A function that calls itself is on the way several times.  */
static void
add_totals (const struct chains *chains, int64_t place)
{
    struct hpm_samples *samples = chains->samples;
    int64_t count = chains->list[place].samples, way = ++samples->ways;

    for (; place >= 0; place = chains->list[place].parent) {
        int number = chains->numbers[place], routine, line;

        if (number < 0)
            continue; /* of a file that changed between two readings */
        routine = samples->routine_of[number];
        line = samples->line_of[number];
        add_once (&samples->routines.list[routine],
                  &samples->seen_routine[routine], way, count);
        add_once (&samples->lines.list[line], &samples->seen_line[line], way,
                  count);
    }
}

/* Returns the place of a function in the tree, or -1 without memory.  */
static int
add_stack (const struct chains *chains, int64_t place, const int *stacks)
{
    struct hpm_stacks *tree = &chains->samples->stacks;
    const struct hpm_chain_record *chain = &chains->list[place];
    int number = chains->numbers[place];
    int parent = chain->parent < 0 ? -1 : stacks[chain->parent], stack;

    stack = hpm_stacks_find (tree, number < 0 ? 0 : parent,
                             number < 0 ? -1
                                        : chains->samples->routine_of[number]);
    if (stack < 0)
        return -1;
    tree->list[stack].samples += chain->samples;
    tree->list[stack].inside += chain->inside;
    return stack;
}

int
hpm_samples_take_chains (struct hpm_samples *samples,
                         const struct hpm_chain_record *chains,
                         const struct hpm_site_record *frames, int64_t count,
                         const char *modules, int64_t bytes)
{
    int *numbers = count ? hpm_sites_locate (&samples->addresses, frames, count,
                                             modules, bytes)
                         : NULL;
    int *stacks = calloc ((size_t)count + 1, sizeof *stacks);
    struct chains all = { samples, chains, numbers };
    int failed = !stacks || (count && !numbers);

    for (int64_t i = 0; !failed && i < count; i++) {
        stacks[i] = add_stack (&all, i, stacks);
        failed = stacks[i] < 0;
        if (!failed && chains[i].samples)
            add_totals (&all, i);
    }
    free (numbers);
    free (stacks);
    return failed ? -1 : 0;
}
