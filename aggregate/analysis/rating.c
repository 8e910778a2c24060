/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/analysis/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/sampling.h"
#include "aggregate/model/row_names.h"

/* What hpmstat counted was idle with less processor time than this part of the
 * time, or than what a run has that is too short to judge.  */
#define IDLE_SHARE 0.05

/* The metric that tells how idle it was, and nothing else.  */
#define OF_IDLENESS "utilization"

/* What is known of the machine: formulas of ranges take nothing else.  */
static struct hpm_metric_input
machine_of (const struct hpm_result *result, double hosts)
{
    double width = result->costs.values[HPM_COST_WIDTH].value;

    return (struct hpm_metric_input){
        .clock_hz
        = 1e6 * strtod (hpm_result_run (result, HPM_RUN_cpu_mhz, "0"), NULL),
        .costs = result->cost_constants,
        .hosts = hosts,
        .width = width > 0 ? width : 0
    };
}

void
hpm_rating_limits (const struct hpm_result *result, int metric, double hosts,
                   double limits[2])
{
    const struct hpm_metric *definition = &result->metrics.metrics[metric];
    struct hpm_metric_input machine = machine_of (result, hosts);

    limits[0] = limits[1] = NAN;
    if (definition->range_text)
        hpm_metric_limits (definition, &machine, limits);
}

int
hpm_rating_is_suspect (enum hpm_rating rating)
{
    return rating == HPM_RATING_BELOW || rating == HPM_RATING_ABOVE;
}

/* What hpmstat counts is no program that should have been busy: nobody's fault
 * is how much of the time it was, nor what the little shows that it did.  */
int
hpm_rating_spares (const struct hpm_result *result, int metric, double cpu_ns,
                   double life_ns)
{
    return hpm_result_is_observed (result)
           && (!(cpu_ns >= IDLE_SHARE * life_ns)
               || 1e-9 * cpu_ns < HPM_LIMIT_SHORT
               || !strcmp (result->metrics.metrics[metric].name, OF_IDLENESS));
}

/* What is too short to judge is neither good nor poor; it may be suspect.  */
static enum hpm_rating
judge (const struct hpm_result *result, enum hpm_rating rating)
{
    int brief = 1e-9 * result->wall.max < HPM_LIMIT_SHORT;

    return brief && !hpm_rating_is_suspect (rating) ? HPM_RATING_NONE : rating;
}

/* The mean error of a rank's value.  */
static double
error_of_rank (const struct hpm_result *result, int region, int metric)
{
    const struct hpm_metric_aggregate *values
        = &result->job.metrics[region * result->metrics.count + metric];

    return values->statistics.count && values->error > 0
               ? values->error / (double)values->statistics.count
               : 0;
}

/* What the error of a value may have put beyond a limit is not suspect, and
 * what may as well be 0 neither good nor poor.  */
static struct hpm_rated
rate (const struct hpm_result *result, int metric, const double limits[2],
      double error, double value)
{
    struct hpm_rated rated = { HPM_RATING_NONE, value, NAN };
    const double wide[2] = { limits[0] - error, limits[1] + error };

    if (isnan (value))
        return rated;
    rated.rating
        = judge (result, hpm_metric_rate (&result->metrics.metrics[metric],
                                          wide, value));
    if (!hpm_rating_is_suspect (rated.rating)
        && hpm_error_hides (hpm_relative_error (error, value)))
        rated.rating = HPM_RATING_NONE;
    if (rated.rating == HPM_RATING_BELOW)
        rated.limit = limits[0];
    if (rated.rating == HPM_RATING_ABOVE)
        rated.limit = limits[1];
    return rated;
}

struct hpm_rated
hpm_rate_within (const struct hpm_result *result, int metric,
                 const double limits[2], double value)
{
    return rate (result, metric, limits, error_of_rank (result, 0, metric),
                 value);
}

/* The sum of a time over the ranks, NAN where none has it.  */
static double
time_of_job (const struct hpm_result *result, const char *name)
{
    int event = hpm_result_find_event (result, name);
    const struct hpm_statistics *statistics;

    if (event < 0)
        return NAN;
    statistics = &result->job.events[event].statistics;
    return statistics->count ? statistics->mean * (double)statistics->count
                             : NAN;
}

static int
is_spared (const struct hpm_result *result, int metric, enum hpm_rating rating)
{
    return rating != HPM_RATING_NONE && !hpm_rating_is_suspect (rating)
           && hpm_rating_spares (result, metric,
                                 time_of_job (result, "os::CPU_TIME"),
                                 time_of_job (result, "os::WALL_TIME"));
}

void
hpm_rate_job (const struct hpm_result *result, int region, int metric,
              struct hpm_job_rating *job)
{
    const struct hpm_metric_aggregate *values
        = &result->job.metrics[region * result->metrics.count + metric];
    const struct hpm_statistics *statistics = &values->statistics;
    int has_total = result->metrics.metrics[metric].total
                    && values->total.status == HPM_METRIC_OK;
    double error = error_of_rank (result, region, metric);
    double of_job[2], of_host[2];

    hpm_rating_limits (result, metric, result->hosts.count, of_job);
    hpm_rating_limits (result, metric, 1, of_host);
    job->values[0] = rate (result, metric, of_job, values->total.error,
                           has_total ? values->total.value : NAN);
    job->values[1] = rate (result, metric, of_host, error, statistics->min);
    job->values[2] = rate (result, metric, of_host, error, statistics->max);
    job->rating
        = has_total
              ? job->values[0].rating
              : rate (result, metric, of_host, error, statistics->mean).rating;
    for (int i = HPM_RATED_VALUES - 1; i >= 0; i--)
        if (hpm_rating_is_suspect (job->values[i].rating))
            job->rating = job->values[i].rating;
    if (is_spared (result, metric, job->rating))
        job->rating = HPM_RATING_NONE;
}

char
hpm_rating_mark (enum hpm_rating rating)
{
    static const char marks[] = { [HPM_RATING_NONE] = ' ',
                                  [HPM_RATING_GOOD] = '*',
                                  [HPM_RATING_POOR] = '!',
                                  [HPM_RATING_BELOW] = '?',
                                  [HPM_RATING_ABOVE] = '?' };

    return marks[rating];
}

const char *
hpm_rating_color (enum hpm_rating rating)
{
    static const char *const colors[] = { [HPM_RATING_NONE] = "",
                                          [HPM_RATING_GOOD] = "green",
                                          [HPM_RATING_POOR] = "yellow",
                                          [HPM_RATING_BELOW] = "red",
                                          [HPM_RATING_ABOVE] = "red" };

    return colors[rating];
}

const char *
hpm_rating_lacks (const struct hpm_result *result, int metric)
{
    const struct hpm_metric *definition = &result->metrics.metrics[metric];
    struct hpm_metric_input machine = machine_of (result, 1);

    return definition->range_text
               ? hpm_metric_limit_lacks (definition, &machine)
               : NULL;
}
