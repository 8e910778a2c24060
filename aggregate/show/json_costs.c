/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What events cost, as JSON.
 */
#include "config.h"

#include <math.h>

#include "aggregate/analysis/cost_report.h"
#include "aggregate/show/json_parts.h"

static const char *const estimates[HPM_COST_ESTIMATES]
    = { "minimum", "typical", "maximum" };

/* The members of the object that is open.  */
static void
put_estimates (struct hpm_json *json, const double *numbers, double factor)
{
    for (int i = 0; i < HPM_COST_ESTIMATES; i++)
        hpm_json_real (json, estimates[i], numbers[i] * factor);
}

/* The line of the table.  */
static void
put_line (struct hpm_json *json, const struct hpm_cost *line)
{
    static const char *const units[] = {
#define HPM_X(identifier, word, ns) word,
        HPM_COST_UNITS (HPM_X)
#undef HPM_X
    };

    hpm_json_open (json, "cost", '{');
    put_estimates (
        json, (const double[]){ line->least, line->typical, line->most }, 1);
    hpm_json_text (json, "unit", units[line->unit]);
    hpm_json_text (json, "note", line->note);
    hpm_json_text (json, "from", line->from);
    hpm_json_close (json, '}');
}

static void
put_times (struct hpm_json *json, const char *key, const double *ns,
           double over)
{
    hpm_json_open (json, key, '{');
    for (int i = 0; i < HPM_COST_ESTIMATES; i++)
        hpm_json_real (json, estimates[i], ns[i] / 1e9 / over);
    hpm_json_close (json, '}');
}

static void
put_cost (struct hpm_json *json, const struct hpm_cost_report *report,
          const struct hpm_result *result, const struct hpm_event_cost *cost)
{
    const struct hpm_statistics *statistics
        = hpm_event_cost_statistics (result, cost);

    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "name", result->events[cost->event].name);
    hpm_json_text (json, "quality",
                   hpm_quality_word (hpm_statistics_quality (statistics)));
    hpm_json_real (json, "count", hpm_statistics_sum (statistics));
    put_line (json, cost->line);
    put_times (json, "total_s", cost->total, 1);
    put_times (json, "rank_s", cost->rank, 1);
    put_times (json, "thread_s", cost->total, report->threads);
    hpm_json_real (json, "share", hpm_event_cost_share (report, cost));
    hpm_json_close (json, '}');
}

/* Metrics that lack a cost.  */
static void
put_lacking (struct hpm_json *json, const struct hpm_result *result)
{
    hpm_json_open (json, "not_estimated", '[');
    for (int m = 0; m < result->metrics.count; m++) {
        const char *lacks = hpm_cost_metric_lacks (result, m);

        if (!lacks)
            continue;
        hpm_json_open (json, NULL, '{');
        hpm_json_text (json, "metric", result->metrics.metrics[m].name);
        hpm_json_text (json, "missing", lacks);
        hpm_json_close (json, '}');
    }
    hpm_json_close (json, ']');
}

static void
put_report (struct hpm_json *json, const struct hpm_cost_report *report,
            const struct hpm_result *result)
{
    hpm_json_open (json, "costs", '{');
    hpm_json_real (json, "clock_mhz",
                   report->clock_hz > 0 ? 1e-6 * report->clock_hz : NAN);
    hpm_json_text (json, "clock_source", report->clock_source);
    hpm_json_real (json, "run_s", report->run_ns / 1e9);
    hpm_json_open (json, "events", '[');
    for (int i = 0; i < report->count; i++)
        put_cost (json, report, result, &report->costs[i]);
    hpm_json_close (json, ']');
    hpm_json_open (json, "unknown", '[');
    for (int i = 0; i < report->without_count; i++)
        hpm_json_text (json, NULL, result->events[report->without[i]].name);
    hpm_json_close (json, ']');
    put_lacking (json, result);
    hpm_json_close (json, '}');
}

void
hpm_json_put_costs (struct hpm_json *json, const struct hpm_output *output)
{
    struct hpm_cost_report report;

    if (!output->selection->costs_wanted)
        return;
    if (!hpm_cost_report_make (&report, output->result, output->selection))
        put_report (json, &report, output->result);
    hpm_cost_report_release (&report);
}
