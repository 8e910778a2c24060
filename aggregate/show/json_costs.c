/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What events cost, in JSON.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "aggregate/model/costs.h"
#include "aggregate/show/json_private.h"

static const char *const estimates[] = { "minimum", "typical", "maximum" };

/* The line of the table.  */
static json_t *
line_object (const struct hpm_cost *line)
{
    static const char *const units[] = {
#define HPM_X(identifier, word, ns) word,
        HPM_COST_UNITS (HPM_X)
#undef HPM_X
    };
    const double numbers[] = { line->least, line->typical, line->most };
    json_t *object = json_object ();

    for (int i = 0; i < HPM_COST_ESTIMATES; i++)
        json_object_set_new (object, estimates[i], hpm_json_real (numbers[i]));
    json_object_set_new (object, "unit", json_string (units[line->unit]));
    json_object_set_new (object, "note", hpm_json_text (line->note));
    json_object_set_new (object, "from", hpm_json_text (line->from));
    return object;
}

/* Seconds.  */
static json_t *
time_object (const double ns[HPM_COST_ESTIMATES], double over)
{
    json_t *object = json_object ();

    for (int i = 0; i < HPM_COST_ESTIMATES; i++)
        json_object_set_new (object, estimates[i],
                             hpm_json_real (ns[i] / 1e9 / over));
    return object;
}

static json_t *
event_object (const struct hpm_cost_report *report,
              const struct hpm_result *result,
              const struct hpm_event_cost *cost)
{
    const struct hpm_statistics *statistics
        = hpm_event_cost_statistics (result, cost);
    uint32_t quality = hpm_statistics_quality (statistics);
    json_t *object = json_object ();

    json_object_set_new (object, "name",
                         hpm_json_text (result->events[cost->event].name));
    json_object_set_new (object, "quality",
                         json_string (hpm_quality_word (quality)));
    json_object_set_new (object, "count",
                         hpm_json_real (hpm_statistics_sum (statistics)));
    json_object_set_new (object, "cost", line_object (cost->line));
    json_object_set_new (object, "total_s", time_object (cost->total, 1));
    json_object_set_new (object, "rank_s", time_object (cost->rank, 1));
    json_object_set_new (object, "thread_s",
                         time_object (cost->total, report->threads));
    json_object_set_new (object, "share",
                         hpm_json_real (hpm_event_cost_share (report, cost)));
    return object;
}

static json_t *
lacking_list (const struct hpm_result *result)
{
    json_t *list = json_array ();

    for (int m = 0; m < result->metrics.count; m++) {
        const char *lacks = hpm_cost_metric_lacks (result, m);

        if (lacks)
            json_array_append_new (list,
                                   json_pack ("{s:s, s:s}", "metric",
                                              result->metrics.metrics[m].name,
                                              "missing", lacks));
    }
    return list;
}

void
hpm_json_set_costs (json_t *root, const struct hpm_output *output)
{
    const struct hpm_result *result = output->result;
    struct hpm_cost_report report;
    json_t *costs, *events = json_array (), *without = json_array ();

    if (!output->selection->costs_wanted
        || hpm_cost_report_make (&report, result, output->selection)) {
        json_decref (events);
        json_decref (without);
        return;
    }
    costs = json_object ();
    for (int i = 0; i < report.count; i++)
        json_array_append_new (
            events, event_object (&report, result, &report.costs[i]));
    for (int i = 0; i < report.without_count; i++)
        json_array_append_new (
            without, hpm_json_text (result->events[report.without[i]].name));
    json_object_set_new (
        costs, "clock_mhz",
        hpm_json_real (report.clock_hz > 0 ? 1e-6 * report.clock_hz : NAN));
    json_object_set_new (costs, "clock_source",
                         json_string (report.clock_source));
    json_object_set_new (costs, "run_s", hpm_json_real (report.run_ns / 1e9));
    json_object_set_new (costs, "events", events);
    json_object_set_new (costs, "unknown", without);
    json_object_set_new (costs, "not_estimated", lacking_list (result));
    json_object_set_new (root, "costs", costs);
    hpm_cost_report_release (&report);
}
