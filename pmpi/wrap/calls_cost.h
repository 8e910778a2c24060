/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What noting a call costs, measured by noting calls of nothing.
 */
#ifndef HPM_PMPI_CALLS_COST_H
#define HPM_PMPI_CALLS_COST_H

#include "pmpi/calls/calls.h"

/* Measure on the calling thread, whose counters `how` knows to read, with a
 * table that nobody else uses and that is worthless afterwards; some 10 us, or
 * with counters 50.  Call once: cost->inside and cost->outside are never freed.
 * Without memory for them there is no cost.  */
void hpm_calls_cost_measure (struct hpm_calls_cost *cost,
                             struct hpm_calls_table *table,
                             const struct hpm_calls_start *how);

#endif /* HPM_PMPI_CALLS_COST_H */
