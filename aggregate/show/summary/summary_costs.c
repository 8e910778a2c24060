/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What events cost, for people.
 */
#include "config.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/cost_report.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/summary.h"

#define COLUMNS 7

/* One unit of time for the whole table, so that columns can be compared.  */
static struct hpm_scale
choose_scale (const struct hpm_cost_report *report)
{
    double largest = 0;

    for (int i = 0; i < report->count; i++)
        for (int k = 0; k < HPM_COST_ESTIMATES; k++)
            largest = fmax (largest, report->costs[i].rank[k]);
    return hpm_scale_choose ("ns", largest);
}

static struct libscols_table *
create_table (FILE *out)
{
    static const struct hpm_heading headings[COLUMNS]
        = { { "event", 0, 1 },   { "count", 1, 0 }, { "min", 1, 0 },
            { "typical", 1, 0 }, { "max", 1, 0 },   { "thread", 1, 0 },
            { "share", 1, 0 } };

    return hpm_report_table (out, headings, COLUMNS, 1);
}

static void
mark (char *text, double value, uint32_t quality)
{
    int uncertain
        = isfinite (value) && value != 0
          && (quality == HPM_QUALITY_SCALED || quality == HPM_QUALITY_PARTIAL);

    text[0] = '~';
    hpm_number_text (text + uncertain, value);
}

static void
add_row (struct libscols_table *table, const struct hpm_cost_report *report,
         const struct hpm_result *result, const struct hpm_event_cost *cost,
         double factor)
{
    const struct hpm_statistics *statistics
        = hpm_event_cost_statistics (result, cost);
    uint32_t quality = hpm_statistics_quality (statistics);
    double share = hpm_event_cost_share (report, cost);
    double values[]
        = { result->job.events[cost->event].refused
                ? NAN
                : hpm_statistics_sum (statistics),
            factor * cost->rank[HPM_COST_MIN],
            factor * cost->rank[HPM_COST_TYPICAL],
            factor * cost->rank[HPM_COST_MAX],
            factor * cost->total[HPM_COST_TYPICAL] / report->threads };
    struct hpm_scale count = hpm_scale_choose ("1", values[0]);
    char texts[5][HPM_NUMBER_TEXT + 40], percent[32] = "-";

    for (int i = 0; i < 5; i++)
        mark (texts[i], values[i] * (i ? 1 : count.factor), quality);
    if (*count.unit)
        strcat (strcat (texts[0], " "), count.unit);
    if (!isnan (share))
        snprintf (percent, sizeof percent, "%.1f %%", 100 * share);
    hpm_report_row (table,
                    (const char *[]){ result->events[cost->event].name,
                                      texts[0], texts[1], texts[2], texts[3],
                                      texts[4], percent },
                    COLUMNS);
}

static int
print_table (FILE *out, const struct hpm_cost_report *report,
             const struct hpm_result *result, double factor)
{
    struct libscols_table *table = create_table (out);

    for (int i = 0; table && i < report->count; i++)
        add_row (table, report, result, &report->costs[i], factor);
    return hpm_report_print (table);
}

static void
print_head (FILE *out, const struct hpm_cost_report *report,
            const struct hpm_result *result, const char *unit)
{
    const char *machine = result->costs.facts[HPM_COST_MACHINE];
    const char *date = result->costs.facts[HPM_COST_DATE];
    char number[HPM_NUMBER_TEXT], text[512];

    hpm_number_text (number, 1e-6 * report->clock_hz);
    snprintf (text, sizeof text, "clock %s%s, %s%s%.120s%s%.40s",
              report->clock_hz > 0 ? number : "",
              report->clock_hz > 0 ? " MHz" : "", report->clock_source,
              machine ? "; costs of " : "", machine ? machine : "",
              date ? ", " : "", date ? date : "");
    hpm_report_fold (out, "  ", 2, text);
    snprintf (text, sizeof text,
              "times in %s: of a rank, mean over ranks; of a thread, typical; "
              "share: typical, of the time of all threads; events overlap: the "
              "sum may exceed the run",
              unit);
    hpm_report_fold (out, "  ", 2, text);
}

static void
print_without (FILE *out, const struct hpm_cost_report *report,
               const struct hpm_result *result)
{
    struct hpm_list list = { 0 };

    for (int i = 0; i < report->without_count; i++)
        hpm_list_add (&list, ", ", "%s",
                      result->events[report->without[i]].name);
    hpm_list_print (&list, out, "no cost is known of: ", 2);
}

/* Metrics that the table could have given.  */
static void
print_lacking (FILE *out, const struct hpm_result *result,
               const struct hpm_selection *selection)
{
    for (int m = 0; m < result->metrics.count; m++) {
        const struct hpm_metric *metric = &result->metrics.metrics[m];
        const char *lacks = hpm_cost_metric_lacks (result, m);
        char text[320];

        if (!lacks || !hpm_selection_has (&selection->metrics, metric->name))
            continue;
        snprintf (text, sizeof text, "%.80s: n/a: %.80s %s", metric->title,
                  lacks,
                  hpm_cost_constant_find (lacks) < 0
                      ? "was not counted"
                      : "is not in the table of costs (hpmrun --calibrate)");
        hpm_report_fold (out, "", 2, text);
    }
}

int
hpm_summary_costs (FILE *out, const struct hpm_result *result,
                   const struct hpm_selection *selection)
{
    struct hpm_cost_report report;
    struct hpm_scale scale;
    int failed = hpm_cost_report_make (&report, result, selection);

    fputs ("\nestimated costs of events\n", out);
    scale = choose_scale (&report);
    print_head (out, &report, result, scale.unit);
    if (!failed && report.count)
        failed = print_table (out, &report, result, scale.factor);
    print_without (out, &report, result);
    print_lacking (out, result, selection);
    hpm_cost_report_release (&report);
    return failed;
}
