/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "wrapper/elf_file.h"

/* What the C library searches without PATH.  */
#define DEFAULT_PATH "/bin:/usr/bin"

static int
can_run (const char *path)
{
    struct stat status;

    if (stat (path, &status) != 0)
        return 0;
    errno = EACCES;
    return S_ISREG (status.st_mode) && access (path, X_OK) == 0;
}

static int
failed_to_find (const char *name, int reason, struct hpm_error *error)
{
    int missing = reason == ENOENT || reason == ENOTDIR;

    hpm_error_set (error, "cannot run '%s': %s", name,
                   missing ? "no such program" : strerror (reason));
    return missing ? HPM_EXIT_NOT_FOUND : HPM_EXIT_CANNOT_RUN;
}

/* The next folder of PATH with `name` behind it; an empty one is the current
 * folder.  Returns what is left of PATH, NULL after the last.  */
static const char *
next_candidate (const char *rest, const char *name, char *path, size_t size)
{
    size_t length = strcspn (rest, ":");

    if ((size_t)snprintf (path, size, "%.*s%s%s", (int)length, rest,
                          length ? "/" : "", name)
        >= size)
        path[0] = '\0';
    return rest[length] ? rest + length + 1 : NULL;
}

int
hpm_program_find (const char *name, char *path, size_t size,
                  struct hpm_error *error)
{
    const char *rest = getenv ("PATH");
    int reason = ENOENT;

    if (*name == '\0')
        return failed_to_find (name, ENOENT, error);
    if (strchr (name, '/')) {
        if ((size_t)snprintf (path, size, "%s", name) >= size)
            return failed_to_find (name, ENAMETOOLONG, error);
        return can_run (path) ? 0 : failed_to_find (name, errno, error);
    }
    if (!rest)
        rest = DEFAULT_PATH;
    while (rest) {
        rest = next_candidate (rest, name, path, size);
        if (*path && can_run (path))
            return 0;
        if (errno == EACCES)
            reason = EACCES;
    }
    return failed_to_find (name, reason, error);
}

/* A program that gains rights from its file starts in the loader's secure mode,
 * which ignores LD_PRELOAD.  */
static int
gains_rights (const char *path)
{
    struct stat status;

    if (stat (path, &status) != 0)
        return 0;
    if (status.st_mode & S_ISUID && status.st_uid != getuid ())
        return 1;
    if (status.st_mode & S_ISGID && status.st_gid != getgid ())
        return 1;
    return getuid () != 0
           && getxattr (path, "security.capability", NULL, 0) > 0;
}

/* The dynamic loader itself, given a program, has no loader of its own.  */
static int
is_loader (const char *path)
{
    const char *slash = strrchr (path, '/');
    const char *name = slash ? slash + 1 : path;

    return strncmp (name, "ld", 2) == 0 && strstr (name, ".so") != NULL;
}

int
hpm_program_check (const char *path, const char *library,
                   struct hpm_error *error)
{
    struct hpm_elf program, own;

    if (gains_rights (path))
        return hpm_error_set (error,
                              "cannot count '%s': it is setuid, setgid or has "
                              "capabilities, and LD_PRELOAD is ignored there",
                              path);
    if (hpm_elf_read (path, &program) || !program.elf)
        return 0;
    if (!program.interpreter && !is_loader (path))
        return hpm_error_set (error,
                              "cannot count '%s': it is statically linked, and "
                              "a library cannot be preloaded into it",
                              path);
    if (hpm_elf_read (library, &own) || !own.elf)
        return hpm_error_set (error, "cannot read the library '%s'", library);
    if (program.bits != own.bits || program.machine != own.machine)
        return hpm_error_set (error,
                              "cannot count '%s': it is built for another kind "
                              "of processor than '%s'",
                              path, library);
    return 0;
}
