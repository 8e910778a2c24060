/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Threads that call exit at the same moment: glibc before 2.41 lets the second
 * one run past the handlers that are running, and end the process under them.
 * Our handler takes some ms where it took none without us.
 */
#ifndef HPM_PMPI_EXIT_TURN_H
#define HPM_PMPI_EXIT_TURN_H

/* Before exit or quick_exit: wait while another thread is in there, until ours
 * is done; 0.2 s where it is in the program's handlers, which may wait for this
 * one, and 5 s in ours.  No point of cancellation.  Safe in signal handlers,
 * and in children.  */
void hpm_exit_turn_wait (void);

/* Before _exit: the same, where another thread is in our handler.  */
void hpm_exit_turn_let_end (void);

/* Around our handler.  */
void hpm_exit_turn_begin (void);
void hpm_exit_turn_end (void);

#endif /* HPM_PMPI_EXIT_TURN_H */
