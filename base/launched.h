/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hpmrun left for the process that it became (include/hpm_launch.h).
 */
#ifndef HPM_BASE_LAUNCHED_H
#define HPM_BASE_LAUNCHED_H

/* The token of this very process; NULL in any other than that which hpmrun was.
 */
const char *hpm_launched_token (void);

/* The token of a process that is counted by itself, lives, and started this
 * one, or an ancestor of it; NULL where there is none.  */
const char *hpm_launched_below (void);

/* Whether this process is hpmrun itself, with the library in it, to count
 * another process from outside.  */
int hpm_launched_outside (void);

/* ... a program that gains rights when it is executed.  */
int hpm_launched_rights (void);

#endif /* HPM_BASE_LAUNCHED_H */
