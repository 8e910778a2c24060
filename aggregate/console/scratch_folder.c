/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/scratch_folder.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* The name of a socket has 107 bytes at most, of which a browser takes up to 55
 * below its temporary folder.  */
#define FOLDER_MAX 32
#define TRIES 50

int
hpm_scratch_folder_make (char path[PATH_MAX], struct hpm_error *error)
{
    const char *given = getenv ("TMPDIR");
    char *real = given && *given ? realpath (given, NULL) : NULL;
    const char *around = real && strlen (real) <= FOLDER_MAX ? real : "/tmp";
    int failed;

    snprintf (path, PATH_MAX, "%s/hpmagg-XXXXXX", around);
    failed = mkdtemp (path) == NULL;
    if (failed)
        hpm_error_set (error,
                       "cannot make a temporary folder in %s: %s: name one "
                       "with room in TMPDIR, of %d characters at most",
                       around, strerror (errno), FOLDER_MAX);
    free (real);
    return failed ? -1 : 0;
}

static int
remove_one (const char *path, const struct stat *status, int kind,
            struct FTW *where)
{
    (void)status;
    (void)kind;
    (void)where;
    remove (path);
    return 0;
}

/* Processes that were just killed may still have made a file behind us.  */
void
hpm_scratch_folder_remove (const char *path)
{
    const struct timespec moment = { 0, 20000000 };
    struct stat status;

    for (int i = 0; i < TRIES && !lstat (path, &status); i++) {
        if (i)
            nanosleep (&moment, NULL);
        nftw (path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    }
}
