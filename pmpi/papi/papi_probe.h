/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A zero can be a fact, or a counter that the hardware accepts and never moves.
 * To tell them apart, do something that must count.
 */
#ifndef HPM_PMPI_PAPI_PROBE_H
#define HPM_PMPI_PAPI_PROBE_H

#include "pmpi/perf/perf_set.h"

/* Execute instructions, branches (some of them hard to predict), code that is
 * in no cache, loads and stores of memory that is in no cache or TLB, and
 * floating-point operations in both precisions.  Takes some 0.1 ms and 16 KiB
 * for the time of the call; does without memory where it can't be had.  */
void hpm_papi_probe_exercise (void);

/* Let one group of a thread's own set alone run during the exercise, and set
 * moved[HPM_PERF_MOST_NATIVES] of its natives that moved, or were not on a
 * counter then; all, where they can't be read.  */
void hpm_papi_probe_group (struct hpm_perf_set *set,
                           const struct hpm_perf_plan *plan, int group,
                           char *moved);

/* Whether the exercise must move this event (a PAPI preset).  */
int hpm_papi_probe_covers (const char *name);

#endif /* HPM_PMPI_PAPI_PROBE_H */
