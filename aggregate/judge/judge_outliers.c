/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Values far from the rest: off the median by more than five spreads.  A spread
 * is 1.4826 times the median absolute deviation, which for a normal
 * distribution is the standard deviation, and at least one per cent of the
 * median.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/judge/judge.h"

/* Values of a quantity, NAN where there is none, and room to sort them.  */
struct sample {
    double *values, *room;
    size_t count;
};

struct centre {
    double median, spread;
    size_t count; /* values */
};

static size_t
copy_finite (struct sample *sample)
{
    size_t count = 0;

    for (size_t i = 0; i < sample->count; i++)
        if (isfinite (sample->values[i]))
            sample->room[count++] = sample->values[i];
    return count;
}

static struct centre
find_centre (struct sample *sample)
{
    struct centre centre = { NAN, NAN, copy_finite (sample) };

    centre.median = hpm_median (sample->room, centre.count);
    for (size_t i = 0; i < centre.count; i++)
        sample->room[i] = fabs (sample->room[i] - centre.median);
    centre.spread
        = fmax (HPM_MAD_TO_DEVIATION * hpm_median (sample->room, centre.count),
                HPM_LIMIT_SPREAD * fabs (centre.median));
    return centre;
}

/* Times that differ by less make no difference to the run.  */
static int
is_worth_telling (const struct hpm_judge *judge, int quantity, double more)
{
    return strcmp (hpm_profile_quantities[quantity].unit, "s") != 0
           || fabs (more) >= HPM_LIMIT_COST * 1e-9 * judge->result->wall.max;
}

/* What ranks do outside MPI but wait for a processor, in the median, at least
 * and at most; NAN where ranks do not wait for processors.  */
struct done {
    double least, most;
};

static struct done
find_done (const struct sample *sample, const struct hpm_judge *judge,
           const struct hpm_verdict *verdict)
{
    struct done done = { NAN, NAN };
    double *room = sample->room;

    if (hpm_verdict_find (verdict, HPM_FINDING_OVERSUBSCRIBED)) {
        done.least
            = hpm_judge_median (judge, HPM_PROFILE_computing_least, -1, room)
              + hpm_judge_median (judge, HPM_PROFILE_blocked, -1, room);
        done.most
            = hpm_judge_median (judge, HPM_PROFILE_computing, -1, room)
              + hpm_judge_median (judge, HPM_PROFILE_blocked_most, -1, room);
    }
    return done;
}

/* Whether a rank whose useful time is that much more than the median, or less,
 * does nothing else out of line but wait for processors, as all ranks do.  */
static int
only_waits (const struct hpm_judge *judge, size_t rank, const struct done *done,
            double more)
{
    double differs
        = more > 0 ? HPM_REAL_OF (judge, rank, computing)
                         + HPM_REAL_OF (judge, rank, blocked_most) - done->least
                   : done->most - HPM_REAL_OF (judge, rank, computing_least)
                         - HPM_REAL_OF (judge, rank, blocked);

    return differs <= HPM_LIMIT_OUTLIER * HPM_LIMIT_SPREAD * done->most;
}

static int
add_outliers (struct sample *sample, enum hpm_rule rule, int quantity,
              const struct hpm_judge *judge, const struct done *done,
              struct hpm_verdict *outliers)
{
    struct centre centre = find_centre (sample);
    int failed = 0;

    if ((double)centre.count < HPM_LIMIT_SAMPLE || !(centre.spread > 0))
        return 0;
    for (size_t i = 0; !failed && i < sample->count; i++) {
        double spreads = (sample->values[i] - centre.median) / centre.spread;
        int is_rank = rule == HPM_FINDING_RANK_OUTLIER;
        struct hpm_finding finding = hpm_finding (
            rule, is_rank ? (double)i : -1,
            is_rank ? (double)HPM_NUMBER_OF (judge, i, host) : (double)i,
            sample->values[i], centre.median, spreads);

        finding.subject = quantity;
        if (is_rank && quantity == HPM_PROFILE_useful
            && only_waits (judge, i, done, sample->values[i] - centre.median))
            continue;
        if (fabs (spreads) > HPM_LIMIT_OUTLIER
            && is_worth_telling (judge, quantity,
                                 sample->values[i] - centre.median))
            failed = hpm_verdict_add (outliers, finding);
    }
    return failed;
}

static void
take_ranks (struct sample *sample, const struct hpm_judge *judge, int quantity)
{
    sample->count = judge->count;
    for (size_t i = 0; i < judge->count; i++)
        sample->values[i] = HPM_NUMBER_OF (judge, i, complete)
                                ? hpm_judge_get (judge, i, quantity)
                                : NAN;
}

/* Means of hosts, over room that is not yet used for anything else.  */
static void
take_hosts (struct sample *sample, const struct hpm_judge *judge, int quantity)
{
    size_t hosts = (size_t)judge->result->hosts.count;

    sample->count = hosts;
    for (size_t i = 0; i < hosts; i++)
        sample->values[i] = sample->room[i] = 0;
    for (size_t i = 0; i < judge->count; i++) {
        int64_t host = HPM_NUMBER_OF (judge, i, host);
        double value = hpm_judge_get (judge, i, quantity);

        if (!HPM_NUMBER_OF (judge, i, complete) || host < 0
            || !isfinite (value))
            continue;
        sample->values[host] += value;
        sample->room[host]++;
    }
    for (size_t i = 0; i < hosts; i++)
        sample->values[i]
            = sample->room[i] > 0 ? sample->values[i] / sample->room[i] : NAN;
}

