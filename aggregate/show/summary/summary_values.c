/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Metrics and counts in the summary, of the whole run and of regions.
 */
#include "config.h"

#include <libsmartcols.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/analysis/sampling.h"
#include "aggregate/model/row_names.h"
#include "aggregate/model/settings.h"
#include "aggregate/show/rows/job_rows.h"
#include "aggregate/show/summary/summary.h"

static const struct hpm_heading headings[]
    = { { "", 0, 1 },      { "unit", 0, 0 },      { "total", 1, 0 },
        { "mean", 1, 0 },  { "min @rank", 1, 0 }, { "max @rank", 1, 0 },
        { "imbal.", 1, 0 } };

enum { TOTAL = 2, MEAN, LEAST, GREATEST, IMBALANCE }; /* of them */
#define TRIVIAL 1e-2 /* in the unit of a metric */
#define COLUMNS ((int)(sizeof headings / sizeof *headings))

static double
largest (const struct hpm_job_row *row)
{
    double most = fmax (fabs (row->greatest), fabs (row->least));

    return isnan (most) ? row->sum : most;
}

static int
rank_digits (const struct hpm_result *result)
{
    int64_t last = result->ranks ? (int64_t)result->ranks - 1 : 0;
    char text[24];

    return snprintf (text, sizeof text, "%" PRId64,
                     hpm_result_row_number (result, last));
}

/* "12.34 @5 ": a value and the rank that has it, if there is one.  */
static void
extreme_text (char *text, size_t size, double value, int64_t rank, int digits)
{
    char number[HPM_NUMBER_TEXT];

    if (rank < 0)
        snprintf (text, size, "-%*s", digits + 2, "");
    else
        snprintf (text, size, "%s @%-*lld", hpm_number_text (number, value),
                  digits, (long long)rank);
}

/* A number with "~" before it where it is not exact.  */
static void
mark (char *text, double value, int uncertain)
{
    uncertain = uncertain && isfinite (value);
    text[0] = '~';
    hpm_number_text (text + uncertain, value);
}

/* What is shown of it: nothing where its error is as large as it is, since that
 * of each rank is no smaller.  */
static struct hpm_job_row
shown (const struct hpm_job_row *row)
{
    struct hpm_job_row copy = *row;

    if (hpm_error_hides (row->error)) {
        copy.sum = copy.mean = copy.imbalance = NAN;
        copy.min_rank = copy.max_rank = HPM_NO_INTEGER;
    }
    return copy;
}

/* One quantity; `mixed`: it is over counts of several runs.  */
static int
add_row (struct libscols_table *table, const char *title,
         const struct hpm_job_row *whole, const struct hpm_result *result,
         int mixed)
{
    struct hpm_job_row part = shown (whole), *row = &part;
    struct hpm_scale scale = hpm_scale_choose (row->unit, largest (whole));
    char imbalance[HPM_NUMBER_TEXT], marked[2][HPM_NUMBER_TEXT + 1],
        ends[2][96];
    int digits = rank_digits (result), uncertain = row->uncertain || mixed;

    mark (marked[0], row->sum * scale.factor, uncertain);
    mark (marked[1], row->mean * scale.factor, uncertain);
    hpm_number_text (imbalance, row->imbalance);
    extreme_text (ends[0], sizeof ends[0], row->least * scale.factor,
                  hpm_result_row_number (result, row->min_rank), digits);
    extreme_text (ends[1], sizeof ends[1], row->greatest * scale.factor,
                  hpm_result_row_number (result, row->max_rank), digits);
    return hpm_report_row (table,
                           (const char *[]){ title, scale.unit, marked[0],
                                             marked[1], ends[0], ends[1],
                                             imbalance },
                           COLUMNS);
}

/* Of one rank there is one value, which is all of total, mean and extremes; in
 * a full summary they stand all the same.  */
static int
is_alone (const struct hpm_result *result,
          const struct hpm_selection *selection)
{
    return result->ranks == 1 && !selection->full;
}

static struct libscols_table *
create_table (FILE *out, const struct hpm_result *result,
              const struct hpm_selection *selection, const char *first)
{
    char least[16], greatest[16];
    struct hpm_heading own[COLUMNS];
    struct libscols_table *table;

    for (int i = 0; i < COLUMNS; i++)
        own[i] = headings[i];
    own[0].text = first;
    own[MEAN].text = is_alone (result, selection) ? "value" : "mean";
    snprintf (least, sizeof least, "min @%s", hpm_result_row_label (result));
    snprintf (greatest, sizeof greatest, "max @%s",
              hpm_result_row_label (result));
    own[LEAST].text = least;
    own[GREATEST].text = greatest;
    table = hpm_report_table (out, own, COLUMNS, 1);
    if (table && is_alone (result, selection))
        hpm_report_hide (table, 1u << TOTAL | 1u << LEAST | 1u << GREATEST
                                    | 1u << IMBALANCE);
    return table;
}

