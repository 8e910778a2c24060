/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the preloaded library knows the process that hpmrun started, from the
 * processes that this one starts: the variable holds the id of the process that
 * hpmrun was, and which its program is, and a number that makes it unique on
 * the node, as PID-NUMBER.  The other one is the path of the program that
 * hpmrun became, without links: a script that becomes another program in turn
 * is not at that path.  None of these is a setting.
 */
#ifndef HPM_LAUNCH_H
#define HPM_LAUNCH_H

#define HPM_LAUNCHED_VARIABLE "HPM_LAUNCHED"
#define HPM_LAUNCHED_PROGRAM_VARIABLE "HPM_LAUNCHED_PROGRAM"

/* The number of the user who ran hpmrun, and will run hpmagg.  */
#define HPM_LAUNCHED_USER_VARIABLE "HPM_LAUNCHED_USER"

/* The id of an outer hpmrun's process, where the one below it writes the result
 * of that.  */
#define HPM_LAUNCHED_BELOW_VARIABLE "HPM_LAUNCHED_BELOW"

/* Set where the process that started this one by MPI_Comm_spawn had started
 * others before: what those said for their job is not said again.  */
#define HPM_SPAWNED_AGAIN_VARIABLE "HPM_SPAWNED_AGAIN"

/* The path of marks.so, where hpmrun has named it to the libraries that load it
 * (wrapper/launch/environment.c).  */
#define HPM_MARKS_VARIABLE "HPM_MARKS"
#define HPM_MARKS_KOKKOS "KOKKOS_TOOLS_LIBS"          /* Kokkos 3.7 and later */
#define HPM_MARKS_OLD_KOKKOS "KOKKOS_PROFILE_LIBRARY" /* any */

/* The end of the id where the process is hpmrun still, and counts the program
 * from outside; and what it then calls in the library when the program has
 * ended: a function of type void (int), with its exit status, or 128 and the
 * number of the signal that ended it.  */
#define HPM_LAUNCHED_OUTSIDE "-outside"
#define HPM_LAUNCHED_RIGHTS "-outside-rights" /* the program gains rights */
#define HPM_OUTSIDE_FINISH "hpm_outside_finish"

/* And the one that hpmrun calls where another one started it, with the library
 * in it: its own process is nothing to count, and the library's counter backend
 * is the one that it asks itself.  */
#define HPM_LAUNCHED_LEAVE "hpm_launched_leave"

/* What was counted, from when to when: a value of the field `scope` of
 * HPM_RUN_FIELDS.  */
#define HPM_RUN_SCOPE_MPI "from MPI_Init to MPI_Finalize"
#define HPM_RUN_SCOPE_SESSIONS "from the first MPI session to the last"
#define HPM_RUN_SCOPE_BEFORE_MPI "from the start of the process to MPI_Finalize"
#define HPM_RUN_SCOPE_PROCESS "the whole process"
#define HPM_RUN_SCOPE_CUT                                                      \
    "the process, until it became a program that is not counted"
#define HPM_RUN_SCOPE_OUTSIDE "the process and its descendants, from outside"
#define HPM_RUN_SCOPE_NODE "all that ran on the processors of this node"
#define HPM_RUN_SCOPE_NODES "all that ran on the processors of these nodes"
#define HPM_RUN_SCOPE_ATTACHED "processes that ran already, and what they began"

/* What the writer is called, as the first of its arguments: what it says is the
 * library's.  */
#define HPM_WRITER_NAME "hpmmpi"

#endif /* HPM_LAUNCH_H */
