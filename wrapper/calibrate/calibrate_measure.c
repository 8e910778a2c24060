/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All measures, one after the other, on one processor.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MEMORY_PART 4 /* of the free memory at most one in so many */
#define MEMORY_MAX (2ul << 30)
#define TLB_BYTES_MAX (256ul << 20)
#define TLB_PAGES 16384 /* more than any TLB has entries */
#define CHECK_STEPS 1000000

void
hpm_measures_init (struct hpm_measures *measures)
{
    struct hpm_level_measure none
        = { 0, hpm_sample_none, hpm_sample_none, hpm_sample_none };

    memset (measures, 0, sizeof *measures);
    measures->cycle = measures->store = measures->branch = measures->fault
        = measures->flop = hpm_sample_none;
    for (int i = 0; i < HPM_LEVELS; i++)
        measures->level[i] = none;
    measures->near = measures->far = none;
    measures->bandwidth = NAN;
    for (int i = 0; i < HPM_CHECKS; i++)
        measures->checks[i] = NAN;
}

size_t
hpm_free_room (void)
{
    unsigned long kib = 0;
    char line[128];
    FILE *file = fopen ("/proc/meminfo", "re");
    size_t room;

    while (file && !kib && fgets (line, sizeof line, file))
        sscanf (line, "MemAvailable: %lu", &kib);
    if (file)
        fclose (file);
    room = (size_t)kib * 1024 / MEMORY_PART;
    return room < MEMORY_MAX ? room : MEMORY_MAX;
}

static int
has_huge_pages (void)
{
    char line[128] = "";
    FILE *file = fopen ("/sys/kernel/mm/transparent_hugepage/enabled", "re");

    if (!file)
        return 0;
    if (!fgets (line, sizeof line, file))
        line[0] = '\0';
    fclose (file);
    return strstr (line, "[always]") || strstr (line, "[madvise]");
}

static void
measure_walk (struct hpm_level_measure *level,
              const struct hpm_stopwatch *watch, struct hpm_walk *walk)
{
    level->dependent = hpm_sample_take (watch, hpm_walk_dependent, walk);
    level->parallel = hpm_sample_take (watch, hpm_walk_parallel, walk);
    level->sweep = hpm_sample_take (watch, hpm_walk_sweep, walk);
    level->bytes = walk->count * walk->stride;
}

/* What else is to be had from the memory of a level.  */
static void
measure_beside (struct hpm_measures *measures, int level,
                const struct hpm_stopwatch *watch, struct hpm_walk *walk)
{
    if (level == 0)
        measures->store = hpm_sample_take (watch, hpm_walk_store, walk);
    if (level == 1)
        measures->checks[HPM_CHECK_L1] = hpm_check_count (
            HPM_CHECK_L1, hpm_walk_dependent, walk, CHECK_STEPS);
    if (level == HPM_CACHE_LEVELS)
        measures->checks[HPM_CHECK_LAST] = hpm_check_count (
            HPM_CHECK_LAST, hpm_walk_dependent, walk, CHECK_STEPS);
}

static void
measure_levels (struct hpm_measures *measures,
                const struct hpm_stopwatch *watch,
                const struct hpm_caches *caches, const size_t sets[HPM_LEVELS])
{
    for (int i = 0; i < HPM_LEVELS; i++) {
        struct hpm_walk walk;

        if (!sets[i]
            || hpm_walk_create (&walk, sets[i] / caches->line, caches->line,
                                caches->line, HPM_PAGES_HUGE))
            continue;
        measure_walk (&measures->level[i], watch, &walk);
        measure_beside (measures, i, watch, &walk);
        hpm_walk_destroy (&walk);
    }
    measures->huge_pages = has_huge_pages ();
}

static void
measure_tlb (struct hpm_measures *measures, const struct hpm_stopwatch *watch,
             const struct hpm_caches *caches)
{
    size_t page = (size_t)sysconf (_SC_PAGESIZE), count = TLB_PAGES;
    struct hpm_walk walk;

    while (count * page > TLB_BYTES_MAX)
        count /= 2;
    if (hpm_walk_create (&walk, count, caches->line, caches->line,
                         HPM_PAGES_SMALL))
        return;
    measure_walk (&measures->near, watch, &walk);
    hpm_walk_destroy (&walk);
    if (hpm_walk_create (&walk, count, page, caches->line, HPM_PAGES_SMALL))
        return;
    measure_walk (&measures->far, watch, &walk);
    measures->checks[HPM_CHECK_TLB] = hpm_check_count (
        HPM_CHECK_TLB, hpm_walk_dependent, &walk, CHECK_STEPS);
    hpm_walk_destroy (&walk);
}

static void
measure_branches (struct hpm_measures *measures,
                  const struct hpm_stopwatch *watch)
{
    struct hpm_branches random, regular;

    if (hpm_branches_create (&random, 1))
        return;
    if (!hpm_branches_create (&regular, 0)) {
        measures->branch = hpm_sample_difference (
            watch, hpm_core_branches, &random, hpm_core_branches, &regular);
        measures->checks[HPM_CHECK_BRANCH] = hpm_check_count (
            HPM_CHECK_BRANCH, hpm_core_branches, &random, CHECK_STEPS);
        hpm_branches_destroy (&regular);
    }
    hpm_branches_destroy (&random);
}

static void
measure_core (struct hpm_measures *measures, const struct hpm_stopwatch *watch)
{
    void *pages = hpm_fault_pages_create ();

    if (hpm_core_additions_are_cycles ())
        measures->cycle = hpm_sample_take (watch, hpm_core_additions, NULL);
    measure_branches (measures, watch);
    measures->flop_name
        = hpm_core_additions_are_cycles () ? hpm_core_flops_name () : NULL;
    if (measures->flop_name)
        measures->flop = hpm_sample_take (watch, hpm_core_flops, NULL);
    if (pages)
        measures->fault = hpm_sample_difference (
            watch, hpm_core_page_faults, pages, hpm_core_page_touches, pages);
    hpm_fault_pages_destroy (pages);
}

int
hpm_measures_take (struct hpm_measures *measures,
                   const struct hpm_stopwatch *watch, size_t room,
                   struct hpm_error *error)
{
    cpu_set_t allowed, one;
    int cpu = sched_getcpu ();
    struct hpm_caches caches;
    size_t sets[HPM_LEVELS];

    hpm_measures_init (measures);
    measures->repeats = watch->repeats;
    CPU_ZERO (&one);
    if (cpu >= 0 && cpu < CPU_SETSIZE)
        CPU_SET (cpu, &one);
    if (sched_getaffinity (0, sizeof allowed, &allowed)
        || sched_setaffinity (0, sizeof one, &one))
        return hpm_error_set (error, "cannot stay on processor %d: %s", cpu,
                              strerror (errno));
    hpm_caches_read (&caches, "", cpu);
    measure_core (measures, watch);
    measure_tlb (measures, watch, &caches);
    hpm_working_sets (&caches, room, sets);
    measure_levels (measures, watch, &caches, sets);
    sched_setaffinity (0, sizeof allowed, &allowed);
    if (sets[HPM_CACHE_LEVELS])
        measures->bandwidth = hpm_bandwidth_measure (
            watch, sets[HPM_CACHE_LEVELS], &measures->processors);
    return 0;
}
