/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the name of a native event to what the kernel takes for it.
 */
#ifndef HPM_PMPI_PERF_NAME_H
#define HPM_PMPI_PERF_NAME_H

#include <linux/perf_event.h>

#include "hpm_backend.h"

/* Fill in *attr for counting the event of that name, with libpfm's modifiers,
 * in the domain where the name has none of its own.  Returns HPM_REASON_NONE,
 * NO_SUCH_EVENT, NODE_LEVEL for an event bound to a processor, or COMPONENT_OFF
 * without libpfm.  Not thread-safe, as libpfm is not.  */
enum hpm_reason hpm_perf_name_resolve (const char *name, enum hpm_domain domain,
                                       struct perf_event_attr *attr);

#endif /* HPM_PMPI_PERF_NAME_H */
