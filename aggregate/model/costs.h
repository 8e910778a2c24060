/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of costs that holds for a run.
 */
#ifndef HPM_AGGREGATE_COSTS_H
#define HPM_AGGREGATE_COSTS_H

#include "aggregate/model/result.h"

/* The table that holds for a processor where nobody names one: built-in, site
 * and user (base/cost/cost.h); what is left out is told on stderr.  Returns 0,
 * or -1 with the error and what was read before it.  */
int hpm_costs_find (struct hpm_cost_table *table, const char *cpu_model,
                    struct hpm_error *error);

/* Give the result the table of its machine, unless it has one from its file,
 * and `file` (NULL or "": none) over it; then set the constants of formulas.
 * Returns 0, or -1 with the error and what was read before it.  */
int hpm_costs_prepare (struct hpm_result *result, const char *file,
                       struct hpm_error *error);

/* The same for the processor this program runs on, as text to stdout.  */
int hpm_costs_print_own (const char *file, struct hpm_error *error);

/* Constants of formulas from the table of the result.  */
void hpm_costs_apply (struct hpm_result *result);

#endif /* HPM_AGGREGATE_COSTS_H */
