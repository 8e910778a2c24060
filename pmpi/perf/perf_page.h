/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A counter read without the kernel: the page that it shows of an event tells
 * in which register of this processor the calling thread's count is.
 *
 * For the thread that the event counts, and no other: another one's processor
 * has other counts in its registers.
 */
#ifndef HPM_PMPI_PERF_PAGE_H
#define HPM_PMPI_PERF_PAGE_H

#include <linux/perf_event.h>
#include <stdint.h>

typedef uint64_t (*hpm_perf_register) (uint32_t number);

/* How this processor's registers are read in user code, NULL where they can't
 * be: on others than x86.  */
hpm_perf_register hpm_perf_page_register (void);

/* Whether the kernel permits it for this event.  */
int hpm_perf_page_permits (const volatile struct perf_event_mmap_page *page);

/* The event's count until now, as read(2) would give it.  Returns 0, or -1 when
 * the kernel must be asked: the event is in no register just now, the kernel
 * does not permit it any more, or the page keeps changing.  */
int hpm_perf_page_read (const volatile struct perf_event_mmap_page *page,
                        hpm_perf_register read_register, int64_t *count);

#endif /* HPM_PMPI_PERF_PAGE_H */
