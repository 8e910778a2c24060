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
#include "base/file/script_file.h"

/* What runs when a file is executed: it, or who reads it where it is a script.
 * Not to be copied: it may point into itself.  */
struct hpm_program {
    const char *path; /* as it was given, or the interpreter's */
    char interpreter[HPM_SCRIPT_LINE];
    struct hpm_elf elf;
    int is_unreadable; /* but executable: `elf` tells nothing */
};

/* Look at the file at `path`, which the program keeps using.  Returns 0, or the
 * errno that says why it can't be run: it, or the last of its interpreters,
 * whose path is then that of the program.  */
int hpm_program_read (struct hpm_program *program, const char *path);

/* Find `name` as execvp will, into path[size], and look at it, as
 * hpm_program_read does; what can't be run is the last such file of PATH, if
 * there is any.  */
int hpm_program_search (struct hpm_program *program, const char *name,
                        char *path, size_t size);

/* Whether it gains rights when it is executed: setuid, setgid, or by
 * capabilities.  */
int hpm_program_gains_rights (const struct hpm_program *program);

/* The name of the loader that starts it, or is it, where that one cannot load a
 * library of ours, as it is that of another C library: musl's ends a program
 * that has ours in LD_PRELOAD.  Else NULL.  */
const char *hpm_program_other_loader (const struct hpm_program *program);

/* Whether it has words of another size than this one: its loader takes no
 * library of ours, and says so on its standard error.  */
int hpm_program_has_other_words (const struct hpm_program *program);

/* Whether LD_PRELOAD of a library will take effect in it: it is started by a
 * dynamic loader of glibc, and without changing its user.  Otherwise it is
 * counted from outside.  */
int hpm_program_preloads (const struct hpm_program *program);

#endif /* HPM_BASE_PROGRAM_FILE_H */
