/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/projection.h"

#include <math.h>
#include <string.h>

/* Of the events that ranks are compared by.  */
enum { LAST_RESORT = HPM_COMMON_EVENTS - 1 };

void
hpm_projection_note (struct hpm_aggregate *aggregate,
                     const struct hpm_result *result,
                     const struct hpm_values *values)
{
    size_t events = (size_t)result->event_count;

    for (int k = 0; k < HPM_COMMON_EVENTS; k++) {
        struct hpm_common *common = aggregate->common + (size_t)k * events;
        int c = result->common[k];

        if (c < 0 || !hpm_quality_has_value (values->counts[c].quality))
            continue;
        for (size_t e = 0; e < events; e++)
            if (hpm_quality_has_value (values->counts[e].quality)) {
                common[e].sum += (double)values->counts[c].count;
                common[e].ranks++;
            }
    }
}

/* How far the ranks that counted event e are off all ranks, by one of the
 * common events: a share; -1 where that was not counted on all of them.  */
static double
deviation_by (const struct hpm_aggregate *aggregate,
              const struct hpm_result *result, size_t e, int k)
{
    size_t events = (size_t)result->event_count;
    const struct hpm_common *common
        = &aggregate->common[(size_t)k * events + e];
    const struct hpm_statistics *all;

    if (result->common[k] < 0)
        return -1;
    all = &aggregate->events[result->common[k]].statistics;
    if (all->missing || !common->ranks || !(all->mean > 0)
        || common->ranks != aggregate->events[e].statistics.count)
        return -1;
    return fabs (common->sum / (double)common->ranks / all->mean - 1);
}

/* The worst of all, and the largest relative spread over the ranks; -1 where
 * nothing tells.  */
static double
deviation_of (const struct hpm_aggregate *aggregate,
              const struct hpm_result *result, size_t e, double *spread)
{
    double worst = -1;

    *spread = 0;
    for (int k = 0; k < HPM_COMMON_EVENTS; k++) {
        double deviation = deviation_by (aggregate, result, e, k);
        const struct hpm_statistics *all;

        if (deviation < 0 || (k == LAST_RESORT && worst >= 0))
            continue;
        all = &aggregate->events[result->common[k]].statistics;
        worst = fmax (worst, deviation);
        *spread = fmax (*spread, hpm_statistics_deviation (all) / all->mean);
    }
    return worst;
}

/* Mean x ranks, and twice the standard error of that.  */
static void
project (struct hpm_aggregate *aggregate, size_t at, uint32_t other,
         double spread)
{
    struct hpm_statistics *statistics = &aggregate->events[at].statistics;
    double n = (double)statistics->count, all = n + other;
    double own
        = n > 1 ? hpm_statistics_deviation (statistics) * sqrt (n / (n - 1))
                : 0;
    double one = fmax (own, spread * fabs (statistics->mean));

    hpm_statistics_set_sum (statistics,
                            hpm_statistics_sum (statistics) / n * all);
    statistics->missing -= other;
    statistics->quality
        = hpm_quality_worse (statistics->quality, HPM_QUALITY_SCALED);
    aggregate->events[at].sampling.error
        = aggregate->events[at].sampling.error / n * all
          + 2 * all * one / sqrt (n) * sqrt (1 - n / all);
    aggregate->events[at].projected = 1;
}

static void
apply_one (struct hpm_aggregate *aggregate, size_t at, int alike, double spread)
{
    uint32_t *reasons = aggregate->events[at].reasons;
    uint32_t other = reasons[HPM_REASON_OTHER_RANKS];

    if (!other || !aggregate->events[at].statistics.count
        || other > aggregate->events[at].statistics.missing)
        return;
    reasons[HPM_REASON_OTHER_RANKS] = 0;
    if (alike) {
        project (aggregate, at, other, spread);
        return;
    }
    reasons[HPM_REASON_RANKS_UNLIKE] += other;
    aggregate->events[at].refused = 1;
}

void
hpm_projection_apply (struct hpm_aggregate *aggregate,
                      const struct hpm_result *result)
{
    size_t events = (size_t)result->event_count;

    for (size_t e = 0; e < events; e++) {
        double spread;
        double deviation = deviation_of (aggregate, result, e, &spread);
        int alike = deviation >= 0 && deviation <= HPM_PROJECTION_LIMIT;

        for (size_t r = 0; r < (size_t)result->region_count; r++)
            apply_one (aggregate, r * events + e, alike, spread);
    }
}

double
hpm_count_total (const struct hpm_aggregate *aggregate, size_t at)
{
    return aggregate->events[at].statistics.count
                   && !aggregate->events[at].refused
               ? hpm_statistics_sum (&aggregate->events[at].statistics)
               : NAN;
}
