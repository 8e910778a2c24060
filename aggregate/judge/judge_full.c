/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One processor for all ranks, which they keep busy: what one has less to do
 * there, another one has more, and the run takes as long.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include "aggregate/binding/mask.h"

/* Whether all ranks may use the same processor alone.  */
static int
have_one (const struct hpm_judge *judge)
{
    struct hpm_mask mask;
    int64_t first;

    if (judge->count < 2 || judge->result->hosts.count != 1)
        return 0;
    first = HPM_NUMBER_OF (judge, 0, mask);
    for (size_t i = 1; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, mask) != first)
            return 0;
    if (first < 0)
        return 0;
    hpm_mask_parse (&mask, judge->masks.texts[first]);
    return mask.count == 1;
}

/* While its slowest rank has work, a rank wants the processor; what ranks in
 * MPI have of it meanwhile, where they may poll, and others could compute, is
 * taken off.  */
int
hpm_judge_is_full (const struct hpm_judge *judge,
                   const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency, *part = verdict->account->part;
    double blocked;

    if (!(e[HPM_EFFICIENCY_SLOWEST] >= 0) || !have_one (judge))
        return 0;
    blocked = HPM_REAL_OF (judge, (size_t)e[HPM_EFFICIENCY_SLOWEST], blocked);
    return e[HPM_EFFICIENCY_USEFUL_MAX] - blocked - part[HPM_PART_MPI_RUNNING]
               - part[HPM_PART_MPI]
           >= HPM_LIMIT_GOOD * e[HPM_EFFICIENCY_RUNTIME];
}
