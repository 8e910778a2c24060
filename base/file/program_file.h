/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file of a program that is to be executed: where it is, and whether a
 * library can be preloaded into it.  Takes no memory from the heap, and no
 * lock.
 */
#ifndef HPM_BASE_PROGRAM_FILE_H
#define HPM_BASE_PROGRAM_FILE_H

#include <stddef.h>

/* Find `name` as execvp will, into path[size].  Returns 0, or the errno that
 * says why it can't be run.  */
int hpm_program_search (const char *name, char *path, size_t size);

/* Whether the program at `path` gains rights when it is executed: setuid,
 * setgid, or by capabilities.  */
int hpm_program_gains_rights (const char *path);

/* Whether LD_PRELOAD of a library will take effect in the program at `path`: it
 * is started by a dynamic loader, and without changing its user.  Scripts are.
 * Otherwise it is counted from outside.  */
int hpm_program_preloads (const char *path);

#endif /* HPM_BASE_PROGRAM_FILE_H */