/* Processor time is of interest only where useful time is not known.  */
static int
is_of_interest (const struct hpm_judge *judge, int quantity,
                const struct hpm_verdict *verdict)
{
    (void)judge;
    return hpm_profile_quantities[quantity].has_outliers
           && (quantity != HPM_PROFILE_cpu
               || isnan (verdict->efficiency[HPM_EFFICIENCY_PARALLEL]));
}

/* Farthest first.  */
static int
compare_findings (const void *a, const void *b)
{
    const struct hpm_finding *first = a, *second = b;
    double x = fabs (first->share), y = fabs (second->share);

    if (first->rule < second->rule || first->rule > second->rule)
        return first->rule < second->rule ? 1 : -1;
    if (x < y || x > y)
        return x < y ? 1 : -1;
    if (first->subject < second->subject || first->subject > second->subject)
        return first->subject < second->subject ? -1 : 1;
    return (first->rank > second->rank) - (first->rank < second->rank);
}

/* The farthest, and how many there are more.  */
static int
keep_farthest (struct hpm_verdict *verdict, struct hpm_verdict *outliers)
{
    size_t most = (size_t)HPM_LIMIT_OUTLIERS_TOLD;
    int failed = 0;

    if (!outliers->count)
        return 0;
    qsort (outliers->findings, outliers->count, sizeof *outliers->findings,
           compare_findings);
    for (size_t i = 0; !failed && i < outliers->count && i < most; i++)
        failed = hpm_verdict_add (verdict, outliers->findings[i]);
    if (failed || outliers->count <= most)
        return failed;
    return hpm_verdict_add (
        verdict, hpm_finding (HPM_FINDING_MORE_OUTLIERS, -1, -1,
                              (double)(outliers->count - most), NAN, NAN));
}

/* The rank that migrates most, if some do so more than once a second.  */
static int
add_migrating (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_MIGRATING, -1, -1, 0, 0, NAN);

    for (size_t i = 0; i < judge->count; i++) {
        double migrations = HPM_REAL_OF (judge, i, migrations);

        if (!(migrations >= HPM_LIMIT_MIGRATIONS_MIN)
            || migrations
                   <= HPM_LIMIT_MIGRATIONS * HPM_REAL_OF (judge, i, wall))
            continue;
        finding.reference++;
        if (migrations <= finding.value)
            continue;
        finding.value = migrations;
        finding.rank = (double)i;
        finding.host = (double)HPM_NUMBER_OF (judge, i, host);
    }
    return finding.rank >= 0 ? hpm_verdict_add (verdict, finding) : 0;
}

static int
add_late_start (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                double *room)
{
    struct hpm_finding finding
        = hpm_finding (HPM_FINDING_LATE_START, -1, -1, 0, NAN, NAN);
    double more, wall = 1e-9 * judge->result->wall.max;

    for (size_t i = 0; i < judge->count; i++)
        if (HPM_NUMBER_OF (judge, i, complete)
            && HPM_REAL_OF (judge, i, before) > finding.value) {
            finding.value = HPM_REAL_OF (judge, i, before);
            finding.rank = (double)i;
            finding.host = (double)HPM_NUMBER_OF (judge, i, host);
        }
    finding.reference
        = hpm_judge_median (judge, HPM_PROFILE_before, finding.rank, room);
    more = finding.value - finding.reference;
    return more >= HPM_LIMIT_SHORT && more >= HPM_LIMIT_BLAMED * wall
               ? hpm_verdict_add (verdict, finding)
               : 0;
}

int
hpm_judge_late_start (const struct hpm_judge *judge,
                      struct hpm_verdict *verdict)
{
    double *room = malloc ((judge->count + 1) * sizeof *room);
    int failed = !room || add_late_start (judge, verdict, room);

    free (room);
    return failed ? -1 : 0;
}

int
hpm_judge_outliers (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    size_t most = judge->count + (size_t)judge->result->hosts.count + 1;
    struct sample sample = { malloc (most * sizeof (double)),
                             malloc (most * sizeof (double)), 0 };
    struct hpm_verdict outliers;
    int failed = !sample.values || !sample.room;
    struct done done = { NAN, NAN };

    hpm_verdict_init (&outliers);
    if (!failed)
        done = find_done (&sample, judge, verdict);
    for (int i = 0; !failed && i < HPM_PROFILE_FIELD_COUNT; i++) {
        if (!is_of_interest (judge, i, verdict))
            continue;
        take_ranks (&sample, judge, i);
        failed = add_outliers (&sample, HPM_FINDING_RANK_OUTLIER, i, judge,
                               &done, &outliers);
        take_hosts (&sample, judge, i);
        failed = failed
                 || add_outliers (&sample, HPM_FINDING_HOST_OUTLIER, i, judge,
                                  &done, &outliers);
    }
    failed = failed || keep_farthest (verdict, &outliers)
             || add_migrating (judge, verdict)
             || hpm_judge_late_start (judge, verdict);
    hpm_verdict_release (&outliers);
    free (sample.values);
    free (sample.room);
    return failed;
}
