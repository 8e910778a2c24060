/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What was not counted, why, on how many ranks, and what helps.
 */
#include "config.h"

#include <string.h>

#include "aggregate/console/report.h"
#include "aggregate/model/row_names.h"
#include "aggregate/model/settings.h"
#include "aggregate/show/summary/summary.h"

/* Ranks of the job for which this is why an event was not counted in the whole
 * run, when it is the main reason.  Ranks without any record are told of
 * elsewhere.  */
static uint32_t
ranks_with (const struct hpm_result *result, int event, int reason)
{
    const uint32_t *reasons = result->job.events[event].reasons;
    uint32_t ranks = reasons[reason];

    if ((int)hpm_reason_dominant (reasons) != reason)
        return 0;
    if (reason != HPM_REASON_NOT_RECORDED)
        return ranks;
    return ranks > result->ranks_missing
               ? ranks - (uint32_t)result->ranks_missing
               : 0;
}

/* The events a reason stands in the way of, and the ranks: the fewest and the
 * most of them for any of the events.  */
struct extent {
    int events;
    uint32_t fewest, most;
};

static struct extent
extent_of (const struct hpm_result *result, int reason)
{
    struct extent extent = { 0, UINT32_MAX, 0 };

    for (int e = 0; e < result->event_count; e++) {
        uint32_t ranks = ranks_with (result, e, reason);

        if (!ranks)
            continue;
        extent.events++;
        extent.fewest = ranks < extent.fewest ? ranks : extent.fewest;
        extent.most = ranks > extent.most ? ranks : extent.most;
    }
    return extent;
}

/* Their names; long lists are cut short.  */
static void
print_names (FILE *out, const struct hpm_result *result, int reason, int events)
{
    struct hpm_list list = { 0 };

    for (int e = 0; e < result->event_count && list.count < 12; e++)
        if (ranks_with (result, e, reason))
            hpm_list_add (&list, ", ", "%s", result->events[e].name);
    if (list.count < events)
        hpm_list_add (&list, " and ", "%d more", events - list.count);
    hpm_list_print (&list, out, "not counted: ", 2);
}

/* In a full summary a blank line parts all of it from what is above.  */
static void
begin (FILE *out, int full, int *told)
{
    if (!(*told)++ && full)
        fputc ('\n', out);
}

/* Every job of several hosts is told so, in one line.  */
static void
print_hosts (FILE *out, const struct hpm_result *result, uint32_t ranks)
{
    fprintf (out,
             "arrivals are compared within a host: no mpi::ARRIVAL_TIME for "
             "%u of %llu ranks\n",
             ranks, (unsigned long long)result->ranks);
}

/* Why, on how many ranks where that is not all of them, and what helps.  */
static void
print_because (FILE *out, const struct hpm_result *result, int reason,
               const struct extent *extent, int full)
{
    const char *remedy = hpm_reason_remedy ((uint32_t)reason);
    char text[512], ranks[128] = "";

    if (full || extent->fewest < result->ranks)
        snprintf (ranks, sizeof ranks, ", on %s%u of %llu %s",
                  extent->fewest < extent->most ? "up to " : "", extent->most,
                  (unsigned long long)result->ranks,
                  result->ranks == 1 ? hpm_result_row_word (result)
                                     : hpm_result_rows_word (result));
    snprintf (text, sizeof text, "because %s%s%s%s",
              hpm_reason_text ((uint32_t)reason), ranks, *remedy ? "; " : "",
              remedy);
    hpm_report_fold (out, "  ", 2, text);
}

/* Whether the counters of the processor, which nobody asked for, are not to be
 * had on any rank: then one line says so.  */
static int
are_no_counters (const struct hpm_result *result)
{
    struct extent extent = extent_of (result, HPM_REASON_NO_PMU);
    struct hpm_options settings;
    int asked;

    hpm_result_settings (result, &settings);
    asked = *settings.events || *settings.groups || settings.verbose;
    hpm_options_release (&settings);
    return !asked && extent.events && extent.fewest == result->ranks;
}

static void
print_reason (FILE *out, const struct hpm_result *result, int reason, int full,
              int *told)
{
    struct extent extent = extent_of (result, reason);

    if (!extent.events)
        return;
    begin (out, full, told);
    if (reason == HPM_REASON_SEVERAL_HOSTS) {
        print_hosts (out, result, extent.most);
        return;
    }
    print_names (out, result, reason, extent.events);
    print_because (out, result, reason, &extent, full);
}

/* Why there is no rate of floating-point operations, where the events were
 * those by default; NULL where others were asked for.  */
static const char *
why_no_flops (const struct hpm_result *result)
{
    struct hpm_options settings;
    const char *why = NULL;

    hpm_result_settings (result, &settings);
    if (!hpm_result_run (result, HPM_RUN_options, NULL) || *settings.events
        || *settings.groups)
        why = NULL;
    else if (settings.backend.choice == HPM_BACKEND_NONE)
        why = "no FP rate (MFLOPS): nothing but the system's counters was "
              "asked for (--backend=none)";
    else if (hpm_result_find_event (result, "PAPI_TOT_INS") >= 0)
        why = hpm_result_is_observed (result)
                  ? "no FP rate (MFLOPS): floating-point operations were not "
                    "counted; hpmstat -g flops tells why"
                  : "no FP rate (MFLOPS): floating-point operations were not "
                    "counted; hpmrun -g flops tells why";
    hpm_options_release (&settings);
    return why;
}

/* Events that were chosen by default and could not be counted are not in the
 * result.  The rate of floating-point operations is missed all the same: it is
 * the first number people look for.  */
static void
print_no_flops (FILE *out, const struct hpm_result *result, int full, int *told)
{
    int metric = hpm_metric_set_find (&result->metrics, "mflops");
    const char *why = why_no_flops (result);

    if (!why || (metric >= 0 && hpm_result_has_metric (result, 0, metric)))
        return;
    begin (out, full, told);
    hpm_report_fold (out, "", 2, why);
}

void
hpm_summary_gaps (FILE *out, const struct hpm_result *result, int full)
{
    int without = !full && are_no_counters (result), told = 0;

    if (without)
        hpm_report_fold (out, "", 2,
                         "no hardware counters on this machine: hpmrun "
                         "--check tells what helps");
    else
        print_no_flops (out, result, full, &told);
    for (int reason = 1; reason < HPM_REASON_COUNT; reason++)
        if (!without || reason != HPM_REASON_NO_PMU)
            print_reason (out, result, reason, full, &told);
}
