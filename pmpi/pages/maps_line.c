/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/maps_line.h"

#include <stdlib.h>
#include <string.h>

/* A number of that base, and the one character behind it.  Returns where the
 * rest begins, or NULL.  */
static const char *
take_number (const char *at, int base, char behind, uint64_t *number)
{
    char *end;

    *number = strtoull (at, &end, base);
    return end != at && *end == behind ? end + 1 : NULL;
}

/* Behind a word and the blanks after it.  */
static const char *
skip_word (const char *at)
{
    at += strcspn (at, " ");
    return at + strspn (at, " ");
}

/* "from-to rw-p offset device inode    name".  */
int
hpm_maps_line_read (struct hpm_maps_line *mapping, const char *line)
{
    const char *at = take_number (line, 16, '-', &mapping->from);

    if (!at || !(at = take_number (at, 16, ' ', &mapping->to))
        || strcspn (at, " ") != 4 || mapping->to < mapping->from)
        return 0;
    memcpy (mapping->access, at, 4);
    mapping->access[4] = '\0';
    mapping->name = skip_word (skip_word (skip_word (skip_word (at))));
    return 1;
}

int
hpm_smaps_line_read (int64_t *bytes, const char *name, const char *line)
{
    size_t length = strlen (name);
    char *end;

    if (strncmp (line, name, length) != 0 || line[length] != ':')
        return 0;
    *bytes = (int64_t)strtoull (line + length + 1, &end, 10) * 1024;
    return !strncmp (end, " kB", 3);
}

/* The size of pages stands at the end of the line.  */
static int64_t
page_bytes (const char *line)
{
    static const char key[] = " kernelpagesize_kB=";
    const char *at = strstr (line, key);

    return at ? (int64_t)strtoull (at + sizeof key - 1, NULL, 10) * 1024 : 0;
}

int
hpm_numa_line_read (uint64_t *address, const char *line, hpm_numa_take *take,
                    void *data)
{
    const char *at = take_number (line, 16, ' ', address);
    int64_t page = page_bytes (line);
    uint64_t node, pages;

    if (!at)
        return 0;
    for (; *at; at = skip_word (at)) {
        const char *value;

        if (*at != 'N' || !(value = take_number (at + 1, 10, '=', &node)))
            continue;
        pages = strtoull (value, NULL, 10);
        if (node < INT32_MAX && pages < INT64_MAX / 4096)
            take ((int)node, (int64_t)pages * page, data);
    }
    return 1;
}

int
hpm_cpu_list_has (const char *list, int cpu)
{
    while (*list >= '0' && *list <= '9') {
        char *end;
        long first = strtol (list, &end, 10);
        long last = *end == '-' ? strtol (end + 1, &end, 10) : first;

        if (cpu >= first && cpu <= last)
            return 1;
        list = end + (*end == ',');
    }
    return 0;
}
