/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions that a thread is in, as the compiler calls us, and which of them it
 * has left without a word, by longjmp: those whose frames are not there any
 * more.
 */
#ifndef HPM_PMPI_FUNCTION_STACK_H
#define HPM_PMPI_FUNCTION_STACK_H

#include <stdint.h>

#include "pmpi/region/label.h"

/* Functions inside of so many are not looked at.  */
#define HPM_FUNCTION_DEPTH_MAX (1 << 16)

struct hpm_function_frame {
    const struct hpm_label *label;
    uintptr_t place; /* on the stack, which grows down */
    uintptr_t from;  /* in the code: where the function said that it begins */
    int is_inlined;  /* it may be, into another one, and have no frame */
};

/* Of one thread.  { 0 } is one in no function.  */
struct hpm_function_stack {
    struct hpm_function_frame *frames; /* owned */
    int depth, room;
    int beyond; /* of functions that are not looked at */
};

/* What is done to the regions: leave the innermost one of a label, with all
 * that is in it.  */
typedef void hpm_function_leave_fn (const struct hpm_label *label);

/* The thread enters a function: leave those that are no more.  The caller then
 * enters its region.  */
void hpm_function_stack_enter (struct hpm_function_stack *stack,
                               const struct hpm_function_frame *frame,
                               hpm_function_leave_fn *leave);

/* It leaves one, and with it those inside; nothing where it never entered it.
 * `from` has no meaning.  */
void hpm_function_stack_leave (struct hpm_function_stack *stack,
                               const struct hpm_function_frame *frame,
                               hpm_function_leave_fn *leave);

#endif /* HPM_PMPI_FUNCTION_STACK_H */
