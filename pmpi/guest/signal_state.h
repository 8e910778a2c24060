/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What interrupted code cannot bear: in a signal handler, a lock that the
 * thread took before is held for ever.
 */
#ifndef HPM_PMPI_SIGNAL_STATE_H
#define HPM_PMPI_SIGNAL_STATE_H

/* Whether the caller may be inside a signal handler of the program: a signal is
 * blocked that was not when the process began, as it is in its own handler, or
 * the stack is an alternate one.  A handler with SA_NODEFER is not seen, and
 * who blocks signals is taken for one.  Any thread; errno is kept.  */
int hpm_signal_may_be_handled (void);

#endif /* HPM_PMPI_SIGNAL_STATE_H */
