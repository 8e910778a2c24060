/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why the slowest rank is slower than the others are in the median.  With
 * counters
 *
 *     useful time = instructions / (instructions per cycle x cycles a second)
 *
 * so that the logarithms of the three ratios to the median add up to that of
 * the useful time, and each factor has its part in the excess.  Times that a
 * rank did not compute are parts of the excess in seconds, and lower its cycles
 * a second: that factor is only to blame for what they leave.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/analysis/judge.h"

/* The slowest rank, and medians of the others.  */
struct comparison {
    const struct hpm_profile *slow;
    double rank, host;
    double usual[HPM_PROFILE_FIELD_COUNT];
    double excess; /* seconds of useful time */
    struct hpm_verdict *verdict;
    int told; /* causes */
};

static double
value (const struct comparison *compared, int quantity)
{
    return hpm_profile_get (compared->slow, quantity);
}

static double
ratio (const struct comparison *compared, int quantity)
{
    return value (compared, quantity) / compared->usual[quantity];
}

/* Part in the excess of a factor that is so much larger than usual.  */
static double
part_of_factor (const struct comparison *compared, double factor)
{
    double part = log (factor) / log (ratio (compared, HPM_PROFILE_useful));

    return isfinite (part) ? part : 0;
}

static double
more_seconds (const struct comparison *compared, int quantity)
{
    double more = value (compared, quantity) - compared->usual[quantity];

    return more > 0 ? more : 0;
}

/* Waiting for processors and for others may have been inside MPI: no more than
 * the excess is explained by it.  */
static double
part_of_seconds (const struct comparison *compared, int quantity)
{
    return fmin (1, more_seconds (compared, quantity) / compared->excess);
}

/* Tell a cause if its part is large enough.  */
static int
tell (struct comparison *compared, enum hpm_rule rule, double value_told,
      double reference, double part)
{
    if (!(part >= HPM_LIMIT_CAUSE))
        return 0;
    compared->told++;
    return hpm_verdict_add (compared->verdict,
                            hpm_finding (rule, compared->rank, compared->host,
                                         value_told, reference, part));
}

static int
tell_factors (struct comparison *compared, double lost)
{
    double work = ratio (compared, HPM_PROFILE_instructions);
    double ipc = ratio (compared, HPM_PROFILE_ipc);
    double clock = ratio (compared, HPM_PROFILE_clock);

    return tell (compared, HPM_FINDING_WORK, work, NAN,
                 part_of_factor (compared, work))
           || tell (compared, HPM_FINDING_IPC, ipc, NAN,
                    part_of_factor (compared, 1 / ipc))
           || tell (compared, HPM_FINDING_CLOCK, clock,
                    compared->slow->threads > 1 ? 2 : 1,
                    part_of_factor (compared, 1 / clock) - lost);
}

static int
tell_seconds (struct comparison *compared, double *lost)
{
    double waiting = part_of_seconds (compared, HPM_PROFILE_waiting);
    double blocked = part_of_seconds (compared, HPM_PROFILE_blocked);
    double kernel = part_of_seconds (compared, HPM_PROFILE_kernel);
    double share = value (compared, HPM_PROFILE_waiting)
                   / value (compared, HPM_PROFILE_wall);

    /* More than there is to explain: it was inside MPI.  */
    if (kernel > 1)
        kernel = 0;
    *lost = waiting + blocked + kernel;
    if (!(share >= HPM_LIMIT_WAITING))
        waiting = 0;
    return tell (compared, HPM_FINDING_CPU_WAIT, share,
                 more_seconds (compared, HPM_PROFILE_waiting), waiting)
           || tell (compared, HPM_FINDING_BLOCKED,
                    more_seconds (compared, HPM_PROFILE_blocked), NAN, blocked)
           || tell (compared, HPM_FINDING_KERNEL,
                    more_seconds (compared, HPM_PROFILE_kernel),
                    ratio (compared, HPM_PROFILE_faults), kernel);
}

/* To compute longer takes processor time.  Where that is not known to have been
 * outside MPI, it may have been; where it is no more than that of the others,
 * the rank did something else.  */
static struct hpm_finding
unexplained (const struct comparison *compared, int counted)
{
    double computing = value (compared, HPM_PROFILE_computing);
    double usual = compared->usual[HPM_PROFILE_computing];
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_UNEXPLAINED, compared->rank, compared->host,
                       counted, NAN, NAN);

    if (computing - usual < HPM_LIMIT_COMPUTES * compared->excess) {
        finding.value = 2;
        finding.reference = computing;
        finding.share = usual;
    }
    return finding;
}

static int
tell_causes (struct comparison *compared)
{
    int counted = isfinite (ratio (compared, HPM_PROFILE_instructions))
                  && isfinite (ratio (compared, HPM_PROFILE_ipc));
    double lost = 0;
    int failed
        = tell_seconds (compared, &lost) || tell_factors (compared, lost);

    if (failed || compared->told)
        return failed;
    return hpm_verdict_add (compared->verdict, unexplained (compared, counted));
}

/* Where most ranks are as slow as the slowest, the rank with little to do is
 * the one to tell.  */
static int
tell_light (const struct hpm_judge *judge, struct hpm_verdict *verdict,
            double usual)
{
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_LIGHT, -1, -1, usual, usual, NAN);

    for (size_t i = 0; i < judge->count; i++)
        if (judge->profiles[i].complete
            && judge->profiles[i].useful < finding.value) {
            finding.value = judge->profiles[i].useful;
            finding.rank = (double)i;
            finding.host = judge->profiles[i].host;
        }
    return hpm_verdict_add (verdict, finding);
}

int
hpm_judge_slowest (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    double rank = verdict->efficiency[HPM_EFFICIENCY_SLOWEST];
    struct comparison compared = { .slow = &judge->profiles[(size_t)rank],
                                   .rank = rank,
                                   .verdict = verdict };
    double *room = malloc ((judge->count + 1) * sizeof *room);
    double usual;

    if (!room)
        return -1;
    for (int i = 0; i < HPM_PROFILE_FIELD_COUNT; i++)
        compared.usual[i] = hpm_judge_median (judge, i, rank, room);
    free (room);
    compared.host = compared.slow->host;
    usual = compared.usual[HPM_PROFILE_useful];
    compared.excess = compared.slow->useful - usual;
    if (!(compared.slow->useful >= HPM_LIMIT_SLOWER * usual))
        return tell_light (judge, verdict, usual);
    if (hpm_verdict_add (verdict,
                         hpm_finding (HPM_FINDING_SLOWEST, rank, compared.host,
                                      compared.slow->useful, usual,
                                      compared.slow->useful / usual)))
        return -1;
    return tell_causes (&compared);
}
