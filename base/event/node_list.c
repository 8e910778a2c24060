/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The node-level events that sysfs has.
 */
#include "config.h"

#include "base/event/node_event.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVICES "bus/event_source/devices"

/* What is neither hidden nor, as in "energy-pkg.scale", of another event.  */
static int
is_plain (const struct dirent *entry)
{
    return !strchr (entry->d_name, '.');
}

/* Sorted names in a folder; 0 of none.  */
static int
read_names (const char *path, struct dirent ***entries)
{
    int count = scandir (path, entries, is_plain, alphasort);

    return count < 0 ? 0 : count;
}

static void
free_names (struct dirent **entries, int count)
{
    for (int i = 0; i < count; i++)
        free (entries[i]);
    if (count)
        free (entries);
}

/* Events of PMUs whose driver names none, as metrics/95-energy.metric uses
 * them.  */
static const struct {
    const char *pmu; /* begins so */
    const char *event;
} unnamed[] = {
    { "amd_umc_", "config=0x10a" }, /* lines read */
    { "amd_umc_", "config=0x20a" }, /* lines written */
};

/* Returns what `each` did.  */
static int
list_unnamed (const char *pmu, int (*each) (const char *name, void *data),
              void *data)
{
    char name[NAME_MAX + 64];
    int stopped = 0;

    for (size_t i = 0; i < sizeof unnamed / sizeof *unnamed && !stopped; i++) {
        if (strncmp (pmu, unnamed[i].pmu, strlen (unnamed[i].pmu)) != 0)
            continue;
        snprintf (name, sizeof name, "%.255s/%s/", pmu, unnamed[i].event);
        stopped = each (name, data);
    }
    return stopped;
}

/* Returns what `each` did.  */
static int
list_events (const char *folder, const char *pmu,
             int (*each) (const char *name, void *data), void *data)
{
    char path[PATH_MAX], name[2 * NAME_MAX + 4];
    struct dirent **events = NULL;
    int count, stopped = 0;

    snprintf (path, sizeof path, "%.3000s/%.255s/cpumask", folder, pmu);
    if (access (path, R_OK))
        return 0;
    snprintf (path, sizeof path, "%.3000s/%.255s/events", folder, pmu);
    count = read_names (path, &events);
    for (int i = 0; i < count && !stopped; i++) {
        snprintf (name, sizeof name, "%.255s/%.255s/", pmu, events[i]->d_name);
        if (hpm_node_event_is (name))
            stopped = each (name, data);
    }
    free_names (events, count);
    return stopped ? stopped : list_unnamed (pmu, each, data);
}

void
hpm_node_event_list (const char *sysfs,
                     int (*each) (const char *name, void *data), void *data)
{
    char folder[PATH_MAX];
    struct dirent **pmus = NULL;
    int count, stopped = 0;

    if (snprintf (folder, sizeof folder, "%s/" DEVICES, sysfs)
        >= (int)sizeof folder)
        return;
    count = read_names (folder, &pmus);
    for (int i = 0; i < count && !stopped; i++)
        stopped = list_events (folder, pmus[i]->d_name, each, data);
    free_names (pmus, count);
}
