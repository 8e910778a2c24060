/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Standard error for the end of a process that is counted by itself: many
 * programs close theirs in an exit handler, before the summary is printed.
 */
#ifndef HPM_PMPI_STDERR_DUP_H
#define HPM_PMPI_STDERR_DUP_H

/* Keep a copy, which no program started from here inherits, under a number that
 * the program does not get for its own files.  Once.  */
void hpm_stderr_dup_begin (void);

/* Now and then, by one thread: where the program has closed its own a while
 * ago, or made it another file, close the copy, as somebody may read until the
 * last one is closed.  Keeps errno.  */
void hpm_stderr_dup_look (void);

/* The process ends: where standard error is closed, open it again.  */
void hpm_stderr_dup_restore (void);

/* Close the copy: in a child of fork, and when nobody needs it.  */
void hpm_stderr_dup_drop (void);

#endif /* HPM_PMPI_STDERR_DUP_H */
