/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Limits of processor time by control groups, of made-up files.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/count/cpu_limit.h"
#include "tests/tap.h"

static char root[] = "cpu-limit.XXXXXX";

/* Make a file below the root, and its folders.  */
static void
put (const char *path, const char *text)
{
    char command[PATH_MAX * 2];
    FILE *file;

    snprintf (command, sizeof command, "mkdir -p \"$(dirname '%s/%s')\"", root,
              path);
    if (system (command) != 0)
        exit (99);
    snprintf (command, sizeof command, "%s/%s", root, path);
    file = fopen (command, "w");
    if (!file)
        exit (99);
    fputs (text, file);
    fclose (file);
}

static void
forget (void)
{
    char command[100];

    snprintf (command, sizeof command, "rm -rf %s/proc %s/sys", root, root);
    if (system (command) != 0)
        exit (99);
}

static struct hpm_cpu_limit limit;

/* Processors that the limit allows, 0 without one.  */
static double
allowed (void)
{
    hpm_cpu_limit_find (&limit, root);
    return limit.group ? (double)limit.quota / (double)limit.period : 0;
}

static void
put_v1 (const char *group, const char *quota, const char *time)
{
    char path[PATH_MAX], text[200];

    snprintf (path, sizeof path, "sys/fs/cgroup/cpu%s/cpu.cfs_quota_us", group);
    put (path, quota);
    snprintf (path, sizeof path, "sys/fs/cgroup/cpu%s/cpu.cfs_period_us",
              group);
    put (path, "100000\n");
    snprintf (path, sizeof path, "sys/fs/cgroup/cpu%s/cpu.stat", group);
    snprintf (text, sizeof text,
              "nr_periods 90\nnr_throttled 7\nthrottled_time %s\n", time);
    put (path, text);
}

static void
put_v2 (const char *group, const char *max, const char *time)
{
    char path[PATH_MAX], text[200];

    snprintf (path, sizeof path, "sys/fs/cgroup%s/cpu.max", group);
    put (path, max);
    snprintf (path, sizeof path, "sys/fs/cgroup%s/cpu.stat", group);
    snprintf (text, sizeof text,
              "usage_usec 5\nnr_periods 90\nnr_throttled 7\n"
              "throttled_usec %s\n",
              time);
    put (path, text);
}

static int
since (int64_t group, int64_t time, int64_t periods)
{
    int64_t found[3];

    hpm_cpu_limit_since (&limit, &found[0], &found[1], &found[2]);
    return found[0] == group && found[1] == time && found[2] == periods;
}

static void
test_without (void)
{
    forget ();
    tap_ok (allowed () == 0 && since (0, 0, 0),
            "without /proc/self/cgroup there is no limit");
    put ("proc/self/cgroup", "4:memory:/m\n1:cpu:/job\n0::/\n");
    tap_ok (allowed () == 0, "a group whose folder is not there has no limit");
    put_v1 ("/job", "-1\n", "0");
    tap_ok (allowed () == 0, "a quota of -1 is no limit");
    put ("proc/self/cgroup", "0::/../other\n");
    put_v2 ("/../other", "100000 100000\n", "0");
    tap_ok (allowed () == 0,
            "a group outside of the namespace is not looked for");
    put ("proc/self/cgroup", "3:cpuset:/job\n2:cpuacct:/job\n");
    put_v1 ("/job", "50000\n", "0");
    tap_ok (allowed () == 0, "the limit is that of the controller cpu alone");
}

static void
test_first (void)
{
    forget ();
    put ("proc/self/cgroup", "7:pids:/\n1:cpu,cpuacct:/job/step\n0::/\n");
    put_v1 ("", "-1", "0");
    put_v1 ("/job", "150000\n", "3000000000");
    put_v1 ("/job/step", "-1\n", "1");
    tap_ok (allowed () == 1.5 && limit.time == 3000000000 && limit.periods == 7,
            "version 1: a group around that of the process limits it");
    put_v1 ("/job/step", "200000\n", "1");
    tap_ok (allowed () == 1.5, "of two limits the smaller one holds");
    put_v1 ("/job/step", "100000\n", "1");
    tap_ok (allowed () == 1,
            "that may be the limit of the process's own group");
    put_v1 ("/job/step", "200000\n", "1");
    tap_ok (allowed () == 1.5, "it is not while the other one is smaller");
    put_v1 ("/job", "150000\n", "3500000000");
    tap_ok (since (limit.group, 500000000, 0) && limit.group != 0,
            "what was stopped since then is told in ns");
    put_v1 ("/job", "150000\n", "0");
    tap_ok (since (limit.group, 0, 0), "what was stopped is never negative");
    forget ();
    tap_ok (since (0, 0, 0), "where it can no longer be read nothing is known");
    put ("proc/self/cgroup", "1:cpuacct,cpu:/docker/12ab\n");
    put_v1 ("", "200000\n", "5");
    tap_ok (allowed () == 2,
            "in a container the group itself is what is mounted there");
}

static void
test_second (void)
{
    forget ();
    put ("proc/self/cgroup", "0::/a/b\n");
    put_v2 ("/a", "max 100000\n", "0");
    put_v2 ("/a/b", "25000 50000\n", "1000");
    tap_ok (allowed () == 0.5 && limit.time == 1000000
                && limit.quota == 25000000,
            "version 2: quota and period in one file, and times in us");
    put_v2 ("/a/b", "25000 50000\n", "1400");
    tap_ok (since (limit.group, 400000, 0),
            "version 2: what was stopped since then is told in ns");
    put_v2 ("/a/b", "max 100000\n", "1400");
    tap_ok (allowed () == 0, "max is no limit");
}

int
main (void)
{
    if (!mkdtemp (root))
        return 99;
    test_without ();
    test_first ();
    test_second ();
    forget ();
    remove (root);
    return tap_done ();
}
