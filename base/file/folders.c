/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/folders.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/path.h"

static int
is_shared (const struct stat *folder)
{
    return (folder->st_mode & S_IWOTH) != 0;
}

/* Whether somebody may have laid it for us in a folder that is everyone's.  */
static int
is_trap (const struct stat *folder, const struct stat *found)
{
    return is_shared (folder) && found->st_uid != geteuid ()
           && found->st_uid != folder->st_uid && found->st_uid != 0;
}

/* Go into a folder of this path, and make it if it is missing; `folder` is what
 * is known of the one it is in, and then of itself.  Returns 0, or -1 with
 * errno.  */
static int
enter (const char *path, struct stat *folder)
{
    struct stat found;

    if (lstat (path, &found)) {
        if (errno != ENOENT || (mkdir (path, 0700) && errno != EEXIST)
            || lstat (path, &found))
            return -1;
    }
    if (is_trap (folder, &found)) {
        errno = EPERM;
        return -1;
    }
    if (stat (path, folder))
        return -1;
    if (S_ISDIR (folder->st_mode))
        return 0;
    errno = ENOTDIR;
    return -1;
}

int
hpm_folders_make (const char *path, struct hpm_error *error)
{
    char part[PATH_MAX];
    struct stat folder;

    if (*path != '/' || strlen (path) >= sizeof part || stat ("/", &folder))
        return hpm_error_set (error, "cannot make the folders of '%s'", path);
    for (const char *slash = strchr (path + 1, '/'); slash;
         slash = strchr (slash + 1, '/')) {
        snprintf (part, sizeof part, "%.*s", (int)(slash - path), path);
        if (slash[-1] != '/' && enter (part, &folder))
            return hpm_error_set (error, "cannot make folder '%s': %s", part,
                                  errno == EPERM
                                      ? "what is there is another user's"
                                      : strerror (errno));
    }
    return 0;
}

mode_t
hpm_folders_file_mode (const char *path)
{
    size_t length = hpm_path_folder (path);
    char folder[PATH_MAX];
    struct stat status;

    snprintf (folder, sizeof folder, "%.*s.", (int)length, path);
    return length + 1 < sizeof folder && !stat (folder, &status)
                   && is_shared (&status)
               ? 0600
               : 0666;
}
