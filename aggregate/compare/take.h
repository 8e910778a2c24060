/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers of a result that runs are compared by.
 */
#ifndef HPM_AGGREGATE_TAKE_H
#define HPM_AGGREGATE_TAKE_H

#include "aggregate/compare/quantity.h"
#include "aggregate/model/result.h"

/* Fill an initialised run, which keeps nothing of the result.  Returns 0, or -1
 * without memory.  */
int hpm_compared_run_take (struct hpm_compared_run *run,
                           const struct hpm_result *result);

#endif /* HPM_AGGREGATE_TAKE_H */
