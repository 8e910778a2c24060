/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pmpi/count/cpu_limit.h"
#include "pmpi/guest/proc.h"

#define GROUPS_TEXT 8192 /* of /proc/self/cgroup */

/* Version 2 of control groups has one hierarchy for all, of number 0; version 1
 * one for some controllers.  Times are in us but for that of version 1.  */
static const struct version {
    const char *mount;
    const char *limit;  /* "QUOTA PERIOD", or QUOTA alone */
    const char *period; /* NULL: the limit has it */
    const char *time;   /* word before the time stopped */
    int64_t unit;       /* ns of that */
} versions[] = {
    { "/sys/fs/cgroup/cpu", "cpu.cfs_quota_us", "cpu.cfs_period_us",
      "throttled_time ", 1 },
    { "/sys/fs/cgroup/cpu,cpuacct", "cpu.cfs_quota_us", "cpu.cfs_period_us",
      "throttled_time ", 1 },
    { "/sys/fs/cgroup", "cpu.max", NULL, "throttled_usec ", 1000 },
};

/* ---- files -------------------------------------------------------------- */

/* A file of a group.  Returns its length, 0 when it can't be read.  */
static size_t
read_file (char *text, size_t size, const char *folder, const char *file)
{
    char path[PATH_MAX];

    text[0] = '\0';
    if (snprintf (path, sizeof path, "%s/%s", folder, file) >= PATH_MAX)
        return 0;
    return hpm_proc_read (text, size, path);
}

/* The number behind a word at the start of a line, -1 if there is none.  */
static int64_t
number_after (const char *text, const char *word)
{
    size_t length = strlen (word);

    for (const char *line = text; line && *line;) {
        if (!strncmp (line, word, length))
            return strtoll (line + length, NULL, 10);
        line = strchr (line, '\n');
        line += line != NULL;
    }
    return -1;
}

/* What a group has told so far.  Returns 0, or -1 if it does not.  */
static int
read_stat (const char *path, int64_t *time, int64_t *periods)
{
    char text[1024];

    if (!hpm_proc_read (text, sizeof text, path))
        return -1;
    *periods = number_after (text, "nr_throttled ");
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        *time = number_after (text, versions[i].time);
        if (*time < 0)
            continue;
        *time *= versions[i].unit;
        return *periods < 0 ? -1 : 0;
    }
    return -1;
}

/* The limit of a group: "max 100000" and -1 are none.  Returns 1 if there is
 * one.  */
static int
read_limit (const struct version *version, const char *folder, int64_t *quota,
            int64_t *period)
{
    char text[64], other[64], *end;

    if (!read_file (text, sizeof text, folder, version->limit))
        return 0;
    *quota = 1000 * strtoll (text, &end, 10);
    if (version->period) {
        read_file (other, sizeof other, folder, version->period);
        end = other;
    }
    *period = 1000 * strtoll (end, NULL, 10);
    return *quota > 0 && *period > 0;
}

/* ---- groups ------------------------------------------------------------- */

/* Take the limit of a group, if it has one that is smaller.  */
static void
try_group (struct hpm_cpu_limit *limit, const struct version *version,
           const char *folder)
{
    struct hpm_cpu_limit found;
    struct stat status;

    if (!read_limit (version, folder, &found.quota, &found.period)
        || (limit->group
            && (double)found.quota / (double)found.period
                   >= (double)limit->quota / (double)limit->period)
        || snprintf (found.stat, sizeof found.stat, "%s/cpu.stat", folder)
               >= PATH_MAX
        || stat (folder, &status) < 0
        || read_stat (found.stat, &found.time, &found.periods) < 0)
        return;
    found.group = (int64_t)status.st_ino;
    *limit = found;
}

/* The group of that path, and those around it, up to what is mounted.  In a
 * container that may be the group itself, whose path is that outside.  */
static void
try_groups (struct hpm_cpu_limit *limit, const struct version *version,
            const char *root, const char *path)
{
    char folder[PATH_MAX];
    int mount = snprintf (folder, sizeof folder, "%s%s", root, version->mount);
    int length = snprintf (folder, sizeof folder, "%s%s%s", root,
                           version->mount, strcmp (path, "/") ? path : "");

    /* A group that is not below what is mounted.  */
    if (length >= PATH_MAX || strstr (path, "/.."))
        return;
    for (char *end = folder + length; end;
         end = strrchr (folder + mount, '/')) {
        *end = '\0';
        try_group (limit, version, folder);
    }
}

/* Whether a list of names, up to the colon, has the controller.  */
static int
has_cpu (const char *names)
{
    const char *end = strchr (names, ':');

    for (const char *at = names; end && at < end; at++)
        if ((at == names || at[-1] == ',') && !strncmp (at, "cpu", 3)
            && (at + 3 == end || at[3] == ','))
            return 1;
    return 0;
}

/* A line "NUMBER:CONTROLLERS:PATH" without its end.  */
static void
try_line (struct hpm_cpu_limit *limit, const char *root, const char *line)
{
    const char *names = strchr (line, ':');
    const char *path = names ? strchr (names + 1, ':') : NULL;
    int unified;

    if (!path)
        return;
    unified = !strncmp (line, "0::", 3);
    if (!unified && !has_cpu (names + 1))
        return;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        if (unified == !versions[i].period)
            try_groups (limit, &versions[i], root, path + 1);
}

void
hpm_cpu_limit_find (struct hpm_cpu_limit *limit, const char *root)
{
    char text[GROUPS_TEXT], folder[PATH_MAX];

    limit->group = limit->quota = limit->period = 0;
    limit->time = limit->periods = 0;
    limit->stat[0] = '\0';
    if (snprintf (folder, sizeof folder, "%s/proc/self", root) >= PATH_MAX
        || !read_file (text, sizeof text, folder, "cgroup"))
        return;
    for (char *line = text, *end; line; line = end) {
        end = strchr (line, '\n');
        if (end)
            *end++ = '\0';
        try_line (limit, root, line);
    }
}

void
hpm_cpu_limit_since (const struct hpm_cpu_limit *limit, int64_t *group,
                     int64_t *time, int64_t *periods)
{
    int64_t now, count;

    *group = *time = *periods = 0;
    if (!limit->group || read_stat (limit->stat, &now, &count) < 0)
        return;
    *group = limit->group;
    *time = now > limit->time ? now - limit->time : 0;
    *periods = count > limit->periods ? count - limit->periods : 0;
}
