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

#include "base/launch.h"
#include "base/text.h"
#include "include/hpm_checkpoint.h"
#include "pmpi/record/run_texts.h"
#include "pmpi/checkpoint/checkpoint_place.h"

#define RANDOM_DIGITS 8
#define MOST_BASES 2
#define MARK HPM_CHECKPOINT_MARK

/* What may stand in a file name, whatever the launcher chose.  */
static void
make_safe (char *name)
{
    for (; *name; name++)
        if (!hpm_text_is_letter (*name) && !hpm_text_is_digit (*name)
            && *name != '.' && *name != '-')
            *name = '_';
}

/* A process by itself has a token; ranks have what they have in common.  */
static void
name_own (char *name, size_t size, const char *token)
{
    snprintf (name, size, HPM_CHECKPOINT_PREFIX "%d-%s", (int)geteuid (),
              token);
    make_safe (name);
}

static void
name_run (char *name, size_t size)
{
    const char *random = getenv ("OMPI_MCA_orte_precondition_transports");
    char batch[128] = "", job[HPM_LAUNCH_JOB_SIZE];

    hpm_run_batch_id (batch, sizeof batch);
    if (hpm_launch_job (job, sizeof job) < 0)
        snprintf (job, sizeof job, "pid%d", (int)getpid ());
    snprintf (name, size, HPM_CHECKPOINT_PREFIX "%d-%.96s%s%.96s%s%.*s",
              (int)geteuid (), batch, *batch ? "-" : "", job, random ? "-" : "",
              RANDOM_DIGITS, random ? random : "");
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
    int made = mkdir (path, 0700) == 0, fd;

    if (!made && errno != EEXIST)
        return hpm_error_set (error, "cannot make %s: %s", path,
                              strerror (errno));
    fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        hpm_error_set (error, "cannot open %s: %s", path, strerror (errno));
    else if (belongs_to_us (fd, error, path))
        return fd;
    else
        close (fd);
    if (made)
        rmdir (path);
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

/* Returns 0, or -1 when the path is too long.  */
static int
name_path (struct hpm_checkpoint_path *path, char name[NAME_MAX],
           const char *base, const char *token, const char *host)
{
    char run[NAME_MAX];
    int n;

    if (token)
        name_own (run, sizeof run, token);
    else
        name_run (run, sizeof run);
    snprintf (name, NAME_MAX, "%.128s" HPM_CHECKPOINT_SUFFIX, host);
    make_safe (name);
    n = snprintf (path->folder, sizeof path->folder, "%s/%s", base, run);
    if (n + (int)strlen (name) + 1 >= (int)sizeof path->file)
        return -1;
    memcpy (path->file, path->folder, (size_t)n);
    path->file[n] = '/';
    memcpy (path->file + n + 1, name, strlen (name) + 1);
    return 0;
}

static int
open_below (struct hpm_checkpoint_path *path, const char *base,
            const char *token, const char *host, struct hpm_error *error)
{
    char name[NAME_MAX];
    int folder, fd;

    if (name_path (path, name, base, token, host) < 0)
        return hpm_error_set (error, "the path below %s is too long", base);
    folder = open_folder (path->folder, error);
    if (folder < 0)
        return -1;
    /* A program that this process was before: exec forgets what it counted.  */
    if (token)
        unlinkat (folder, name, 0);
    fd = open_file (folder, name, path->file, error);
    close (folder);
    if (fd < 0)
        rmdir (path->folder);
    return fd;
}

/* The folders to try, in this order.  */
static int
name_bases (char bases[MOST_BASES][PATH_MAX], const char *wanted,
            const char *directory)
{
    const char *temporary = getenv ("TMPDIR");

    if (*wanted) {
        snprintf (bases[0], sizeof bases[0], "%s%s%s",
                  *wanted == '/' ? "" : directory, *wanted == '/' ? "" : "/",
                  wanted);
        return 1;
    }
    snprintf (bases[0], sizeof bases[0], "/dev/shm");
    snprintf (bases[1], sizeof bases[1], "%s",
              temporary && *temporary == '/' ? temporary : "/tmp");
    return 2;
}

int
hpm_checkpoint_place_open (struct hpm_checkpoint_path *path, const char *wanted,
                           const char *directory, const char *token,
                           const char *host, int *place,
                           struct hpm_error *error)
{
    char bases[MOST_BASES][PATH_MAX];
    int count = name_bases (bases, wanted, directory), fd = -1;

    while (*place < count && fd < 0)
        fd = open_below (path, bases[(*place)++], token, host, error);
    return fd;
}

void
hpm_checkpoint_place_clear (const struct hpm_checkpoint_path *path)
{
    struct stat status;

    if (stat (path->file, &status) == 0 && status.st_size == 0)
        hpm_checkpoint_place_remove (path);
}

int
hpm_checkpoint_place_name_below (struct hpm_checkpoint_path *path,
                                 const struct hpm_checkpoint_path *local,
                                 const char *folder)
{
    const char *run = strrchr (local->folder, '/');
    const char *file = local->file + strlen (local->folder);

    if (snprintf (path->folder, sizeof path->folder, "%s%s", folder, run)
            < (int)sizeof path->folder
        && snprintf (path->file, sizeof path->file, "%s%s%s", folder, run, file)
               < (int)sizeof path->file)
        return 0;
    path->file[0] = '\0';
    return -1;
}

int
hpm_checkpoint_place_make (const struct hpm_checkpoint_path *path,
                           struct hpm_error *error)
{
    int folder = open_folder (path->folder, error);

    if (folder < 0)
        return -1;
    close (folder);
    return 0;
}

void
hpm_checkpoint_place_mark (const char *wanted, const char *directory,
                           const char *token)
{
    char bases[MOST_BASES][PATH_MAX], run[NAME_MAX], path[2 * PATH_MAX];
    int count = name_bases (bases, wanted, directory), fd = -1;

    name_own (run, sizeof run, token);
    for (int i = 0; i < count && fd < 0; i++) {
        snprintf (path, sizeof path, "%s/%s/" MARK, bases[i], run);
        fd = open (path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    }
    if (fd >= 0)
        close (fd);
}

void
hpm_checkpoint_place_forget (const char *wanted, const char *directory,
                             const char *token, const char *host)
{
    char bases[MOST_BASES][PATH_MAX], name[NAME_MAX];
    int count = name_bases (bases, wanted, directory);
    struct hpm_checkpoint_path path;

    for (int i = 0; i < count; i++)
        if (name_path (&path, name, bases[i], token, host) == 0)
            hpm_checkpoint_place_remove (&path);
}

static void
name_mark (char *mark, size_t size, const struct hpm_checkpoint_path *path)
{
    snprintf (mark, size, "%s/" MARK, path->folder);
}

int
hpm_checkpoint_place_marked (const struct hpm_checkpoint_path *path)
{
    char mark[PATH_MAX + sizeof MARK];

    name_mark (mark, sizeof mark, path);
    return access (mark, F_OK) == 0;
}

void
hpm_checkpoint_place_remove (const struct hpm_checkpoint_path *path)
{
    char mark[PATH_MAX + sizeof MARK];

    name_mark (mark, sizeof mark, path);
    unlink (mark);
    unlink (path->file);
    rmdir (path->folder);
}

/* Where the file is in the folder is the last part of its path.  */
void
hpm_checkpoint_place_give (const struct hpm_checkpoint_path *path, uid_t user)
{
    const char *name = strrchr (path->file, '/') + 1;
    int folder
        = open (path->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct hpm_error error;
    int given;

    if (folder < 0)
        return;
    given
        = belongs_to_us (folder, &error, path->folder)
          && fchownat (folder, name, user, (gid_t)-1, AT_SYMLINK_NOFOLLOW) == 0
          && fchown (folder, user, (gid_t)-1) == 0;
    (void)given; /* else it stays where it is */
    close (folder);
}
