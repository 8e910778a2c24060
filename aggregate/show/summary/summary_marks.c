/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the marks in the tables of a summary mean.
 */
#include "config.h"

#include <string.h>

#include "aggregate/analysis/sampling.h"
#include "aggregate/console/report.h"
#include "aggregate/show/rows/job_rows.h"
#include "aggregate/show/summary/summary.h"
#include "base/metric/metric_events.h"
#include "hpm_mpi_record.h"

/* Why a number is not exact.  X(identifier, text) */
#define MARKS(X)                                                               \
    X (SCALED, "~ scaled up: the counter ran part of the time")                \
    X (CALLS, "~ processor time and waiting in MPI: estimated from a sample "  \
              "of its calls")                                                  \
    X (TICKS, "~ user and system: which it was, the kernel tells by its "      \
              "ticks")                                                         \
    X (WHOLE_TICKS, "~ times of processors: the kernel counts them in ticks")  \
    X (BRIEF, "~ waiting for a processor: of threads that lived less than "    \
              "2 ms, what their clocks leave")                                 \
    X (PROJECTED, "~ projected: other ranks counted other events")             \
    X (PARTIAL, "~ partial: threads, ranks or calls are missing in it")

enum mark {
#define HPM_X(identifier, text) MARK_##identifier,
    MARKS (HPM_X)
#undef HPM_X
        MARK_COUNT
};

/* Those with an error to tell.  */
#define INEXACT                                                                \
    (1u << MARK_SCALED | 1u << MARK_CALLS | 1u << MARK_TICKS                   \
     | 1u << MARK_WHOLE_TICKS | 1u << MARK_PROJECTED)

/* Why scaled counts of an event are no exact ones.  */
static enum mark
mark_of_scaled (const char *name)
{
    static const struct {
        const char *event;
        enum mark mark;
    } told[] = {
        { "os::USER_TIME", MARK_TICKS },
        { "os::SYSTEM_TIME", MARK_TICKS },
        { "os::WAIT_TIME", MARK_BRIEF },
        { "mpi::CPU_TIME", MARK_CALLS },
        { "mpi::WAIT_TIME", MARK_CALLS },
        { "os::CPU_TIME", MARK_WHOLE_TICKS },
        { "mpi::ARRIVAL_TIME", MARK_CALLS },
        { "mpi::AWAITED_TIME", MARK_CALLS },
    };

    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (!strcmp (told[i].event, name))
            return told[i].mark;
    return strncmp (name, "cpu::", 5) ? MARK_SCALED : MARK_WHOLE_TICKS;
}

static unsigned
marks_of (const struct hpm_event_aggregate *event, const char *name)
{
    uint32_t quality = hpm_statistics_quality (&event->statistics);
    unsigned marks = event->projected ? 1u << MARK_PROJECTED : 0;

    if (quality == HPM_QUALITY_PARTIAL)
        marks |= 1u << MARK_PARTIAL;
    if (quality == HPM_QUALITY_SCALED && !event->projected)
        marks |= 1u << mark_of_scaled (name);
    return marks;
}

/* The events of metrics that have a row with a mark.  */
static int
find_used (struct hpm_event_list *used, const struct hpm_result *result,
           const struct hpm_selection *selection,
           const struct hpm_chosen *chosen)
{
    for (int i = 0; i < chosen->count; i++) {
        int metric = chosen->metrics[i];
        struct hpm_job_row row;

        if (!hpm_summary_has_row (result, selection, chosen, 0, metric))
            continue;
        hpm_job_metric (&row, result, 0, metric);
        if ((row.uncertain || hpm_summary_is_mixed (result, metric))
            && hpm_metric_all_events (&result->metrics, metric, used))
            return -1;
    }
    return 0;
}

static int
is_shown (const char *event, const struct hpm_selection *selection,
          const struct hpm_event_list *used)
{
    return ((selection->events_wanted || selection->costs_wanted)
            && hpm_selection_has (&selection->events, event))
           || (used->count && hpm_selection_has (used, event));
}

/* Counts that have a row without a number in it.  */
static void
print_hidden (FILE *out, const struct hpm_result *result,
              const struct hpm_selection *selection)
{
    struct hpm_list list = { 0 };

    for (int e = 0; selection->events_wanted && e < result->event_count; e++)
        if (hpm_selection_has (&selection->events, result->events[e].name)
            && hpm_error_hides (hpm_count_error (&result->job, (size_t)e)))
            hpm_list_add (&list, ", ", "%s", result->events[e].name);
    hpm_list_print (&list, out, "  not shown, their errors are as large: ", 4);
}

int
hpm_summary_marks (FILE *out, const struct hpm_result *result,
                   const struct hpm_selection *selection,
                   const struct hpm_chosen *chosen)
{
    static const char *const texts[MARK_COUNT] = {
#define HPM_X(identifier, text) text,
        MARKS (HPM_X)
#undef HPM_X
    };
    int count = result->region_count * result->event_count;
    struct hpm_event_list used = { 0 };
    int failed = find_used (&used, result, selection, chosen);
    unsigned marks = 0;

    for (int i = 0; i < count; i++) {
        const char *name = result->events[i % result->event_count].name;

        if (is_shown (name, selection, &used))
            marks |= marks_of (&result->job.events[i], name);
    }
    for (int i = 0; i < MARK_COUNT; i++) {
        if (i == MARK_PARTIAL && (marks & INEXACT || result->joined.count))
            hpm_summary_sampling (out, result, chosen);
        if (marks >> i & 1)
            hpm_report_fold (out, "", 2, texts[i]);
    }
    print_hidden (out, result, selection);
    hpm_summary_mixed (out, result, selection, chosen);
    hpm_event_list_release (&used);
    return failed;
}
