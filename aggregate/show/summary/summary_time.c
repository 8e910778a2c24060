/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the time went, and what is to be known of that.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "hpm_launch.h"
#include "aggregate/analysis/thread_times.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/model/row_names.h"
#include "aggregate/show/summary/account_text.h"
#include "aggregate/show/summary/summary.h"

/* Sum over the job of an event, NAN if it was not counted.  */
static double
event_sum (const struct hpm_result *result, const char *name)
{
    int event = hpm_result_find_event (result, name);

    if (event < 0 || !result->job.events[event].statistics.count)
        return NAN;
    return 1e-9 * hpm_statistics_sum (&result->job.events[event].statistics);
}

static void
print_mpi_threads (FILE *out, const struct hpm_result *result)
{
    int user = hpm_result_find_event (result, "os::USER_TIME");
    int kernel = hpm_result_find_event (result, "os::SYSTEM_TIME");
    double seconds = 0;
    char number[HPM_NUMBER_TEXT], text[256];

    if (!result->mpi_threads)
        return;
    if (user >= 0)
        seconds += 1e-9 * (double)result->mpi_sums[user];
    if (kernel >= 0)
        seconds += 1e-9 * (double)result->mpi_sums[kernel];
    if (!(seconds > 0))
        return;
    snprintf (text, sizeof text,
              "the MPI library's own %llu thread%s: %s s of processor time, in "
              "none of these numbers",
              (unsigned long long)result->mpi_threads,
              result->mpi_threads == 1 ? "" : "s",
              hpm_number_text (number, seconds));
    hpm_report_fold (out, "  ", 2, text);
}

/* Of processes that were counted as one, nobody knows how long they lived.  */
static int
is_from_outside (const struct hpm_result *result)
{
    return !strcmp (hpm_result_run (result, HPM_RUN_scope, ""),
                    HPM_RUN_SCOPE_OUTSIDE);
}

/* "user 1.2 s, system 0.1 s" behind what is said of them.  */
static void
print_seconds (FILE *out, const struct hpm_result *result, const char *of)
{
    double user = event_sum (result, "os::USER_TIME");
    double kernel = event_sum (result, "os::SYSTEM_TIME");
    char numbers[2][HPM_NUMBER_TEXT], text[160];

    if (isnan (user) || isnan (kernel))
        return;
    snprintf (text, sizeof text, "%suser %s s, system %s s", of,
              hpm_number_text (numbers[0], user),
              hpm_number_text (numbers[1], kernel));
    hpm_report_fold (out, "  ", 2, text);
}

#define SHORTER_LEAST                                                          \
    0.01 /* of what all ranks had as the longest, to be told */

/* The account has nothing of the time behind the end of a rank, or before its
 * beginning, which the verdict may tell of.  */
static void
print_shorter (FILE *out, const struct hpm_result *result)
{
    const struct hpm_statistics *wall = &result->wall;
    double whole = wall->max * (double)wall->count;
    double shorter = whole - wall->mean * (double)wall->count;
    char text[HPM_NUMBER_TEXT];

    if (wall->count < 2 || hpm_result_is_observed (result)
        || !(shorter >= SHORTER_LEAST * whole))
        return;
    hpm_quantity_text (text, shorter, "ns");
    fprintf (out, "  not in it: %s by which ranks %s than rank %lld\n", text,
             result->paused.max > 0 ? "were counted for less" : "ran shorter",
             (long long)wall->max_rank);
}

#define UNDIVIDED_LEAST 0.01 /* of the whole, to be explained */

/* Why time in MPI and outside is not divided: see HPM_TIMES_ERROR_MOST.  */
static void
print_undivided (FILE *out, const struct hpm_result *result)
{
    const struct hpm_account *account = result->verdict.account;
    double undivided
        = account->part[HPM_PART_OUTSIDE] + account->part[HPM_PART_MPI];
    const char *why
        = !hpm_result_is_mpi (result)
              ? "not divided: not all times of each thread are known"
          : isnan (event_sum (result, "mpi::CPU_TIME"))
              ? "not divided: processor time in MPI was not measured"
              : "not divided: what was seen of processor time in MPI may err "
                "by more than a twentieth of a thread's time";
    char text[192];

    if (!(undivided >= UNDIVIDED_LEAST * hpm_account_whole (account)))
        return;
    snprintf (text, sizeof text, "%s, so that the parts beside it may be more",
              why);
    hpm_report_fold (out, "  ", 4, text);
}

/* Shares of the life of all threads together; what child processes had is in
 * none of them.  Files of older versions have no account of it.  */
void
hpm_summary_time (FILE *out, const struct hpm_result *result, int full)
{
    const struct hpm_account *account = result->verdict.account;
    char number[HPM_NUMBER_TEXT];

    if (is_from_outside (result)) {
        fputs ("\nprocessor time\n", out);
        print_seconds (out, result, "");
    } else if (account && hpm_account_whole (account) > 0) {
        fprintf (out, "\nwhere the time went (%s s of thread time)\n",
                 hpm_number_text (number, hpm_account_whole (account)));
        if (full)
            hpm_account_print (out, account, result->verdict.errors);
        else
            hpm_account_print_short (out, result);
        print_undivided (out, result);
        print_shorter (out, result);
        if (hpm_result_follows (result))
            print_seconds (out, result,
                           "with child processes, which are in none of this: ");
    }
    if (full)
        print_mpi_threads (out, result);
}
