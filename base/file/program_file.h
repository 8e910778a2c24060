/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The file of a program that is to be executed: where it is, and whether a
 * library can be preloaded into it.  Takes no memory from the heap, and no
 * lock.
 */
#ifndef HPM_BASE_PROGRAM_FILE_H
#define HPM_BASE_PROGRAM_FILE_H

#include <stddef.h>

#include "base/file/elf_file.h"

/* Find `name` as execvp will, into path[size].  Returns 0, or the errno that
 * says why it can't be run.  */
int hpm_program_search (const char *name, char *path, size_t size);

/* 0 if the file at `path` can be run, else the errno that says why not.  */
int hpm_program_obstacle (const char *path);

/* Whether the program at `path` gains rights when it is executed: setuid,
 * setgid, or by capabilities.  */
int hpm_program_gains_rights (const char *path);

/* Whether the program at `path` is started by a loader that cannot load a
 * library of ours, as it is that of another C library, or is that loader; its
 * name is then in `loader`.  musl's ends a program that has ours in LD_PRELOAD.
 */
int hpm_program_other_loader (const char *path, char loader[HPM_ELF_LOADER]);

/* Whether LD_PRELOAD of a library will take effect in the program at `path`: it
 * is started by a dynamic loader of glibc, and without changing its user.
 * Scripts are.  Otherwise it is counted from outside.  */
int hpm_program_preloads (const char *path);

#endif /* HPM_BASE_PROGRAM_FILE_H */
