/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/file/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/folders.h"
#include "base/file/path.h"
#include "base/file/place_left.h"

#define NAMES_MAX 10000

/* Result files are for everyone the user's umask lets in, but for those in a
 * folder that is everyone's; mkstemp's are not.  */
static int
create (char *path, struct hpm_error *error)
{
    mode_t mask = umask (0);
    int file;

    umask (mask);
    file = mkstemp (path);
    if (file < 0)
        return -1;
    if (fchmod (file, hpm_folders_file_mode (path) & ~mask) || close (file)) {
        unlink (path);
        return hpm_error_set (error, "cannot write %s: %s", path,
                              strerror (errno));
    }
    return 0;
}

/* A temporary file beside what is to get its name; those of writers that were
 * killed go.  */
static int
create_beside (struct hpm_place *place, const char *path,
               struct hpm_error *error)
{
    int folder = (int)hpm_path_folder (path);

    hpm_place_sweep (path);
    if (hpm_place_template (place->temporary, sizeof place->temporary, path)) {
        place->temporary[0] = '\0';
        return hpm_error_set (error, "path too long: %s", path);
    }
    if (create (place->temporary, error) == 0)
        return 0;
    place->temporary[0] = '\0';
    return hpm_error_set (error, "cannot write to folder %.*s: %s",
                          folder ? folder : 1, folder ? path : ".",
                          strerror (errno));
}

int
hpm_place_begin (struct hpm_place *place, const char *wanted, int force,
                 struct hpm_error *error)
{
    memset (place, 0, sizeof *place);
    place->force = force;
    if (hpm_target_of_file (&place->target, wanted, error))
        return -1;
    strcpy (place->wanted, wanted);
    return create_beside (place, force ? place->target.path : wanted, error);
}

static int
sync_path (const char *path, int flags)
{
    int file = open (path, flags | O_CLOEXEC);
    int failed;

    if (file < 0)
        return -1;
    failed = fsync (file);
    close (file);
    return failed;
}

/* The name itself reaches the disk, too; not every file system can promise. */
static void
sync_folder (const char *path)
{
    char folder[PATH_MAX];
    int length = (int)hpm_path_folder (path);

    snprintf (folder, sizeof folder, "%.*s", length ? length : 1,
              length ? path : ".");
    sync_path (folder, O_RDONLY | O_DIRECTORY);
}

/* Name a file only if the name is free.  Returns 0, or -1 with errno.  */
static int
name_exclusively (const char *from, const char *to)
{
    if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return -1;
    if (link (from, to) == 0)
        return unlink (from);
    if (errno == EEXIST)
        return -1;
    /* Neither is known to the file system: look, then rename.  */
    if (access (to, F_OK) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename (from, to);
}

/* "results.h5" and 2 make "results.2.h5".  */
static int
numbered (struct hpm_place *place, int number)
{
    char more[16] = "";

    if (number)
        snprintf (more, sizeof more, ".%d", number);
    return hpm_path_extend (place->final, sizeof place->final, place->wanted,
                            more, ".h5");
}

static int
take_free_name (struct hpm_place *place)
{
    for (int number = 0; number < NAMES_MAX; number++) {
        if (numbered (place, number))
            errno = ENAMETOOLONG;
        else if (name_exclusively (place->temporary, place->final) == 0)
            return 0;
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

int
hpm_place_name (struct hpm_place *place, struct hpm_error *error)
{
    int failed;

    if (place->force) {
        strcpy (place->final, place->wanted);
        failed = rename (place->temporary, place->target.path);
    } else
        failed = take_free_name (place);
    if (failed)
        return hpm_error_set (error, "cannot name the result file %s: %s",
                              place->wanted, strerror (errno));
    place->temporary[0] = '\0';
    return 0;
}

void
hpm_place_sync (const struct hpm_place *place)
{
    const char *path = place->force ? place->target.path : place->final;

    sync_path (path, O_RDWR);
    sync_folder (path);
}

int
hpm_place_finish (struct hpm_place *place, struct hpm_error *error)
{
    if (sync_path (place->temporary, O_RDWR))
        return hpm_error_set (error, "cannot write %s: %s", place->wanted,
                              strerror (errno));
    if (hpm_place_name (place, error))
        return -1;
    sync_folder (place->force ? place->target.path : place->final);
    return 0;
}

void
hpm_place_abandon (struct hpm_place *place)
{
    if (place->temporary[0])
        unlink (place->temporary);
    place->temporary[0] = '\0';
}

int
hpm_place_other (char *buffer, const char *wanted, int number)
{
    const char *folders[HPM_PLACES_OTHER] = { getenv ("TMPDIR"), "/tmp" };
    const char *folder = folders[number];
    int length;

    if (!folder || !*folder
        || (number && folders[0] && !strcmp (folders[0], folder)))
        return -1;
    length = snprintf (buffer, PATH_MAX, "%s/%s", folder,
                       wanted + hpm_path_folder (wanted));
    return length < PATH_MAX && strcmp (buffer, wanted) ? 0 : -1;
}
