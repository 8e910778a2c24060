/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What this machine is and what stands in the way of counting on it.  Reads
 * /proc and /sys; thread-safe; no global state.
 */
#ifndef HPM_BASE_MACHINE_H
#define HPM_BASE_MACHINE_H

#include <stddef.h>

#include "hpm_backend.h"
#include "hpm_quality.h"

struct hpm_machine {
    char cpu_model[128]; /* "" if unknown */
    double cpu_mhz;      /* nominal clock, 0 if unknown */
    int virtual_machine; /* 1 if a hypervisor shows itself */
    int pmu;             /* 1 if the kernel drives a core PMU */
    int paranoid;        /* perf_event_paranoid; -100 if there is none */
    int privileged;      /* CAP_PERFMON or CAP_SYS_ADMIN in effect */
};

/* Fill in what can be found; what can't keeps its "unknown" value.  `root` is
 * prefixed to every path ("" for the machine itself, a folder in tests).  */
void hpm_machine_read (struct hpm_machine *machine, const char *root);

/* Why hardware events can't be counted in this domain by an unprivileged
 * program: HPM_REASON_NO_PMU, HPM_REASON_PARANOID or HPM_REASON_NONE.  */
enum hpm_reason hpm_machine_obstacle (const struct hpm_machine *machine,
                                      enum hpm_domain domain);

#endif /* HPM_BASE_MACHINE_H */
