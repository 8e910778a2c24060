/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One counter of the kernel's: its descriptor, kept out of the way of the
 * program's, and how it is known to be still ours.
 *
 * The program may close descriptors that are not its own, and get the same
 * numbers again for files of its own: a read from its pipe would take what is
 * in it.  So counters have numbers that the program gets only by asking for
 * them (hpm_descriptor_floor), and where there are none left, the kernel is
 * asked before each use whether the descriptor is still this counter, as it is
 * before each close.
 *
 * Any thread; nobody closes a counter that another one uses.
 */
#ifndef HPM_PMPI_PERF_COUNTER_H
#define HPM_PMPI_PERF_COUNTER_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

struct hpm_perf_counter {
    int descriptor; /* -1: none */
    int ask;        /* the kernel before each use: the program may get the
                     * number, or there is time for it */
    uint64_t id;    /* the kernel's number of the counter */
    struct perf_event_mmap_page *page; /* NULL: not mapped */
};

/* None.  */
#define HPM_PERF_COUNTER_NONE ((struct hpm_perf_counter){ .descriptor = -1 })

/* Open a counter of a thread (tid 0: the calling one) on whatever processor
 * (cpu -1), or of a processor for all threads (tid -1), in the group of
 * `leader` or in one of its own (NULL), at a number of `floor` or above if
 * there is one left.  Closed by exec.  Returns 0, or -1 with errno, and none.
 */
int hpm_perf_counter_open (struct hpm_perf_counter *counter,
                           struct perf_event_attr *attr, pid_t tid, int cpu,
                           const struct hpm_perf_counter *leader, int floor);

/* Start (on) or stop it, and its group where it leads one.  Returns 0, or -1
 * when it is no longer ours.  */
int hpm_perf_counter_run (const struct hpm_perf_counter *counter, int on);

/* What read(2) gives of it.  Returns the bytes, or -1 when it is no longer ours
 * or can't be read.  Not a point where a thread can be cancelled.  */
ssize_t hpm_perf_counter_read (const struct hpm_perf_counter *counter,
                               void *data, size_t size);

/* Map its page, for perf_page.h.  Returns it, or NULL where that can't be; it
 * lasts until the counter is closed.  */
struct perf_event_mmap_page *
hpm_perf_counter_map (struct hpm_perf_counter *counter);

/* Close what is ours of it: then there is none.  errno is kept.  */
void hpm_perf_counter_close (struct hpm_perf_counter *counter);

#endif /* HPM_PMPI_PERF_COUNTER_H */
