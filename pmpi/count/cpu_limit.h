/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Limits of processor time, as a container or a batch system sets them by
 * control groups: when a group has used its part of a period, the kernel stops
 * its threads until the next one.
 *
 * On any thread; no malloc, no more than a few files.  errno may change.
 */
#ifndef HPM_PMPI_CPU_LIMIT_H
#define HPM_PMPI_CPU_LIMIT_H

#include <limits.h>
#include <stdint.h>

struct hpm_cpu_limit {
    int64_t group;         /* inode number of the group; 0: there is no limit */
    int64_t quota, period; /* ns */
    int64_t time;          /* ns that processors were stopped, since ever */
    int64_t periods;       /* in which they were */
    char stat[PATH_MAX];   /* the file that tells so */
};

/* What the kernel lets this process use: of the group that it is in and those
 * around it, as far as they can be seen, the one with the smallest limit.
 * `root` is "" but in tests.  */
void hpm_cpu_limit_find (struct hpm_cpu_limit *limit, const char *root);

/* For how long and in how many periods it was stopped since it was found.  Both
 * are 0 and `group` is 0 where that is not known, or there is no limit.  */
void hpm_cpu_limit_since (const struct hpm_cpu_limit *limit, int64_t *group,
                          int64_t *time, int64_t *periods);

#endif /* HPM_PMPI_CPU_LIMIT_H */
