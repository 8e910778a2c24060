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
    return error > 0 ? error / fabs (value) : NAN;
}

int
hpm_error_hides (double error)
{
    return error >= 1;
}

double
hpm_count_error (const struct hpm_aggregate *aggregate, size_t at)
{
    const struct hpm_statistics *statistics = &aggregate->events[at].statistics;

    return statistics->count
               ? hpm_relative_error (aggregate->events[at].sampling.error,
                                     hpm_statistics_sum (statistics))
               : NAN;
}

int
hpm_metric_shows_total (const struct hpm_aggregate *aggregate,
                        const struct hpm_result *result, size_t at)
{
    size_t metric = at % (size_t)result->metrics.count;

    return result->metrics.metrics[metric].total
           && aggregate->metrics[at].total.status == HPM_METRIC_OK;
}

double
hpm_metric_error (const struct hpm_aggregate *aggregate,
                  const struct hpm_result *result, size_t at)
{
    const struct hpm_statistics *statistics
        = &aggregate->metrics[at].statistics;

    if (hpm_metric_shows_total (aggregate, result, at))
        return hpm_relative_error (aggregate->metrics[at].total.error,
                                   aggregate->metrics[at].total.value);
    return statistics->count ? hpm_relative_error (
               aggregate->metrics[at].error / (double)statistics->count,
               statistics->mean)
                             : NAN;
}
