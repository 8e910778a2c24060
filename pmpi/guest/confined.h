/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that confines itself: it gives threads of its own a filter of
 * system calls (seccomp), which may kill whoever makes another one.  From then
 * on its threads must make no system calls of ours.  A filter that was there
 * when it started does not count: who runs programs in a container knows what
 * they need.
 */
#ifndef HPM_PMPI_CONFINED_H
#define HPM_PMPI_CONFINED_H

/* Whether this process, or its parent before fork, has done so.  Reads memory
 * alone, as the next one does.  */
int hpm_is_confined (void);

/* Whether it was the parent.  */
int hpm_is_confined_child (void);

/* It is about to.  */
void hpm_confine (void);

/* Whether the first thread has more filters than the calling one, which is ours
 * and has those that were there from the start: it was confined unseen.  20
 * us.  */
int hpm_confined_unseen (void);

#endif /* HPM_PMPI_CONFINED_H */
