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
 *
 * Of times that may have been inside MPI the part is what the rank has at least
 * beyond what the others have at most: a cause is told where the clocks leave
 * no other.  A rank with more to do also waits longer for a processor that it
 * shares, and less than the clocks err is no difference.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/analysis/judge.h"

#define CAUSES_MOST 8
#define TICK 0.004 /* s; longest that kernels have */

struct cause {
    struct hpm_finding finding;
    double part;
};

/* The slowest rank, and medians of the others.  */
struct comparison {
    const struct hpm_profile *slow;
    double rank, host;
    double usual[HPM_PROFILE_FIELD_COUNT];
    double spread;   /* of the others' waiting, s; 0 where they are too few */
    double excess;   /* seconds of useful time */
    double pressure; /* seconds the others wait for one on a processor */
    double kernel;   /* s of processor time that are told as the kernel's */
    double all_wait; /* part of the run that all wait for a processor */
    struct cause causes[CAUSES_MOST];
    int count;
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
positive (double seconds)
{
    return seconds > 0 ? seconds : 0;
}

static double
more_seconds (const struct comparison *compared, int quantity)
{
    return positive (value (compared, quantity) - compared->usual[quantity]);
}

/* No more than the excess is explained by a time.  */
static double
part_of_seconds (const struct comparison *compared, double seconds)
{
    return fmin (1, positive (seconds) / compared->excess);
}

/* Less may be chance.  */
static int
is_a_difference (const struct comparison *compared, double more, double of)
{
    return more >= HPM_LIMIT_DIFFERENCE * of
           && more >= HPM_LIMIT_LEAST * compared->slow->wall;
}

/* Note a cause if its part is large enough.  */
static void
note (struct comparison *compared, enum hpm_rule rule, double value_told,
      double reference, double part, double told)
{
    if (!(part >= HPM_LIMIT_CAUSE) || compared->count == CAUSES_MOST)
        return;
    compared->causes[compared->count++]
        = (struct cause){ hpm_finding (rule, compared->rank, compared->host,
                                       value_told, reference, told),
                          part };
}

/* Processor time that it has outside MPI at least, beyond what the others have
 * at most.  */
static double
more_computing (const struct comparison *compared)
{
    return positive (value (compared, HPM_PROFILE_computing_least)
                     - compared->usual[HPM_PROFILE_computing]);
}

/* The same with the waiting for processors that goes with it.  */
static void
note_computing (struct comparison *compared)
{
    double more = more_computing (compared) - compared->kernel;
    double waits = fmin (more * compared->pressure,
                         value (compared, HPM_PROFILE_waiting));
    double stretched = more + waits;

    if (more > HPM_LIMIT_COMPUTED
        && more
               >= HPM_LIMIT_DIFFERENCE * value (compared, HPM_PROFILE_computing)
        && stretched >= HPM_LIMIT_LEAST * compared->slow->wall)
        note (compared, HPM_FINDING_UNEXPLAINED, 0, NAN,
              part_of_seconds (compared, stretched), NAN);
}

/* A rank that waits for a processor as the others do says nothing; nor does one
 * that waits as much longer as it has more to do.  */
static void
note_waiting (struct comparison *compared)
{
    double waiting = value (compared, HPM_PROFILE_waiting);
    double outside = value (compared, HPM_PROFILE_waiting_least);
    double least = outside - compared->usual[HPM_PROFILE_waiting_most]
                   - compared->pressure * more_computing (compared);
    double part = part_of_seconds (compared, least);

    if (waiting >= HPM_LIMIT_WAITING * compared->slow->wall
        && is_a_difference (compared, least, outside)
        && least >= HPM_LIMIT_CONTRAST * compared->spread)
        note (compared, HPM_FINDING_CPU_WAIT, waiting / compared->slow->wall,
              least, part, part);
}

/* At least what it was blocked, less what the others were at most.  */
static void
note_blocked (struct comparison *compared)
{
    double more = value (compared, HPM_PROFILE_blocked)
                  - compared->usual[HPM_PROFILE_blocked_most];
    double part;

    more = fmin (positive (more), compared->excess);
    part = part_of_seconds (compared, more);
    if (is_a_difference (compared, more, value (compared, HPM_PROFILE_blocked)))
        note (compared, HPM_FINDING_BLOCKED, more, NAN, part, part);
}

/* What it has more of the kernel's time, outside MPI: MPI that yields spends
 * time there, too, but no more of it than in the others that are longer in MPI.
 */
static double
more_kernel (const struct comparison *compared)
{
    double more = more_seconds (compared, HPM_PROFILE_kernel);
    double inside = value (compared, HPM_PROFILE_cpu)
                    - value (compared, HPM_PROFILE_computing_least);
    double usual = compared->usual[HPM_PROFILE_cpu]
                   - compared->usual[HPM_PROFILE_computing];

    return inside <= usual
               ? more
               : fmin (more, value (compared, HPM_PROFILE_kernel) - inside);
}

/* Ticks tell the kernel's time from the program's.  */
static void
note_kernel (struct comparison *compared)
{
    double kernel = value (compared, HPM_PROFILE_kernel);
    double more = more_seconds (compared, HPM_PROFILE_kernel);
    double part = part_of_seconds (compared, more_kernel (compared)
                                                 * (1 + compared->pressure));

    if (!(more > 3 * (TICK + sqrt (TICK * positive (kernel))))
        || (compared->all_wait >= HPM_LIMIT_WAITING
            && !(more > HPM_LIMIT_KERNEL))
        || !(more <= 1.01 * compared->excess))
        return;
    note (compared, HPM_FINDING_KERNEL, more,
          ratio (compared, HPM_PROFILE_faults), part, part);
    if (part >= HPM_LIMIT_CAUSE)
        compared->kernel = more;
}

/* Time that is not computing, whoever is to blame for it.  */
static double
lost_part (const struct comparison *compared)
{
    return part_of_seconds (compared,
                            more_seconds (compared, HPM_PROFILE_waiting))
           + part_of_seconds (compared,
                              more_seconds (compared, HPM_PROFILE_blocked))
           + part_of_seconds (compared,
                              more_seconds (compared, HPM_PROFILE_kernel));
}

static int
has_factors (const struct comparison *compared)
{
    return isfinite (ratio (compared, HPM_PROFILE_instructions))
           && isfinite (ratio (compared, HPM_PROFILE_ipc));
}

static void
note_factors (struct comparison *compared)
{
    double work = ratio (compared, HPM_PROFILE_instructions);
    double ipc = ratio (compared, HPM_PROFILE_ipc);
    double clock = ratio (compared, HPM_PROFILE_clock);
    double parts[]
        = { part_of_factor (compared, work), part_of_factor (compared, 1 / ipc),
            part_of_factor (compared, 1 / clock) - lost_part (compared) };

    note (compared, HPM_FINDING_WORK, work, NAN, parts[0], parts[0]);
    note (compared, HPM_FINDING_IPC, ipc, NAN, parts[1], parts[1]);
    note (compared, HPM_FINDING_CLOCK, clock,
          compared->slow->threads > 1 ? 2 : 1, parts[2], parts[2]);
}

/* To compute longer takes processor time.  Where that is not known to have been
 * outside MPI, it may have been; where it is no more than that of the others,
 * the rank did something else.  */
static struct hpm_finding
unexplained (const struct comparison *compared)
{
    double computing = value (compared, HPM_PROFILE_computing);
    double usual = compared->usual[HPM_PROFILE_computing];
    struct hpm_finding finding = hpm_finding (
        HPM_FINDING_UNEXPLAINED, compared->rank, compared->host, 1, NAN, NAN);

    if (computing - usual < HPM_LIMIT_COMPUTES * compared->excess) {
        finding.value = 2;
        finding.reference = computing;
        finding.share = usual;
    }
    return finding;
}

/* The largest part first.  */
static int
compare_parts (const void *a, const void *b)
{
    const struct cause *first = a, *second = b;

    if (first->part < second->part || first->part > second->part)
        return first->part < second->part ? 1 : -1;
    return (int)first->finding.rule - (int)second->finding.rule;
}

/* Each with its part of what the rank costs.  */
static int
tell_causes (struct comparison *compared, struct hpm_verdict *verdict,
             double cost)
{
    int failed = 0;

    note_waiting (compared);
    note_blocked (compared);
    note_kernel (compared);
    if (has_factors (compared))
        note_factors (compared);
    else
        note_computing (compared);
    qsort (compared->causes, (size_t)compared->count, sizeof *compared->causes,
           compare_parts);
    for (int i = 0; !failed && i < compared->count; i++) {
        compared->causes[i].finding.cost
            = cost * fmin (1, compared->causes[i].part);
        failed = hpm_verdict_add (verdict, compared->causes[i].finding);
    }
    if (failed || compared->count)
        return failed;
    return hpm_verdict_add (verdict, unexplained (compared));
}

/* Where most ranks are as slow as the slowest, the rank with little to do is
 * the one to tell.  */
static int
tell_light (const struct hpm_judge *judge, struct hpm_verdict *verdict,
            double usual, double cost)
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
    finding.cost = cost;
    return hpm_verdict_add (verdict, finding);
}

