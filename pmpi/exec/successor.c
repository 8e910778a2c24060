/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file/program_file.h"
#include "base/preload.h"
#include "include/hpm_launch.h"
#include "pmpi/exec/successor.h"

/* What an entry of an environment gives to a variable, or NULL.  */
static const char *
value_in (const char *entry, const char *name)
{
    size_t length = strlen (name);

    return !strncmp (entry, name, length) && entry[length] == '='
               ? entry + length + 1
               : NULL;
}

/* What getenv finds there, or NULL.  */
static const char *
value_of (char *const *environment, const char *name)
{
    const char *value = NULL;

    for (; environment && *environment && !value; environment++)
        value = value_in (*environment, name);
    return value;
}

/* The loader takes the last of several.  */
static const char *
preload_of (char *const *environment)
{
    const char *last = NULL, *value;

    for (; environment && *environment; environment++)
        if ((value = value_in (*environment, HPM_PRELOAD)) != NULL)
            last = value;
    return last;
}

/* Our library among those that are preloaded.  Returns whether it is there.  */
static int
find_library (const char *list, char path[PATH_MAX])
{
    struct hpm_piece library;

    while (list && hpm_preload_next (&list, &library))
        if (hpm_preload_is (library, HPM_PRELOAD_COUNTS)
            && snprintf (path, PATH_MAX, "%.*s", (int)library.length,
                         library.start)
                   < PATH_MAX)
            return 1;
    return 0;
}

const char *
hpm_successor_token (char *const *environment)
{
    return value_of (environment, HPM_LAUNCHED_VARIABLE);
}

int
hpm_successor_is_counted (const struct hpm_program *program,
                          char *const *environment, char library[PATH_MAX],
                          struct hpm_error *error)
{
    const char *path = program->path, *loader;
    const char *token = hpm_successor_token (environment);

    if (hpm_program_gains_rights (program))
        return hpm_error_set (error, "%s gains rights", path);
    if ((loader = hpm_program_other_loader (program)) != NULL)
        return hpm_error_set (
            error, "%s is run by the loader %s, which cannot load hpmmpi", path,
            loader);
    if (hpm_program_has_other_words (program))
        return hpm_error_set (error, "%s has %d bits, and cannot load hpmmpi",
                              path, program->elf.bits);
    if (!hpm_program_preloads (program))
        return hpm_error_set (error, "%s is linked statically", path);
    if (!find_library (preload_of (environment), library))
        return hpm_error_set (
            error, "%s gets an environment whose " HPM_PRELOAD " has no hpmmpi",
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
