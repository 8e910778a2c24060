/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Runs that were compared, as text, CSV or JSON.  All return 0, or -1 when the
 * stream failed or memory ran out.
 */
#ifndef HPM_AGGREGATE_SCALING_OUTPUT_H
#define HPM_AGGREGATE_SCALING_OUTPUT_H

#include <stdio.h>

#include "aggregate/analysis/scaling.h"

int hpm_scaling_text (FILE *out, const struct hpm_scaling *scaling);
/* Notes go to stderr.  */
int hpm_scaling_csv (FILE *out, const struct hpm_scaling *scaling);
int hpm_scaling_json (FILE *out, const struct hpm_scaling *scaling);

#endif /* HPM_AGGREGATE_SCALING_OUTPUT_H */
