/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions by how they were called: a tree, the outermost caller at its root,
 * over all ranks.
 */
#ifndef HPM_AGGREGATE_STACKS_H
#define HPM_AGGREGATE_STACKS_H

#include <stdint.h>

#define HPM_STACKS_MOST (1 << 18)

/* Its caller comes before it.  */
struct hpm_stack {
    int32_t parent;          /* place of its caller, -1: none */
    int32_t routine;         /* place among the functions; -1: of others */
    int64_t samples, inside; /* taken in it, not in what it calls */
};

/* Where there are any, the first has what there was no room for.  */
struct hpm_stacks {
    struct hpm_stack *list; /* owned */
    int count;
    int capacity; /* a power of 2 */
    int *place;   /* 1 + the place of one, 0: none; twice as many, owned */
};

/* A function that called another one, and in how many samples.  */
struct hpm_caller {
    int32_t caller, callee; /* places among the functions */
    int64_t samples;        /* in the callee, called by it, or in what that
                               calls; of a sample once */
    int64_t own;            /* in the callee itself */
    int64_t inside;         /* of `samples`, in calls of MPI */
};

struct hpm_callers {
    struct hpm_caller *list; /* owned */
    int count;
};

void hpm_stacks_release (struct hpm_stacks *stacks);

/* No samples, and none of the places.  */
void hpm_stacks_clear (struct hpm_stacks *stacks);

/* The place of a function that one at a place called, or -1, added if it is
 * new; 0 where there is no room; -1 without memory.  */
int hpm_stacks_find (struct hpm_stacks *stacks, int parent, int routine);

/* Who called whom, most samples first; empty before.  Returns 0, or -1 without
 * memory.  */
int hpm_callers_find (struct hpm_callers *callers,
                      const struct hpm_stacks *stacks);

#endif /* HPM_AGGREGATE_STACKS_H */
