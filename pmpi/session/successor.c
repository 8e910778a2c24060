/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/program_file.h"
#include "include/hpm_launch.h"
#include "pmpi/session/successor.h"

#define PRELOAD "LD_PRELOAD"
#define SEPARATORS ": "
#define OUR_LIBRARY "libhpmmpi.so"

/* The value of a variable, or NULL.  */
static const char *
value_of (char *const *environment, const char *name)
{
    size_t length = strlen (name);

    for (; environment && *environment; environment++)
        if (!strncmp (*environment, name, length)
            && (*environment)[length] == '=')
            return *environment + length + 1;
    return NULL;
}

/* Our library among those that are preloaded.  Returns whether it is there.  */
static int
find_library (const char *list, char path[PATH_MAX])
{
    while (list && *(list += strspn (list, SEPARATORS))) {
        size_t length = strcspn (list, SEPARATORS);

        if (snprintf (path, PATH_MAX, "%.*s", (int)length, list) < PATH_MAX
            && strstr (path, OUR_LIBRARY))
            return 1;
        list += length;
    }
    return 0;
}

int
hpm_successor_is_counted (const char *path, char *const *environment,
                          char library[PATH_MAX], struct hpm_error *error)
{
    const char *token = value_of (environment, HPM_LAUNCHED_VARIABLE);

    if (hpm_program_gains_rights (path))
        return hpm_error_set (error, "%s gains rights", path);
    if (!hpm_program_preloads (path))
        return hpm_error_set (error, "%s is linked statically", path);
    if (!find_library (value_of (environment, PRELOAD), library))
        return hpm_error_set (
            error, "%s gets an environment whose " PRELOAD " has no hpmmpi",
            path);
    if (!token || strtol (token, NULL, 10) != getpid ())
        return hpm_error_set (
            error, "%s gets an environment without " HPM_LAUNCHED_VARIABLE,
            path);
    if (strchr (library, '/') && access (library, R_OK) < 0)
        return hpm_error_set (error,
                              "there is no %s where %s runs (in a "
                              "container?)",
                              library, path);
    return 0;
}
