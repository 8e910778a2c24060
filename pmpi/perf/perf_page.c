/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The steps are those that <linux/perf_event.h> prescribes at struct
 * perf_event_mmap_page: `lock` changes when the kernel rewrites the page, that
 * is when the thread is scheduled, so that what was read in between is of one
 * piece.
 */
#include "config.h"

#include <stddef.h>

#include "pmpi/perf/perf_page.h"

/* Between two changes of the page lies a turn of the scheduler; so many in a
 * row are no coincidence.  */
#define MOST_TRIES 16

#if defined(__x86_64__) || defined(__i386__)
static uint64_t
read_pmc (uint32_t number)
{
    return (uint64_t)__builtin_ia32_rdpmc ((int)number);
}

hpm_perf_register
hpm_perf_page_register (void)
{
    return read_pmc;
}
#else
hpm_perf_register
hpm_perf_page_register (void)
{
    return NULL;
}
#endif

int
hpm_perf_page_permits (const volatile struct perf_event_mmap_page *page)
{
    return page->cap_user_rdpmc;
}

/* Only the processor that writes the page reads it here: it is enough that the
 * compiler keeps the order.  */
static void
keep_order (void)
{
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
}

/* A register of so many bits as a signed number of 64.  */
static int64_t
extended (uint64_t value, unsigned width)
{
    unsigned shift = 64 - width;

    return (int64_t)(value << shift) >> shift;
}

int
hpm_perf_page_read (const volatile struct perf_event_mmap_page *page,
                    hpm_perf_register read_register, int64_t *count)
{
    for (int i = 0; i < MOST_TRIES; i++) {
        uint32_t lock = page->lock, index;
        unsigned width;
        int64_t offset;

        keep_order ();
        index = page->index;
        width = page->pmc_width;
        offset = page->offset;
        if (!page->cap_user_rdpmc || !index || !width || width > 64)
            return -1;
        *count = (int64_t)((uint64_t)offset
                           + (uint64_t)extended (read_register (index - 1),
                                                 width));
        keep_order ();
        if (page->lock == lock)
            return 0;
    }
    return -1;
}
