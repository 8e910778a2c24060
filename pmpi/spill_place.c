/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The name of the folder tells runs apart: what the launcher calls the run, the
 * batch system's job if there is one, and a random number that Open MPI makes
 * for each mpirun, as it numbers runs by process ids.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/text.h"
#include "include/hpm_spill.h"
#include "pmpi/run_texts.h"
#include "pmpi/spill_place.h"

#define RANDOM_DIGITS 8

/* What may stand in a file name, whatever the launcher chose.  */
static void
make_safe (char *name)
{
    for (; *name; name++)
        if (!hpm_text_is_letter (*name) && !hpm_text_is_digit (*name)
            && *name != '.' && *name != '-')
            *name = '_';
}

static void
name_run (char *name, size_t size)
{
    const char *space = getenv ("PMIX_NAMESPACE");
    const char *random = getenv ("OMPI_MCA_orte_precondition_transports");
    char batch[128] = "", own[32];

    hpm_run_batch_id (batch, sizeof batch);
    snprintf (own, sizeof own, "pid%d", (int)getpid ());
    snprintf (name, size, HPM_SPILL_PREFIX "%d-%s%s%s%s%.*s", (int)geteuid (),
              batch, *batch ? "-" : "", space && *space ? space : own,
              random ? "-" : "", RANDOM_DIGITS, random ? random : "");
    make_safe (name);
}

static int
belongs_to_us (int fd, struct hpm_error *error, const char *path)
{
    struct stat status;

    if (fstat (fd, &status) == 0 && status.st_uid == geteuid ()
        && !(status.st_mode & (S_IWGRP | S_IWOTH)))
        return 1;
    hpm_error_set (error, "%s belongs to somebody else", path);
    return 0;
}

static int
open_folder (const char *path, struct hpm_error *error)
{
    int fd;

    if (mkdir (path, 0700) < 0 && errno != EEXIST)
        return hpm_error_set (error, "cannot make %s: %s", path,
                              strerror (errno));
    fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return hpm_error_set (error, "cannot open %s: %s", path,
                              strerror (errno));
    if (belongs_to_us (fd, error, path))
        return fd;
    close (fd);
    return -1;
}

static int
open_file (int folder, const char *name, const char *path,
           struct hpm_error *error)
{
    int fd = openat (folder, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                     0600);

    if (fd < 0)
        return hpm_error_set (error, "cannot write %s: %s", path,
                              strerror (errno));
    if (belongs_to_us (fd, error, path))
        return fd;
    close (fd);
    return -1;
}

static int
open_below (struct hpm_spill_path *path, const char *base, const char *host,
            struct hpm_error *error)
{
    char run[NAME_MAX], name[NAME_MAX];
    int folder, fd, n;

    name_run (run, sizeof run);
    snprintf (name, sizeof name, "%.128s" HPM_SPILL_SUFFIX, host);
    make_safe (name);
    n = snprintf (path->folder, sizeof path->folder, "%s/%s", base, run);
    if (n + (int)strlen (name) + 1 >= (int)sizeof path->file)
        return hpm_error_set (error, "the path below %s is too long", base);
    memcpy (path->file, path->folder, (size_t)n);
    path->file[n] = '/';
    memcpy (path->file + n + 1, name, strlen (name) + 1);
    folder = open_folder (path->folder, error);
    if (folder < 0)
        return -1;
    fd = open_file (folder, name, path->file, error);
    close (folder);
    if (fd < 0)
        rmdir (path->folder);
    return fd;
}

int
hpm_spill_place_open (struct hpm_spill_path *path, const char *wanted,
                      const char *directory, const char *host,
                      struct hpm_error *error)
{
    const char *temporary = getenv ("TMPDIR");
    char base[PATH_MAX];
    int fd;

    if (*wanted) {
        snprintf (base, sizeof base, "%s%s%s", *wanted == '/' ? "" : directory,
                  *wanted == '/' ? "" : "/", wanted);
        return open_below (path, base, host, error);
    }
    fd = open_below (path, "/dev/shm", host, error);
    if (fd < 0)
        fd = open_below (path,
                         temporary && *temporary == '/' ? temporary : "/tmp",
                         host, error);
    return fd;
}

void
hpm_spill_place_remove (const struct hpm_spill_path *path)
{
    unlink (path->file);
    rmdir (path->folder);
}
