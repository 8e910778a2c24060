/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The slowest rank, or the one to blame, with the causes and what they cost.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/judge/judge_causes.h"

/* What is told where less than half of its excess is computing: 2, or 3 if none
 * is, or 4 if it waited for a processor instead.  */
static double
left_of_computing (const struct hpm_comparison *compared, double more)
{
    double waits = hpm_profile_get (&compared->slow, HPM_PROFILE_waiting_least)
                   - compared->usual[HPM_PROFILE_waiting_most];

    if (more > 0)
        return 2;
    return waits >= HPM_LIMIT_COMPUTES * compared->excess ? 4 : 3;
}

/* To compute longer takes processor time.  Where that is not known to have been
 * outside MPI, it may have been; where it is, at most, little more than that of
 * the others, at least, the rank did something else.  */
static struct hpm_finding
unexplained (const struct hpm_comparison *compared)
{
    double most
        = hpm_profile_get (&compared->slow, HPM_PROFILE_computing)
          + hpm_profile_get (&compared->slow, HPM_PROFILE_computing_error);
    double least = fmax (0, compared->usual[HPM_PROFILE_computing_least]
                                - compared->usual[HPM_PROFILE_computing_error]);
    struct hpm_finding finding = hpm_finding (
        HPM_FINDING_UNEXPLAINED, compared->rank, compared->host, 1, NAN, NAN);

    if (most - least < HPM_LIMIT_COMPUTES * compared->excess) {
        finding.value = left_of_computing (compared, most - least);
        finding.reference = most;
        finding.share = least;
    }
    return finding;
}

/* What a cause costs: its part of what the rank does, and no more than its
 * seconds, of each other rank.  */
static double
cost_of_cause (const struct hpm_comparison *compared,
               const struct hpm_cause *cause, double cost)
{
    double parts = 0;

    for (int i = 0; i < compared->count; i++)
        parts += fmin (1, compared->causes[i].part);
    return fmin (cost * fmin (1, cause->part) / fmax (1, parts),
                 cause->seconds * (compared->ranks - 1));
}

/* Each with its part of what the rank costs.  */
static int
tell_causes (struct hpm_comparison *compared, struct hpm_verdict *verdict,
             double cost)
{
    int failed = 0;

    hpm_comparison_find_causes (compared);
    for (int i = 0; !failed && i < compared->count; i++) {
        compared->causes[i].finding.cost
            = cost_of_cause (compared, &compared->causes[i], cost);
        failed = hpm_verdict_add (verdict, compared->causes[i].finding);
    }
    if (failed || compared->count)
        return failed;
    return hpm_verdict_add (verdict, unexplained (compared));
}

/* What is usual among the others; `room` holds a double for each rank.  */
static void
find_usual (struct hpm_comparison *compared, const struct hpm_judge *judge,
            double *room)
{
    double cpu;
    size_t count = 0;

    for (int i = 0; i < HPM_PROFILE_FIELD_COUNT; i++)
        compared->usual[i] = hpm_judge_median (judge, i, compared->rank, room);
    cpu = compared->usual[HPM_PROFILE_cpu];
    compared->pressure = compared->usual[HPM_PROFILE_waiting] / cpu;
    if (!(cpu > 0) || isnan (compared->pressure))
        compared->pressure = 0;
    compared->excess
        = compared->slow.useful - compared->usual[HPM_PROFILE_useful];
    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete) && (double)i != compared->rank
            && isfinite (HPM_REAL_OF (judge, i, waiting_most)))
            room[count++] = fabs (HPM_REAL_OF (judge, i, waiting_most)
                                  - compared->usual[HPM_PROFILE_waiting_most]);
    if ((double)count >= HPM_LIMIT_SAMPLE)
        compared->spread = HPM_MAD_TO_DEVIATION * hpm_median (room, count);
}

static int
tell_slow (struct hpm_comparison *compared, struct hpm_verdict *verdict,
           double cost)
{
    double useful = compared->slow.useful;
    double usual = compared->usual[HPM_PROFILE_useful];
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_SLOWEST, compared->rank, compared->host,
                       useful, usual, useful / usual);

    finding.subject
        = compared->rank == verdict->efficiency[HPM_EFFICIENCY_SLOWEST];
    finding.cost = cost;
    return hpm_verdict_add (verdict, finding);
}

int
hpm_judge_slowest (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                   double blamed, double more, double cost)
{
    double rank
        = more > 0 ? blamed : verdict->efficiency[HPM_EFFICIENCY_SLOWEST];
    struct hpm_comparison compared
        = { .slow = hpm_judge_profile (judge, (size_t)rank),
            .rank = rank,
            .all_wait = hpm_judge_waiting (judge) };
    double *room = malloc ((judge->count + 1) * sizeof *room), usual;

    if (!room)
        return -1;
    compared.host = (double)compared.slow.host;
    compared.ranks = verdict->efficiency[HPM_EFFICIENCY_RANKS];
    find_usual (&compared, judge, room);
    free (room);
    compared.excess = fmax (compared.excess, more);
    usual = compared.usual[HPM_PROFILE_useful];
    if (more == 0 && !(compared.slow.useful >= HPM_LIMIT_SLOWER * usual))
        return hpm_judge_light (judge, verdict, usual, cost);
    return tell_slow (&compared, verdict, cost)
           || tell_causes (&compared, verdict, cost);
}
