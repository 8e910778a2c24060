/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/cpu_list.h"
#include "pmpi/count/cores.h"
#include "pmpi/guest/proc.h"

#define FOLDER "/devices/system/cpu"
#define PATH_BYTES 512 /* the stack of a thread of ours is small */

/* As many processors as a result is judged with.  */
struct set {
    cpu_set_t cpus[4096 / CPU_SETSIZE];
};

/* Add the list that a file has.  Returns 0 or -1.  */
static int
add_file (struct set *set, const char *sysfs, const char *file)
{
    char path[PATH_BYTES], text[1024];

    if (snprintf (path, sizeof path, "%s" FOLDER "/%s", sysfs, file)
            >= PATH_BYTES
        || !hpm_proc_read (text, sizeof text, path))
        return -1;
    return hpm_cpu_list_add (set->cpus, sizeof set->cpus, text);
}

/* Those of the core that a processor is of, itself among them.  Kernels from
 * 5.3 on call that core_cpus_list, and the older name deprecated.  */
static int
add_core (struct set *set, const char *sysfs, size_t cpu)
{
    static const char *const names[]
        = { "thread_siblings_list", "core_cpus_list" };
    char file[64];

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf (file, sizeof file, "cpu%zu/topology/%s", cpu, names[i]);
        if (!add_file (set, sysfs, file))
            return CPU_ISSET_S (cpu, sizeof set->cpus, set->cpus) ? 0 : -1;
    }
    return -1;
}

/* Those of all cores that have one of these: a core is read once.  */
static int
add_cores (struct set *cores, const struct set *mask, const char *sysfs)
{
    for (size_t i = 0; i < 8 * sizeof mask->cpus; i++)
        if (CPU_ISSET_S (i, sizeof mask->cpus, mask->cpus)
            && !CPU_ISSET_S (i, sizeof cores->cpus, cores->cpus)
            && add_core (cores, sysfs, i))
            return -1;
    return 0;
}

void
hpm_cores_find (struct hpm_rank_record *record, const char *sysfs)
{
    struct set mask = { 0 }, cores = { 0 }, online = { 0 };

    memset (record->cores_allowed, 0, sizeof record->cores_allowed);
    record->cpus_online = 0;
    if (hpm_cpu_list_add (mask.cpus, sizeof mask.cpus, record->cpus_allowed)
        || CPU_COUNT_S (sizeof mask.cpus, mask.cpus) > HPM_CORES_MOST
        || add_cores (&cores, &mask, sysfs)
        || CPU_EQUAL_S (sizeof mask.cpus, mask.cpus, cores.cpus)
        || add_file (&online, sysfs, "online"))
        return;
    hpm_cpu_list_put (record->cores_allowed, sizeof record->cores_allowed,
                      cores.cpus, sizeof cores.cpus);
    record->cpus_online = CPU_COUNT_S (sizeof online.cpus, online.cpus);
}
