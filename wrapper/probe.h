/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the kernel itself answers when asked to count, without any library
 * between.
 */
#ifndef HPM_WRAPPER_PROBE_H
#define HPM_WRAPPER_PROBE_H

#include "hpm_backend.h"

struct hpm_probe {
    int hardware;              /* errno of opening a cycle counter, 0 if none */
    int software;              /* the same for a counter of the kernel's own */
};

/* Open and close a counter of each kind on this thread.  */
void hpm_probe_read (struct hpm_probe *probe, enum hpm_domain domain);

#endif /* HPM_WRAPPER_PROBE_H */
