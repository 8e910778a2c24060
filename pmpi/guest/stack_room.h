/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Room on the stack: a program may end on a signal handler's alternate stack,
 * or on a thread that has a stack of 16 kB.
 */
#ifndef HPM_PMPI_STACK_ROOM_H
#define HPM_PMPI_STACK_ROOM_H

/* Whether less than 128 kB is left of the stack that the caller is on, or
 * nobody knows whose stack it is (of a coroutine, say).  Some us; on threads
 * other than the first it takes memory from the heap.  errno is kept.  */
int hpm_stack_is_small (void);

/* Call `function` on this thread, on a larger stack where its own is small, if
 * there is memory for that.  It is no cancellation point, must return, and
 * throws nothing.  Not on the alternate stack of a signal handler: the next
 * handler would begin there.  */
void hpm_stack_call (void (*function) (void));

#endif /* HPM_PMPI_STACK_ROOM_H */
