/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/perf/perf_counter.h"
#include "pmpi/guest/descriptor_room.h"

static int
is_ours (const struct hpm_perf_counter *counter)
{
    uint64_t id;

    return counter->descriptor >= 0
           && ioctl (counter->descriptor, PERF_EVENT_IOC_ID, &id) == 0
           && id == counter->id;
}

static int
may_be_used (const struct hpm_perf_counter *counter)
{
    return !counter->ask || is_ours (counter);
}

int
hpm_perf_counter_open (struct hpm_perf_counter *counter,
                       struct perf_event_attr *attr, pid_t tid, int cpu,
                       const struct hpm_perf_counter *leader, int floor)
{
    int saved, fd = (int)syscall (SYS_perf_event_open, attr, tid, cpu,
                                  leader ? leader->descriptor : -1,
                                  PERF_FLAG_FD_CLOEXEC);

    *counter = HPM_PERF_COUNTER_NONE;
    if (fd < 0)
        return -1;
    fd = hpm_descriptor_move_up (fd, floor);
    if (ioctl (fd, PERF_EVENT_IOC_ID, &counter->id) < 0) {
        saved = errno;
        close (fd);
        errno = saved;
        return -1;
    }
    counter->descriptor = fd;
    counter->ask = fd < floor;
    return 0;
}

int
hpm_perf_counter_run (const struct hpm_perf_counter *counter, int on)
{
    return may_be_used (counter)
               ? ioctl (counter->descriptor,
                        on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0)
               : -1;
}

/* Not through the C library: there it would be a point where the program's
 * threads can be cancelled, and cost a tenth more.  */
ssize_t
hpm_perf_counter_read (const struct hpm_perf_counter *counter, void *data,
                       size_t size)
{
    return may_be_used (counter)
               ? syscall (SYS_read, counter->descriptor, data, size)
               : -1;
}

struct perf_event_mmap_page *
hpm_perf_counter_map (struct hpm_perf_counter *counter)
{
    void *page = MAP_FAILED;

    if (!counter->page && may_be_used (counter))
        page = mmap (NULL, (size_t)sysconf (_SC_PAGESIZE), PROT_READ,
                     MAP_SHARED, counter->descriptor, 0);
    if (page != MAP_FAILED)
        counter->page = page;
    return counter->page;
}

void
hpm_perf_counter_close (struct hpm_perf_counter *counter)
{
    int saved = errno;

    if (counter->page)
        munmap (counter->page, (size_t)sysconf (_SC_PAGESIZE));
    if (is_ours (counter))
        close (counter->descriptor);
    *counter = HPM_PERF_COUNTER_NONE;
    errno = saved;
}
