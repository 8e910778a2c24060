/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/nodes/stat_meeting.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void
hpm_meeting_path (const struct hpm_stat_nodes *nodes, int rank,
                  const char *what, char path[PATH_MAX])
{
    snprintf (path, PATH_MAX, "%s/%d.%s", nodes->folder, rank, what);
}

/* What is told of a node: its result file, its host, what it counts.  */
int
hpm_meeting_announce (const struct hpm_stat_nodes *nodes, const char *output,
                      const struct hpm_targets *targets)
{
    const char *slash = strrchr (output, '/');
    FILE *file = fopen (nodes->announced, "wex");
    char rows[HPM_TARGETS_ROWS];
    int failed = !file, failure;

    hpm_targets_rows (targets, rows);
    if (file) {
        failed = fprintf (file, "%s\n%s\n%d\n%s\n", slash ? slash + 1 : output,
                          nodes->host, targets->count, rows)
                 < 0;
        failed |= fflush (file) != 0;
        failure = errno;
        fclose (file);
        if (failed) /* of a full disk: nothing half-written */
            unlink (nodes->announced);
        errno = failure;
    }
    return failed ? -1 : 0;
}

/* The line, without its end.  Returns 0 or -1.  */
static int
read_line (FILE *file, char *line, size_t size)
{
    if (!fgets (line, (int)size, file) || !strchr (line, '\n'))
        return -1;
    *strchr (line, '\n') = '\0';
    return 0;
}

int
hpm_meeting_read (const struct hpm_stat_nodes *nodes, int rank,
                  struct hpm_meeting_announced *announced)
{
    char here[PATH_MAX], gone[PATH_MAX];
    FILE *file;
    int failed;

    hpm_meeting_path (nodes, rank, HPM_MEETING_HERE, here);
    hpm_meeting_path (nodes, rank, HPM_MEETING_GONE, gone);
    file = fopen (here, "re");
    file = file ? file : fopen (gone, "re");
    if (!file)
        return -1;
    failed = read_line (file, announced->output, sizeof announced->output)
             || read_line (file, announced->host, sizeof announced->host)
             || read_line (file, announced->count, sizeof announced->count)
             || read_line (file, announced->rows, sizeof announced->rows);
    fclose (file);
    return failed ? -1 : 0;
}

int
hpm_meeting_is_ours (const struct hpm_stat_nodes *nodes,
                     const struct hpm_meeting_announced *announced)
{
    struct hpm_meeting_announced own;

    return !hpm_meeting_read (nodes, nodes->rank, &own)
           && !strcmp (own.output, announced->output);
}

void
hpm_meeting_refresh (const struct hpm_stat_nodes *nodes)
{
    DIR *folder = opendir (nodes->folder);

    if (folder)
        closedir (folder);
}

void
hpm_meeting_clear (const struct hpm_stat_nodes *nodes, int rank)
{
    static const char *const endings[]
        = { HPM_MEETING_HERE, HPM_MEETING_GONE, HPM_MEETING_GROWING,
            HPM_MEETING_STREAM };
    char path[PATH_MAX];

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        hpm_meeting_path (nodes, rank, endings[i], path);
        unlink (path);
    }
}
