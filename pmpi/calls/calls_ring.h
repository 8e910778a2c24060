/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which samples of a thread (pmpi/samples) were taken inside a call of MPI.
 *
 * The kernel counts the bytes that it has put into the thread's ring; a wrapper
 * notes that count when a call begins, and where it is another one when the
 * call ends, marks what came between.  That is exact, and costs a call two
 * loads.  Whoever drains the ring meanwhile takes what came since `since` for
 * samples inside, too.
 */
#ifndef HPM_PMPI_CALLS_RING_H
#define HPM_PMPI_CALLS_RING_H

#include <linux/perf_event.h>
#include <stdint.h>

#define HPM_RING_OUTSIDE INT64_MAX

/* `head` leads to NULL for a thread that is not sampled, and in a child, which
 * does not have the ring: what it leads by is wiped there, since not every fork
 * tells us.  The kernel lets nobody write to the samples, so that marks are
 * beside them: one for each place where a sample can begin.  */
struct hpm_calls_ring {
    const volatile uint64_t *const *head; /* never NULL itself */
    struct perf_event_mmap_page *page;
    uint64_t page_bytes, bytes; /* of the page, and of the data behind it */
    uint32_t *marks;            /* [bytes / 8] */
    int64_t since; /* when the call under way began; or HPM_RING_OUTSIDE */
};

static inline int64_t
hpm_calls_ring_head (const struct hpm_calls_ring *ring)
{
    const volatile uint64_t *head = *ring->head;

    return head ? (int64_t)*head : 0;
}

/* What marks a sample that begins so many bytes after the ring's first, and no
 * other one at that place.  */
static inline uint32_t
hpm_ring_mark (uint64_t at)
{
    return (uint32_t)(at >> 3) + 1;
}

static inline uint32_t *
hpm_ring_mark_at (uint32_t *marks, uint64_t bytes, uint64_t at)
{
    return &marks[(at & (bytes - 1)) >> 3];
}

struct hpm_ring_sample {
    struct perf_event_header header;
    uint64_t address;
};

#endif /* HPM_PMPI_CALLS_RING_H */
