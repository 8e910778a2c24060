/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernel itself answers when asked to count, without any library
 * between.  No global state.
 */
#ifndef HPM_CORE_PROBE_H
#define HPM_CORE_PROBE_H

#include "hpm_backend.h"
#include "hpm_quality.h"

struct hpm_probe {
    int hardware;              /* errno of opening a cycle counter, 0 if none */
    int software;              /* the same for a counter of the kernel's own */
};

/* Open and close a counter of each kind on this thread.  Any thread; errno is
 * kept.  */
void hpm_probe_read (struct hpm_probe *probe, enum hpm_domain domain);

/* What a refused cycle counter means: HPM_REASON_NONE when there is one.  */
enum hpm_reason hpm_probe_obstacle (const struct hpm_probe *probe);

#endif /* HPM_CORE_PROBE_H */
