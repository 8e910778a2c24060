/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which native events are counted together.  Without multiplexing a plan holds
 * what the processor counts all at once; with it, as many groups as the events
 * take.
 */
#ifndef HPM_PMPI_PERF_PLAN_H
#define HPM_PMPI_PERF_PLAN_H

#include "pmpi/perf/perf_set.h"

/* Add an event of n natives to the plan, and to `trial`, the stopped set of the
 * calling thread that has what the plan has.  Writes into indices[n] where in
 * the plan they are; a native that is there already is shared.  Returns
 * HPM_REASON_NONE, or why the event can't be counted beside those before it;
 * then the plan is as it was.  */
enum hpm_reason hpm_perf_plan_add (struct hpm_perf_plan *plan,
                                   struct hpm_perf_set *trial,
                                   const struct perf_event_attr *attrs, int n,
                                   int *indices);

#endif /* HPM_PMPI_PERF_PLAN_H */
