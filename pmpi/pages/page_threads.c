/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where threads run: on which node each of them was seen, and how much
 * processor time it has had.
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/guest/proc.h"
#include "pmpi/pages/page_look.h"

static void
note_node (int node, const char *sysfs, struct hpm_page_look *look)
{
    char path[PATH_MAX];

    look->record.nodes++;
    if (node >= HPM_MAPPING_NODES)
        return;
    snprintf (path, sizeof path, "%s/devices/system/node/node%d/cpulist", sysfs,
              node);
    hpm_proc_read (look->cpus[node], sizeof look->cpus[node], path);
}

/* Nodes are numbered from 0, maybe with gaps.  Without NUMA there is no folder
 * of any.  */
#define NODES_LOOKED_FOR 1024

static void
find_nodes (struct hpm_page_look *look, const char *sysfs)
{
    char path[PATH_MAX], online[256];

    snprintf (path, sizeof path, "%s/devices/system/node/online", sysfs);
    hpm_proc_read (online, sizeof online, path);
    for (int node = 0; node < NODES_LOOKED_FOR && *online; node++)
        if (hpm_cpu_list_has (online, node))
            note_node (node, sysfs, look);
    if (!look->record.nodes)
        look->record.nodes = 1;
}

static int
node_of (const struct hpm_page_look *look, int cpu)
{
    if (look->record.nodes == 1)
        return 0;
    for (int node = 0; node < HPM_MAPPING_NODES; node++)
        if (hpm_cpu_list_has (look->cpus[node], cpu))
            return node;
    return -1;
}

/* Field `number` of /proc/PID/stat as proc(5) counts them, 3 being the first
 * behind the name.  */
static int64_t
field_of (const char *behind_name, int number)
{
    for (int i = 3; i <= number && behind_name; i++)
        behind_name = strchr (behind_name + 1, ' ');
    return behind_name ? strtoll (behind_name, NULL, 10) : 0;
}

enum { USER_TIME = 14, SYSTEM_TIME = 15, PROCESSOR = 39 };

/* A thread that has had next to no time still has run somewhere.  */
static void
look_at (int tid, void *data)
{
    struct hpm_page_look *look = data;
    int64_t tick = INT64_C (1000000000) / sysconf (_SC_CLK_TCK);
    char path[64], text[512];
    const char *name, *behind;
    int node;

    snprintf (path, sizeof path, "/proc/self/task/%d/stat", tid);
    hpm_proc_read (text, sizeof text, path);
    name = strchr (text, '(');
    behind = strrchr (text, ')');
    if (!name || !behind || !strncmp (name, "(hpmmpi)", 8))
        return;
    node = node_of (look, (int)field_of (behind, PROCESSOR));
    if (node >= 0)
        look->ran_on[node] += 1
                              + tick
                                    * (field_of (behind, USER_TIME)
                                       + field_of (behind, SYSTEM_TIME));
}

void
hpm_page_threads_look (struct hpm_page_look *look, const char *sysfs)
{
    find_nodes (look, sysfs);
    hpm_proc_each ("/proc/self/task", look_at, look);
}
