/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What to do about it: the verdict, first in the summary, and who is out of
 * line.
 */
#include "config.h"

#include <libsmartcols.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/profile.h"
#include "aggregate/console/report.h"
#include "aggregate/console/number.h"
#include "aggregate/show/summary/summary.h"

#define FINDINGS 3 /* that the short summary tells */

/* Whether an outlier is that a rank is slow or light, which a finding tells. */
static int
is_repeated (const struct hpm_verdict *verdict,
             const struct hpm_finding *outlier)
{
    if (outlier->rule != HPM_FINDING_RANK_OUTLIER
        || outlier->subject != HPM_PROFILE_useful)
        return 0;
    for (size_t i = 0; i < verdict->count; i++)
        if ((verdict->findings[i].rule == HPM_FINDING_SLOWEST
             || verdict->findings[i].rule == HPM_FINDING_LIGHT)
            && verdict->findings[i].rank == outlier->rank)
            return 1;
    return 0;
}

/* An outlier, and what to do about it.  */
static void
print_outlier (FILE *out, const struct hpm_result *result,
               const struct hpm_finding *finding)
{
    char *sentence = hpm_finding_text (finding, result), *text = NULL;
    const char *advice = hpm_finding_advice (finding, result);

    if (sentence
        && asprintf (&text, "%s%s%s", sentence, advice ? ": " : "",
                     advice ? advice : "")
               < 0)
        text = NULL;
    hpm_report_fold (out, "  ", 4, text ? text : "");
    free (sentence);
    free (text);
}

/* Outliers as lines, `most` of them, which in a short summary repeat nothing;
 * returns how many there are more.  */
static int
print_outliers (FILE *out, const struct hpm_result *result, const char *first,
                int most)
{
    const struct hpm_verdict *verdict = &result->verdict;
    int told = 0, more = 0;

    for (size_t i = 0; i < verdict->count; i++) {
        const struct hpm_finding *finding = &verdict->findings[i];

        if (hpm_finding_is_verdict (finding)
            || (most < INT_MAX && is_repeated (verdict, finding)))
            continue;
        if (told >= most) {
            more += finding->rule == HPM_FINDING_MORE_OUTLIERS
                        ? (int)finding->value
                        : 1;
            continue;
        }
        fputs (told++ ? "" : first, out);
        print_outlier (out, result, finding);
    }
    return more;
}

void
hpm_summary_outliers (FILE *out, const struct hpm_result *result)
{
    print_outliers (out, result, "\nout of line\n", INT_MAX);
}

/* Part of the time of all threads outside MPI that they are blocked.  */
static double
part_blocked (const struct hpm_account *account)
{
    return account ? account->part[HPM_PART_BLOCKED]
                         / hpm_account_at (account, HPM_PLACE_OUTSIDE)
                   : NAN;
}

/* "threads 0.81: ..." where every rank has several of them.  */
static void
print_threads (FILE *out, const struct hpm_verdict *verdict)
{
    double threads = verdict->efficiency[HPM_EFFICIENCY_THREADS];
    double blocked = part_blocked (verdict->account);
    char text[192];
    int length;

    if (isnan (threads))
        return;
    length = snprintf (
        text, sizeof text,
        "threads: %.2f of their time outside MPI on a processor, at most",
        threads);
    if (blocked >= HPM_LIMIT_IDLE)
        snprintf (text + length, sizeof text - (size_t)length,
                  ", and %.2f blocked (locks, sleep, files, no work)", blocked);
    hpm_report_fold (out, "  ", 4, text);
}

/* The efficiency, and so many findings below it, the largest first; returns how
 * many there are more.  */
static int
print_findings (FILE *out, const struct hpm_result *result, char *lines,
                int most)
{
    int told = 0, more = 0;
    char *line;

    hpm_report_fold (out, "\nverdict: ", 2, strsep (&lines, "\n"));
    print_threads (out, &result->verdict);
    while ((line = strsep (&lines, "\n"))) {
        if (told < most)
            hpm_report_fold (out, "  ", 4, line);
        else
            more++;
        told++;
    }
    if (most == INT_MAX)
        return 0;
    return more
           + print_outliers (out, result, "", told < most ? most - told : 0);
}

