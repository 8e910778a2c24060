/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of the job that the verdict comes with: efficiencies and the account.
 */
#include "config.h"

#include "aggregate/show/rows/job_rows.h"

#include <math.h>

/* The value as the mean.  */
static void
put_efficiencies (const struct hpm_output *output, hpm_job_put *put, void *data)
{
    static const char *const units[] = {
#define HPM_X(identifier, name, unit, meaning) unit,
        HPM_EFFICIENCIES (HPM_X)
#undef HPM_X
    };
    struct hpm_job_row row;

    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++) {
        if (isnan (output->result->verdict.efficiency[i]))
            continue;
        hpm_job_row_start (&row, output->result, 0, "efficiency",
                           hpm_efficiency_word (i), units[i]);
        row.mean = output->result->verdict.efficiency[i];
        put (data, &row);
    }
}

/* Seconds as the total.  */
static void
put_account (const struct hpm_output *output, hpm_job_put *put, void *data)
{
    const struct hpm_verdict *verdict = &output->result->verdict;
    struct hpm_job_row row;

    for (int i = 0; verdict->account && i < HPM_PART_COUNT; i++) {
        if (!(verdict->account->part[i] > 0))
            continue;
        hpm_job_row_start (&row, output->result, 0, "account",
                           hpm_part_word (i), "s");
        row.total = hpm_number_real (verdict->account->part[i]);
        put (data, &row);
    }
}

void
hpm_job_put_verdict (const struct hpm_output *output, hpm_job_put *put,
                     void *data)
{
    put_efficiencies (output, put, data);
    put_account (output, put, data);
}
