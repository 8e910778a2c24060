/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/places/stacks.h"

#include <stdlib.h>
#include <string.h>

void
hpm_stacks_release (struct hpm_stacks *stacks)
{
    free (stacks->list);
    free (stacks->place);
    memset (stacks, 0, sizeof *stacks);
}

void
hpm_stacks_clear (struct hpm_stacks *stacks)
{
    stacks->count = 0;
    if (stacks->place)
        memset (stacks->place, 0,
                2 * (size_t)stacks->capacity * sizeof *stacks->place);
}

/* The slot of one, or the empty one where it would be.  */
static int *
find_slot (const struct hpm_stacks *stacks, int parent, int routine)
{
    uint64_t key = (uint64_t)(uint32_t)parent * 0x9e3779b97f4a7c15u
                   + (uint64_t)(uint32_t)routine * 0xd6e8feb86659fd93u;
    unsigned last = (unsigned)(2 * stacks->capacity - 1);

    for (unsigned at = (unsigned)(key >> 32) & last;; at = (at + 1) & last) {
        int *slot = &stacks->place[at];
        const struct hpm_stack *stack = &stacks->list[*slot ? *slot - 1 : 0];

        if (!*slot || (stack->parent == parent && stack->routine == routine))
            return slot;
    }
}

static int
grow (struct hpm_stacks *stacks)
{
    int capacity = stacks->capacity ? 2 * stacks->capacity : 64;
    struct hpm_stack *list
        = realloc (stacks->list, (size_t)capacity * sizeof *list);
    int *place = calloc (2 * (size_t)capacity, sizeof *place);

    if (list)
        stacks->list = list;
    if (!list || !place) {
        free (place);
        return -1;
    }
    free (stacks->place);
    stacks->place = place;
    stacks->capacity = capacity;
    for (int i = 0; i < stacks->count; i++)
        *find_slot (stacks, list[i].parent, list[i].routine) = i + 1;
    return 0;
}

/* Returns its place, or -1 without memory.  */
static int
add (struct hpm_stacks *stacks, int parent, int routine)
{
    if (stacks->count == stacks->capacity && grow (stacks))
        return -1;
    stacks->list[stacks->count]
        = (struct hpm_stack){ .parent = parent, .routine = routine };
    *find_slot (stacks, parent, routine) = stacks->count + 1;
    return stacks->count++;
}

int
hpm_stacks_find (struct hpm_stacks *stacks, int parent, int routine)
{
    int *slot;

    if (!stacks->count && add (stacks, -1, -1) < 0)
        return -1;
    if (!parent)
        return 0; /* there was no room for its caller */
    slot = find_slot (stacks, parent, routine);
    if (*slot)
        return *slot - 1;
    return stacks->count < HPM_STACKS_MOST ? add (stacks, parent, routine) : 0;
}

/* ---- who called whom ----------------------------------------------------- */

struct search {
    const struct hpm_stacks *stacks;
    struct hpm_callers *callers;
    struct hpm_stacks pairs; /* a caller in place of a parent */
    int *seen;               /* [pairs]: 1 + the last place it was seen from */
};

/* The pair of a place and its caller; -1 without memory.  */
static int
find_pair (struct search *search, const struct hpm_stack *callee)
{
    int caller = search->stacks->list[callee->parent].routine;
    /* 0 is no caller there.  */
    int pair = hpm_stacks_find (&search->pairs, caller + 1, callee->routine);

    if (pair >= search->callers->count) {
        search->callers->list[pair]
            = (struct hpm_caller){ .caller = caller,
                                   .callee = callee->routine };
        search->callers->count = pair + 1;
    }
    return pair;
}

/* Its samples are those of all pairs on the way to it.  */
static int
add_way (struct search *search, int place)
{
    const struct hpm_stack *list = search->stacks->list, *at = &list[place];

    for (; at->parent >= 0; at = &list[at->parent]) {
        int pair = find_pair (search, at);
        struct hpm_caller *caller;

        if (pair < 0)
            return -1;
        caller = &search->callers->list[pair];
        if (at == &list[place])
            caller->own += at->samples;
        if (search->seen[pair] == place + 1)
            continue;
        search->seen[pair] = place + 1;
        caller->samples += list[place].samples;
        caller->inside += list[place].inside;
    }
    return 0;
}

/* Without equals that differ from run to run.  */
static int
compare (const void *a, const void *b)
{
    const struct hpm_caller *x = a, *y = b;

    if (x->samples != y->samples)
        return x->samples < y->samples ? 1 : -1;
    if (x->callee != y->callee)
        return x->callee < y->callee ? -1 : 1;
    return x->caller < y->caller ? -1 : x->caller > y->caller;
}

/* The first pair is none, as the first place is.  */
static void
finish (struct hpm_callers *callers)
{
    if (callers->count)
        memmove (callers->list, callers->list + 1,
                 (size_t)--callers->count * sizeof *callers->list);
    if (callers->count)
        qsort (callers->list, (size_t)callers->count, sizeof *callers->list,
               compare);
}

int
hpm_callers_find (struct hpm_callers *callers, const struct hpm_stacks *stacks)
{
    size_t most = (size_t)stacks->count + 2;
    struct search search = { .stacks = stacks, .callers = callers };
    int failed;

    callers->list = calloc (most, sizeof *callers->list);
    search.seen = calloc (most, sizeof *search.seen);
    failed = !callers->list || !search.seen;
    for (int i = 1; !failed && i < stacks->count; i++)
        if (stacks->list[i].samples)
            failed = add_way (&search, i);
    hpm_stacks_release (&search.pairs);
    free (search.seen);
    if (!failed)
        finish (callers);
    return failed ? -1 : 0;
}
