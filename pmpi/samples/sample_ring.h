/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The buffer in which the kernel notes where one thread is, now and then.  It
 * has no descriptor, as its memory keeps it alive; a child of fork does not
 * have that memory.
 */
#ifndef HPM_PMPI_SAMPLE_RING_H
#define HPM_PMPI_SAMPLE_RING_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/option/sample_setting.h"

struct hpm_sample_ring {
    struct perf_event_mmap_page *page; /* behind it the data */
    uint64_t bytes;                    /* of data, a power of 2 */
    int callers, touched;              /* are in it, too */
    uint32_t *marks; /* [bytes / 8]: of samples inside a call (calls_ring.h) */
    const volatile uint64_t **head; /* of calls_ring.h, in a page of its own */
};

/* So many callers of a sample are kept, the innermost; the kernel's usual most.
 */
#define HPM_SAMPLE_CALLERS_MOST 127

/* A sample: an address in user code, and those that its callers return to, the
 * innermost first, as far as the kernel found them by frame pointers.  */
struct hpm_sample {
    uint64_t address;
    uint64_t callers[HPM_SAMPLE_CALLERS_MOST];
    uint64_t touched; /* address of a page fault, where asked for; or 0 */
    int depth;        /* callers */
    int inside;       /* a call of MPI */
};

/* Told of each.  */
typedef void hpm_sample_take (const struct hpm_sample *sample, void *data);

/* Begin to sample a thread of this process, 0: the calling one, as the setting
 * says.  Returns HPM_SAMPLE_REASON_NONE, or why not.  */
enum hpm_sample_reason
hpm_sample_ring_open (struct hpm_sample_ring *ring,
                      const struct hpm_sample_setting *setting, pid_t tid);

/* Take out what there is, up to what is there when it begins; one caller at a
 * time.  Those from `inside` on, by the ring's own count of bytes, are inside a
 * call, besides those that are marked so.  Returns how many were lost.  */
int64_t hpm_sample_ring_drain (struct hpm_sample_ring *ring,
                               const int64_t *inside, hpm_sample_take *take,
                               void *data);

/* Sample no more.  With `keep`, who still looks at the ring finds zeros there;
 * its memory is never given back.  */
void hpm_sample_ring_close (struct hpm_sample_ring *ring, int keep);

/* Samples that fit into the smallest ring; with callers, of the most into that
 * which is asked for first.  */
int hpm_sample_ring_room (int callers);

#endif /* HPM_PMPI_SAMPLE_RING_H */
