/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/sampling.h"

#include <math.h>

void
hpm_sampling_add (struct hpm_sampling *into, const struct hpm_sampling *from)
{
    into->enabled += from->enabled;
    into->running += from->running;
    into->error += from->error;
}

double
hpm_sampling_coverage (const struct hpm_sampling *sampling)
{
    return sampling->enabled > 0 && sampling->running < sampling->enabled
               ? sampling->running / sampling->enabled
               : NAN;
}

double
hpm_relative_error (double error, double value)
{
    double share = error / fabs (value);

    return error > 0 && isfinite (share) ? share : NAN;
}

double
hpm_count_error (const struct hpm_aggregate *aggregate, size_t at)
{
    const struct hpm_statistics *statistics = &aggregate->counts[at];

    return statistics->count ? hpm_relative_error (
               aggregate->sampling[at].error, hpm_statistics_sum (statistics))
                             : NAN;
}

int
hpm_metric_shows_total (const struct hpm_aggregate *aggregate,
                        const struct hpm_result *result, size_t at)
{
    size_t metric = at % (size_t)result->metrics.count;

    return result->metrics.metrics[metric].total
           && aggregate->totals[at].status == HPM_METRIC_OK;
}

double
hpm_metric_error (const struct hpm_aggregate *aggregate,
                  const struct hpm_result *result, size_t at)
{
    const struct hpm_statistics *statistics = &aggregate->metrics[at];

    if (hpm_metric_shows_total (aggregate, result, at))
        return hpm_relative_error (aggregate->totals[at].error,
                                   aggregate->totals[at].value);
    return statistics->count ? hpm_relative_error (
               aggregate->metric_errors[at] / (double)statistics->count,
               statistics->mean)
                             : NAN;
}