/* What is usual among the others; `room` holds a double for each rank.  */
static void
find_usual (struct comparison *compared, const struct hpm_judge *judge,
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
        = compared->slow->useful - compared->usual[HPM_PROFILE_useful];
    for (size_t i = 0; i < judge->count; i++)
        if (judge->profiles[i].complete && (double)i != compared->rank
            && isfinite (judge->profiles[i].waiting_most))
            room[count++] = fabs (judge->profiles[i].waiting_most
                                  - compared->usual[HPM_PROFILE_waiting_most]);
    if ((double)count >= HPM_LIMIT_SAMPLE)
        compared->spread = HPM_MAD_TO_DEVIATION * hpm_median (room, count);
}

static int
tell_slow (struct comparison *compared, struct hpm_verdict *verdict,
           double cost)
{
    double useful = compared->slow->useful;
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
    struct comparison compared = { .slow = &judge->profiles[(size_t)rank],
                                   .rank = rank,
                                   .all_wait = hpm_judge_waiting (judge) };
    double *room = malloc ((judge->count + 1) * sizeof *room), usual;

    if (!room)
        return -1;
    compared.host = compared.slow->host;
    find_usual (&compared, judge, room);
    free (room);
    compared.excess = fmax (compared.excess, more);
    usual = compared.usual[HPM_PROFILE_useful];
    if (more == 0 && !(compared.slow->useful >= HPM_LIMIT_SLOWER * usual))
        return tell_light (judge, verdict, usual, cost);
    return tell_slow (&compared, verdict, cost)
           || tell_causes (&compared, verdict, cost);
}
