/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ".hpmagg-KEY-PROCESS-RANDOM".  The key stands for the machine since it was
 * started, and for the name space of processes: elsewhere the same number is
 * another process.
 */
#include "config.h"

#include "base/file/place_left.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file/path.h"
#include "base/file/space_key.h"

#define PREFIX ".hpmagg-"
#define ABANDONED 86400 /* seconds */

int
hpm_place_template (char *buffer, size_t size, const char *path)
{
    int length = snprintf (buffer, size, "%.*s" PREFIX "%" PRIx32 "-%ld-XXXXXX",
                           (int)hpm_path_folder (path), path, hpm_space_key (),
                           (long)getpid ());

    return length >= 0 && (size_t)length < size ? 0 : -1;
}

/* Whether a name says that its writer was here, and is gone.  */
static int
is_orphan (const char *name, uint32_t key)
{
    char *end;
    unsigned long found = strtoul (name + strlen (PREFIX), &end, 16);
    long process;

    if (!key || found != key || *end != '-')
        return 0;
    process = strtol (end + 1, &end, 10);
    return *end == '-' && process > 0 && process <= INT_MAX
           && kill ((pid_t)process, 0) < 0 && errno == ESRCH;
}

static void
consider (int folder, const char *name, uint32_t key)
{
    struct stat status;

    if (strncmp (name, PREFIX, strlen (PREFIX)) != 0
        || fstatat (folder, name, &status, AT_SYMLINK_NOFOLLOW)
        || !S_ISREG (status.st_mode) || status.st_uid != geteuid ())
        return;
    if (is_orphan (name, key) || time (NULL) - status.st_mtime > ABANDONED)
        unlinkat (folder, name, 0);
}

void
hpm_place_sweep (const char *path)
{
    char folder[PATH_MAX];
    int length = (int)hpm_path_folder (path);
    uint32_t key = hpm_space_key ();
    struct dirent *entry;
    DIR *entries;

    if (length + 2 > (int)sizeof folder)
        return;
    snprintf (folder, sizeof folder, "%.*s.", length, path);
    entries = opendir (folder);
    while (entries && (entry = readdir (entries)))
        consider (dirfd (entries), entry->d_name, key);
    if (entries)
        closedir (entries);
}
