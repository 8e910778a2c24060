/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/file/program_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/file/elf_file.h"
#include "base/text.h"

/* What the C library searches without PATH.  */
#define DEFAULT_PATH "/bin:/usr/bin"

int
hpm_program_obstacle (const char *path)
{
    struct stat status;

    if (stat (path, &status) != 0)
        return errno;
    if (!S_ISREG (status.st_mode))
        return EACCES;
    return access (path, X_OK) == 0 ? 0 : errno;
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

/* Look into every folder of PATH.  A file that can't be run is remembered; a
 * folder that can't be searched is no reason.  Returns 0 or an errno.  */
static int
search (const char *name, char *path, size_t size)
{
    const char *rest = getenv ("PATH");
    int reason = ENOENT;

    if (!rest)
        rest = DEFAULT_PATH;
    while (rest) {
        int obstacle;

        rest = next_candidate (rest, name, path, size);
        obstacle = *path ? hpm_program_obstacle (path) : ENOENT;
        if (obstacle == 0)
            return 0;
        if (access (path, F_OK) == 0)
            reason = obstacle;
    }
    return reason;
}

int
hpm_program_search (const char *name, char *path, size_t size)
{
    if (*name == '\0')
        return ENOENT;
    if (!strchr (name, '/'))
        return search (name, path, size);
    if ((size_t)snprintf (path, size, "%s", name) >= size)
        return ENAMETOOLONG;
    return hpm_program_obstacle (path);
}

/* Whether the file says that who runs it has other rights.  */
static int
has_rights (const char *path)
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

/* A program that gains rights from its file starts in the loader's secure mode,
 * which ignores LD_PRELOAD; none does so once that was given up.  */
int
hpm_program_gains_rights (const char *path)
{
    return has_rights (path)
           && prctl (PR_GET_NO_NEW_PRIVS, 0L, 0L, 0L, 0L) != 1;
}

static int
begins (const char *text, const char *with)
{
    return strncmp (text, with, strlen (with)) == 0;
}

/* What loaded hpmrun, or the program that our library is in, can load the
 * library, whatever its name is.  */
static int
is_own_loader (const char *loader)
{
    struct hpm_elf own;

    return hpm_elf_read ("/proc/self/exe", &own) == 0
           && strcmp (own.loader, loader) == 0;
}

/* Whether a loader can load our library, which is linked to glibc.  */
static int
takes_library (const char *loader)
{
    static const char *const glibc[]
        = { "ld-linux", "ld64.so", "ld.so", "ld-lsb", "ld-2." };

    for (size_t i = 0; i < sizeof glibc / sizeof *glibc; i++)
        if (begins (loader, glibc[i]))
            return 1;
    return is_own_loader (loader);
}

/* The dynamic loader itself, given a program, has no loader of its own.
 * Returns its name, or NULL if the program at `path` is none.  */
static const char *
loader_at (const char *path)
{
    const char *slash = strrchr (path, '/');
    const char *name = slash ? slash + 1 : path;

    return begins (name, "ld") && strstr (name, ".so") ? name : NULL;
}

/* What loads the program at `path`, or NULL.  */
static const char *
loader_of (const struct hpm_elf *program, const char *path)
{
    return *program->loader ? program->loader : loader_at (path);
}

int
hpm_program_other_loader (const char *path, char loader[HPM_ELF_LOADER])
{
    struct hpm_elf program;
    const char *name;

    if (hpm_elf_read (path, &program) || !program.elf)
        return 0;
    name = loader_of (&program, path);
    if (!name || takes_library (name))
        return 0;
    hpm_text_show (loader, HPM_ELF_LOADER,
                   (struct hpm_piece){ name, strlen (name) });
    return 1;
}

int
hpm_program_preloads (const char *path)
{
    struct hpm_elf program;
    const char *loader;

    if (hpm_program_gains_rights (path))
        return 0;
    if (hpm_elf_read (path, &program) || !program.elf)
        return 1;
    loader = loader_of (&program, path);
    return loader && takes_library (loader);
}
