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

#include "base/launch.h"
#include "include/hpm_checkpoint.h"
#include "pmpi/job/node_marks.h"
#include "base/signal_guard.h"

#define FOLDER_VARIABLE "PMIX_SERVER_TMPDIR"
#define ROOM 8 /* of the lowest bits, for the mark */

/* A mark of a rank that has read those of the others.  */
#define READ (HPM_NODE_MARK_WITHOUT + 1)

/* What tells the jobs of a node apart: PMIx gives its clients these.  */
static const char *const job_variables[] = {
    "PMIX_NAMESPACE",   "PMIX_SERVER_URI41", "PMIX_SERVER_URI4",
    "PMIX_SERVER_URI3", "PMIX_SERVER_URI21", "PMIX_SERVER_URI2",
};

/* Where the file is without a folder of the run time.  */
static const char *const own_folders[] = { "/dev/shm", "/tmp" };

/* The file that this process made in one of these; its name depends on the
 * environment, which MPI_Init may change.  */
static char made[PATH_MAX];

static void
hash_in (uint64_t *hash, const char *text)
{
    for (; text && *text; text++)
        *hash = (*hash ^ (unsigned char)*text) * 0x100000001b3;
    *hash = (*hash ^ '\n') * 0x100000001b3;
}

/* A number of this job, never 0 (FNV-1a).  */
static uint64_t
job_number (void)
{
    uint64_t hash = 0xcbf29ce484222325;
    char job[HPM_LAUNCH_JOB_SIZE];

    for (size_t i = 0; i < sizeof job_variables / sizeof *job_variables; i++)
        hash_in (&hash, getenv (job_variables[i]));
    if (!getenv (*job_variables) && hpm_launch_job (job, sizeof job) == 0)
        hash_in (&hash, job);
    return (hash | ROOM) & ~(uint64_t)(ROOM - 1);
}

/* The run time's folder, for a job of PMIx; else NULL.  */
static const char *
run_time_folder (void)
{
    const char *folder = getenv (FOLDER_VARIABLE);

    return folder && *folder == '/' && getenv (*job_variables) ? folder : NULL;
}

/* Returns a descriptor of the file in that folder, or -1.  */
static int
open_in (const char *folder, int flags, char path[PATH_MAX])
{
    struct stat status;
    int fd;

    if (snprintf (path, PATH_MAX, "%s/" HPM_CHECKPOINT_PREFIX "%0*llx", folder,
                  HPM_MARKS_DIGITS, (unsigned long long)job_number ())
        >= PATH_MAX)
        return -1;
    fd = open (path, flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (fd < 0 || (fstat (fd, &status) == 0 && status.st_uid == geteuid ()))
        return fd;
    close (fd);
    return -1;
}

static int
open_file (int flags, char path[PATH_MAX])
{
    const char *folder = run_time_folder ();
    char job[HPM_LAUNCH_JOB_SIZE];
    int fd = -1;

    if (folder)
        return open_in (folder, flags, path);
    if (getenv (*job_variables) || hpm_launch_job (job, sizeof job) < 0)
        return -1;
    for (size_t i = 0; i < sizeof own_folders / sizeof *own_folders && fd < 0;
         i++)
        fd = open_in (own_folders[i], flags, path);
    if (fd >= 0 && flags & O_CREAT)
        strcpy (made, path);
    return fd;
}

/* The marks as they are in the file, READ among them; *path names it.  */
static void
read_file (unsigned char *marks, int ranks, char path[PATH_MAX])
{
    uint64_t *words = malloc ((size_t)ranks * sizeof *words);
    uint64_t job = job_number ();
    int fd = words ? open_file (O_RDONLY, path) : -1;
    ssize_t bytes = 0;

    if (fd >= 0) {
        bytes = pread (fd, words, (size_t)ranks * sizeof *words, 0);
        close (fd);
    }
    for (ssize_t i = 0; i < bytes / (ssize_t)sizeof *words; i++)
        if ((words[i] & ~(uint64_t)(ROOM - 1)) == job)
            marks[i] = words[i] & (ROOM - 1);
    free (words);
}

void
hpm_node_marks_read (unsigned char *marks, int ranks)
{
    char path[PATH_MAX];

    read_file (marks, ranks, path);
    for (int i = 0; i < ranks; i++)
        if (marks[i] == READ)
            marks[i] = HPM_NODE_MARK_HERE;
}

/* The launcher is of another MPI than the program (MPICH's, of a program of
 * Open MPI): each process is a job of its own, and nobody reads the marks.  */
static int
is_other_job (int ranks)
{
    return hpm_launch_number (HPM_LAUNCH_RANKS, ranks) != ranks;
}

/* Whoever takes part has left its mark: none comes out of MPI_Init before all
 * have come in.  */
void
hpm_node_marks_done (int rank, int ranks)
{
    const unsigned char read = READ;
    unsigned char *marks;
    char path[PATH_MAX] = "";

    if (*made && is_other_job (ranks)) {
        unlink (made);
        return;
    }
    if (run_time_folder () || hpm_node_marks_write (&read, rank, 1) < 0)
        return;
    marks = calloc ((size_t)ranks, 1);
    if (marks)
        read_file (marks, ranks, path);
    if (marks && *path && !memchr (marks, HPM_NODE_MARK_HERE, (size_t)ranks))
        unlink (path);
    free (marks);
}

/* Into the file that is opened with these flags.  Returns 0, or -1.  */
static int
write_words (int flags, const uint64_t *words, int first, int count)
{
    size_t bytes = (size_t)count * sizeof *words;
    char path[PATH_MAX];
    int fd = open_file (flags, path);
    struct hpm_signal_guard guard;
    ssize_t written;

    if (fd < 0)
        return -1;
    hpm_signal_guard_begin (&guard);
    written = pwrite (fd, words, bytes, (off_t)first * (off_t)sizeof *words);
    hpm_signal_guard_end (&guard);
    close (fd);
    return written == (ssize_t)bytes ? 0 : -1;
}

int
hpm_node_marks_write (const unsigned char *marks, int first, int count)
{
    uint64_t *words = malloc ((size_t)count * sizeof *words);
    uint64_t job = job_number ();
    int result;

    if (!words)
        return -1;
    for (int i = 0; i < count; i++)
        words[i] = job | marks[i];
    result = write_words (O_WRONLY | O_CREAT, words, first, count);
    free (words);
    return result;
}

static void
write_one (int flags, int rank, enum hpm_node_mark mark)
{
    uint64_t word = job_number () | mark;

    if (rank >= 0 && run_time_folder ())
        write_words (flags, &word, rank, 1);
}

void
hpm_node_marks_leave (int rank)
{
    write_one (O_WRONLY | O_CREAT, rank, HPM_NODE_MARK_WITHOUT);
}

void
hpm_node_marks_return (int rank)
{
    write_one (O_WRONLY, rank, HPM_NODE_MARK_HERE);
}
