/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/wrap/calls_wrap.h"

const volatile uint64_t *const hpm_calls_ring_none;

/* Where the record is that begins so many bytes after the ring's first.  */
static const struct perf_event_header *
header_at (const struct hpm_calls_ring *ring, uint64_t at)
{
    const char *data = (const char *)ring->page + ring->page_bytes;

    return (const struct perf_event_header *)(data + (at & (ring->bytes - 1)));
}

/* What was taken out before has been taken for inside.  */
void
hpm_call_sampled (struct hpm_calls_table *table)
{
    const struct hpm_calls_ring *ring = &table->ring;
    uint64_t head, tail, at = (uint64_t)ring->since;

    if (!ring->page || !*ring->head)
        return;
    head = __atomic_load_n (&ring->page->data_head, __ATOMIC_ACQUIRE);
    tail = __atomic_load_n (&ring->page->data_tail, __ATOMIC_ACQUIRE);
    if (at < tail)
        at = tail;
    while (at < head && head - at <= ring->bytes) {
        const struct perf_event_header *header = header_at (ring, at);

        if (header->size < sizeof *header)
            return;
        __atomic_store_n (hpm_ring_mark_at (ring->marks, ring->bytes, at),
                          hpm_ring_mark (at), __ATOMIC_RELAXED);
        at += header->size;
    }
}
