/* SPDX-License-Identifier: BSD-3-Clause
 *
 * `hpmrun mpirun -np 4 ./solver`: the wrong way round.  It would count mpirun,
 * and the ranks only by luck.
 */
#ifndef HPM_WRAPPER_LAUNCHER_H
#define HPM_WRAPPER_LAUNCHER_H

/* Whether this is the name of a program that starts ranks.  */
int hpm_launcher_is (const char *program);

/* How many words behind the launcher, or behind ":", are its options and their
 * arguments, up to the program.  */
int hpm_launcher_options (char *const *words);

/* Say that it is the wrong way round, and the right one, on stderr.  */
void hpm_launcher_refuse (char *const *argv, int operand);

/* The command with hpmrun where it belongs.  argv[0..operand) is hpmrun with
 * its flags, argv[operand] the launcher; NULL at the end.  Returns a text
 * quoted for a shell, malloc'ed, the caller's; NULL when out of memory.  */
char *hpm_launcher_right_way (char *const *argv, int operand);

#endif /* HPM_WRAPPER_LAUNCHER_H */
