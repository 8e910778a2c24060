/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What costs most, the largest first: ranks that wait for processors; a slow
 * rank, for which the others wait; time in MPI of even the slowest rank, with
 * ranks that take turns; main threads that are blocked; timing calls of MPI;
 * and a change on the way.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>
#include <stdlib.h>

struct topic {
    double cost; /* s */
    int (*tell) (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                 const struct topic *topic);
    double blamed, more; /* of a slow rank; or the one that is blocked longest,
                          * or -1, and s that all are */
    double in_vain; /* s that ranks wait for processors in MPI for others */
    int always;     /* told whatever it costs */
};

#define TOPICS 7
#define ALIKE 1.25 /* times as long another is blocked, at most */

/* The function in which most of the time in MPI is spent.  */
static int
tell_in_mpi (const struct hpm_judge *judge, struct hpm_verdict *verdict,
             const struct topic *topic)
{
    const struct hpm_calls *calls = &judge->result->calls;
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_IN_MPI, -1, -1, NAN, NAN,
                       hpm_judge_slowest_in_mpi (judge, verdict)
                           / verdict->efficiency[HPM_EFFICIENCY_RUNTIME]);
    int *order = hpm_calls_order (calls);
    double all = 0;

    if (!order)
        return -1;
    for (int f = 0; f < calls->count; f++)
        all += hpm_calls_total (calls, f, HPM_SUM_TIME);
    if (calls->count && all > 0) {
        finding.subject = order[0];
        finding.value = hpm_calls_total (calls, order[0], HPM_SUM_TIME) / all;
        finding.reference = hpm_calls_mean_size (calls, order[0]);
    }
    free (order);
    finding.cost = topic->cost;
    return hpm_verdict_add (verdict, finding);
}

static int
tell_slowest (const struct hpm_judge *judge, struct hpm_verdict *verdict,
              const struct topic *topic)
{
    return hpm_judge_slowest (judge, verdict, topic->blamed, topic->more,
                              topic->cost);
}

static int
tell_turns (const struct hpm_judge *judge, struct hpm_verdict *verdict,
            const struct topic *topic)
{
    const double *e = verdict->efficiency;
    double ranks = e[HPM_EFFICIENCY_RANKS];
    struct hpm_finding finding = hpm_finding (
        HPM_FINDING_SERIAL, -1, -1, ranks * e[HPM_EFFICIENCY_PARALLEL], ranks,
        1 - e[HPM_EFFICIENCY_COMMUNICATION]);

    (void)judge;
    finding.cost = topic->cost;
    return hpm_verdict_add (verdict, finding);
}

static int
tell_idle (const struct hpm_judge *judge, struct hpm_verdict *verdict,
           const struct topic *topic)
{
    struct hpm_finding finding = hpm_finding (HPM_FINDING_IDLE, topic->blamed,
                                              -1, 0, (double)judge->count, 0);
    double lives = 0, least = INFINITY, most = 0;

    for (size_t i = 0; i < judge->count; i++) {
        double life = HPM_REAL_OF (judge, i, main_whole);
        double part = HPM_REAL_OF (judge, i, main_blocked) / life;

        lives += life;
        least = fmin (least, part);
        most = fmax (most, part);
        finding.share
            += fmin (HPM_REAL_OF (judge, i, main_blocked),
                     hpm_judge_known (HPM_REAL_OF (judge, i, beside)));
    }
    finding.value = topic->more / lives;
    finding.share /= lives;
    finding.subject = most <= ALIKE * least;
    finding.cost = topic->cost;
    return hpm_verdict_add (verdict, finding);
}

/* The function that was called most often, -1 without one.  */
static int
most_called (const struct hpm_calls *calls)
{
    int most = -1;

    for (int f = 0; f < calls->count; f++)
        if (most < 0
            || hpm_calls_total (calls, f, HPM_SUM_CALLS)
                   > hpm_calls_total (calls, most, HPM_SUM_CALLS))
            most = f;
    return most;
}

static int
tell_own (const struct hpm_judge *judge, struct hpm_verdict *verdict,
          const struct topic *topic)
{
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_OWN, -1, -1,
                       topic->cost / hpm_judge_processor_time (judge), 0, NAN);
    double bytes;

    hpm_judge_sum_calls (&judge->result->calls, &finding.reference, &bytes);
    finding.subject = most_called (&judge->result->calls);
    finding.cost = topic->cost;
    return hpm_verdict_add (verdict, finding);
}

/* What timing calls of MPI took; 0 if it is not worth telling.  That is of
 * processor time: to wait makes it no better.  */
static double
own_cost (const struct hpm_judge *judge, const struct hpm_verdict *verdict)
{
    double own = verdict->account->part[HPM_PART_OWN];

    return own >= HPM_LIMIT_OWN * hpm_judge_processor_time (judge) ? own : 0;
}

static int
compare_values (const void *a, const void *b)
{
    const double *first = a, *second = b;

    return (*first > *second) - (*first < *second);
}

