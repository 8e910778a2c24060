/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What ranks, or all threads, have of processors, and wait for them.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>

double
hpm_judge_waiting (const struct hpm_judge *judge)
{
    double waiting = 0, wall = 0;

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete)
            && isfinite (HPM_REAL_OF (judge, i, waiting))) {
            waiting += HPM_REAL_OF (judge, i, waiting);
            wall += HPM_REAL_OF (judge, i, wall);
        }
    return wall > 0 ? waiting / wall : 0;
}

double
hpm_judge_threads_waiting (const struct hpm_judge *judge)
{
    double waited = 0, lived = 0;

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete)
            && isfinite (HPM_REAL_OF (judge, i, waited)
                         + HPM_REAL_OF (judge, i, lived))) {
            waited += HPM_REAL_OF (judge, i, waited);
            lived += HPM_REAL_OF (judge, i, lived);
        }
    return lived > 0 ? waited / lived : 0;
}

double
hpm_judge_processor_time (const struct hpm_judge *judge)
{
    double sum = 0;

    for (size_t i = 0; i < judge->count; i++)
        sum += hpm_judge_known (HPM_REAL_OF (judge, i, ran));
    return sum;
}

double
hpm_judge_without_processor (const struct hpm_account *account)
{
    return account->part[HPM_PART_WAITING] + account->part[HPM_PART_MPI_WAITING]
           + account->part[HPM_PART_READY];
}

/* Part of the waiting of all threads that is no limit's doing.  */
static double
part_unlimited (const struct hpm_judge *judge, double stopped)
{
    double waited = 0;

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete)
            && isfinite (HPM_REAL_OF (judge, i, waited)))
            waited += HPM_REAL_OF (judge, i, waited);
    return waited > stopped ? 1 - stopped / waited : stopped > 0 ? 0 : 1;
}

/* Of main threads or of all, whichever wait for the larger part.  */
int
hpm_judge_processors_wait (const struct hpm_judge *judge,
                           struct hpm_verdict *verdict, double in_vain)
{
    double main = hpm_judge_waiting (judge), stopped;
    double all = hpm_judge_threads_waiting (judge);
    double cost = hpm_judge_without_processor (verdict->account);
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_OVERSUBSCRIBED, -1, -1, fmax (main, all),
                       all > main * (1 + 1e-6), NAN);

    if (hpm_judge_throttled (judge, verdict, &stopped) < 0)
        return -1;
    finding.value *= part_unlimited (judge, stopped);
    if (!(finding.value >= HPM_LIMIT_WAITING))
        return 0;
    if (in_vain > cost / 2 && stopped == 0)
        finding.share = in_vain / cost;
    finding.cost = fmax (0, cost - in_vain - stopped);
    return hpm_verdict_add (verdict, finding);
}
