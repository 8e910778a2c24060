/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `hpmrun mpirun -np 4 ./solver`: the wrong way round.  It would count mpirun,
 * and the ranks only by luck.
 */
#ifndef HPM_WRAPPER_LAUNCHER_H
#define HPM_WRAPPER_LAUNCHER_H

/* Whether this is the name of a program that starts ranks.  */
int hpm_launcher_is (const char *program);

/* The command with hpmrun where it belongs.  argv[0..operand) is hpmrun with
 * its flags, argv[operand] the launcher; NULL at the end.  Returns a text
 * quoted for a shell, malloc'ed, the caller's; NULL when out of memory.  */
char *hpm_launcher_right_way (char *const *argv, int operand);

#endif /* HPM_WRAPPER_LAUNCHER_H */