/* What its main thread was blocked outside MPI, in s, NAN where it is not
 * known. While other threads of a rank had work it may have waited for them, so
 * that is taken off.  */
static double
blocked_of (const struct hpm_judge *judge, size_t rank)
{
    if (!isfinite (HPM_REAL_OF (judge, rank, blocked)))
        return NAN;
    return fmax (0, HPM_REAL_OF (judge, rank, main_blocked)
                        - hpm_judge_known (HPM_REAL_OF (judge, rank, beside)));
}

/* Of all ranks: seconds, and of the least and the most.  */
struct blocked {
    double sum, least, most, shortest; /* shortest: time outside MPI */
    size_t rank;                       /* that has the most */
};

static struct blocked
all_blocked (const struct hpm_judge *judge)
{
    struct blocked all = { 0, INFINITY, -1, INFINITY, 0 };

    for (size_t i = 0; i < judge->count; i++) {
        double value = blocked_of (judge, i);

        all.sum += hpm_judge_known (value);
        all.least = fmin (all.least, value);
        all.shortest = fmin (all.shortest, HPM_REAL_OF (judge, i, useful));
        all.rank = value > all.most ? i : all.rank;
        all.most = fmax (all.most, value);
    }
    return all;
}

/* What a rank is longer outside MPI than the shortest, as far as it is blocked
 * longer, is told of it where ranks are too few to have outliers.  */
static double
told_of_slow (const struct hpm_judge *judge, const struct blocked *all,
              size_t rank)
{
    double longer = HPM_REAL_OF (judge, rank, useful) - all->shortest;

    return judge->count < HPM_LIMIT_SAMPLE
               ? fmin (fmax (0, longer), blocked_of (judge, rank) - all->least)
               : 0;
}

/* Seconds that the main threads of all ranks are blocked outside MPI, each at
 * most as long as three of four are, or two of three, or one of two: what some
 * have more is theirs.  All that they are is told, as the account does, and of
 * few which is so longest.  */
static struct topic
weigh_blocked (const struct hpm_judge *judge)
{
    struct topic topic = { .tell = tell_idle, .blamed = -1 };
    double *values = malloc ((judge->count + 1) * sizeof *values);
    struct blocked all = all_blocked (judge);
    size_t count = 0, middle;

    for (size_t i = 0; values && i < judge->count; i++)
        if (isfinite (blocked_of (judge, i)))
            values[count++]
                = blocked_of (judge, i) - told_of_slow (judge, &all, i);
    if (count > 0) {
        qsort (values, count, sizeof *values, compare_values);
        middle = count > 1 && count < HPM_LIMIT_SAMPLE ? 1 : count / 4;
        for (size_t i = 0; i < count; i++)
            topic.cost += fmin (values[middle], values[i]);
        topic.more = all.sum;
        if (count < HPM_LIMIT_SAMPLE && all.most > ALIKE * all.least)
            topic.blamed = (double)all.rank;
    }
    free (values);
    return topic;
}

/* Nothing if it is not worth telling.  */
static struct topic
weigh_idle (const struct hpm_judge *judge)
{
    struct topic topic = weigh_blocked (judge);
    double lives = 0;

    for (size_t i = 0; i < judge->count; i++)
        lives += HPM_REAL_OF (judge, i, main_whole);
    if (!(topic.cost >= HPM_LIMIT_IDLE * lives && lives > 0))
        topic.cost = 0;
    return topic;
}

static int
tell_system (const struct hpm_judge *judge, struct hpm_verdict *verdict,
             const struct topic *topic)
{
    (void)topic;
    return hpm_judge_system (judge, verdict);
}

static int
tell_change (const struct hpm_judge *judge, struct hpm_verdict *verdict,
             const struct topic *topic)
{
    (void)topic;
    return hpm_judge_change (judge, verdict);
}

static int
compare_topics (const void *a, const void *b)
{
    const struct topic *first = a, *second = b;

    return (first->cost < second->cost) - (first->cost > second->cost);
}

/* What the others can wait for a rank: what it is longer outside MPI than each
 * of them that is not as long.  */
static double
waited_for (const struct hpm_judge *judge, double rank)
{
    double useful = rank >= 0 ? HPM_REAL_OF (judge, (size_t)rank, useful) : NAN;
    double sum = 0;

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete)
            && useful > HPM_REAL_OF (judge, i, useful))
            sum += useful - HPM_REAL_OF (judge, i, useful);
    return sum;
}

