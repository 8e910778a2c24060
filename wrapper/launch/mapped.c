/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/mapped.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/sysmacros.h>

#include "base/text.h"

/* A line begins "FROM-TO MODE OFFSET MAJOR:MINOR INODE".  */
static int
is_line_of (const char *line, const struct stat *file)
{
    unsigned major, minor;
    unsigned long inode;

    return sscanf (line, "%*s %*s %*s %x:%x %lu", &major, &minor, &inode) == 3
           && inode == (unsigned long)file->st_ino
           && makedev (major, minor) == file->st_dev;
}

static int
maps (const char *process, const struct stat *file)
{
    char path[300], *line = NULL;
    size_t size = 0;
    int found = 0;
    FILE *list;

    snprintf (path, sizeof path, "/proc/%s/maps", process);
    list = fopen (path, "re");
    while (list && !found && getline (&line, &size, list) >= 0)
        found = is_line_of (line, file);
    if (list)
        fclose (list);
    free (line);
    return found;
}

int
hpm_is_mapped (const struct stat *file)
{
    DIR *processes = opendir ("/proc");
    struct dirent *entry;
    int found = 0;

    while (processes && !found && (entry = readdir (processes)))
        found = hpm_text_is_digit (entry->d_name[0])
                && maps (entry->d_name, file);
    if (processes)
        closedir (processes);
    return found;
}
