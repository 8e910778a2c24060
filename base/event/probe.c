/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/event/probe.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What the kernel says to an event: 0 or errno.  */
static int
try_event (struct perf_event_attr *event, pid_t thread, int cpu)
{
    long file = syscall (SYS_perf_event_open, event, thread, cpu, -1,
                         PERF_FLAG_FD_CLOEXEC);

    if (file < 0)
        return errno;
    close ((int)file);
    return 0;
}

static int
probe (unsigned type, unsigned long long config, enum hpm_domain domain)
{
    struct perf_event_attr event;

    memset (&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = type;
    event.config = config;
    event.disabled = 1;
    event.exclude_user = !(domain & HPM_DOMAIN_USER);
    event.exclude_kernel = !(domain & HPM_DOMAIN_KERNEL);
    event.exclude_hv = 1;
    return try_event (&event, 0, -1);
}

void
hpm_probe_read (struct hpm_probe *result, enum hpm_domain domain)
{
    int saved = errno;

    result->hardware
        = probe (PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, domain);
    result->software
        = probe (PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, domain);
    errno = saved;
}

enum hpm_reason
hpm_probe_obstacle (const struct hpm_probe *probe)
{
    if (probe->hardware == 0)
        return HPM_REASON_NONE;
    return probe->hardware == EACCES || probe->hardware == EPERM
               ? HPM_REASON_PARANOID
               : HPM_REASON_NO_PMU;
}

int
hpm_probe_node (const struct hpm_node_event *event)
{
    struct perf_event_attr attr;

    hpm_probe_node_attr (&attr, event);
    return try_event (&attr, -1, event->cpus[0]);
}

void
hpm_probe_node_attr (struct perf_event_attr *attr,
                     const struct hpm_node_event *event)
{
    memset (attr, 0, sizeof *attr);
    attr->size = sizeof *attr;
    attr->type = event->type;
    attr->config = event->config[0];
    attr->config1 = event->config[1];
    attr->config2 = event->config[2];
    attr->disabled = 1;
    attr->read_format
        = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
}

enum hpm_reason
hpm_probe_node_reason (int error)
{
    switch (error) {
    case 0:
        return HPM_REASON_NONE;
    case EACCES:
    case EPERM:
        return HPM_REASON_NODE_FORBIDDEN;
    case ENOENT:
    case ENODEV:
    case EINVAL:
    case EOPNOTSUPP:
        return HPM_REASON_NO_SUCH_EVENT;
    default:
        return HPM_REASON_START_FAILED;
    }
}
