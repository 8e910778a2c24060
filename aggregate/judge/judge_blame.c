/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who does more than the others.  Time in MPI does not tell: ranks wait there
 * for one another; nor does time outside, where they wait for processors.  What
 * a rank computes, and how long it is blocked, is its own.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>
#include <stdlib.h>

/* Values of a quantity in ascending order, finite ones of complete ranks.  */
struct sorted {
    double *values;
    size_t count;
};

static int
compare (const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int
sort (struct sorted *sorted, const struct hpm_judge *judge, int quantity)
{
    sorted->count = 0;
    sorted->values = malloc ((judge->count + 1) * sizeof *sorted->values);
    if (!sorted->values)
        return -1;
    for (size_t i = 0; i < judge->count; i++) {
        double value = hpm_judge_get (judge, i, quantity);

        if (HPM_NUMBER_OF (judge, i, complete) && isfinite (value))
            sorted->values[sorted->count++] = value;
    }
    qsort (sorted->values, sorted->count, sizeof *sorted->values, compare);
    return 0;
}

/* Where a value would stand.  */
static size_t
place_of (const struct sorted *sorted, double value)
{
    size_t low = 0, high = sorted->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (sorted->values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The n-th value, one of them left out.  */
static double
without (const struct sorted *sorted, size_t out, size_t n)
{
    return sorted->values[n < out ? n : n + 1];
}

/* Median of the values of the others than one that has this.  */
static double
median_of_others (const struct sorted *sorted, double value)
{
    size_t out = place_of (sorted, value), count = sorted->count - 1;

    if (sorted->count < 2 || !isfinite (value))
        return NAN;
    return count % 2 ? without (sorted, out, count / 2)
                     : without (sorted, out, count / 2 - 1) / 2
                           + without (sorted, out, count / 2) / 2;
}

/* What is more than chance, else 0: `more` is of `own`, and takes `time`.  */
static double
difference (double more, double own, double time, double wall)
{
    return more > HPM_LIMIT_DIFFERENCE * own && time > HPM_LIMIT_LEAST * wall
               ? time
               : 0;
}

/* What is more than chance of what a rank computes longer, with the waiting for
 * processors that goes with it.  */
static double
computes_longer (const struct hpm_profile *profile, double computes,
                 double pressure)
{
    double waits = hpm_profile_stretch (profile, computes, pressure);

    return computes > hpm_profile_chance (profile) ? difference (
               computes, profile->computing, computes + waits, profile->wall)
                                                   : 0;
}

/* Seconds a rank has more.  */
static double
weigh (const struct hpm_profile *profile, const struct sorted *computing,
       const struct sorted *blocked, double pressure)
{
    double computes = profile->computing_least
                      - median_of_others (computing, profile->computing);
    double waits
        = profile->blocked - median_of_others (blocked, profile->blocked_most);

    return computes_longer (profile, computes, pressure)
           + difference (waits, profile->blocked, waits, profile->wall);
}

/* Seconds the ranks wait for a processor, for each they have one.  */
static double
find_pressure (const struct hpm_judge *judge)
{
    double waiting = 0, cpu = 0;

    for (size_t i = 0; i < judge->count; i++)
        if (isfinite (HPM_REAL_OF (judge, i, waiting)
                      + HPM_REAL_OF (judge, i, cpu))) {
            waiting += HPM_REAL_OF (judge, i, waiting);
            cpu += HPM_REAL_OF (judge, i, cpu);
        }
    return cpu > 0 ? waiting / cpu : 0;
}

double
hpm_judge_blamed (const struct hpm_judge *judge, double *more)
{
    struct sorted computing = { 0 }, blocked = { 0 };
    double rank = -1, pressure = find_pressure (judge);
    int failed = sort (&computing, judge, HPM_PROFILE_computing)
                 || sort (&blocked, judge, HPM_PROFILE_blocked_most);

    *more = 0;
    for (size_t i = 0; !failed && i < judge->count; i++) {
        struct hpm_profile profile = hpm_judge_profile (judge, i);
        double found = profile.complete
                           ? weigh (&profile, &computing, &blocked, pressure)
                           : 0;

        if (!(found > *more))
            continue;
        *more = found;
        rank = (double)i;
    }
    free (computing.values);
    free (blocked.values);
    return rank;
}

int
hpm_judge_light (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                 double usual, double cost)
{
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_LIGHT, -1, -1, usual, usual, NAN);

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete)
            && HPM_REAL_OF (judge, i, useful) < finding.value) {
            finding.value = HPM_REAL_OF (judge, i, useful);
            finding.rank = (double)i;
            finding.host = (double)HPM_NUMBER_OF (judge, i, host);
        }
    finding.cost = cost;
    return hpm_verdict_add (verdict, finding);
}
