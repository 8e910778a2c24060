/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The program to run: where it is, and whether it can be counted.
 */
#ifndef HPM_WRAPPER_PROGRAM_H
#define HPM_WRAPPER_PROGRAM_H

#include <stddef.h>

#include "base/error.h"
#include "base/file/program_file.h"

#define HPM_EXIT_CANNOT_RUN 126
#define HPM_EXIT_NOT_FOUND 127

/* Find `name` as execvp will.  Returns 0 with its path and what it is, or an
 * exit status: HPM_EXIT_NOT_FOUND or HPM_EXIT_CANNOT_RUN, with the error set.
 */
int hpm_program_find (struct hpm_program *program, const char *name, char *path,
                      size_t size, struct hpm_error *error);

/* What the token of a run says of a program (include/hpm_launch.h): "", or why
 * it is counted from outside.  */
const char *hpm_program_mark (const struct hpm_program *program);

/* Whether nobody knows if the program will be counted; then text[size] says so.
 */
int hpm_program_doubt (const struct hpm_program *program, char *text,
                       size_t size);

/* Whether the program, which preloads, is for the same kind of processor as
 * `library`.  Returns 0, or -1 with the reason.  */
int hpm_program_check (const struct hpm_program *program, const char *library,
                       struct hpm_error *error);

#endif /* HPM_WRAPPER_PROGRAM_H */
