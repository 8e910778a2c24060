/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The program that this process is about to become by exec: whether it will be
 * counted.
 */
#ifndef HPM_PMPI_SUCCESSOR_H
#define HPM_PMPI_SUCCESSOR_H

#include <limits.h>

#include "base/error.h"
#include "base/file/program_file.h"

/* Whether a program that can be executed takes this library with
 * that environment, in this process.  Returns 0, or -1 and why not.  Takes no
 * memory from the heap, and little from the stack: `library` is room for it. */
int hpm_successor_is_counted (const struct hpm_program *program,
                              char *const *environment, char library[PATH_MAX],
                              struct hpm_error *error);

/* What that environment has as its token, in it; or NULL.  */
const char *hpm_successor_token (char *const *environment);

#endif /* HPM_PMPI_SUCCESSOR_H */
