/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that were counted for hosts.
 */
#include "config.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/rows/job_rows.h"
#include "aggregate/show/summary/summary.h"

static const struct hpm_heading headings[]
    = { { "counted for hosts", 0, 1 }, { "unit", 0, 0 },  { "total", 1, 0 },
        { "processors", 1, 0 },        { "least", 1, 0 }, { "most", 1, 0 } };

#define COLUMNS ((int)(sizeof headings / sizeof *headings))

static int
is_wanted (const struct hpm_result *result,
           const struct hpm_selection *selection, int event)
{
    return hpm_result_is_node (result, (size_t)event)
           && hpm_selection_has (&selection->events,
                                 result->events[event].name);
}

static int
add_row (struct libscols_table *table, const struct hpm_job_row *row)
{
    struct hpm_scale scale = hpm_scale_choose (
        strcmp (row->unit, "1") ? row->unit : "", row->greatest);
    char total[HPM_NUMBER_TEXT + 1] = "~", least[HPM_NUMBER_TEXT],
                                 most[HPM_NUMBER_TEXT], places[24];

    hpm_number_text (total + row->uncertain, row->sum * scale.factor);
    snprintf (places, sizeof places, "%lld", (long long)row->values);
    return hpm_report_row (
        table,
        (const char *[]){
            row->name, scale.unit, total, places,
            hpm_number_text (least, row->least * scale.factor),
            hpm_number_text (most, row->greatest * scale.factor) },
        COLUMNS);
}

/* What was not counted, a line each: there are few.  */
static void
print_gap (FILE *out, const struct hpm_result *result, int event,
           const struct hpm_node_sum *sum)
{
    const char *remedy = hpm_reason_remedy (sum->reason);
    char text[512], where[64] = "";

    if (!sum->reason)
        return;
    if (sum->places)
        snprintf (where, sizeof where, " on some processors or hosts");
    snprintf (text, sizeof text, "because %s%s%s%s",
              hpm_reason_text (sum->reason), where, *remedy ? "; " : "",
              remedy);
    hpm_report_fold (out, "\nnot counted: ", 2, result->events[event].name);
    hpm_report_fold (out, "  ", 2, text);
}

int
hpm_summary_nodes (FILE *out, const struct hpm_result *result,
                   const struct hpm_selection *selection)
{
    struct libscols_table *table = hpm_report_table (out, headings, COLUMNS, 1);
    int failed = 0;

    for (int e = 0; table && e < result->event_count; e++) {
        struct hpm_job_row row;

        if (!is_wanted (result, selection, e))
            continue;
        hpm_job_node (&row, result, e);
        if (row.values)
            failed |= add_row (table, &row);
    }
    if (table && !scols_table_get_nlines (table)) {
        scols_unref_table (table);
        return 0;
    }
    fputc ('\n', out);
    return hpm_report_print (table) || failed ? -1 : 0;
}

void
hpm_summary_node_gaps (FILE *out, const struct hpm_result *result)
{
    for (int e = 0; e < result->event_count; e++)
        if (hpm_result_is_node (result, (size_t)e)) {
            struct hpm_node_sum sum = hpm_nodes_sum (result, e, -1);

            print_gap (out, result, e, &sum);
        }
}
