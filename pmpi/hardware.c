/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/hardware.h"

enum hpm_reason
hpm_hardware_obstacle (enum hpm_domain domain)
{
    struct perf_event_attr attr;
    int saved = errno, fd, failure;

    memset (&attr, 0, sizeof attr);
    attr.size = sizeof attr;
    attr.type = PERF_TYPE_HARDWARE;
    attr.config = PERF_COUNT_HW_CPU_CYCLES;
    attr.disabled = 1;
    attr.exclude_kernel = !(domain & HPM_DOMAIN_KERNEL);
    attr.exclude_user = !(domain & HPM_DOMAIN_USER);
    attr.exclude_hv = 1;
    fd = (int) syscall (SYS_perf_event_open, &attr, 0, -1, -1,
                        PERF_FLAG_FD_CLOEXEC);
    failure = errno;
    if (fd >= 0)
        close (fd);
    errno = saved;
    if (fd >= 0)
        return HPM_REASON_NONE;
    return failure == EACCES || failure == EPERM ? HPM_REASON_PARANOID
                                                 : HPM_REASON_NO_PMU;
}

int
hpm_hardware_program_may_export (void)
{
    return dlsym (RTLD_DEFAULT, "papi_sde_init") != NULL;
}
