/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the kernel counts misses, the kernels are checked against it.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <linux/perf_event.h>
#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define READ_MISSES(cache)                                                     \
    ((cache) | PERF_COUNT_HW_CACHE_OP_READ << 8                                \
     | PERF_COUNT_HW_CACHE_RESULT_MISS << 16)

static const struct {
    uint32_t type;
    uint64_t config;
} events[HPM_CHECKS] = {
    { PERF_TYPE_HW_CACHE, READ_MISSES (PERF_COUNT_HW_CACHE_L1D) },
    { PERF_TYPE_HW_CACHE, READ_MISSES (PERF_COUNT_HW_CACHE_LL) },
    { PERF_TYPE_HW_CACHE, READ_MISSES (PERF_COUNT_HW_CACHE_DTLB) },
    { PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
};

double
hpm_check_count (enum hpm_check check, hpm_kernel_fn *kernel, void *data,
                 long steps)
{
    struct perf_event_attr event;
    uint64_t count = 0;
    long file;
    int complete;

    memset (&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = events[check].type;
    event.config = events[check].config;
    event.disabled = 1;
    event.exclude_kernel = 1;
    event.exclude_hv = 1;
    file = syscall (SYS_perf_event_open, &event, 0, -1, -1,
                    PERF_FLAG_FD_CLOEXEC);
    if (file < 0)
        return NAN;
    ioctl ((int)file, PERF_EVENT_IOC_ENABLE, 0);
    kernel (data, steps);
    ioctl ((int)file, PERF_EVENT_IOC_DISABLE, 0);
    complete = read ((int)file, &count, sizeof count) == sizeof count;
    close ((int)file);
    return complete && count ? (double)count / (double)steps : NAN;
}
