/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tree of regions or of functions for Hatchet, and what the run says of
 * itself: whatever else is in the file, Hatchet takes for that.
 */
#include "config.h"

#include "aggregate/show/hatchet.h"
#include "aggregate/show/json_parts.h"
#include "aggregate/show/summary/summary.h"

/* What there is nothing of is said before anything is written.  */
static int
check (const struct hpm_output *output, struct hpm_error *error)
{
    const struct hpm_result *result = output->result;
    const struct hpm_spots *spots = hpm_rows_spots (output->rows);

    if (spots && !spots->count)
        return hpm_error_set (error, "--format=hatchet: there are no samples: "
                                     "hpmrun --sample takes them");
    if (output->rows->per == HPM_PER_CALLER && !result->samples.stacks.count)
        return hpm_error_set (error, "--format=hatchet: there are no callers "
                                     "of samples: hpmrun --sample=callers "
                                     "takes them");
    if (output->rows->per == HPM_PER_REGION && !result->tree.count)
        return hpm_error_set (error, "--format=hatchet: %s",
                              hpm_summary_why_no_regions (result));
    return 0;
}

int
hpm_output_hatchet (const struct hpm_output *output, struct hpm_error *error)
{
    struct hpm_json json = { .buffer.out = output->out };
    int failed;

    if (check (output, error))
        return -1;
    hpm_json_open (&json, NULL, '{');
    failed = hpm_rows_of_samples (output->rows)
                 ? hpm_hatchet_put_samples (&json, output, error)
                 : hpm_hatchet_put_regions (&json, output, error);
    hpm_json_put_run_members (&json, output->result, 0);
    hpm_json_close (&json, '}');
    putc ('\n', output->out);
    return failed || ferror (output->out) ? -1 : 0;
}
