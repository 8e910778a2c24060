/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/path.h"

#include <limits.h>
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

size_t
hpm_path_folder (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* How much of a text is kept, if it is `most` bytes at most: no character of
 * UTF-8 is cut in two.  */
static size_t
kept_length (const char *text, size_t length, size_t most)
{
    if (length <= most)
        return length;
    while (most && (text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

int
hpm_path_extend (char *buffer, size_t size, const char *path, const char *more,
                 const char *suffix)
{
    const char *name = path + hpm_path_folder (path);
    size_t stem = strlen (name), end = strlen (suffix), behind = strlen (more);
    int written;

    if (stem > end && !strcmp (name + stem - end, suffix))
        stem -= end;
    else
        end = 0;
    if (behind + end > NAME_MAX)
        return -1;
    stem = kept_length (name, stem, NAME_MAX - behind - end);
    written = snprintf (buffer, size, "%.*s%.*s%s%s", (int)(name - path), path,
                        (int)stem, name, more, end ? suffix : "");
    return written >= 0 && (size_t)written < size ? 0 : -1;
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
