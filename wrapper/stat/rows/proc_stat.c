/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/proc_stat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
compare (const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;

    return (left > right) - (left < right);
}

/* "cpu3 904571 18954 ..."; the line without a number is the sum of them.  */
static void
parse_line (const char *line, const int *processors, int n,
            struct hpm_proc_stat *stats)
{
    char *end;
    int processor = (int)strtol (line + 3, &end, 10);
    const int *found;
    struct hpm_proc_stat *stat;

    if (end == line + 3 || *end != ' ' || line[3] == ' ')
        return;
    found = bsearch (&processor, processors, (size_t)n, sizeof *processors,
                     compare);
    if (!found)
        return;
    stat = &stats[found - processors];
    stat->known = 1;
    for (int i = 0; i < HPM_STAT_FIELD_COUNT && *end == ' '; i++)
        stat->ticks[i] = strtoll (end, &end, 10);
}

void
hpm_proc_stat_parse (const char *text, const int *processors, int n,
                     struct hpm_proc_stat *stats)
{
    const char *line = text;

    memset (stats, 0, (size_t)n * sizeof *stats);
    while (line && !strncmp (line, "cpu", 3)) {
        parse_line (line, processors, n, stats);
        line = strchr (line, '\n');
        line += !!line;
    }
}

void
hpm_proc_stat_read (const int *processors, int n, struct hpm_proc_stat *stats)
{
    FILE *file = fopen ("/proc/stat", "re");
    char *text = NULL;
    size_t room = 0;

    memset (stats, 0, (size_t)n * sizeof *stats);
    if (!file)
        return;
    /* No NUL is in there: all of it.  */
    if (getdelim (&text, &room, '\0', file) > 0)
        hpm_proc_stat_parse (text, processors, n, stats);
    free (text);
    fclose (file);
}

int64_t
hpm_proc_stat_ticks (const struct hpm_proc_stat *stat, int fields)
{
    int64_t ticks = 0;

    for (int i = 0; i < HPM_STAT_FIELD_COUNT; i++)
        if (fields & 1 << i)
            ticks += stat->ticks[i];
    return ticks;
}
