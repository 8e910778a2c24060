/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What /proc/PID/stat tells of a process: its time in user code and in the
 * kernel, in ticks, and its name.
 */
#ifndef HPM_WRAPPER_PROCESS_STAT_H
#define HPM_WRAPPER_PROCESS_STAT_H

#include <stdint.h>

#include "wrapper/stat/rows/proc_stat.h"

struct hpm_process_stat {
    char name[64];
    int64_t started; /* ticks since the machine's start: tells it from another
                      * process that gets the same number */
    int64_t user, system; /* ticks, of threads that have ended, too */
};

/* Read the text of the file.  Returns 0, or -1 where it has no sense.  Pure. */
int hpm_process_stat_parse (const char *text, struct hpm_process_stat *stat);

/* The same of a process.  Returns 0, or -1 where it is gone.  */
int hpm_process_stat_read (int process, struct hpm_process_stat *stat);

/* What n processes tell now.  Of one that is gone, or whose number another
 * process has, what it told last is kept; `known` is then -1.  `started` is
 * what they began at, 0 before the first time.  */
void hpm_process_stats_update (const int *processes, int n, int64_t *started,
                               struct hpm_proc_stat *stats);

#endif /* HPM_WRAPPER_PROCESS_STAT_H */
