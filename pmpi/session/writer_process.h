/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The writer: a program of its own that makes the result file, so that HDF5
 * never enters the process of the user's program.
 *
 * The program must not notice it.  A child of the process would raise SIGCHLD
 * there and could be taken by the program's own wait(): the writer is therefore
 * a grandchild, whose parent is gone at once, and its end is told by a pipe.
 * Where this process itself inherits orphans (it is the first of a container,
 * or a subreaper), the writer becomes its child all the same, and is waited
 * for.
 */
#ifndef HPM_PMPI_WRITER_PROCESS_H
#define HPM_PMPI_WRITER_PROCESS_H

#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

struct hpm_writer_process {
    int pipe;  /* where the writer tells how it went; -1: none */
    pid_t pid; /* its id */
};

/* Start the program `path` with `arguments` (NULL-terminated; [0] is the name
 * it gives itself in what it says), with the environment less LD_PRELOAD,
 * standard input and output from and to /dev/null, standard error inherited, or
 * with `quiet` to /dev/null, too,
 * and descriptor HPM_WRITER_DONE_FD to tell the outcome. Copies no memory, runs
 * no fork handlers.  Returns 0, or -1 and why.  */
#define HPM_WRITER_DONE_FD 3
int hpm_writer_process_start (struct hpm_writer_process *process,
                              const char *path, const char *const *arguments,
                              int quiet, struct hpm_error *error);

/* Wait for the writer's word, at most so many seconds: one line into
 * text[size].  Returns 0 when it said "ok ...", 1 when it goes on without a
 * word, else -1; these with the error set.  */
int hpm_writer_process_wait (struct hpm_writer_process *process, int seconds,
                             char *text, size_t size, struct hpm_error *error);

#endif /* HPM_PMPI_WRITER_PROCESS_H */
