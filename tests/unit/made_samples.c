/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/made_result.h"

#define STACKS 3 /* with that of others */

static char *
copy (const char *text)
{
    return text ? strdup (text) : NULL;
}

static void
make_spots (struct hpm_spots *spots, int count)
{
    spots->list = calloc ((size_t)count, sizeof *spots->list);
    spots->count = count;
    for (int i = 0; i < count; i++)
        spots->list[i]
            = (struct hpm_spot){ .place
                                 = copy (i ? "x.c:4 (main)" : "[others]"),
                                 .routine = copy (i ? "main" : NULL),
                                 .file = copy (i ? "/src/x.c" : NULL),
                                 .module = copy (i ? "/a/x" : NULL),
                                 .build_id = copy (i ? "c0ffee" : NULL),
                                 .line = i,
                                 .samples = 100 - i,
                                 .inside = 10 + i,
                                 .total = 200 - i,
                                 .ranks = 3,
                                 .min = i,
                                 .max = 20 + i,
                                 .max_rank = 2 };
}

/* Two functions, of which lines are known.  */
void
make_samples (struct hpm_result *result)
{
    make_spots (&result->samples.routines, 2);
    make_spots (&result->samples.lines, 3);
    for (int i = 0; i < 2; i++)
        result->samples.routines.list[i].line = 0;
    for (int i = 0; i < 2; i++) {
        int place
            = hpm_stacks_find (&result->samples.stacks, i ? STACKS - 2 : -1, i);
        struct hpm_stack *stack = &result->samples.stacks.list[place];

        stack->samples = 50 + i;
        stack->inside = 5 + i;
    }
}

static int
are_same_stacks (const struct hpm_stacks *a, const struct hpm_stacks *b)
{
    return a->count == STACKS && b->count == STACKS
           && !memcmp (a->list, b->list, STACKS * sizeof *a->list);
}

static int
is_same_text (const char *a, const char *b)
{
    return strcmp (a ? a : "", b ? b : "") == 0;
}

static int
is_same (const struct hpm_spot *a, const struct hpm_spot *b)
{
    return is_same_text (a->place, b->place)
           && is_same_text (a->routine, b->routine)
           && is_same_text (a->file, b->file)
           && is_same_text (a->module, b->module)
           && is_same_text (a->build_id, b->build_id) && a->line == b->line
           && a->samples == b->samples && a->inside == b->inside
           && a->total == b->total && a->ranks == b->ranks && a->min == b->min
           && a->max == b->max && a->max_rank == b->max_rank;
}

static int
are_same (const struct hpm_spots *made, const struct hpm_spots *got, int count)
{
    if (made->count != count || got->count != count)
        return 0;
    for (int i = 0; i < count; i++)
        if (!is_same (&made->list[i], &got->list[i])) {
            printf ("# spot %d is different\n", i);
            return 0;
        }
    return 1;
}

int
are_same_samples (const struct hpm_samples *made, const struct hpm_samples *got)
{
    return are_same (&made->routines, &got->routines, 2)
           && are_same (&made->lines, &got->lines, 3)
           && are_same_stacks (&made->stacks, &got->stacks);
}
