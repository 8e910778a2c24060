/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The environment of a program that cannot load our libraries: its loader would
 * end it for them.
 *
 * Safe in signal handlers and in a child of vfork; takes no memory from the
 * heap, and little from the stack.
 */
#ifndef HPM_PMPI_HEIR_ENVIRONMENT_H
#define HPM_PMPI_HEIR_ENVIRONMENT_H

/* Whether LD_PRELOAD has a library of ours there.  */
int hpm_environment_has_us (char *const *environment);

/* The same environment, but for our libraries in LD_PRELOAD, which goes where
 * it has no others; or `environment` itself where there is no room.  It is
 * there until the calling thread, or its child of vfork, wants the next one. */
char *const *hpm_environment_without_us (char *const *environment);

#endif /* HPM_PMPI_HEIR_ENVIRONMENT_H */
