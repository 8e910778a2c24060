/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Limits of processor time by control groups: for how long the kernel stopped
 * processors for ranks that would have had them.  Ranks of a host share a group
 * mostly, and each tells what all of it was stopped for.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>
#include <stdlib.h>

void
hpm_judge_note_limit (struct hpm_profile *profile,
                      const struct hpm_rank_record *record)
{
    profile->group = record->cpu_group;
    profile->stopped = 1e-9 * (double)record->throttled_time;
    profile->allowed = record->cpu_period > 0 ? (double)record->cpu_quota
                                                    / (double)record->cpu_period
                                              : 0;
}

/* A group of a host.  */
struct limited {
    int host;
    int64_t group;
    double allowed;                /* processors */
    double stopped, waited, lived; /* s */
};

static int
compare_limited (const void *a, const void *b)
{
    const struct limited *first = a, *second = b;

    if (first->host != second->host)
        return first->host < second->host ? -1 : 1;
    return (first->group > second->group) - (first->group < second->group);
}

static double
known (double value)
{
    return isnan (value) ? 0 : value;
}

/* Of a group all that it was stopped for is told by each of its ranks.  */
static void
add_rank (struct limited *sum, const struct limited *rank)
{
    sum->stopped = fmax (sum->stopped, rank->stopped);
    sum->waited += rank->waited;
    sum->lived += rank->lived;
}

/* Other processes of a group are stopped, too: no more is told than threads of
 * the ranks waited.  */
static int
is_worth_telling (struct limited *group)
{
    group->stopped = fmin (group->stopped, group->waited);
    return group->lived > 0
           && group->stopped >= HPM_LIMIT_WAITING * group->lived;
}

/* Groups that were stopped for long, those of a host one behind the other.  */
static size_t
make_limited (struct limited *groups, const struct hpm_judge *judge)
{
    size_t count = 0, merged = 0, kept = 0;

    for (size_t i = 0; i < judge->count; i++) {
        struct hpm_profile profile;

        if (!HPM_NUMBER_OF (judge, i, group))
            continue;
        profile = hpm_judge_profile (judge, i);
        if (profile.host >= 0 && profile.complete)
            groups[count++] = (struct limited){
                (int)profile.host, profile.group,          profile.allowed,
                profile.stopped,   known (profile.waited), known (profile.lived)
            };
    }
    qsort (groups, count, sizeof *groups, compare_limited);
    for (size_t i = 0; i < count; i++)
        if (merged && !compare_limited (&groups[merged - 1], &groups[i]))
            add_rank (&groups[merged - 1], &groups[i]);
        else
            groups[merged++] = groups[i];
    for (size_t i = 0; i < merged; i++)
        if (is_worth_telling (&groups[i]))
            groups[kept++] = groups[i];
    return kept;
}

/* From one group on, those of its host as one, with the limit of the one that
 * was stopped longest.  Returns where the next host begins.  */
static size_t
sum_host (const struct limited *groups, size_t count, size_t first,
          struct limited *sum)
{
    double longest = groups[first].stopped;

    *sum = groups[first++];
    for (; first < count && groups[first].host == sum->host; first++) {
        sum->stopped += groups[first].stopped;
        sum->lived += groups[first].lived;
        if (groups[first].stopped <= longest)
            continue;
        longest = groups[first].stopped;
        sum->allowed = groups[first].allowed;
    }
    return first;
}

/* The host that was stopped longest, and how many others were.  */
static struct hpm_finding
find_throttled (const struct limited *groups, size_t count)
{
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_THROTTLED, -1, -1, 0, 0, 0);

    finding.cost = 0;
    for (size_t i = 0; i < count;) {
        struct limited sum;

        i = sum_host (groups, count, i, &sum);
        finding.subject++;
        finding.cost += sum.stopped;
        if (sum.stopped <= finding.value)
            continue;
        finding.host = sum.host;
        finding.value = sum.stopped;
        finding.reference = sum.allowed;
        finding.share = sum.stopped / sum.lived;
    }
    return finding;
}

int
hpm_judge_throttled (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                     double *stopped)
{
    struct limited *groups = malloc ((judge->count + 1) * sizeof *groups);
    struct hpm_finding finding;
    size_t count;

    *stopped = 0;
    if (!groups)
        return -1;
    count = make_limited (groups, judge);
    finding = find_throttled (groups, count);
    free (groups);
    if (!count)
        return 0;
    *stopped = finding.cost;
    return hpm_verdict_add (verdict, finding);
}

/* Whether most that threads of a rank's group waited was for its limit.  */
static int
is_for_limit (const struct limited *groups, size_t count,
              const struct hpm_judge *judge, size_t rank)
{
    struct limited key = { .host = (int)HPM_NUMBER_OF (judge, rank, host),
                           .group = HPM_NUMBER_OF (judge, rank, group) };
    const struct limited *found
        = bsearch (&key, groups, count, sizeof *groups, compare_limited);

    return found && found->stopped > found->waited / 2;
}

/* A thread that is stopped also keeps its place on a processor, so that nobody
 * knows who had those that the others wait for.  */
static void
doubt_crowds (const struct limited *groups, size_t count,
              enum hpm_crowd *crowds)
{
    for (size_t i = 0; i < count; i++) {
        enum hpm_crowd *crowd = &crowds[groups[i].host];

        *crowd = *crowd == HPM_CROWD_OTHERS ? HPM_CROWD_UNKNOWN
                 : *crowd == HPM_CROWD_BOTH ? HPM_CROWD_ITSELF
                                            : *crowd;
    }
}

int
hpm_judge_limits (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                  enum hpm_crowd *crowds)
{
    struct limited *groups = malloc ((judge->count + 1) * sizeof *groups);
    size_t count;

    if (!groups)
        return -1;
    count = make_limited (groups, judge);
    doubt_crowds (groups, count, crowds);
    for (size_t i = 0; i < verdict->count; i++) {
        struct hpm_finding *finding = &verdict->findings[i];

        if (finding->rule == HPM_FINDING_CPU_WAIT && finding->rank >= 0
            && is_for_limit (groups, count, judge, (size_t)finding->rank))
            finding->subject = HPM_CROWD_LIMIT;
    }
    free (groups);
    return 0;
}