/* What is 0 on all ranks, and rates of which even the largest is next to
 * nothing, in the unit that the metric is told in: such a row says no more than
 * that it is there.  */
static int
is_trivial (const struct hpm_result *result, int region, int metric)
{
    struct hpm_job_row row;
    double most;

    hpm_job_metric (&row, result, region, metric);
    most = fmax (fabs (row.greatest), fabs (row.least));
    return most == 0
           || (strstr (row.unit, "/s")
               && most * hpm_scale_choose (row.unit, largest (&row)).factor
                      < TRIVIAL);
}

/* A trivial one has a row only where somebody asked.  */
int
hpm_summary_has_row (const struct hpm_result *result,
                     const struct hpm_selection *selection,
                     const struct hpm_chosen *chosen, int region, int metric)
{
    return hpm_result_has_metric (result, region, metric)
           && (chosen->asked || selection->full
               || !is_trivial (result, region, metric));
}

/* The ratings of the metrics that will be shown, a bit for each kind.  */
static unsigned
marks_of (const struct hpm_result *result,
          const struct hpm_selection *selection,
          const struct hpm_chosen *chosen, int region)
{
    struct hpm_job_rating job;
    struct hpm_job_row row;
    unsigned marks = 0;

    for (int i = 0; i < chosen->count; i++) {
        if (!hpm_summary_has_row (result, selection, chosen, region,
                                  chosen->metrics[i]))
            continue;
        hpm_job_metric (&row, result, region, chosen->metrics[i]);
        if (hpm_error_hides (row.error))
            continue;
        hpm_rate_job (result, region, chosen->metrics[i], &job);
        marks |= 1u << job.rating;
    }
    return marks & ~(1u << HPM_RATING_NONE);
}

/* With `marked` there is a mark, or a blank for none, before the titles.  Where
 * counts were split, the metric over what was counted outside MPI follows.  */
static void
add_metric (struct libscols_table *table, const struct hpm_result *result,
            int region, int metric, int marked)
{
    int mixed = hpm_summary_is_mixed (result, metric);
    enum hpm_rating rating;
    struct hpm_job_row row;
    char title[128] = "";

    hpm_job_metric (&row, result, region, metric);
    rating = hpm_error_hides (row.error) ? HPM_RATING_NONE : row.how_good;
    if (marked)
        snprintf (title, sizeof title, "%c ", hpm_rating_mark (rating));
    strncat (title, row.title, sizeof title - strlen (title) - 1);
    add_row (table, title, &row, result, mixed);
    hpm_report_color (table, hpm_rating_color (rating));
    if (region || !hpm_result_is_split (result))
        return;
    hpm_job_metric (&row, result, HPM_REGION_USEFUL, metric);
    if (row.values > 0)
        add_row (table, "  outside MPI", &row, result, mixed);
}

/* What goes first where names leave too little room: the least that is told
 * of metrics by their total, and of counts by their mean.  */
static const int spare_of_metrics[] = { TOTAL, LEAST, GREATEST };
static const int spare_of_events[] = { MEAN, IMBALANCE, LEAST, GREATEST };

/* Print a table that has rows.  */
static int
print_filled (FILE *out, struct libscols_table *table, const int *spare,
              int count)
{
    if (table && !scols_table_get_nlines (table)) {
        scols_unref_table (table);
        return 0;
    }
    fputc ('\n', out);
    if (table)
        hpm_report_spare (table, out, 0, spare, count);
    return hpm_report_print (table);
}

static int
print_metrics (FILE *out, const struct hpm_result *result,
               const struct hpm_selection *selection,
               const struct hpm_chosen *chosen, int region, unsigned marks)
{
    struct libscols_table *table
        = create_table (out, result, selection, "metric");

    for (int i = 0; table && i < chosen->count; i++)
        if (hpm_summary_has_row (result, selection, chosen, region,
                                 chosen->metrics[i]))
            add_metric (table, result, region, chosen->metrics[i], marks != 0);
    return print_filled (out, table, spare_of_metrics, 3);
}

/* 1 if the run or somebody now wants to know all.  */
static int
is_verbose (const struct hpm_result *result,
            const struct hpm_selection *selection)
{
    struct hpm_options settings;
    int verbose;

    hpm_result_settings (result, &settings);
    verbose = settings.verbose;
    hpm_options_release (&settings);
    return verbose || selection->full || selection->metrics.count;
}

