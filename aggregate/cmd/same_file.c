/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/same_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int
is_one (const struct stat *one, const struct stat *other)
{
    return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

static const char *
name_of (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? slash + 1 : path;
}

/* Returns 0, or -1 where there is none.  */
static int
stat_folder (const char *path, struct stat *status)
{
    char *folder = strndup (path, (size_t)(name_of (path) - path));
    int failed = !folder || stat (*folder ? folder : ".", status);

    free (folder);
    return failed ? -1 : 0;
}

int
hpm_same_file (const char *one, const char *other)
{
    struct stat first, second;
    int there = !stat (one, &first);

    if (there != !stat (other, &second))
        return 0;
    if (there)
        return S_ISREG (first.st_mode) && is_one (&first, &second);
    return !strcmp (name_of (one), name_of (other))
           && !stat_folder (one, &first) && !stat_folder (other, &second)
           && is_one (&first, &second);
}
