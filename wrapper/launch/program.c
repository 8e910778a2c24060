/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "include/hpm_launch.h"

/* A script is there, and who reads it is not: often a name that ends in the
 * carriage return of another system.  */
static int
interpreter_failed (const char *name, const struct hpm_program *program,
                    int reason, struct hpm_error *error)
{
    char shown[HPM_SCRIPT_LINE];

    hpm_text_show (shown, sizeof shown,
                   (struct hpm_piece){ program->interpreter,
                                       strlen (program->interpreter) });
    hpm_error_set (error, "cannot run '%s': its interpreter '%s': %s", name,
                   shown, strerror (reason));
    return reason == ENOENT ? HPM_EXIT_NOT_FOUND : HPM_EXIT_CANNOT_RUN;
}

/* What stands in the way of running the file that was found.  */
static const char *
obstacle_text (const char *path, int reason)
{
    struct stat status;

    if (reason == ENOENT || reason == ENOTDIR)
        return "no such program";
    if (reason != EACCES || stat (path, &status))
        return strerror (reason);
    return S_ISDIR (status.st_mode)   ? "it is a folder"
           : S_ISREG (status.st_mode) ? "it is not executable (chmod +x)"
                                      : "it is no file";
}

static int
failed_to_find (const char *name, const char *path,
                const struct hpm_program *program, int reason,
                struct hpm_error *error)
{
    int missing = reason == ENOENT || reason == ENOTDIR;

    if (program->path != path)
        return interpreter_failed (name, program, reason, error);
    hpm_error_set (error, "cannot run '%s': %s", name,
                   obstacle_text (path, reason));
    return missing ? HPM_EXIT_NOT_FOUND : HPM_EXIT_CANNOT_RUN;
}

int
hpm_program_find (struct hpm_program *program, const char *name, char *path,
                  size_t size, struct hpm_error *error)
{
    int obstacle = hpm_program_search (program, name, path, size);

    return obstacle ? failed_to_find (name, path, program, obstacle, error) : 0;
}

const char *
hpm_program_mark (const struct hpm_program *program)
{
    return hpm_program_preloads (program)       ? ""
           : hpm_program_gains_rights (program) ? HPM_LAUNCHED_RIGHTS
                                                : HPM_LAUNCHED_OUTSIDE;
}

int
hpm_program_doubt (const struct hpm_program *program, char *text, size_t size)
{
    /* One that gains rights is counted from outside, whatever it is.  */
    if (!program->is_unreadable || !hpm_program_preloads (program))
        return 0;
    snprintf (text, size,
              "%s cannot be read: if it is linked statically, it is not "
              "counted, and leaves no result",
              program->path);
    return 1;
}

int
hpm_program_check (const struct hpm_program *program, const char *library,
                   struct hpm_error *error)
{
    struct hpm_elf own;

    if (!program->elf.elf)
        return 0;
    if (hpm_elf_read (library, &own) || !own.elf)
        return hpm_error_set (error, "cannot read the library '%s'", library);
    if (program->elf.bits != own.bits || program->elf.machine != own.machine)
        return hpm_error_set (error,
                              "cannot count '%s': it is built for another kind "
                              "of processor than '%s'",
                              program->path, library);
    return 0;
}
