/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counts times costs.
 */
#include "config.h"

#include "aggregate/analysis/cost_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Below this the system's user time is too coarse to tell a clock by.  */
#define USER_NS_MIN 1e9

static const char *const cycle_events[] = {
    "PAPI_TOT_CYC",
    "perf::CYCLES",
    "perf::PERF_COUNT_HW_CPU_CYCLES",
};

/* Sum over the job, NAN unless all ranks counted it.  */
static double
whole_sum (const struct hpm_result *result, const char *name)
{
    int event = hpm_result_find_event (result, name);
    const struct hpm_statistics *statistics;

    if (event < 0)
        return NAN;
    statistics = &result->job.events[event].statistics;
    return statistics->count && !statistics->missing
                   && !result->job.events[event].refused
               ? hpm_statistics_sum (statistics)
               : NAN;
}

/* Cycles of user time over user time: the clock the processors ran at.  */
static double
clock_seen (const struct hpm_result *result)
{
    double user = whole_sum (result, "os::USER_TIME"), cycles = NAN;

    if (strcmp (hpm_result_run (result, HPM_RUN_domain, "user"), "user") != 0
        || !(user >= USER_NS_MIN))
        return NAN;
    for (size_t i = 0; i < sizeof cycle_events / sizeof *cycle_events; i++)
        if (isnan (cycles))
            cycles = whole_sum (result, cycle_events[i]);
    return cycles > 0 ? 1e9 * cycles / user : NAN;
}

static void
find_clock (struct hpm_cost_report *report, const struct hpm_result *result)
{
    double seen = clock_seen (result);
    double table = hpm_cost_clock_hz (&result->costs);
    double nominal
        = 1e6 * strtod (hpm_result_run (result, HPM_RUN_cpu_mhz, "0"), NULL);

    report->clock_hz = nominal;
    report->clock_source = "nominal";
    if (table > 0) {
        report->clock_hz = table;
        report->clock_source = "that of the table of costs";
    }
    if (seen > 0) {
        report->clock_hz = seen;
        report->clock_source = "seen in the run";
    }
    if (!(report->clock_hz > 0)) {
        report->clock_hz = 0;
        report->clock_source = "unknown";
    }
}

static double
run_ns (const struct hpm_result *result)
{
    double life = whole_sum (result, "os::WALL_TIME");

    return isnan (life) ? result->wall.mean * (double)result->threads : life;
}

static void
add_cost (struct hpm_cost_report *report, const struct hpm_result *result,
          int event, const struct hpm_cost *line)
{
    const double numbers[] = { line->least, line->typical, line->most };
    const struct hpm_statistics *statistics
        = &result->job.events[event].statistics;
    double sum = result->job.events[event].refused
                     ? NAN
                     : hpm_statistics_sum (statistics);
    struct hpm_event_cost *cost = &report->costs[report->count];
    int known = 0;

    *cost = (struct hpm_event_cost){ .event = event, .line = line };
    for (int i = 0; i < HPM_COST_ESTIMATES; i++) {
        cost->ns[i] = hpm_cost_ns (line, numbers[i], report->clock_hz);
        cost->total[i] = cost->ns[i] * sum;
        cost->rank[i] = cost->ns[i] * statistics->mean;
        known |= !isnan (cost->ns[i]);
    }
    if (known)
        report->count++;
    else
        report->without[report->without_count++] = event;
}

/* An event as an occurrence of something, counted at least on one rank.  */
static int
can_cost (const struct hpm_result *result, int event)
{
    return result->events[event].kind == HPM_KIND_COUNT
           && !strcmp (result->events[event].unit, "1")
           && result->job.events[event].statistics.count;
}

static void
add_events (struct hpm_cost_report *report, const struct hpm_result *result,
            const struct hpm_selection *selection)
{
    for (int e = 0; e < result->event_count; e++) {
        const char *name = result->events[e].name;
        const struct hpm_cost *line
            = hpm_cost_find (&result->costs, HPM_COST_EVENT, name);

        if (!can_cost (result, e)
            || !hpm_selection_has (&selection->events, name))
            continue;
        if (line)
            add_cost (report, result, e, line);
        else
            report->without[report->without_count++] = e;
    }
}

/* What to sort by: the typical time, where it is unknown the largest known. */
static double
sort_key (const struct hpm_event_cost *cost)
{
    if (!isnan (cost->rank[HPM_COST_TYPICAL]))
        return cost->rank[HPM_COST_TYPICAL];
    return fmax (cost->rank[HPM_COST_MIN], cost->rank[HPM_COST_MAX]);
}

/* Most costly first; equal ones as they were counted.  */
static int
compare (const void *a, const void *b)
{
    const struct hpm_event_cost *first = a, *second = b;
    double difference = sort_key (second) - sort_key (first);

    if (difference != 0)
        return difference > 0 ? 1 : -1;
    return first->event - second->event;
}

int
hpm_cost_report_make (struct hpm_cost_report *report,
                      const struct hpm_result *result,
                      const struct hpm_selection *selection)
{
    size_t events = (size_t)result->event_count + 1;

    memset (report, 0, sizeof *report);
    report->costs = calloc (events, sizeof *report->costs);
    report->without = calloc (events, sizeof *report->without);
    if (!report->costs || !report->without)
        return -1;
    find_clock (report, result);
    report->run_ns = run_ns (result);
    report->threads = (double)result->threads;
    add_events (report, result, selection);
    qsort (report->costs, (size_t)report->count, sizeof *report->costs,
           compare);
    return 0;
}

void
hpm_cost_report_release (struct hpm_cost_report *report)
{
    free (report->costs);
    free (report->without);
    memset (report, 0, sizeof *report);
}

const struct hpm_statistics *
hpm_event_cost_statistics (const struct hpm_result *result,
                           const struct hpm_event_cost *cost)
{
    return &result->job.events[cost->event].statistics;
}

double
hpm_event_cost_share (const struct hpm_cost_report *report,
                      const struct hpm_event_cost *cost)
{
    return report->run_ns > 0 ? cost->total[HPM_COST_TYPICAL] / report->run_ns
                              : NAN;
}

/* 1 if the formula names a constant of the table of costs.  */
static int
uses_cost (const char *formula)
{
    char word[64];

    while (*formula) {
        size_t length
            = strspn (formula, "abcdefghijklmnopqrstuvwxyz_0123456789");

        snprintf (word, sizeof word, "%.*s", (int)length, formula);
        if (length && length < sizeof word
            && hpm_cost_constant_find (word) >= 0)
            return 1;
        formula += length ? length : 1;
    }
    return 0;
}

const char *
hpm_cost_metric_lacks (const struct hpm_result *result, int metric)
{
    const struct hpm_metric_value *total = &result->job.metrics[metric].total;

    if (result->job.metrics[metric].statistics.count || !total->missing
        || !uses_cost (result->metrics.metrics[metric].formula_text))
        return NULL;
    return total->missing;
}
