/* SPDX-License-Identifier: BSD-3-Clause
 *
 * HDF5 crashes on some damaged files, and has loops that others make endless.
 * So files are read in a child process with limits, and what ends that is told
 * by name: a signal, or a limit.  Only the reader says that a file is damaged.
 */
#ifndef HPM_AGGREGATE_GUARD_H
#define HPM_AGGREGATE_GUARD_H

/* Run `work` in a child and return its status; 2, with a line about `path`,
 * when it does not end by itself.  What it writes to stderr is shown in either
 * case.  What it writes to stdout comes out when it has ended well, or not at
 * all: whoever reads a pipe cannot tell a table from half of one.  A terminal
 * gets it at once.  */
int hpm_guard_run (int (*work) (void *data), void *data, const char *path);

/* The same, but what it writes to stderr is shown at once.  */
int hpm_guard_run_aloud (int (*work) (void *data), void *data,
                         const char *path);

/* The seconds that HPMAGG_SECONDS allows (0: any), or else as many as usual.
 * Returns 0, or -1 after a message where it is no number.  */
int hpm_guard_seconds (double usual, double *seconds);

#endif /* HPM_AGGREGATE_GUARD_H */
