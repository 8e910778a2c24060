/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/output.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/pattern.h"
#include "base/file/target.h"

static int
check_folder (const char *folder, struct hpm_error *error)
{
    struct stat status;

    if (stat (folder, &status) != 0)
        return hpm_error_set (error, "cannot write results to '%s': %s", folder,
                              strerror (errno));
    if (!S_ISDIR (status.st_mode))
        return hpm_error_set (error, "cannot write results to '%s': no folder",
                              folder);
    if (access (folder, W_OK | X_OK) != 0)
        return hpm_error_set (error, "cannot write results to '%s': %s", folder,
                              strerror (errno));
    return 0;
}

/* The folder of a path.  */
static int
check_folder_of (const char *path, struct hpm_error *error)
{
    char folder[PATH_MAX];
    char *slash;

    strcpy (folder, path);
    slash = strrchr (folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    return check_folder (slash ? folder : ".", error);
}

static int
check_file (const char *path, int force, struct hpm_error *error)
{
    struct hpm_target target;
    struct stat status;
    int there = lstat (path, &status) == 0;

    if (there && S_ISDIR (status.st_mode))
        return hpm_error_set (error,
                              "cannot write results to '%s': it is a folder "
                              "(-d DIR names a folder)",
                              path);
    if (hpm_target_of_file (&target, path, error))
        return -1;
    if (there && !force)
        return hpm_error_set (
            error, "result file '%s' exists; --force overwrites it", path);
    return force ? check_folder_of (target.path, error) : 0;
}

/* The path of the file, or of one in the same folder where the library will
 * choose the name.  Returns 0 or -1.  */
static int
output_path (const struct hpm_options *options, char path[PATH_MAX],
             struct hpm_error *error)
{
    int own_folder = strchr (options->output, '/') || !*options->directory;
    int length = own_folder ? snprintf (path, PATH_MAX, "%s", options->output)
                            : snprintf (path, PATH_MAX, "%s/%s",
                                        options->directory, options->output);

    if (length < PATH_MAX)
        return 0;
    return hpm_error_set (error, "path too long: %s", options->output);
}

/* A pattern: what it becomes, and whether there is such a file, the library
 * finds out; folders are made, but for those before the first "%".  */
static int
check_pattern (char path[PATH_MAX], struct hpm_error *error)
{
    size_t fixed = hpm_pattern_fixed (path);
    struct stat status;

    if (!strchr (path + fixed, '/')) {
        strcpy (path + fixed, "x");
        return check_folder_of (path, error);
    }
    path[fixed] = '\0';
    if (fixed && stat (path, &status))
        return hpm_error_set (error, "cannot write results to '%s': %s", path,
                              strerror (errno));
    return 0;
}

int
hpm_output_check (const struct hpm_options *options, struct hpm_error *error)
{
    char path[PATH_MAX];

    if (hpm_pattern_check (options->output, error)
        || hpm_pattern_check (options->directory, error)
        || output_path (options, path, error))
        return -1;
    if (hpm_pattern_is (path) && path[strlen (path) - 1] != '/')
        return check_pattern (path, error);
    if (check_folder_of (path, error))
        return -1;
    if (*options->output == '\0')
        return 0;
    if (path[strlen (path) - 1] == '/')
        return hpm_error_set (error, "no file name in '%s'", path);
    return check_file (path, options->force, error);
}
