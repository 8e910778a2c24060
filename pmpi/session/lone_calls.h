/* SPDX-License-Identifier: BSD-3-Clause
 *
 * unshare(2) and setns(2), with our threads out of the way where it takes a
 * process of one thread; for ours, since the program may have functions of
 * these names.  Any thread.
 */
#ifndef HPM_PMPI_LONE_CALLS_H
#define HPM_PMPI_LONE_CALLS_H

int hpm_lone_unshare (int what);
int hpm_lone_setns (int fd, int what);

#endif /* HPM_PMPI_LONE_CALLS_H */
