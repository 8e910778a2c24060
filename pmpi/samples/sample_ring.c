/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/samples/sample_ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/calls/calls_ring.h"
#include "pmpi/guest/descriptor_room.h"

/* Pages of data: at 101 samples a second 4 are full after 10 s.  All rings of a
 * user share what may be locked; one page is better than none.  With callers,
 * 16 hold 62 of the most; with what page faults touched, 2730, as a thread that
 * fills its arrays has many in a moment.  */
#define PAGES 4
#define PAGES_MORE 16

static const struct {
    uint32_t type;
    uint64_t config;
} events[] = {
#define HPM_X(identifier, name, unit, type, config, meaning) { type, config },
    HPM_SAMPLE_EVENTS (HPM_X)
#undef HPM_X
};

static size_t
page_size (void)
{
    return (size_t)sysconf (_SC_PAGESIZE);
}

/* What the kernel writes of a sample with callers, before them, and behind what
 * was touched where that is there: `count` of all addresses, of which the first
 * is a mark and the second that of the sample. */
struct ring_callers {
    struct hpm_ring_sample sample;
    uint64_t count;
};

struct ring_touched {
    struct hpm_ring_sample sample;
    uint64_t touched;
};

int
hpm_sample_ring_room (int callers)
{
    size_t sample = sizeof (struct hpm_ring_sample);

    if (callers)
        sample = sizeof (struct ring_callers)
                 + (2 + HPM_SAMPLE_CALLERS_MOST) * sizeof (uint64_t);
    return (int)((callers ? PAGES_MORE : 1) * page_size () / sample);
}

/* ---- open and close ----------------------------------------------------- */

static enum hpm_sample_reason
reason_of (int error)
{
    switch (error) {
    case EACCES:
    case EPERM:
        return HPM_SAMPLE_REASON_FORBIDDEN;
    case ENOSYS:
        return HPM_SAMPLE_REASON_NO_CALL;
    case EMFILE:
    case ENFILE:
        return HPM_SAMPLE_REASON_NO_DESCRIPTOR;
    case ENOMEM:
        return HPM_SAMPLE_REASON_NO_MEMORY;
    default:
        return HPM_SAMPLE_REASON_NO_EVENT;
    }
}

/* No wake-ups: nobody waits for it.  */
static int
open_event (const struct hpm_sample_setting *setting, pid_t tid)
{
    struct perf_event_attr attr = { .type = events[setting->event].type,
                                    .size = sizeof attr,
                                    .config = events[setting->event].config,
                                    .sample_period = (uint64_t)setting->period,
                                    .sample_type = PERF_SAMPLE_IP,
                                    .exclude_callchain_kernel = 1,
                                    .exclude_kernel = 1,
                                    .exclude_hv = 1,
                                    .watermark = 1,
                                    .wakeup_watermark = 1u << 31 };

    if (setting->callers)
        attr.sample_type |= PERF_SAMPLE_CALLCHAIN;
    if (setting->touched)
        attr.sample_type |= PERF_SAMPLE_ADDR;
    return hpm_descriptor_raise ((int)syscall (SYS_perf_event_open, &attr, tid,
                                               -1, -1, PERF_FLAG_FD_CLOEXEC));
}

/* In a child the kernel leaves a hole for the ring, and wipes this page, which
 * leads to it.  */
