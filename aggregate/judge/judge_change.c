/* SPDX-License-Identifier: BSD-3-Clause
 *
 * That a run changed on its way: it is longer in MPI.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

int
hpm_judge_change (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    const struct hpm_change *change = judge->change;
    double host
        = change->rank < 0
              ? -1
              : (double)HPM_NUMBER_OF (judge, (size_t)change->rank, host);
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_CHANGED, (double)change->rank, host,
                       change->when, change->before, change->after);

    finding.subject = change->rank < 0 && change->cause != HPM_CHANGE_OFTEN
                          ? -1
                          : (int)change->cause;
    finding.cost = change->cost;
    return hpm_verdict_add (verdict, finding);
}
