/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Metrics of regions that the program marked: their formulas over the sums of
 * all ranks.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/analysis/accumulate.h"

/* The sums of one region as input to formulas.  */
static void
fill_sums (const struct hpm_statistics *counts, size_t events,
           struct hpm_value *values)
{
    for (size_t e = 0; e < events; e++) {
        values[e].number = hpm_statistics_sum (&counts[e]);
        values[e].quality = hpm_statistics_quality (&counts[e]);
    }
}

static const struct hpm_statistics *
sum_of (const struct hpm_region_tree *tree, size_t region,
        enum hpm_region_sum sum)
{
    return &tree->sums[region * HPM_REGION_SUM_COUNT + sum];
}

static double
ratio (double part, double whole)
{
    return whole > 0 ? part / whole : NAN;
}

struct hpm_region_efficiency
hpm_region_efficiency (const struct hpm_result *result, int region)
{
    const struct hpm_region_tree *tree = &result->tree;
    size_t at = (size_t)region;
    const struct hpm_statistics *useful
        = sum_of (tree, at, HPM_REGION_SUM_MAIN_USEFUL);
    const struct hpm_statistics *time
        = sum_of (tree, at, HPM_REGION_SUM_MAIN_TIME);
    struct hpm_region_efficiency e
        = { .balance = NAN, .communication = NAN, .threads = NAN };

    if (useful->count && !hpm_result_paused_apart (result)) {
        e.balance = ratio (useful->mean, useful->max);
        e.communication = ratio (useful->max, time->max);
    }
    e.parallel = e.balance * e.communication;
    if (sum_of (tree, at, HPM_REGION_SUM_THREADS)->max > 1)
        e.threads = ratio (
            hpm_statistics_sum (
                sum_of (tree, at, HPM_REGION_SUM_THREAD_USEFUL)),
            hpm_statistics_sum (sum_of (tree, at, HPM_REGION_SUM_THREAD_SPAN)));
    return e;
}

/* For as long as the rank whose thread was in it longest.  */
static struct hpm_metric_input
input_of (const struct hpm_result *result, size_t region,
          const struct hpm_value *values)
{
    const struct hpm_region_tree *tree = &result->tree;

    return (struct hpm_metric_input){
        .events = result->events,
        .values = values,
        .count = result->event_count,
        .wall_s = 1e-9 * sum_of (tree, region, HPM_REGION_SUM_THREAD_TIME)->max,
        .threads
        = hpm_statistics_sum (sum_of (tree, region, HPM_REGION_SUM_THREADS)),
        .ranks = (double)(result->ranks - result->ranks_missing),
        .clock_hz = 1e6 * hpm_result_run_number (result, HPM_RUN_cpu_mhz),
        .line_bytes = hpm_result_run_number (result, HPM_RUN_cache_line),
        .costs = result->cost_constants
    };
}

/* Into metrics[region][metric].  */
static void
evaluate (const struct hpm_result *result, struct hpm_metric_value *into)
{
    size_t events = (size_t)result->event_count;
    size_t metrics = (size_t)result->metrics.count;
    const struct hpm_region_tree *tree = &result->tree;
    struct hpm_value *values = calloc (events + 1, sizeof *values);
    struct hpm_metric_binding *binding = hpm_metric_binding_create (
        &result->metrics, result->events, result->event_count);

    if (values)
        hpm_joined_origins (result, values);
    for (size_t r = 0; values && binding && r < (size_t)tree->count; r++) {
        struct hpm_metric_input input = input_of (result, r, values);

        fill_sums (tree->counts + r * events, events, values);
        hpm_joined_evaluate (result, binding, &input, into + r * metrics);
    }
    free (values);
    hpm_metric_binding_destroy (binding);
}

void
hpm_region_totals (struct hpm_result *result)
{
    evaluate (result, result->tree.metrics);
}

int
hpm_region_qualities_of_metrics (struct hpm_result *result)
{
    size_t count = (size_t)result->tree.count * (size_t)result->metrics.count;
    struct hpm_metric_value *again = calloc (count + 1, sizeof *again);

    if (!again)
        return -1;
    evaluate (result, again);
    for (size_t i = 0; i < count; i++)
        result->tree.metrics[i].quality = again[i].quality;
    free (again);
    return 0;
}
