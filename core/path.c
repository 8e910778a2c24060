/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Length of the root that `self` lies under, -1 when it isn't where it was
 * configured to be below any root.  */
static long
root_length (const char *self, const char *self_directory)
{
    const char *name = strrchr (self, '/');
    size_t wanted = strlen (self_directory);
    size_t length;

    while (wanted > 0 && self_directory[wanted - 1] == '/')
        wanted--;
    if (!name || name[1] == '\0' || *self_directory != '/')
        return -1;
    length = name - self;
    if (length < wanted
        || memcmp (self + length - wanted, self_directory, wanted) != 0)
        return -1;
    return length - wanted;
}

int
hpm_path_relocate (char *buffer, size_t size, const char *self,
                   const char *self_directory, const char *target)
{
    long root = root_length (self, self_directory);
    int length;

    if (root < 0)
        root = 0;
    length = snprintf (buffer, size, "%.*s%s", (int)root, self, target);
    return length >= 0 && (size_t)length < size ? 0 : -1;
}

char *
hpm_path_of_user (char *buffer, size_t size, const char *name)
{
    const char *base = getenv ("XDG_CONFIG_HOME"), *home = getenv ("HOME");
    int length = 0;

    buffer[0] = '\0';
    if (base && *base == '/')
        length = snprintf (buffer, size, "%s/hpmmpi/%s", base, name);
    else if (home && *home == '/')
        length = snprintf (buffer, size, "%s/.config/hpmmpi/%s", home, name);
    if (length < 0 || (size_t)length >= size)
        buffer[0] = '\0';
    return buffer;
}
