/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions that a thread is in: those that it leaves by longjmp are left when
 * their frames are seen to be gone, and no others.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/functions/function_stack.h"
#include "tests/tap.h"

/* What is done to the regions, "+a" for one entered and "-a" for one left.  */
static char done[256];

static const struct hpm_label labels[]
    = { { .text = "a" }, { .text = "b" }, { .text = "c" }, { .text = "d" } };

static void
note (char what, const struct hpm_label *label)
{
    size_t length = strlen (done);

    if (length + 3 < sizeof done) {
        done[length] = what;
        done[length + 1] = *label->text;
        done[length + 2] = '\0';
    }
}

static void
left (const struct hpm_label *label)
{
    note ('-', label);
}

/* "+a9" enters a function whose frame begins at 9, and that has one; "*a9.1"
 * one that may be inlined, at 1 in the code; "-a9" leaves it.  */
static void
play (const char *steps, const char *expected, const char *what)
{
    struct hpm_function_stack stack = { 0 };

    *done = '\0';
    for (const char *step = steps; *step; step++) {
        struct hpm_function_frame frame = { .label = &labels[step[1] - 'a'],
                                            .place = (uintptr_t)(step[2] - '0'),
                                            .from = (uintptr_t)step[1],
                                            .is_inlined = *step == '*' };

        if (*step == ' ')
            continue;
        if (step[3] == '.')
            frame.from = (uintptr_t)step[4];
        if (*step == '-') {
            hpm_function_stack_leave (&stack, &frame, left);
        } else {
            hpm_function_stack_enter (&stack, &frame, left);
            note ('+', frame.label);
        }
        step += step[3] == '.' ? 4 : 2;
    }
    tap_text (done, expected, "%s", what);
    free (stack.frames);
}

static void
test_depth (void)
{
    struct hpm_function_stack stack = { 0 };
    const int depth = 3 * HPM_FUNCTION_DEPTH_MAX;

    for (int i = 0; i < depth; i++)
        hpm_function_stack_enter (
            &stack,
            &(struct hpm_function_frame){ .label = &labels[0],
                                          .place = (uintptr_t)(depth - i) },
            left);
    tap_ok (stack.depth == HPM_FUNCTION_DEPTH_MAX
                && stack.depth + stack.beyond == depth,
            "deep: beyond a depth functions are counted, and not kept");
    for (int i = depth; i-- > 0;)
        hpm_function_stack_leave (
            &stack,
            &(struct hpm_function_frame){ .label = &labels[0],
                                          .place = (uintptr_t)(depth - i) },
            left);
    tap_ok (stack.depth == 0 && stack.beyond == 0, "deep: all are left again");
    free (stack.frames);
}

int
main (void)
{
    play ("+a9 +b5 -b5 -a9", "+a+b-b-a", "functions nest and end");
    play ("-a9", "", "one that was not entered is not left");
    play ("+a9 -b5 -a9", "+a-a",
          "one that was not entered leaves no other one");
    play ("+a9 +b5 +c3 -a9", "+a+b+c-a",
          "one that ends leaves those inside to its region");
    play ("+a9 +b5 +c3 +d5 -d5 -a9", "+a+b+c-b+d-d-a",
          "a function called from the same place ends what was jumped out of");
    play ("+a9 +b5 +b5 +b5 -b5 -a9", "+a+b-b+b-b+b-b-a",
          "the same function, called again, ends it each time");
    play ("+a9 +a7 +a5 +b7 -b7 -a9", "+a+a+a-a-a+b-b-a",
          "one within itself is left as often as it is gone");
    play ("+a9 +b5 +c7 -c7 -a9", "+a+b-b+c-c-a",
          "one that is less deep ends those that are deeper");
    play ("+a9 +b5 +c3 -c3 +d3 -d3 -b5 -a9", "+a+b+c-c+d-d-b-a",
          "functions that return end nothing else");
    play ("+a9 *b9 -b9 *c9 -c9 -a9", "+a+b-b+c-c-a",
          "functions inlined into one end with themselves");
    play ("+a9 *b9 *c9 -c9 -b9 -a9", "+a+b+c-c-b-a",
          "inlined functions nest in one frame");
    play ("+a9.1 +a9.2 +a9.3 -a9 -a9 -a9", "+a+a+a-a-a-a",
          "a function may be inlined into itself");
    play ("+a9 +b5.1 +b3.1 -a9", "+a+b+b-a",
          "what is jumped out of to one that ends then is left with it");
    test_depth ();
    return tap_done ();
}
