/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Processor time that is the kernel's.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>

/* Outside MPI, as to poll there is none of the program's doing, and beyond what
 * ticks err, which tell user from kernel; nothing where that may be of marks,
 * whose least alone is known.  */
double
hpm_judge_in_kernel (const struct hpm_judge *judge,
                     const struct hpm_verdict *verdict)
{
    double kernel = verdict->account->part[HPM_PART_KERNEL];
    double error = verdict->errors->part[HPM_PART_KERNEL];
    double sure = kernel - (isnan (error) ? 0 : 2 * error);

    return sure >= HPM_LIMIT_SYSTEM * hpm_judge_processor_time (judge)
                   && !(1e-9 * hpm_region_tree_cost (&judge->result->tree)
                        > HPM_LIMIT_DIFFERENCE * kernel)
               ? kernel
               : 0;
}

static double
sum_of_faults (const struct hpm_judge *judge)
{
    double sum = 0;

    for (size_t i = 0; i < judge->count; i++)
        sum += hpm_judge_known (hpm_judge_get (judge, i, HPM_PROFILE_faults));
    return sum;
}

int
hpm_judge_system (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    double kernel = verdict->account->part[HPM_PART_KERNEL];
    double faults = sum_of_faults (judge);
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_SYSTEM, -1, -1,
                       kernel / hpm_judge_processor_time (judge), 0, NAN);

    if (HPM_LIMIT_FAULT * faults >= HPM_LIMIT_LEAST * kernel) {
        finding.reference
            = faults / verdict->efficiency[HPM_EFFICIENCY_RUNTIME];
        finding.subject = 1;
    }
    finding.cost = kernel;
    return hpm_verdict_add (verdict, finding);
}
