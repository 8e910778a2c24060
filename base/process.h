/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the system says of a process.
 */
#ifndef HPM_BASE_PROCESS_H
#define HPM_BASE_PROCESS_H

#include <sys/types.h>

/* The letter of its state in /proc/PID/stat ("R", "S", "T", ...): 0 where there
 * is no such process, "?" where there is one of which no more is known.  Any
 * thread.  */
char hpm_process_state (pid_t process);

/* Whether it runs: one that has ended keeps its number until its parent asks
 * for it.  */
int hpm_process_is_alive (pid_t process);

#endif /* HPM_BASE_PROCESS_H */
