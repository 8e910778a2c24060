/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/target.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/path.h"

#define LINKS_MAX 40 /* as many as the kernel follows */

static int
stat_folder (const char *path, struct stat *status)
{
    char folder[PATH_MAX];
    size_t length = hpm_path_folder (path);

    memcpy (folder, path, length);
    strcpy (folder + length, ".");
    return stat (folder, status);
}

/* In /tmp and the like a link may be a trap.  The kernel has the same rule
 * where protected_symlinks is on, for links that it follows itself.  */
static int
may_follow (const char *path, const struct stat *link)
{
    const mode_t shared = S_ISVTX | S_IWOTH;
    struct stat folder;

    if (stat_folder (path, &folder))
        return 0;
    return (folder.st_mode & shared) != shared || link->st_uid == geteuid ()
           || link->st_uid == folder.st_uid;
}

/* Put what a link says in its place.  Returns 0, or -1 with errno.  */
static int
follow (char path[PATH_MAX])
{
    char text[PATH_MAX];
    ssize_t length = readlink (path, text, sizeof text);
    size_t kept;

    if (length < 0)
        return -1;
    kept = length && *text == '/' ? 0 : hpm_path_folder (path);
    if (!length || kept + (size_t)length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy (path + kept, text, (size_t)length);
    path[kept + (size_t)length] = '\0';
    return 0;
}

/* Follow all links at the end of a path.  Returns 0, or -1 with errno.  */
static int
resolve (char path[PATH_MAX])
{
    struct stat status;

    for (int links = 0; links < LINKS_MAX; links++) {
        if (lstat (path, &status))
            return errno == ENOENT ? 0 : -1;
        if (!S_ISLNK (status.st_mode))
            return 0;
        if (!may_follow (path, &status)) {
            errno = EACCES;
            return -1;
        }
        if (follow (path))
            return -1;
    }
    errno = ELOOP;
    return -1;
}

/* A path in /proc may stand for a file that has no name.  */
static int
is_same (const char *path, const struct stat *status)
{
    struct stat found;

    return stat (path, &found) == 0 && found.st_dev == status->st_dev
           && found.st_ino == status->st_ino;
}

static int
refuse (const char *name, const char *why, struct hpm_error *error)
{
    return hpm_error_set (error, "cannot write '%s': %s", name, why);
}

int
hpm_target_find (struct hpm_target *target, const char *name,
                 struct hpm_error *error)
{
    struct stat status;
    int there;

    if (!name[hpm_path_folder (name)])
        return hpm_error_set (error, "'%s' is no name for a file", name);
    if (strlen (name) >= sizeof target->path)
        return refuse (name, strerror (ENAMETOOLONG), error);
    strcpy (target->path, name);
    there = stat (name, &status) == 0;
    if (there && S_ISDIR (status.st_mode))
        return refuse (name, "it is a folder", error);
    target->kind = HPM_TARGET_SPECIAL;
    if (there && !S_ISREG (status.st_mode))
        return 0;
    if ((!there && errno != ENOENT) || resolve (target->path))
        return refuse (name, strerror (errno), error);
    if (!there)
        target->kind = HPM_TARGET_NEW;
    else if (is_same (target->path, &status))
        target->kind = HPM_TARGET_FILE;
    return 0;
}

/* What it is, for a message.  */
static const char *
word (const char *path)
{
    struct stat status;

    if (stat (path, &status) == 0 && S_ISFIFO (status.st_mode))
        return "it is a pipe, and no regular file";
    if (stat (path, &status) == 0 && S_ISSOCK (status.st_mode))
        return "it is a socket, and no regular file";
    if (stat (path, &status) == 0 && !S_ISREG (status.st_mode))
        return "it is a device, and no regular file";
    return "it is no file with a name";
}

int
hpm_target_of_file (struct hpm_target *target, const char *name,
                    struct hpm_error *error)
{
    if (hpm_target_find (target, name, error))
        return -1;
    if (target->kind == HPM_TARGET_SPECIAL)
        return refuse (name, word (name), error);
    return 0;
}
