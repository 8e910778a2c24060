/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/summary/summary.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/console/report.h"
#include "aggregate/model/row_names.h"
#include "aggregate/model/settings.h"
#include "base/text.h"

/* Whether events or groups of metrics were named when the program ran: then
 * what they tell is what somebody wants to see.  */
static int
were_asked (const struct hpm_result *result)
{
    struct hpm_options settings;
    int asked;

    hpm_result_settings (result, &settings);
    asked = *settings.events || *settings.groups;
    hpm_options_release (&settings);
    return asked;
}

/* Whether nobody asked hpmstat for the file: it goes away.  */
static int
is_passing (const struct hpm_result *result)
{
    struct hpm_options settings;
    int passing;

    hpm_result_settings (result, &settings);
    passing = hpm_result_is_observed (result) && !*settings.output;
    hpm_options_release (&settings);
    return passing;
}

/* Why the run was as it was, and where its time went.  */
static int
print_account (FILE *out, const struct hpm_result *result,
               const struct hpm_selection *selection, const char *file)
{
    int failed;

    hpm_summary_verdict (out, result, selection->full, file);
    hpm_summary_next (out, result, file);
    hpm_summary_time (out, result, selection->full);
    failed = hpm_summary_line (out, result, is_passing (result) ? NULL : file,
                               selection->full || were_asked (result));
    failed |= hpm_summary_regions (out, result, file);
    failed |= hpm_summary_calls (out, result, selection);
    hpm_summary_asked (out, result, file);
    return failed;
}

/* Where all of it is, and how to see it.  */
static void
print_place (FILE *out, const char *path, const char *file, int full)
{
    char *name = hpm_text_escaped (path), *text = NULL;

    if (!full && name
        && asprintf (&text, "results: %s (all: hpmagg --summary=full %s)", name,
                     file)
               < 0)
        text = NULL;
    if (text && (int)strlen (text) < hpm_report_width (out))
        fprintf (out, "%s\n", text);
    else
        fprintf (out, "results: %s\n", name ? name : path);
    if (text && (int)strlen (text) >= hpm_report_width (out))
        fprintf (out, "all of them: hpmagg --summary=full %s\n", file);
    free (text);
    free (name);
}

/* What was not counted, who is out of line, and where all of it is.  */
static void
print_end (FILE *out, const struct hpm_result *result, const char *path,
           const char *file, int full)
{
    hpm_summary_gaps (out, result, full);
    hpm_summary_node_gaps (out, result);
    if (full)
        hpm_summary_outliers (out, result);
    hpm_summary_remote (out, result);
    if (!path || !file || is_passing (result))
        return;
    fputs (full ? "\n" : "", out);
    print_place (out, path, file, full);
}

/* How a command names the result: not as if it were a flag.  */
static char *
file_argument (const char *path)
{
    char *below = NULL, *file;

    if (*path != '-')
        return hpm_report_argument (path);
    if (asprintf (&below, "./%s", path) < 0)
        return NULL;
    file = hpm_report_argument (below);
    free (below);
    return file;
}

int
hpm_summary_print (FILE *out, const struct hpm_result *result,
                   const struct hpm_selection *selection, const char *path)
{
    char *file = file_argument (path ? path : "FILE");
    struct hpm_chosen chosen;
    int failed = hpm_chosen_make (&chosen, result, selection, selection->full);
    int first = were_asked (result);

    failed |= !file;
    hpm_summary_head (out, result);
    if (selection->full)
        hpm_summary_start_stop (out, result);
    hpm_summary_joined (out, result);
    if (first && !failed) {
        failed |= hpm_summary_values (out, result, selection, &chosen, file);
        failed |= hpm_summary_marks (out, result, selection, &chosen);
    }
    if (file)
        failed |= print_account (out, result, selection, file);
    if (!first && !failed)
        failed |= hpm_summary_values (out, result, selection, &chosen, file);
    if (chosen.metrics)
        failed |= hpm_summary_region_values (out, result, selection, &chosen);
    failed |= hpm_summary_nodes (out, result, selection);
    if (selection->costs_wanted)
        failed |= hpm_summary_costs (out, result, selection);
    if (!first)
        failed |= hpm_summary_marks (out, result, selection, &chosen);
    hpm_chosen_release (&chosen);
    print_end (out, result, path, file, selection->full);
    free (file);
    return failed || ferror (out) ? -1 : 0;
}
