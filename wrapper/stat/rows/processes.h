/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Processes that somebody named, and their threads.
 */
#ifndef HPM_WRAPPER_PROCESSES_H
#define HPM_WRAPPER_PROCESSES_H

#include <sys/types.h>

#include "base/error.h"
#include "wrapper/stat/rows/targets.h"

#define HPM_PROCESSES_MOST 1024

/* Those of a list such as "123,456", which are there.  Returns 0, or -1 with
 * the error; release in either case.  */
int hpm_processes_read (struct hpm_targets *targets, const char *list,
                        struct hpm_error *error);

/* The threads that a process has, ascending, as a malloc'ed list, the caller's.
 * Returns how many, or -1 where it is gone or there is no memory.  */
int hpm_process_threads (pid_t process, pid_t **threads);

#endif /* HPM_WRAPPER_PROCESSES_H */
