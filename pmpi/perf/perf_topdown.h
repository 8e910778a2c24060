/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Top-down analysis of Intel processors since Ice Lake: slots, and what became
 * of them, as events of the kernel; since Sapphire Rapids in eight parts.
 *
 * The processor has a register with four or eight ratios of 8 bits, which are
 * those of the time since it was cleared.  The kernel owns it: at every read of
 * a group that slots lead, and when a thread is switched off a processor, it
 * multiplies the ratios by the slots since the last time, adds that to the
 * counts, and clears both.  So they are counts like any other, in slots, and
 * differences and sums of them mean something.  A bit of a ratio stands for the
 * more slots the longer nobody reads: the snapshots of threads that run read
 * them, once a second by default.
 */
#ifndef HPM_PMPI_PERF_TOPDOWN_H
#define HPM_PMPI_PERF_TOPDOWN_H

#include <linux/perf_event.h>

#include "hpm_backend.h"
#include "hpm_topdown_events.h"

/* 1 for one of these names.  */
int hpm_perf_topdown_is (const char *name);

/* Fill attr from what sysfs, mounted at `sysfs`, says of the core's PMU.
 * Returns HPM_REASON_NONE, or NO_SUCH_EVENT on any other processor.  */
enum hpm_reason hpm_perf_topdown_resolve (const char *sysfs, const char *name,
                                          enum hpm_domain domain,
                                          struct perf_event_attr *attr);

/* Whether this is slots, or one of the shares of them: by the encoding, since
 * libpfm has other names.  */
int hpm_perf_topdown_is_slots (const struct perf_event_attr *attr);
int hpm_perf_topdown_is_share (const struct perf_event_attr *attr);

/* What must lead the group of a share.  */
void hpm_perf_topdown_leader (const struct perf_event_attr *share,
                              struct perf_event_attr *slots);

/* List as a backend does: what `others` lists, and then these, as this machine
 * has them.  */
typedef void
hpm_perf_list_fn (int (*each) (const struct hpm_event_record *event,
                               int available, void *data),
                  void *data);
void hpm_perf_topdown_list (enum hpm_domain domain, hpm_perf_list_fn *others,
                            int (*each) (const struct hpm_event_record *event,
                                         int available, void *data),
                            void *data);

#endif /* HPM_PMPI_PERF_TOPDOWN_H */
