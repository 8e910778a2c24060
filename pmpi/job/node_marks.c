/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A mark is the job's number plus an enum hpm_node_mark, so that what another
 * job may have left under the same name is no mark; and each is written by one
 * `write`, so that a reader needs no lock.
 */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/job/node_marks.h"
#include "pmpi/guest/signal_guard.h"

#define FOLDER_VARIABLE "PMIX_SERVER_TMPDIR"
#define ROOM 8 /* of the lowest bits, for the mark */

/* What tells the jobs of a node apart: PMIx gives its clients these.  */
static const char *const job_variables[] = {
    "PMIX_NAMESPACE",   "PMIX_SERVER_URI41", "PMIX_SERVER_URI4",
    "PMIX_SERVER_URI3", "PMIX_SERVER_URI21", "PMIX_SERVER_URI2",
};

/* A number of this job, never 0 (FNV-1a).  */
static uint64_t
job_number (void)
{
    uint64_t hash = 0xcbf29ce484222325;

    for (size_t i = 0; i < sizeof job_variables / sizeof *job_variables; i++) {
        const char *text = getenv (job_variables[i]);

        for (; text && *text; text++)
            hash = (hash ^ (unsigned char)*text) * 0x100000001b3;
        hash = (hash ^ '\n') * 0x100000001b3;
    }
    return (hash | ROOM) & ~(uint64_t)(ROOM - 1);
}

static int
open_file (int flags)
{
    const char *folder = getenv (FOLDER_VARIABLE);
    char path[PATH_MAX];

    if (!folder || *folder != '/' || !getenv (*job_variables)
        || snprintf (path, sizeof path, "%s/hpmmpi-%016llx", folder,
                     (unsigned long long)job_number ())
               >= (int)sizeof path)
        return -1;
    return open (path, flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
}

void
hpm_node_marks_read (unsigned char *marks, int ranks)
{
    uint64_t *words = malloc ((size_t)ranks * sizeof *words);
    uint64_t job = job_number ();
    int fd = words ? open_file (O_RDONLY) : -1;
    ssize_t bytes = 0;

    memset (marks, HPM_NODE_MARK_NONE, (size_t)ranks);
    if (fd >= 0) {
        bytes = pread (fd, words, (size_t)ranks * sizeof *words, 0);
        close (fd);
    }
    for (ssize_t i = 0; i < bytes / (ssize_t)sizeof *words; i++)
        if ((words[i] & ~(uint64_t)(ROOM - 1)) == job)
            marks[i] = words[i] & (ROOM - 1);
    free (words);
}

int
hpm_node_marks_write (const unsigned char *marks, int first, int count)
{
    size_t bytes = (size_t)count * sizeof (uint64_t);
    uint64_t *words = malloc (bytes), job = job_number ();
    int fd = words ? open_file (O_WRONLY | O_CREAT) : -1;
    struct hpm_signal_guard guard;
    ssize_t written = -1;

    for (int i = 0; fd >= 0 && i < count; i++)
        words[i] = job | marks[i];
    if (fd >= 0) {
        hpm_signal_guard_begin (&guard);
        written
            = pwrite (fd, words, bytes, (off_t)first * (off_t)sizeof *words);
        hpm_signal_guard_end (&guard);
        close (fd);
    }
    free (words);
    return written == (ssize_t)bytes ? 0 : -1;
}
