/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/file/program_file.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/file/elf_file.h"

/* What the C library searches without PATH.  */
#define DEFAULT_PATH "/bin:/usr/bin"

/* 0 if the file can be executed, else the errno that says why not.  */
static int
obstacle_of (const char *path)
{
    struct stat status;

    if (stat (path, &status) != 0)
        return errno;
    if (!S_ISREG (status.st_mode))
        return EACCES;
    return access (path, X_OK) == 0 ? 0 : errno;
}

/* One file of those that are executed for another one.  An unreadable one is
 * taken for no script, and for no ELF file.  */
static int
read_one (struct hpm_program *program, int *is_script)
{
    int obstacle = obstacle_of (program->path);
    struct hpm_file_start start;

    *is_script = 0;
    memset (&program->elf, 0, sizeof program->elf);
    program->is_unreadable = 0;
    if (obstacle)
        return obstacle;
    program->is_unreadable = hpm_file_start_open (&start, program->path) != 0;
    if (program->is_unreadable)
        return 0;
    hpm_elf_parse (&start, &program->elf);
    *is_script = !program->elf.elf
                 && hpm_script_interpreter (&start, program->interpreter);
    hpm_file_start_close (&start);
    return 0;
}

int
hpm_program_read (struct hpm_program *program, const char *path)
{
    program->path = path;
    for (int depth = 0; depth <= HPM_SCRIPT_DEPTH; depth++) {
        int is_script, obstacle = read_one (program, &is_script);

        if (obstacle || !is_script)
            return obstacle;
        program->path = program->interpreter;
    }
    /* The kernel opens the last one before it counts.  */
    return obstacle_of (program->path) ? obstacle_of (program->path) : ELOOP;
}

/* `name` in the next folder of PATH; an empty one is the current folder.
 * Returns what is left of PATH, NULL after the last.  */
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

/* For what execvp of glibc passes over a file of PATH.  */
static int
is_passed_over (int reason)
{
    static const int reasons[]
        = { ENOENT, EACCES, ENOTDIR, ESTALE, ENODEV, ETIMEDOUT };

    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reason == reasons[i])
            return 1;
    return 0;
}

/* Look into every folder of PATH.  A file that can't be run is remembered; a
 * folder that can't be searched is no reason.  Returns 0 or an errno.  */
static int
search (struct hpm_program *program, const char *name, char *path, size_t size)
{
    const char *rest = getenv ("PATH"), *there = NULL;

    if (!rest)
        rest = DEFAULT_PATH;
    while (rest) {
        const char *here = rest;
        int reason;

        rest = next_candidate (rest, name, path, size);
        if (!*path)
            continue;
        reason = hpm_program_read (program, path);
        if (!reason || !is_passed_over (reason))
            return reason;
        if (access (path, F_OK) == 0)
            there = here;
    }
    if (!there)
        return ENOENT;
    next_candidate (there, name, path, size);
    return hpm_program_read (program, path);
}

int
hpm_program_search (struct hpm_program *program, const char *name, char *path,
                    size_t size)
{
    program->path = path;
    if (*name == '\0')
        return ENOENT;
    if (!strchr (name, '/'))
        return search (program, name, path, size);
    if ((size_t)snprintf (path, size, "%s", name) >= size)
        return ENAMETOOLONG;
    return hpm_program_read (program, path);
}

/* Whether a mode has all of these bits.  */
static int
has_all (mode_t mode, mode_t bits)
{
    return (mode & bits) == bits;
}

/* Whether the file says that who runs it has other rights.  A group's bit
 * without that to execute means a lock.  */
static int
says_rights (const char *path)
{
    struct stat status;

    if (stat (path, &status) != 0)
        return 0;
    if (status.st_mode & S_ISUID && status.st_uid != getuid ())
        return 1;
    if (has_all (status.st_mode, S_ISGID | S_IXGRP)
        && status.st_gid != getgid ())
        return 1;
    return getuid () != 0
           && getxattr (path, "security.capability", NULL, 0) > 0;
}

/* Whether it has them: where it is mounted with nosuid it says so in vain.  */
static int
has_rights (const char *path)
{
    struct statvfs mounted;

    return says_rights (path)
           && (statvfs (path, &mounted) != 0 || !(mounted.f_flag & ST_NOSUID));
}

/* A program that gains rights from its file starts in the loader's secure mode,
 * which ignores LD_PRELOAD; none does so once that was given up.  A script's
 * own bits are not regarded.  */
int
hpm_program_gains_rights (const struct hpm_program *program)
{
    return has_rights (program->path)
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

/* What loads the program, or NULL.  */
static const char *
loader_of (const struct hpm_program *program)
{
    return *program->elf.loader ? program->elf.loader
                                : loader_at (program->path);
}

const char *
hpm_program_other_loader (const struct hpm_program *program)
{
    const char *name = program->elf.elf ? loader_of (program) : NULL;

    return !name || takes_library (name) ? NULL : name;
}

int
hpm_program_has_other_words (const struct hpm_program *program)
{
    return program->elf.elf
           && program->elf.bits != CHAR_BIT * (int)sizeof (void *);
}

int
hpm_program_preloads (const struct hpm_program *program)
{
    const char *loader;

    if (hpm_program_gains_rights (program))
        return 0;
    if (!program->elf.elf)
        return 1;
    loader = loader_of (program);
    return loader && takes_library (loader);
}