static int
make_head (struct hpm_sample_ring *ring)
{
    void *memory = mmap (NULL, page_size (), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return -1;
    if (madvise (memory, page_size (), MADV_WIPEONFORK)) {
        munmap (memory, page_size ());
        return -1;
    }
    ring->head = memory;
    *ring->head = (const volatile uint64_t *)&ring->page->data_head;
    return 0;
}

static int
map (struct hpm_sample_ring *ring, int fd, size_t pages)
{
    void *memory = mmap (NULL, (1 + pages) * page_size (),
                         PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    if (memory == MAP_FAILED)
        return -1;
    ring->page = memory;
    ring->bytes = pages * page_size ();
    ring->marks = calloc (ring->bytes / 8, sizeof *ring->marks);
    if (ring->marks && !make_head (ring))
        return 0;
    free (ring->marks);
    munmap (memory, (1 + pages) * page_size ());
    errno = ENOMEM;
    return -1;
}

enum hpm_sample_reason
hpm_sample_ring_open (struct hpm_sample_ring *ring,
                      const struct hpm_sample_setting *setting, pid_t tid)
{
    enum hpm_sample_reason reason = HPM_SAMPLE_REASON_NONE;
    int saved = errno, fd = open_event (setting, tid);

    ring->callers = setting->callers;
    ring->touched = setting->touched;
    if (fd < 0)
        reason = reason_of (errno);
    else if ((!(setting->callers || setting->touched)
              || map (ring, fd, PAGES_MORE))
             && map (ring, fd, PAGES) && map (ring, fd, 1))
        reason = errno == EPERM ? HPM_SAMPLE_REASON_LOCKED : reason_of (errno);
    if (fd >= 0)
        close (fd);
    errno = saved;
    return reason;
}

void
hpm_sample_ring_close (struct hpm_sample_ring *ring, int keep)
{
    size_t bytes = page_size () + ring->bytes;
    int saved = errno;

    if (!keep) {
        munmap (ring->page, bytes);
        munmap (ring->head, page_size ());
        free (ring->marks);
    } else if (mmap (ring->page, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE,
                     -1, 0)
               == MAP_FAILED) {
        ring->bytes = 0; /* then it stays, and nobody takes anything out */
    }
    errno = saved;
}

/* ---- what is in it ------------------------------------------------------ */

/* So many bytes from there, which may go on at its begin.  */
static void
copy (const struct hpm_sample_ring *ring, uint64_t at, void *into, size_t bytes)
{
    const char *data = (const char *)ring->page + page_size ();
    uint64_t offset = at & (ring->bytes - 1);
    size_t first
        = bytes < ring->bytes - offset ? bytes : (size_t)(ring->bytes - offset);

    memcpy (into, data + offset, first);
    memcpy ((char *)into + first, data, bytes - first);
}

static int64_t
lost_of (const struct hpm_sample_ring *ring, uint64_t at)
{
    struct {
        struct perf_event_header header;
        uint64_t id, lost;
    } record;

    copy (ring, at, &record, sizeof record);
    return (int64_t)record.lost;
}

static int
is_marked (const struct hpm_sample_ring *ring, uint64_t at)
{
    const uint32_t *mark = hpm_ring_mark_at (ring->marks, ring->bytes, at);

    return __atomic_load_n (mark, __ATOMIC_RELAXED) == hpm_ring_mark (at);
}

/* Addresses from here on are marks of the kernel's.  */
static int
is_mark (uint64_t address)
{
    return address >= (uint64_t)PERF_CONTEXT_MAX;
}

static void
get_callers (const struct hpm_sample_ring *ring, uint64_t at,
             struct hpm_sample *sample)
{
    size_t before = sizeof (struct hpm_ring_sample)
                    + (ring->touched ? sizeof sample->touched : 0);
    uint64_t count, from = at + before + sizeof count, address;

    copy (ring, at + before, &count, sizeof count);
    for (uint64_t i = 0; i < count; i++) {
        copy (ring, from + i * sizeof address, &address, sizeof address);
        if (!is_mark (address) && (sample->depth || address != sample->address)
            && sample->depth < HPM_SAMPLE_CALLERS_MOST)
            sample->callers[sample->depth++] = address;
    }
}

static void
get_sample (const struct hpm_sample_ring *ring, uint64_t at,
            struct hpm_sample *sample)
{
    struct ring_touched record = { .touched = 0 };

    copy (ring, at, &record,
          ring->touched ? sizeof record : sizeof record.sample);
    sample->address = record.sample.address;
    sample->touched = record.touched;
    sample->depth = 0;
    if (ring->callers)
        get_callers (ring, at, sample);
}

int64_t
hpm_sample_ring_drain (struct hpm_sample_ring *ring, const int64_t *inside,
                       hpm_sample_take *take, void *data)
{
    uint64_t head = __atomic_load_n (&ring->page->data_head, __ATOMIC_ACQUIRE);
    uint64_t at = ring->page->data_tail;
    uint64_t from = inside
                        ? (uint64_t)__atomic_load_n (inside, __ATOMIC_ACQUIRE)
                        : UINT64_MAX;
    int64_t lost = 0;
    struct hpm_sample sample;

    while (at < head) {
        struct perf_event_header header;

        copy (ring, at, &header, sizeof header);
        if (header.size < sizeof header)
            break; /* what cannot be */
        if (header.type == PERF_RECORD_SAMPLE) {
            get_sample (ring, at, &sample);
            sample.inside = at >= from || is_marked (ring, at);
            take (&sample, data);
        } else if (header.type == PERF_RECORD_LOST) {
            lost += lost_of (ring, at);
        }
        at += header.size;
    }
    __atomic_store_n (&ring->page->data_tail, head, __ATOMIC_RELEASE);
    return lost;
}
