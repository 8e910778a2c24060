/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the run was sampled, below a table of functions or lines.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/summary.h"

/* A rank is told where it has so many times the standard error more than the
 * mean of a function, and that is so much of what a rank has in all.  */
#define ERRORS 5
#define SHARE 0.05
#define TOLD 5 /* functions */

static double
number (const struct hpm_result *result, enum hpm_run_field field)
{
    return hpm_result_run_number (result, field);
}

static int
is_clock (const struct hpm_result *result)
{
    return !strcmp (hpm_result_run (result, HPM_RUN_sampled, ""), "cpu-clock");
}

static void
tell_none (FILE *out, const struct hpm_result *result)
{
    hpm_report_fold (
        out, "", 0,
        result->joined.count
            ? "no samples: a file of joined runs has none; those of the runs "
              "may have them"
        : hpm_result_run (result, HPM_RUN_recovered, NULL)
            ? "no samples: there were none in the snapshots"
            : "no samples: hpmrun --sample takes them");
}

/* Samples are of user code: the rest of a thread's time is the kernel's.  */
static void
tell_time (FILE *out, const struct hpm_result *result)
{
    int event = hpm_result_find_event (result, "os::CPU_TIME");
    double period = 1e-9 * number (result, HPM_RUN_sample_period);
    double count = number (result, HPM_RUN_samples);
    char one[HPM_NUMBER_TEXT], all[HPM_NUMBER_TEXT], error[HPM_NUMBER_TEXT],
        cpu[HPM_NUMBER_TEXT], text[512];

    snprintf (text, sizeof text,
              "a sample each %s ms of a thread's time in user code: they stand "
              "for %s s +- %s s",
              hpm_number_text (one, 1e3 * period),
              hpm_number_text (all, period * count),
              hpm_number_text (error, period * sqrt (count)));
    if (event >= 0 && result->job.events[event].statistics.count)
        snprintf (text + strlen (text), sizeof text - strlen (text),
                  ", of %s s of processor time with that in the kernel",
                  hpm_number_text (
                      cpu, 1e-9
                               * hpm_statistics_sum (
                                   &result->job.events[event].statistics)));
    hpm_report_fold (out, "  ", 2, text);
}

static void
tell_lacks (FILE *out, const struct hpm_result *result)
{
    const char *because
        = hpm_result_run (result, HPM_RUN_unsampled_because, NULL);
    double lost = number (result, HPM_RUN_samples_lost);
    char text[512];

    if (lost > 0) {
        snprintf (text, sizeof text, "%.0f more samples were lost", lost);
        hpm_report_fold (out, "  ", 2, text);
    }
    if (because) {
        snprintf (text, sizeof text, "not sampled: %.0f threads, because %s",
                  number (result, HPM_RUN_unsampled_threads), because);
        hpm_report_fold (out, "  ", 2, text);
    }
}

/* Where callers are known by frame pointers alone.  */
static void
tell_callers (FILE *out, const struct hpm_result *result, int of_callers)
{
    double count = number (result, HPM_RUN_samples);
    double broken = number (result, HPM_RUN_samples_broken);
    double folded = number (result, HPM_RUN_samples_folded);
    char text[512];

    if (!result->samples.stacks.count || !(count > 0)) {
        if (of_callers)
            hpm_report_fold (out, "  ", 2,
                             "no callers: hpmrun --sample=callers takes them");
        return;
    }
    if (broken > 0)
        snprintf (text, sizeof text,
                  "callers: those of %.1f %% of the samples do not reach back "
                  "to where the thread began, as in code without frame "
                  "pointers (-fno-omit-frame-pointer), or of more than 127",
                  100 * broken / count);
    else
        snprintf (text, sizeof text,
                  "callers: those of all samples reach back to where the "
                  "thread began");
    hpm_report_fold (out, "  ", 2, text);
    if (folded > 0) {
        snprintf (text, sizeof text,
                  "there was no room for the callers of %.0f samples", folded);
        hpm_report_fold (out, "  ", 2, text);
    }
}

static void
tell_outlier (FILE *out, const struct hpm_result *result,
              const struct hpm_spot *spot)
{
    double ranks = number (result, HPM_RUN_samples_ranks);
    double mean = (double)spot->samples / ranks;
    double more = (double)spot->max - mean;
    char text[512];

    if (!(ranks > 1) || more < ERRORS * sqrt (mean + 1)
        || more < SHARE * number (result, HPM_RUN_samples) / ranks)
        return;
    snprintf (text, sizeof text,
              "out of line: rank %lld has %lld samples in %.200s, where the "
              "mean of the ranks is %.1f",
              (long long)spot->max_rank, (long long)spot->max, spot->place,
              mean);
    hpm_report_fold (out, "  ", 2, text);
}

void
hpm_summary_samples (FILE *out, const struct hpm_result *result, int of_callers)
{
    const struct hpm_spots *routines = &result->samples.routines;
    const char *event = hpm_result_run (result, HPM_RUN_sampled, NULL);
    double sampled = number (result, HPM_RUN_samples_ranks);
    double ranks = (double)result->ranks;
    char text[256], of[32] = "";

    if (!event) {
        tell_none (out, result);
        return;
    }
    if (sampled < ranks)
        snprintf (of, sizeof of, "%.0f of ", sampled);
    snprintf (text, sizeof text, "%.0f samples of %s on %s%.0f rank%s%s",
              number (result, HPM_RUN_samples), event, of, ranks,
              ranks == 1 ? "" : "s",
              of_callers ? "" : "; min, mean and max are those of a rank");
    hpm_report_fold (out, "  ", 2, text);
    if (is_clock (result) && routines->count)
        tell_time (out, result);
    tell_callers (out, result, of_callers);
    tell_lacks (out, result);
    for (int i = 0; i < routines->count && i < TOLD && !of_callers; i++)
        tell_outlier (out, result, &routines->list[i]);
}
