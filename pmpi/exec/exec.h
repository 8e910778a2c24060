/* SPDX-License-Identifier: BSD-3-Clause
 *
 * exec, with what this library does before and after.  Safe where exec is: in
 * signal handlers and in a child of vfork.
 */
#ifndef HPM_PMPI_EXEC_H
#define HPM_PMPI_EXEC_H

/* As execve(2).  */
int hpm_exec_path (const char *path, char *const *words,
                   char *const *environment);

/* As execvpe(3): a name without a slash is looked up in PATH.  */
int hpm_exec_search (const char *name, char *const *words,
                     char *const *environment);

#endif /* HPM_PMPI_EXEC_H */
