/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What ran, and what the reader must know of it.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hpm_launch.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/model/row_names.h"
#include "aggregate/show/summary/summary.h"

static const char *
plural (uint64_t n)
{
    return n == 1 ? "" : "s";
}

/* "64 ranks x 4 threads on 2 hosts" */
static void
shape_text (char *text, size_t size, const struct hpm_result *result)
{
    uint64_t each = hpm_result_threads_each (result);
    const char *scope = hpm_result_run (result, HPM_RUN_scope, "");
    int cut = !strcmp (scope, HPM_RUN_SCOPE_CUT);
    int alone = cut || !strcmp (scope, HPM_RUN_SCOPE_PROCESS);
    char ranks[HPM_NUMBER_TEXT], threads[HPM_NUMBER_TEXT];

    if (!strcmp (scope, HPM_RUN_SCOPE_OUTSIDE)) {
        snprintf (text, size, "%s, on 1 host", scope);
        return;
    }
    if (hpm_result_is_observed (result)) {
        snprintf (text, size, "%llu %s of %d host%s",
                  (unsigned long long)result->ranks,
                  result->ranks == 1 ? hpm_result_row_word (result)
                                     : hpm_result_rows_word (result),
                  result->hosts.count, plural ((uint64_t)result->hosts.count));
        return;
    }
    hpm_number_text (ranks, (double)result->ranks);
    hpm_number_text (threads, (double)(each ? each : result->threads));
    snprintf (text, size, "%s %s%s %s %s thread%s%s on %d host%s%s", ranks,
              alone ? "process" : "rank", plural (result->ranks),
              each ? "x" : "with", threads,
              plural (each ? each : result->threads), each ? "" : " in all",
              result->hosts.count, plural ((uint64_t)result->hosts.count),
              cut ? ", until it became a program that is not counted" : "");
}

/* "2026-11-21T09:31:02.123Z" as people write it.  */
static void
date_text (char *text, size_t size, const char *iso)
{
    if (strlen (iso) < 19) {
        snprintf (text, size, "%s", iso);
        return;
    }
    snprintf (text, size, "%.10s %.8s UTC", iso, iso + 11);
}

static void
print_inside (FILE *out, const struct hpm_result *result)
{
    const char *inside = hpm_result_run (result, HPM_RUN_inside_mpi, NULL);

    if (inside)
        hpm_report_fold (out, "  ", 2, inside);
}

/* What is none is not told.  */
static void
print_incomplete (FILE *out, const struct hpm_result *result)
{
    unsigned long long missing = (unsigned long long)result->ranks_missing;
    unsigned long long partial = (unsigned long long)result->ranks_partial;
    char text[256], of[64];
    int n = 0;

    snprintf (of, sizeof of, " of %llu ranks",
              (unsigned long long)result->ranks);
    if (missing)
        n = snprintf (text, sizeof text, "INCOMPLETE: %llu%s left no record",
                      missing, of);
    if (partial)
        snprintf (text + n, sizeof text - (size_t)n, "%s%llu%s %s",
                  n ? ", " : "INCOMPLETE: ", partial, n ? "" : of,
                  hpm_result_run (result, HPM_RUN_recovered, NULL)
                      ? "did not come to their end before that"
                      : "ended early");
    if (missing || partial)
        hpm_report_fold (out, "  ", 2, text);
}

/* What the reader must know before any number.  */
static void
print_status (FILE *out, const struct hpm_result *result)
{
    char date[64], text[256];

    if (hpm_result_run (result, HPM_RUN_recovered, NULL)) {
        date_text (date, sizeof date,
                   hpm_result_run (result, HPM_RUN_end_time, ""));
        snprintf (text, sizeof text, "RECOVERED from snapshots, the last of %s",
                  date);
        hpm_report_fold (out, "  ", 2, text);
        print_inside (out, result);
    }
    print_incomplete (out, result);
}

/* "Open MPI v4.1.4" of what the library tells of itself.  */
static void
library_text (char *text, size_t size, const struct hpm_result *result)
{
    const char *library = hpm_result_run (result, HPM_RUN_mpi_library, "");

    snprintf (text, size, "%.*s", (int)strcspn (library, ",\r\n"), library);
    for (char *at = text; (at = strchr (at, '\t'));)
        *at = ' ';
}

/* " (vm: AMD EPYC), Open MPI v4.1.4", as far as it is known, behind the number
 * of hosts.  */
static void
machine_text (char *text, size_t size, const struct hpm_result *result)
{
    const char *processor = hpm_result_run (result, HPM_RUN_cpu_model, "");
    char library[64], more[48] = "";

    library_text (library, sizeof library, result);
    *text = '\0';
    if (!result->hosts.count || (!*processor && !*library))
        return;
    if (result->hosts.count > 1)
        snprintf (more, sizeof more, " and %d more", result->hosts.count - 1);
    snprintf (text, size, " (%.150s%s%s%.150s)%s%s",
              hpm_text_table_get (&result->hosts, 0), more,
              *processor ? ": " : "", processor, *library ? ", " : "", library);
}

/* Whether the name of a job is a time, "20261121-093102": that of one which
 * nobody else has named, in the time zone of the run and at a moment of its
 * own.  */
static int
is_named_by_time (const char *job)
{
    size_t digits = strspn (job, "0123456789");

    return digits == 8 && job[8] == '-' && strspn (job + 9, "0123456789") == 6
           && !job[15];
}