void
hpm_summary_verdict (FILE *out, const struct hpm_result *result, int full,
                     const char *file)
{
    char *text = hpm_verdict_text (result);
    int more;

    if (text && *text) {
        more = print_findings (out, result, text, full ? INT_MAX : FINDINGS);
        if (more)
            fprintf (out, "  and %d more finding%s: hpmagg --summary=full %s\n",
                     more, more == 1 ? "" : "s", file);
    }
    free (text);
}

/* Columns of the table of hosts; those of counts where some host has them.  */
static const struct {
    const char *heading, *format; /* NULL: three digits */
    enum hpm_efficiency efficiency;
} host_columns[] = {
    { "ranks", "%.0f", HPM_EFFICIENCY_RANKS },
    { "useful [s]", NULL, HPM_EFFICIENCY_USEFUL_MEAN },
    { "max [s]", NULL, HPM_EFFICIENCY_USEFUL_MAX },
    { "@rank", "%.0f", HPM_EFFICIENCY_SLOWEST },
    { "proc.", "%.2f", HPM_EFFICIENCY_PROCESSORS },
    { "bal.", "%.2f", HPM_EFFICIENCY_BALANCE },
    { "comm.", "%.2f", HPM_EFFICIENCY_COMMUNICATION },
    { "eff.", "%.2f", HPM_EFFICIENCY_OVERALL },
    { "IPC", "%.2f", HPM_EFFICIENCY_IPC },
    { "GHz", "%.2f", HPM_EFFICIENCY_FREQUENCY },
};

#define HOST_COLUMNS ((int)(sizeof host_columns / sizeof *host_columns))

/* Whether that column of a host tells the upper end of a range.  */
static int
is_at_most (const double *host, enum hpm_efficiency column)
{
    return (column == HPM_EFFICIENCY_PROCESSORS
            || column == HPM_EFFICIENCY_OVERALL)
           && hpm_efficiency_is_range (host);
}

static void
add_host (struct libscols_table *table, const struct hpm_result *result,
          int host, int columns)
{
    char numbers[HOST_COLUMNS][HPM_NUMBER_TEXT];
    const char *texts[HOST_COLUMNS + 1]
        = { hpm_text_table_get (&result->hosts, host) };

    for (int i = 0; i < columns; i++) {
        const double *e = result->verdict.host[host];
        double value = e[host_columns[i].efficiency];
        char *number = numbers[i];

        if (is_at_most (e, host_columns[i].efficiency))
            *number++ = '<';
        if (host_columns[i].format)
            snprintf (number, sizeof numbers[i] - 1, host_columns[i].format,
                      value);
        else
            hpm_short_text (number, value);
        texts[i + 1] = isnan (value) ? "-" : numbers[i];
    }
    hpm_report_row (table, texts, columns + 1);
}

int
hpm_summary_hosts (FILE *out, const struct hpm_result *result)
{
    struct hpm_heading headings[HOST_COLUMNS + 1] = { { "host", 0, 1 } };
    struct libscols_table *table;
    int columns = HOST_COLUMNS - 2, ranges = 0;

    if (!result->verdict.host)
        return 0;
    for (int i = 0; i < result->hosts.count; i++)
        ranges += is_at_most (result->verdict.host[i], HPM_EFFICIENCY_OVERALL);
    for (int i = 0; i < result->hosts.count; i++)
        if (!isnan (result->verdict.host[i][HPM_EFFICIENCY_FREQUENCY]))
            columns = HOST_COLUMNS;
    for (int i = 0; i < columns; i++)
        headings[i + 1] = (struct hpm_heading){ host_columns[i].heading, 1, 0 };
    table = hpm_report_table (out, headings, columns + 1, 1);
    for (int i = 0; table && i < result->hosts.count; i++)
        add_host (table, result, i, columns);
    fputc ('\n', out);
    if (hpm_report_print (table))
        return -1;
    if (ranges)
        fputs ("<: at most\n", out);
    return 0;
}
