/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/program.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file/elf_file.h"
#include "base/file/program_file.h"

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
failed_to_find (const char *name, const char *path, int reason,
                struct hpm_error *error)
{
    int missing = reason == ENOENT || reason == ENOTDIR;

    hpm_error_set (error, "cannot run '%s': %s", name,
                   obstacle_text (path, reason));
    return missing ? HPM_EXIT_NOT_FOUND : HPM_EXIT_CANNOT_RUN;
}

int
hpm_program_find (const char *name, char *path, size_t size,
                  struct hpm_error *error)
{
    int obstacle = hpm_program_search (name, path, size);

    return obstacle ? failed_to_find (name, path, obstacle, error) : 0;
}

int
hpm_program_check (const char *path, const char *library,
                   struct hpm_error *error)
{
    struct hpm_elf program, own;

    if (hpm_elf_read (path, &program) || !program.elf)
        return 0;
    if (hpm_elf_read (library, &own) || !own.elf)
        return hpm_error_set (error, "cannot read the library '%s'", library);
    if (program.bits != own.bits || program.machine != own.machine)
        return hpm_error_set (error,
                              "cannot count '%s': it is built for another kind "
                              "of processor than '%s'",
                              path, library);
    return 0;
}
