/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Caches as the kernel tells, and the working sets that suit them.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDICES_MAX 16
#define LINE_BYTES 64
#define APART 4  /* a level is told apart from one so much smaller */
#define BEYOND 4 /* caches do not help a set so much larger */
#define ROOM_WITHOUT (64u << 20) /* memory's set where no cache is known */

/* The first word of a file of a cache; 0 if there is none.  */
static int
read_word (const char *root, int cpu, int index, const char *name, char *word,
           size_t size)
{
    char path[PATH_MAX];
    FILE *file;
    int found;

    if (snprintf (path, sizeof path,
                  "%s/sys/devices/system/cpu/cpu%d/cache/index%d/%s", root, cpu,
                  index, name)
        >= PATH_MAX)
        return 0;
    file = fopen (path, "re");
    if (!file)
        return 0;
    found = fgets (word, (int)size, file) != NULL;
    fclose (file);
    word[found ? strcspn (word, "\n") : 0] = '\0';
    return found;
}

/* "48K", "2M", "1024"  */
static size_t
size_of (const char *text)
{
    char *end;
    unsigned long long number = strtoull (text, &end, 10);

    if (*end == 'K')
        number <<= 10;
    else if (*end == 'M')
        number <<= 20;
    return number < SIZE_MAX / 16 ? (size_t)number : 0;
}

static void
read_cache (struct hpm_caches *caches, const char *root, int cpu, int index)
{
    char type[32], level[32], size[32], line[32];
    long number;

    if (!read_word (root, cpu, index, "type", type, sizeof type)
        || !read_word (root, cpu, index, "level", level, sizeof level)
        || !read_word (root, cpu, index, "size", size, sizeof size))
        return;
    number = strtol (level, NULL, 10);
    if (number < 1 || number > HPM_CACHE_LEVELS
        || !strcmp (type, "Instruction"))
        return;
    caches->bytes[number - 1] = size_of (size);
    if (read_word (root, cpu, index, "coherency_line_size", line, sizeof line)
        && size_of (line) >= sizeof (void *) && size_of (line) <= 4096) {
        caches->line = size_of (line);
        caches->line_known = 1;
    }
}

void
hpm_caches_read (struct hpm_caches *caches, const char *root, int cpu)
{
    memset (caches, 0, sizeof *caches);
    caches->line = LINE_BYTES;
    for (int index = 0; index < INDICES_MAX; index++)
        read_cache (caches, root, cpu, index);
}

/* Between two sizes, as far from one as from the other.  */
static size_t
between (size_t small, size_t large)
{
    return (size_t)sqrt ((double)small * (double)large);
}

void
hpm_working_sets (const struct hpm_caches *caches, size_t room,
                  size_t sets[HPM_LEVELS])
{
    size_t before = 0;

    memset (sets, 0, HPM_LEVELS * sizeof *sets);
    for (int i = 0; i < HPM_CACHE_LEVELS; i++) {
        size_t bytes = caches->bytes[i];

        if (bytes < APART * before || bytes == 0)
            continue;
        sets[i] = before ? between (before, bytes) : bytes / 2;
        if (sets[i] > room)
            sets[i] = 0;
        before = bytes;
    }
    sets[HPM_CACHE_LEVELS] = before ? BEYOND * before : ROOM_WITHOUT;
    if (sets[HPM_CACHE_LEVELS] > room)
        sets[HPM_CACHE_LEVELS] = 0;
}
