/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/cpu_list.h"
#include "base/launch.h"
#include "base/short_text.h"
#include "hpm_record.h"
#include "pmpi/count/topology.h"
#include "pmpi/guest/proc.h"

#define CPU_FOLDER "/devices/system/cpu"
#define NODE_FOLDER "/devices/system/node"
#define PATH_BYTES 512 /* the stack of a thread of ours is small */
#define USUAL_BYTES 512
#define LIST_BYTES 16384 /* of every second of 4096 processors, and more */

/* What is known of the processors that are online.  Kernels from 5.3 on have
 * new names beside the old ones.  */
static const char *const core_files[]
    = { "thread_siblings_list", "core_cpus_list", NULL };
static const char *const socket_files[]
    = { "core_siblings_list", "package_cpus_list", NULL };

struct set {
    cpu_set_t cpus[HPM_TOPOLOGY_PROCESSORS / CPU_SETSIZE];
};

static struct {
    const char *sysfs;
    int tells, known;
    int processors;               /* the last that is online, and one */
    struct set online, seen, set; /* of one reading */
    short core[HPM_TOPOLOGY_PROCESSORS];
    int numbers[HPM_TOPOLOGY_PROCESSORS];
    char list[LIST_BYTES]; /* as a file has it */
    char text[HPM_TOPOLOGY_BYTES];
} host;

/* The set that a file has.  Returns 0 or -1.  */
static int
read_set (struct set *set, const char *sysfs, const char *file)
{
    char path[PATH_BYTES], *text = host.list;
    size_t bytes;

    memset (set, 0, sizeof *set);
    if (snprintf (path, sizeof path, "%s%s", sysfs, file) >= PATH_BYTES)
        return -1;
    bytes = (size_t)hpm_proc_read (text, sizeof host.list, path);
    if (!bytes || bytes + 1 >= sizeof host.list)
        return -1;
    return hpm_cpu_list_add (set->cpus, sizeof set->cpus, text);
}

static int
has (const struct set *set, int cpu)
{
    return CPU_ISSET_S ((size_t)cpu, sizeof set->cpus, set->cpus);
}

static void
put_set (struct hpm_short_text *text, const struct set *set)
{
    int count = 0;

    for (int i = 0; i < HPM_TOPOLOGY_PROCESSORS; i++)
        if (has (set, i))
            host.numbers[count++] = i;
    hpm_short_text_numbers (text, host.numbers, count);
}

/* Those of a processor's core or socket that are online, by the first file that
 * is there; itself among them.  Returns 0 or -1.  */
static int
read_siblings (struct set *set, const char *sysfs, int cpu,
               const char *const *names)
{
    char file[96];

    for (; *names; names++) {
        snprintf (file, sizeof file, CPU_FOLDER "/cpu%d/topology/%s", cpu,
                  *names);
        if (!read_set (set, sysfs, file)) {
            CPU_AND_S (sizeof set->cpus, set->cpus, set->cpus,
                       host.online.cpus);
            return has (set, cpu) ? 0 : -1;
        }
    }
    return -1;
}

static int
read_online (const char *sysfs)
{
    if (read_set (&host.online, sysfs, CPU_FOLDER "/online"))
        return -1;
    host.processors = HPM_TOPOLOGY_PROCESSORS;
    while (!has (&host.online, host.processors - 1))
        host.processors--;
    return 0;
}

/* A core is read once, by its first processor.  */
static int
read_cores (const char *sysfs)
{
    memset (host.core, -1, sizeof host.core);
    for (int i = 0; i < host.processors; i++) {
        if (!has (&host.online, i) || host.core[i] >= 0)
            continue;
        if (read_siblings (&host.set, sysfs, i, core_files))
            return -1;
        for (int j = i; j < host.processors; j++)
            if (has (&host.set, j))
                host.core[j] = (short)i;
    }
    return 0;
}

/* Sockets by their first processors.  One that is not known leaves all of them
 * out.  */
static void
put_sockets (struct hpm_short_text *text, const char *sysfs)
{
    const struct hpm_short_text before = *text;
    int any = 0;

    memset (&host.seen, 0, sizeof host.seen);
    for (int i = 0; i < host.processors; i++) {
        if (!has (&host.online, i) || has (&host.seen, i))
            continue;
        if (read_siblings (&host.set, sysfs, i, socket_files)) {
            *text = before;
            text->text[text->length] = '\0';
            return;
        }
        hpm_short_text_put (text, any++ ? ";" : " sockets ");
        put_set (text, &host.set);
        CPU_OR_S (sizeof host.seen.cpus, host.seen.cpus, host.seen.cpus,
                  host.set.cpus);
    }
}

/* Nodes by their numbers; those of memory alone have no processors.  */
static void
put_nodes (struct hpm_short_text *text, const char *sysfs)
{
    char item[64];
    int any = 0;

    if (read_set (&host.seen, sysfs, NODE_FOLDER "/online"))
        return;
    for (int i = 0; i < HPM_TOPOLOGY_PROCESSORS; i++) {
        snprintf (item, sizeof item, NODE_FOLDER "/node%d/cpulist", i);
        if (!has (&host.seen, i) || read_set (&host.set, sysfs, item))
            continue;
        snprintf (item, sizeof item, "%s%d:", any++ ? ";" : " nodes ", i);
        hpm_short_text_put (text, item);
        put_set (text, &host.set);
    }
}

void
hpm_topology_read (char *buffer, size_t size, const char *sysfs)
{
    struct hpm_short_text text = { .text = buffer, .size = size };

    *buffer = '\0';
    if (read_online (sysfs) || read_cores (sysfs))
        return;
    hpm_short_text_put (&text, "cores ");
    hpm_short_text_cores (&text, host.core, host.processors);
    put_sockets (&text, sysfs);
    put_nodes (&text, sysfs);
    if (text.cut)
        *buffer = '\0';
}

void
hpm_topology_start (const char *sysfs, int rank)
{
    host.sysfs = sysfs;
    host.known = 0;
    host.tells
        = rank < 0 || hpm_launch_number (HPM_LAUNCH_LOCAL_RANK, rank) == 0;
}

void
hpm_topology_look (void)
{
    if (!host.tells || host.known)
        return;
    memset (host.text, 0, sizeof host.text);
    hpm_topology_read (host.text, sizeof host.text, host.sysfs);
    host.known = 1;
}

/* A chunk in a snapshot is a multiple of 8 bytes.  */
size_t
hpm_topology_bytes (void)
{
    if (!host.tells)
        return 0;
    return host.known ? (strlen (host.text) + 8) & ~(size_t)7 : USUAL_BYTES;
}

void
hpm_topology_append (struct hpm_stream_buffer *buffer, int rank)
{
    hpm_topology_look ();
    if (host.tells && *host.text)
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_TOPOLOGY, rank, host.text,
                                 hpm_topology_bytes ());
}