/* What the others wait for the slowest, or for the one to blame.  */
static struct topic
weigh_slowest (const struct hpm_judge *judge, const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;
    double ranks = e[HPM_EFFICIENCY_RANKS], cost;
    struct topic topic = { .tell = tell_slowest };
    int unbalanced = e[HPM_EFFICIENCY_BALANCE] < HPM_LIMIT_GOOD;

    topic.blamed = hpm_judge_blamed (judge, &topic.more);
    if (!unbalanced
        && (e[HPM_EFFICIENCY_PARALLEL] >= HPM_LIMIT_GOOD
            || topic.more < HPM_LIMIT_BLAMED * e[HPM_EFFICIENCY_RUNTIME]))
        topic.more = 0;
    cost = waited_for (judge, topic.more > 0 ? topic.blamed
                                             : e[HPM_EFFICIENCY_SLOWEST]);
    topic.cost = fmin (topic.more * (ranks - 1), cost);
    /* That another one takes longest is not the doing of the one to blame.  */
    if (unbalanced
        && (topic.more == 0 || topic.blamed == e[HPM_EFFICIENCY_SLOWEST]))
        topic.cost = cost;
    /* They wait in MPI, or have ended.  */
    topic.cost = fmin (
        topic.cost,
        ranks * (e[HPM_EFFICIENCY_RUNTIME] - e[HPM_EFFICIENCY_USEFUL_MEAN]));
    return topic;
}

/* What even the slowest rank loses in MPI, on all of them: where ranks take
 * turns, whatever they wait there for processors; else without that.  */
static struct topic
weigh_mpi (const struct hpm_judge *judge, const struct hpm_verdict *verdict,
           const struct topic *slowest)
{
    const double *e = verdict->efficiency;
    double cost = e[HPM_EFFICIENCY_RANKS]
                  * (e[HPM_EFFICIENCY_RUNTIME] - e[HPM_EFFICIENCY_USEFUL_MAX]);
    struct topic topic = { .tell = tell_in_mpi };
    double all = 0, each;

    if (!(e[HPM_EFFICIENCY_COMMUNICATION] < HPM_LIMIT_GOOD))
        return topic;
    each = hpm_judge_slowest_in_mpi (judge, verdict);
    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete))
            all += fmin (hpm_judge_in_mpi (judge, i), each);
    topic.cost = fmax (0, all - verdict->account->part[HPM_PART_MPI_WAITING]);
    if (slowest->more == 0 && hpm_judge_take_turns (judge, verdict))
        topic = (struct topic){ .cost = cost, .tell = tell_turns };
    return topic;
}

static int
tell_waiting (const struct hpm_judge *judge, struct hpm_verdict *verdict,
              const struct topic *topic)
{
    return hpm_judge_processors_wait (judge, verdict, topic->in_vain);
}

/* What ranks wait for a slow one, or for their turn, while those that they wait
 * for do not wait for a processor themselves.  */
static double
waited_in_vain (const struct hpm_judge *judge,
                const struct hpm_verdict *verdict, const struct topic *slow,
                const struct topic *mpi)
{
    const double *e = verdict->efficiency;
    double rank = slow->more > 0 ? slow->blamed : e[HPM_EFFICIENCY_SLOWEST];
    double useful = HPM_REAL_OF (judge, (size_t)rank, useful);
    double waits
        = hpm_judge_known (HPM_REAL_OF (judge, (size_t)rank, waiting_least));

    if (mpi->tell == tell_turns) {
        useful = e[HPM_EFFICIENCY_RANKS] * e[HPM_EFFICIENCY_USEFUL_MEAN];
        waits = verdict->account->part[HPM_PART_WAITING];
    }
    return fmax (slow->cost, mpi->tell == tell_turns ? mpi->cost : 0)
           * (useful > waits ? 1 - waits / useful : 0);
}

/* All ranks wait for processors: that is none of theirs, and comes first,
 * unless they do so for the most part while a slow rank, or the one whose turn
 * it is, makes them wait in MPI.  */
static struct topic
weigh_waiting (const struct hpm_verdict *verdict, double waited_for)
{
    struct topic topic = { .tell = tell_waiting, .always = 1 };
    double cost = hpm_judge_without_processor (verdict->account);

    topic.in_vain
        = fmin (verdict->account->part[HPM_PART_MPI_WAITING], waited_for);
    topic.cost = topic.in_vain > cost / 2 ? cost - topic.in_vain : INFINITY;
    return topic;
}

int
hpm_judge_costs (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    struct topic topics[TOPICS] = { weigh_slowest (judge, verdict) };
    int failed = 0;

    topics[1] = weigh_mpi (judge, verdict, &topics[0]);
    topics[2] = weigh_idle (judge);
    topics[3]
        = (struct topic){ .cost = own_cost (judge, verdict), .tell = tell_own };
    if (topics[1].tell == tell_turns || hpm_judge_is_full (judge, verdict))
        topics[0].cost = 0;
    topics[4] = weigh_waiting (
        verdict, waited_in_vain (judge, verdict, &topics[0], &topics[1]));
    topics[5] = (struct topic){ .cost = hpm_judge_in_kernel (judge, verdict),
                                .tell = tell_system };
    topics[6]
        = (struct topic){ .cost = judge->change->cost, .tell = tell_change };
    qsort (topics, TOPICS, sizeof *topics, compare_topics);
    for (int i = 0; !failed && i < TOPICS; i++)
        if (topics[i].always
            || topics[i].cost > HPM_LIMIT_COST * hpm_verdict_time (verdict))
            failed = topics[i].tell (judge, verdict, &topics[i]);
    return failed;
}
