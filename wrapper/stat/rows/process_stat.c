/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/rows/process_stat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* Fields behind the name, by their numbers in proc_pid_stat(5).  */
#define FIRST 3
#define USER 14
#define SYSTEM 15
#define STARTED 22

/* "123 (a name) S 1 ...": a name may have blanks and parentheses in it.  */
int
hpm_process_stat_parse (const char *text, struct hpm_process_stat *stat)
{
    const char *open = strchr (text, '('), *close = strrchr (text, ')');
    int field = FIRST;

    memset (stat, 0, sizeof *stat);
    if (!open || !close || close < open)
        return -1;
    hpm_text_field (stat->name, sizeof stat->name, open + 1,
                    (size_t)(close - open - 1));
    for (const char *at = strchr (close, ' '); at;
         at = strchr (at + 1, ' '), field++) {
        int64_t number = strtoll (at + 1, NULL, 10);

        if (field == USER)
            stat->user = number;
        else if (field == SYSTEM)
            stat->system = number;
        else if (field == STARTED)
            stat->started = number;
    }
    return field > STARTED ? 0 : -1;
}

int
hpm_process_stat_read (int process, struct hpm_process_stat *stat)
{
    char path[64], text[2048];
    size_t length;
    FILE *file;

    snprintf (path, sizeof path, "/proc/%d/stat", process);
    file = fopen (path, "re");
    if (!file)
        return -1;
    length = fread (text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose (file);
    return hpm_process_stat_parse (text, stat);
}

void
hpm_process_stats_update (const int *processes, int n, int64_t *started,
                          struct hpm_proc_stat *stats)
{
    for (int i = 0; i < n; i++) {
        struct hpm_process_stat stat;

        if (hpm_process_stat_read (processes[i], &stat)
            || (started[i] && stat.started != started[i])) {
            stats[i].known = stats[i].known ? -1 : 0;
            continue;
        }
        started[i] = stat.started;
        stats[i].known = 1;
        stats[i].ticks[HPM_STAT_USER] = stat.user;
        stats[i].ticks[HPM_STAT_SYSTEM] = stat.system;
    }
}
