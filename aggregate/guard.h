/* SPDX-License-Identifier: BSD-3-Clause
 *
 * HDF5 crashes on some damaged files.  So files are read in a child process,
 * and what kills that is told as what it is: a damaged file.
 */
#ifndef HPM_AGGREGATE_GUARD_H
#define HPM_AGGREGATE_GUARD_H

/* Run `work` in a child and return its status.  What it writes to stderr is
 * shown when it ends by itself; when it does not, one line about `path` is, and
 * the status is 2.  */
int hpm_guard_run (int (*work) (void *data), void *data, const char *path);

/* The same, but what it writes to stderr is shown at once.  */
int hpm_guard_run_aloud (int (*work) (void *data), void *data,
                         const char *path);

#endif /* HPM_AGGREGATE_GUARD_H */
