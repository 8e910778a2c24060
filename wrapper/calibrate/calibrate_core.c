/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the processor itself does: cycles, branches, page faults, floating
 * point.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define BRANCHES (1L << 18) /* more than a predictor can learn by heart */
#define UNROLL 16

/* Registers are added: some processors do additions of constants while they
 * rename registers, in no time.  */
void
hpm_core_additions (void *data, long steps)
{
    unsigned long sum = 0, one = 1;

    (void)data;
    __asm__ volatile("" : "+r"(one));
    for (long i = 0; i < steps; i += UNROLL) {
#pragma GCC unroll 16
        for (int k = 0; k < UNROLL; k++) {
            sum += one;
            __asm__ volatile("" : "+r"(sum));
        }
    }
}

int
hpm_core_additions_are_cycles (void)
{
#ifdef __OPTIMIZE__
    return 1;
#else
    return 0;
#endif
}

int
hpm_branches_create (struct hpm_branches *branches, int random)
{
    uint64_t state = 88172645463325252u;

    branches->count = BRANCHES;
    branches->at = 0;
    branches->ways = malloc (BRANCHES);
    for (long i = 0; branches->ways && i < BRANCHES; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        branches->ways[i] = random ? state >> 32 & 1 : i & 1;
    }
    return branches->ways ? 0 : -1;
}

void
hpm_branches_destroy (struct hpm_branches *branches)
{
    free (branches->ways);
    branches->ways = NULL;
}

/* Both ways do work that the compiler cannot put in one.  */
void
hpm_core_branches (void *data, long steps)
{
    struct hpm_branches *branches = data;
    long at = branches->at, sum = 0;

    for (long i = 0; i < steps; i++) {
        if (branches->ways[at])
            __asm__ volatile("" : "+r"(sum) : : "memory");
        else
            sum++;
        __asm__ volatile("" : "+r"(sum) : : "memory");
        at = at + 1 < branches->count ? at + 1 : 0;
    }
    branches->at = at;
}

static size_t
fault_bytes (void)
{
    return HPM_FAULT_PAGES * (size_t)sysconf (_SC_PAGESIZE);
}

void *
hpm_fault_pages_create (void)
{
    void *pages = mmap (NULL, fault_bytes (), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (pages == MAP_FAILED)
        return NULL;
    madvise (pages, fault_bytes (), MADV_NOHUGEPAGE);
    return pages;
}

void
hpm_fault_pages_destroy (void *pages)
{
    if (pages)
        munmap (pages, fault_bytes ());
}

static void
touch_all (char *pages)
{
    size_t page = fault_bytes () / HPM_FAULT_PAGES;

    for (size_t i = 0; i < HPM_FAULT_PAGES; i++)
        *(volatile char *)(pages + i * page) = 1;
}

void
hpm_core_page_touches (void *data, long steps)
{
    for (long done = 0; done < steps; done += HPM_FAULT_PAGES)
        touch_all (data);
}

void
hpm_core_page_faults (void *data, long steps)
{
    for (long done = 0; done < steps; done += HPM_FAULT_PAGES) {
        madvise (data, fault_bytes (), MADV_DONTNEED);
        touch_all (data);
    }
}
