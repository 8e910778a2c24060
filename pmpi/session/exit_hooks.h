/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The ways a process ends in order, but without MPI_Finalize: exit, return from
 * main, quick_exit, _exit, _Exit and MPI_Abort each take a last snapshot, or
 * write the result file of a process that is counted by itself.
 */
#ifndef HPM_PMPI_EXIT_HOOKS_H
#define HPM_PMPI_EXIT_HOOKS_H

/* Take notice of exit and quick_exit from here on.  */
void hpm_exit_hooks_watch (void);

#endif /* HPM_PMPI_EXIT_HOOKS_H */
