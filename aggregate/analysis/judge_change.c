/* SPDX-License-Identifier: BSD-3-Clause
 *
 * That a run got worse on its way.
 */
#include "config.h"

#include "aggregate/analysis/judge.h"

const char *
hpm_change_cause_word (double code)
{
    static const char *const words[HPM_CHANGE_CAUSE_COUNT] = {
#define HPM_X(identifier, code, word) [code] = word,
        HPM_CHANGE_CAUSES (HPM_X)
#undef HPM_X
    };

    return code >= 0 && code < HPM_CHANGE_CAUSE_COUNT ? words[(int)code] : NULL;
}

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

    finding.subject = change->rank < 0 ? -1 : (int)change->cause;
    finding.cost = change->cost;
    return hpm_verdict_add (verdict, finding);
}