/* ", exit status 3, job 4711, 2026-11-21 09:31:02 UTC"; a status of 0 goes
 * without saying.  */
static void
occasion_text (char *text, size_t size, const struct hpm_result *result)
{
    const char *status = hpm_result_run (result, HPM_RUN_exit_status, "0");
    int failed = strcmp (status, "0") != 0;
    const char *job = hpm_result_run (result, HPM_RUN_job_id, NULL);
    const char *start = hpm_result_run (result, HPM_RUN_start_time, "");
    char date[64];

    if (job && is_named_by_time (job))
        job = NULL;
    date_text (date, sizeof date, start);
    snprintf (text, size, "%s%.8s%s%.128s%s%s", failed ? ", exit status " : "",
              failed ? status : "", job ? ", job " : "", job ? job : "",
              *date ? ", " : "", date);
}

/* "0.5608 s", "774 us" */
static const char *
wall_text (char *text, double wall)
{
    if (wall < 1e7)
        return hpm_quantity_text (text, wall, "ns");
    hpm_number_text (text, 1e-9 * wall);
    return strcat (text, " s");
}

#define MARKS_WORTH 0.01 /* of the run */

/* ", marks at least 2.65 s", of the main thread of a rank; nothing where the
 * rest of measuring took longer.  */
static const char *
marks_text (char *text, size_t size, const struct hpm_result *result,
            double rest)
{
    double marks = hpm_region_tree_cost (&result->tree)
                   - hpm_region_tree_cost_beside (&result->tree);
    char took[HPM_NUMBER_TEXT];

    marks /= (double)result->wall.count;
    *text = '\0';
    if (marks > rest && marks >= MARKS_WORTH * result->wall.max)
        snprintf (text, size, ", marks at least %s",
                  hpm_quantity_text (took, marks, "ns"));
    return text;
}

/* How long it took, when, and what measuring cost.  */
static void
print_wall (FILE *out, const struct hpm_result *result)
{
    double cost = result->overhead_start.mean + result->overhead_stop.mean;
    char wall[HPM_NUMBER_TEXT + 2], took[HPM_NUMBER_TEXT];
    char occasion[256], text[512], marks[64];

    occasion_text (occasion, sizeof occasion, result);
    if (result->wall.count)
        snprintf (text, sizeof text, "wall time %s%s; measuring: %s%s%s",
                  wall_text (wall, result->wall.max), occasion,
                  hpm_quantity_text (took, cost, "ns"),
                  hpm_result_is_observed (result) || result->ranks == 1
                      ? ""
                      : " a rank",
                  marks_text (marks, sizeof marks, result, cost));
    if (result->wall.count || *occasion)
        hpm_report_fold (out, "  ", 2,
                         result->wall.count ? text : occasion + 2);
}

void
hpm_summary_start_stop (FILE *out, const struct hpm_result *result)
{
    char start[HPM_NUMBER_TEXT], stop[HPM_NUMBER_TEXT], text[256];

    if (!result->wall.count)
        return;
    snprintf (text, sizeof text,
              "cost of measuring %s: %s ms start, %s ms stop",
              hpm_result_is_observed (result) ? "all" : "a rank",
              hpm_number_text (start, 1e-6 * result->overhead_start.mean),
              hpm_number_text (stop, 1e-6 * result->overhead_stop.mean));
    hpm_report_fold (out, "  ", 2, text);
}

/* "1.5" or, where ranks differ, "0 to 1.5" */
static const char *
range_text (char text[2 * HPM_NUMBER_TEXT + 8],
            const struct hpm_statistics *statistics, double factor)
{
    char most[HPM_NUMBER_TEXT];

    hpm_number_text (text, factor * statistics->min);
    hpm_number_text (most, factor * statistics->max);
    if (strcmp (text, most))
        strcat (strcat (text, " to "), most);
    return text;
}

/* Rates are those of the time that was counted.  */
static void
print_pauses (FILE *out, const struct hpm_result *result)
{
    char texts[3][2 * HPM_NUMBER_TEXT + 8], text[256];

    if (!(result->paused.max > 0))
        return;
    snprintf (text, sizeof text,
              "PAUSED at times: counted %s s%s in %s part%s of the run, and "
              "not for %s s",
              range_text (texts[0], &result->wall, 1e-9),
              result->wall.count > 1 ? " a rank" : "",
              range_text (texts[1], &result->periods, 1),
              plural ((uint64_t)result->periods.max),
              range_text (texts[2], &result->paused, 1e-9));
    hpm_report_fold (out, "  ", 2, text);
}

void
hpm_summary_head (FILE *out, const struct hpm_result *result)
{
    const char *binding = hpm_result_run (result, HPM_RUN_binding, "");
    char shape[256], machine[512], text[900];

    hpm_report_fold (
        out, "hpmmpi: ", 8,
        hpm_result_run (result, HPM_RUN_command, "(unknown command)"));
    shape_text (shape, sizeof shape, result);
    machine_text (machine, sizeof machine, result);
    snprintf (text, sizeof text, "%s%s%s%.100s", shape, machine,
              *binding ? ", " : "", binding);
    hpm_report_fold (out, "  ", 2, text);
    print_wall (out, result);
    print_pauses (out, result);
    print_status (out, result);
}
