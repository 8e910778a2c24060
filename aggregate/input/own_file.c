/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int
check_owner (const struct stat *status, const char *path, int any_owner,
             struct hpm_error *error)
{
    if (any_owner || status->st_uid == geteuid ())
        return 0;
    return hpm_error_set (error,
                          "%s belongs to another user (%u): --any-owner reads "
                          "it all the same",
                          path, (unsigned)status->st_uid);
}

static int
check_file (int fd, const char *path, const char *what, int any_owner,
            struct hpm_error *error)
{
    struct stat status;

    if (fstat (fd, &status))
        return hpm_error_set (error, "cannot open %s: %s", path,
                              strerror (errno));
    if (!S_ISREG (status.st_mode))
        return hpm_error_set (error, "%s %s: not a file", path, what);
    return check_owner (&status, path, any_owner, error);
}

int
hpm_own_file_open (const char *path, const char *what, int any_owner,
                   struct hpm_error *error)
{
    /* Without O_NONBLOCK a pipe would hang us.  */
    int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

    if (fd < 0)
        return hpm_error_set (error, "cannot open %s: %s", path,
                              strerror (errno));
    if (check_file (fd, path, what, any_owner, error) == 0)
        return fd;
    close (fd);
    return -1;
}

int
hpm_own_folder_check (const char *path, int any_owner, struct hpm_error *error)
{
    struct stat status;

    if (stat (path, &status))
        return hpm_error_set (error, "cannot open %s: %s", path,
                              strerror (errno));
    return check_owner (&status, path, any_owner, error);
}
