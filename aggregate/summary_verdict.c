/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What to do about it: outliers and the verdict, last in the summary.
 */
#include "config.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "summary.h"

static void
print_outliers (FILE *out, const struct hpm_result *result)
{
    const struct hpm_verdict *verdict = &result->verdict;
    int told = 0;

    for (size_t i = 0; i < verdict->count; i++) {
        char *text;

        if (hpm_finding_is_verdict (&verdict->findings[i]))
            continue;
        if (!told++)
            fputs ("\nout of line\n", out);
        text = hpm_finding_text (&verdict->findings[i], result);
        hpm_report_fold (out, "  ", 4, text ? text : "");
        free (text);
    }
}

/* "threads 0.81: ..." where every rank has several of them.  */
static void
print_threads (FILE *out, const struct hpm_verdict *verdict)
{
    double threads = verdict->efficiency[HPM_EFFICIENCY_THREADS];
    char text[128];

    if (isnan (threads))
        return;
    snprintf (text, sizeof text,
              "threads: %.2f of their time outside MPI on a processor, at most",
              threads);
    hpm_report_fold (out, "  ", 4, text);
}

void
hpm_summary_verdict (FILE *out, const struct hpm_result *result)
{
    char *text, *rest, *line;

    print_outliers (out, result);
    text = rest = hpm_verdict_text (result);
    if (!text || !*text) {
        free (text);
        return;
    }
    fputs ("\nverdict\n", out);
    for (int first = 1; (line = strsep (&rest, "\n")); first = 0) {
        hpm_report_fold (out, "  ", 4, line);
        if (first)
            print_threads (out, &result->verdict);
    }
    free (text);
}

static void
add_host (struct libscols_table *table, const struct hpm_result *result,
          int host)
{
    static const int shown[]
        = { HPM_EFFICIENCY_RANKS,      HPM_EFFICIENCY_USEFUL_MEAN,
            HPM_EFFICIENCY_USEFUL_MAX, HPM_EFFICIENCY_SLOWEST,
            HPM_EFFICIENCY_BALANCE,    HPM_EFFICIENCY_COMMUNICATION,
            HPM_EFFICIENCY_PARALLEL };
    static const char *const formats[]
        = { "%.0f", "%.3g", "%.3g", "%.0f", "%.2f", "%.2f", "%.2f" };
    char numbers[7][32];
    const char *texts[8] = { hpm_text_table_get (&result->hosts, host) };

    for (int i = 0; i < 7; i++) {
        double value = result->verdict.host[host][shown[i]];

        snprintf (numbers[i], sizeof numbers[i],
                  isnan (value) ? "-" : formats[i], value);
        texts[i + 1] = numbers[i];
    }
    hpm_report_row (table, texts, 8);
}

int
hpm_summary_hosts (FILE *out, const struct hpm_result *result)
{
    static const struct hpm_heading headings[]
        = { { "host", 0, 1 },    { "ranks", 1, 0 },     { "useful [s]", 1, 0 },
            { "max [s]", 1, 0 }, { "@rank", 1, 0 },     { "balance", 1, 0 },
            { "comm.", 1, 0 },   { "efficiency", 1, 0 } };
    struct libscols_table *table;

    if (!result->verdict.host)
        return 0;
    table = hpm_report_table (out, headings, 8, 1);
    for (int i = 0; table && i < result->hosts.count; i++)
        add_host (table, result, i);
    fputc ('\n', out);
    return hpm_report_print (table);
}
