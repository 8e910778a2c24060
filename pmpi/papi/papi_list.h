/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What there is to count, as the kernel has it: PAPI lists what its tables hold
 * for the processor, whether or not there are counters.
 */
#ifndef HPM_PMPI_PAPI_LIST_H
#define HPM_PMPI_PAPI_LIST_H

#include <linux/perf_event.h>

#include "include/hpm_backend.h"

/* How a native event is asked for.  Returns HPM_REASON_NONE or why it can't be.
 */
enum hpm_reason hpm_papi_resolve (const char *name, enum hpm_domain domain,
                                  struct perf_event_attr *attr);

/* As `list` of struct hpm_backend: an event is available where the kernel lets
 * this thread open all that it is made of, one by one.  Of one that only counts
 * with more in its name than is listed, `obstacle` tells, the reason why there
 * are no hardware counters.  */
void hpm_papi_list_here (enum hpm_domain domain, enum hpm_reason obstacle,
                         int (*each) (const struct hpm_event_record *event,
                                      int available, void *data),
                         void *data);

#endif /* HPM_PMPI_PAPI_LIST_H */
