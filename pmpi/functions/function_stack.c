/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A frame that is deeper than the one of a function that begins is no more.  Of
 * those at the same place one may be of a function that this one was inlined
 * into: that of another function is no more if this one has a frame, and that
 * of the same function, which may be inlined into itself, if it began at the
 * same place in the code.
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/functions/function_stack.h"

/* Leave all frames from `first` on.  To leave the first one leaves those
 * inside, but for those of the same label, which are the innermost.  */
static void
leave_from (struct hpm_function_stack *stack, int first,
            hpm_function_leave_fn *leave)
{
    const struct hpm_label *label = stack->frames[first].label;

    for (int i = stack->depth - 1; i >= first; i--)
        if (stack->frames[i].label == label)
            leave (label);
    stack->depth = first;
    stack->beyond = 0;
}

/* Of the frames at the same place, below `end`: the first that is no more;
 * `end` where all are.  */
static int
find_dead_beside (const struct hpm_function_stack *stack,
                  const struct hpm_function_frame *frame, int end)
{
    int first = end, is_inlined = frame->is_inlined;

    while (first > 0 && stack->frames[first - 1].place == frame->place) {
        const struct hpm_function_frame *beside = &stack->frames[--first];

        if (beside->from == frame->from)
            return first;
        is_inlined |= beside->label == frame->label;
    }
    return is_inlined ? end : first;
}

/* The first frame that is no more; depth where all are.  */
static int
find_dead (const struct hpm_function_stack *stack,
           const struct hpm_function_frame *frame)
{
    int first = stack->depth;

    while (first > 0 && stack->frames[first - 1].place < frame->place)
        first--;
    return find_dead_beside (stack, frame, first);
}

static int
make_room (struct hpm_function_stack *stack)
{
    int room = stack->room ? 2 * stack->room : 32;
    struct hpm_function_frame *frames;

    if (stack->depth < stack->room)
        return 0;
    if (room > HPM_FUNCTION_DEPTH_MAX)
        return -1;
    frames = realloc (stack->frames, (size_t)room * sizeof *frames);
    if (!frames)
        return -1;
    stack->frames = frames;
    stack->room = room;
    return 0;
}

void
hpm_function_stack_enter (struct hpm_function_stack *stack,
                          const struct hpm_function_frame *frame,
                          hpm_function_leave_fn *leave)
{
    int dead = find_dead (stack, frame);

    if (dead < stack->depth)
        leave_from (stack, dead, leave);
    if (make_room (stack) < 0)
        stack->beyond++;
    else
        stack->frames[stack->depth++] = *frame;
}

/* The innermost one of that label and place or, where a place is not known
 * exactly, of that label; -1: none.  */
static int
find_left (const struct hpm_function_stack *stack,
           const struct hpm_function_frame *frame)
{
    int innermost = -1;

    for (int i = stack->depth - 1; i >= 0; i--) {
        if (stack->frames[i].label != frame->label)
            continue;
        if (stack->frames[i].place == frame->place)
            return i;
        if (innermost < 0)
            innermost = i;
    }
    return innermost;
}

void
hpm_function_stack_leave (struct hpm_function_stack *stack,
                          const struct hpm_function_frame *frame,
                          hpm_function_leave_fn *leave)
{
    int left;

    if (stack->beyond > 0) {
        stack->beyond--;
        leave (frame->label);
        return;
    }
    left = find_left (stack, frame);
    if (left >= 0)
        leave_from (stack, left, leave);
}
