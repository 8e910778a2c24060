/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What costs most, the largest first: a slow rank, for which the others wait;
 * time in MPI of even the slowest rank, with ranks that take turns; and main
 * threads that are blocked.
 */
#include "config.h"

#include "aggregate/analysis/judge.h"

#include <math.h>
#include <stdlib.h>

struct topic {
    double cost; /* s */
    int (*tell) (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                 const struct topic *topic);
    double blamed, more; /* of a slow rank */
};

#define TOPICS 3

/* The function in which most of the time in MPI is spent.  */
static int
tell_in_mpi (const struct hpm_judge *judge, struct hpm_verdict *verdict,
             const struct topic *topic)
{
    const struct hpm_calls *calls = &judge->result->calls;
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_IN_MPI, -1, -1, NAN, NAN,
                       1 - verdict->efficiency[HPM_EFFICIENCY_COMMUNICATION]);
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

/* Calls of MPI of all ranks, and bytes in them.  */
static void
sum_calls (const struct hpm_calls *calls, double *count, double *bytes)
{
    *count = *bytes = 0;
    for (int f = 0; f < calls->count; f++) {
        *count += hpm_calls_total (calls, f, HPM_SUM_CALLS);
        *bytes += hpm_calls_total (calls, f, HPM_SUM_SENT)
                  + hpm_calls_total (calls, f, HPM_SUM_RECEIVED);
    }
}

/* One rank works at a time: their useful times make about one run, and they
 * wait long for little data.  */
static int
take_turns (const struct hpm_judge *judge, const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;
    double ranks = e[HPM_EFFICIENCY_RANKS], mpi = 0, calls, bytes;
    double runs = ranks * e[HPM_EFFICIENCY_PARALLEL];

    for (size_t i = 0; i < judge->count; i++)
        if (isfinite (judge->profiles[i].mpi))
            mpi += judge->profiles[i].mpi;
    sum_calls (&judge->result->calls, &calls, &bytes);
    return ranks >= HPM_LIMIT_SERIAL_RANKS && runs >= HPM_LIMIT_SERIAL_LEAST
           && runs <= HPM_LIMIT_SERIAL_MOST
           && mpi >= HPM_LIMIT_SERIAL_CALL * calls
           && bytes <= HPM_LIMIT_SERIAL_RATE * mpi;
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
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_IDLE, -1, -1, 0, (double)judge->count, NAN);
    double lives = 0;

    for (size_t i = 0; i < judge->count; i++)
        lives += hpm_account_whole (&judge->profiles[i].main);
    finding.value = topic->cost / lives;
    finding.cost = topic->cost;
    return hpm_verdict_add (verdict, finding);
}

static int
compare_values (const void *a, const void *b)
{
    const double *first = a, *second = b;

    return (*first > *second) - (*first < *second);
}

/* Seconds that the main threads of all ranks are blocked outside MPI, each at
 * most as long as three of four are: what some have more is theirs.  0 if it is
 * not worth telling.  */
static double
blocked_alike (const struct hpm_judge *judge)
{
    double *values = malloc ((judge->count + 1) * sizeof *values);
    double most, sum = 0, lives = 0;
    size_t count = 0;

    for (size_t i = 0; values && i < judge->count; i++) {
        const struct hpm_account *account = &judge->profiles[i].main;

        lives += hpm_account_whole (account);
        if (isfinite (judge->profiles[i].blocked))
            values[count++] = account->part[HPM_PART_BLOCKED];
    }
    if (count > 0) {
        qsort (values, count, sizeof *values, compare_values);
        most = values[count / 4];
        for (size_t i = 0; i < count; i++)
            sum += fmin (most, values[i]);
    }
    free (values);
    return sum >= HPM_LIMIT_IDLE * lives && lives > 0 ? sum : 0;
}

static int
compare_topics (const void *a, const void *b)
{
    const struct topic *first = a, *second = b;

    return (first->cost < second->cost) - (first->cost > second->cost);
}

/* What the others wait for the slowest, or for the one to blame.  */
static struct topic
weigh_slowest (const struct hpm_judge *judge, const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;
    double ranks = e[HPM_EFFICIENCY_RANKS];
    struct topic topic = { .tell = tell_slowest };
    double cost
        = ranks
          * (e[HPM_EFFICIENCY_USEFUL_MAX] - e[HPM_EFFICIENCY_USEFUL_MEAN]);
    int unbalanced = e[HPM_EFFICIENCY_BALANCE] < HPM_LIMIT_GOOD;

    topic.blamed = hpm_judge_blamed (judge, &topic.more);
    if (!unbalanced
        && (e[HPM_EFFICIENCY_PARALLEL] >= HPM_LIMIT_GOOD
            || topic.more < HPM_LIMIT_BLAMED * e[HPM_EFFICIENCY_RUNTIME]))
        topic.more = 0;
    topic.cost = topic.more * (ranks - 1);
    /* That another one takes longest is not the doing of the one to blame.  */
    if (unbalanced
        && (topic.more == 0 || topic.blamed == e[HPM_EFFICIENCY_SLOWEST]))
        topic.cost = fmax (topic.cost, cost);
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

    if (!(e[HPM_EFFICIENCY_COMMUNICATION] < HPM_LIMIT_GOOD))
        return topic;
    topic.cost = fmax (0, cost - verdict->account->part[HPM_PART_MPI_WAITING]);
    if (slowest->more == 0 && take_turns (judge, verdict))
        topic = (struct topic){ .cost = cost, .tell = tell_turns };
    return topic;
}

int
hpm_judge_costs (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    struct topic topics[TOPICS] = { weigh_slowest (judge, verdict) };
    int failed = 0;

    topics[1] = weigh_mpi (judge, verdict, &topics[0]);
    topics[2]
        = (struct topic){ .cost = blocked_alike (judge), .tell = tell_idle };
    if (topics[1].tell == tell_turns)
        topics[0].cost = 0;
    qsort (topics, TOPICS, sizeof *topics, compare_topics);
    for (int i = 0; !failed && i < TOPICS; i++)
        if (topics[i].cost > HPM_LIMIT_COST * hpm_verdict_time (verdict))
            failed = topics[i].tell (judge, verdict, &topics[i]);
    return failed;
}
