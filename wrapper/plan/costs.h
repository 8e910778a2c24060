/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The table of costs as hpmrun uses it.
 */
#ifndef HPM_WRAPPER_COSTS_H
#define HPM_WRAPPER_COSTS_H

#include "base/error.h"
#include "base/option/option.h"
#include "wrapper/launch/places.h"

/* Before a run with --costs: read all tables that will be read at its end, and
 * make the name of the one given absolute, since the program may go elsewhere.
 * Returns 0, or -1 with the error.  */
int hpm_run_costs_check (struct hpm_options *options,
                         const struct hpm_places *places, hpm_warn_fn *warn,
                         void *data, struct hpm_error *error);

/* hpmrun --print-costs: the table that holds here, to stdout.  Returns 0, or -1
 * with the error.  */
int hpm_run_costs_print (const struct hpm_options *options,
                         const struct hpm_places *places, hpm_warn_fn *warn,
                         void *data, struct hpm_error *error);

#endif /* HPM_WRAPPER_COSTS_H */