static int
print_events (FILE *out, const struct hpm_result *result,
              const struct hpm_selection *selection,
              const struct hpm_event_list *wanted, int region)
{
    struct libscols_table *table
        = create_table (out, result, selection, "event");

    for (int i = 0; table && i < result->event_count; i++) {
        struct hpm_job_row row;

        hpm_job_event (&row, result, region, i);
        if (row.values > 0 && hpm_selection_has (wanted, row.name))
            add_row (table, row.name, &row, result, 0);
    }
    return print_filled (out, table, spare_of_events, 4);
}

/* The counts of events that were asked for by name when the program ran.  */
static int
print_asked_events (FILE *out, const struct hpm_result *result,
                    const struct hpm_selection *selection)
{
    struct hpm_event_list asked = { 0 };
    struct hpm_options settings;
    struct hpm_error ignored;
    int failed = 0;

    hpm_result_settings (result, &settings);
    if (!hpm_event_list_parse (&asked, settings.events, &ignored)
        && asked.count)
        failed = print_events (out, result, selection, &asked, 0);
    hpm_event_list_release (&asked);
    hpm_options_release (&settings);
    return failed;
}

/* Metrics that somebody asked for and that have no value.  */
static void
print_without (FILE *out, const struct hpm_result *result,
               const struct hpm_chosen *chosen)
{
    struct hpm_list list = { 0 };

    for (int i = 0; chosen->asked && i < chosen->count; i++)
        if (!hpm_result_has_metric (result, 0, chosen->metrics[i]))
            hpm_list_add (&list, ", ", "%s",
                          result->metrics.metrics[chosen->metrics[i]].title);
    hpm_list_print (&list, out, "no value, events not counted, or all 0: ", 2);
}

/* Metrics with a value that nobody asked for, and that are not shown.  */
static int
count_others (const struct hpm_result *result,
              const struct hpm_selection *selection,
              const struct hpm_chosen *chosen)
{
    int others = chosen->asked ? 0 : chosen->left_out;

    for (int i = 0; !chosen->asked && i < chosen->count; i++)
        others += hpm_result_has_metric (result, 0, chosen->metrics[i])
                  && !hpm_summary_has_row (result, selection, chosen, 0,
                                           chosen->metrics[i]);
    return others;
}

/* How many metrics there are beside those shown, and, where nothing else does,
 * what the marks of these mean.  */
static void
print_others (FILE *out, int others, unsigned marks, const char *file)
{
    int good = marks >> HPM_RATING_GOOD & 1,
        poor = marks >> HPM_RATING_POOR & 1;

    if (others > 0)
        fprintf (out, "%d more metric%s%s%s%s%s%s: hpmagg --metrics %s\n",
                 others, others > 1 ? "s" : "", good || poor ? " (" : "",
                 good ? "* is good" : "", good && poor ? ", " : "",
                 poor ? "! is poor" : "", good || poor ? ")" : "", file);
    else
        hpm_rating_legend (out, marks);
}

int
hpm_summary_values (FILE *out, const struct hpm_result *result,
                    const struct hpm_selection *selection,
                    const struct hpm_chosen *chosen, const char *file)
{
    const char *groups = hpm_result_run (result, HPM_RUN_groups, "");
    unsigned marks = marks_of (result, selection, chosen, 0);
    int failed = 0;

    if (!selection->events_wanted && !*groups)
        failed = print_asked_events (out, result, selection);
    failed |= print_metrics (out, result, selection, chosen, 0, marks);
    hpm_rating_notes (out, result, 0, chosen, is_verbose (result, selection));
    print_without (out, result, chosen);
    print_others (out, count_others (result, selection, chosen), marks, file);
    if (selection->events_wanted)
        failed |= print_events (out, result, selection, &selection->events, 0);
    else if (*groups)
        failed |= print_asked_events (out, result, selection);
    return failed;
}

int
hpm_summary_region_values (FILE *out, const struct hpm_result *result,
                           const struct hpm_selection *selection,
                           const struct hpm_chosen *chosen)
{
    int failed = 0;

    for (int region = 1; region < result->region_count; region++) {
        int beside = region < HPM_REGION_COUNT && hpm_result_is_split (result);

        if (beside && !selection->events_wanted)
            continue;
        hpm_report_fold (out, "\nregion ", 2, result->regions[region]);
        if (!beside) {
            unsigned marks = marks_of (result, selection, chosen, region);

            failed |= print_metrics (out, result, selection, chosen, region,
                                     marks);
            hpm_rating_legend (out, marks);
            hpm_rating_notes (out, result, region, chosen, 0);
        }
        if (selection->events_wanted)
            failed |= print_events (out, result, selection, &selection->events,
                                    region);
    }
    return failed;
}
