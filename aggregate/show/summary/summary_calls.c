/* SPDX-License-Identifier: BSD-3-Clause
 *
 * MPI calls for people: the functions that took most time, and messages by
 * size.
 */
#include "config.h"

#include <inttypes.h>
#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/projection.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/summary.h"

/* Functions that are shown where not all were asked for, and which part of the
 * run the first of them and the others take at least.  */
#define SHOWN_SHORT 3
#define SHOWN_FIRST 5e-4
#define SHOWN_LEAST 1e-2

enum { BYTES = 4, MEAN_SIZE = 5 }; /* columns */

/* What a table of functions needs to know of all of them.  */
struct scales {
    struct hpm_scale time, bytes;
    double run;           /* ns, of which times are shares ... */
    const char *share_of; /* ... and what that is called */
    int recovered; /* 1: calls under way are counted without their bytes */
};

#define BESIDE 0.01 /* of the run, that other threads ran at least */

/* What all of their threads ran, together, as in the account of time; that of
 * the main ones where there are no others.  */
static void
find_whole (struct scales *scales, const struct hpm_result *result)
{
    int wall = hpm_result_find_literal (result, "os::WALL_TIME");
    const struct hpm_statistics *threads
        = wall < 0 ? NULL : &result->job.events[wall].statistics;

    scales->share_of = "of run";
    scales->run = result->wall.mean
                  * (double)result->calls.fields[HPM_MPI_FIELD_mode].count;
    if (threads && threads->count
        && hpm_statistics_sum (threads) > scales->run * (1 + BESIDE)) {
        scales->share_of = "of threads";
        scales->run = hpm_statistics_sum (threads);
    }
}

static void
find_scales (struct scales *scales, const struct hpm_result *result)
{
    const struct hpm_calls *calls = &result->calls;
    double time = 0, bytes = 0;

    for (int f = 0; f < calls->count; f++) {
        time += hpm_calls_total (calls, f, HPM_SUM_TIME);
        bytes = fmax (bytes, hpm_calls_bytes (calls, f));
    }
    scales->time = hpm_scale_choose ("ns", time);
    scales->bytes = hpm_scale_choose ("byte", bytes);
    scales->recovered
        = hpm_result_run (result, HPM_RUN_recovered, NULL) != NULL;
    find_whole (scales, result);
}

/* "1.234 kB" */
static void
size_text (char *text, size_t size, double bytes)
{
    struct hpm_scale scale = hpm_scale_choose ("byte", bytes);
    char number[HPM_NUMBER_TEXT];

    snprintf (text, size, "%s%s%s",
              hpm_number_text (number, bytes * scale.factor),
              isnan (bytes) ? "" : " ",
              isnan (bytes)                      ? ""
              : strcmp (scale.unit, "byte") == 0 ? "B"
                                                 : scale.unit);
}

static void
share_text (char *text, size_t size, double part, double whole)
{
    if (whole > 0)
        snprintf (text, size, "%.1f %%", 100 * part / whole);
    else
        snprintf (text, size, "-");
}

/* Bytes the function had room for, not those that came, are marked.  */
static int
is_upper_limit (const struct hpm_function_record *function)
{
    return function->sent == HPM_BYTES_MOST
           || (function->sent == HPM_BYTES_NONE
               && function->received == HPM_BYTES_MOST);
}

static int
add_row (struct libscols_table *table, const struct scales *scales,
         const char *name, double count, double time, double bytes,
         double mean_size, int limit)
{
    char numbers[3][HPM_NUMBER_TEXT + 1], share[32], mean[HPM_NUMBER_TEXT + 40];
    int about = scales->recovered && mean_size > 0;

    limit = limit && bytes > 0;
    mean[0] = limit ? '<' : '~';
    hpm_number_text (numbers[0], count);
    hpm_number_text (numbers[1], time * scales->time.factor);
    numbers[2][0] = '<';
    hpm_number_text (numbers[2] + limit, bytes * scales->bytes.factor);
    share_text (share, sizeof share, time, scales->run);
    size_text (mean + (limit || about), sizeof mean - 1, mean_size);
    return hpm_report_row (table,
                           (const char *[]){ name, numbers[0], numbers[1],
                                             share, numbers[2], mean },
                           6);
}

static void
add_function (struct libscols_table *table, const struct scales *scales,
              const struct hpm_calls *calls, int f)
{
    add_row (table, scales, calls->functions[f].name,
             hpm_calls_total (calls, f, HPM_SUM_CALLS),
             hpm_calls_total (calls, f, HPM_SUM_TIME),
             hpm_calls_bytes (calls, f), hpm_calls_mean_size (calls, f),
             is_upper_limit (&calls->functions[f]));
}

static void
add_all (struct libscols_table *table, const struct scales *scales,
         const struct hpm_calls *calls)
{
    double count = 0, time = 0;

    for (int f = 0; f < calls->count; f++) {
        count += hpm_calls_total (calls, f, HPM_SUM_CALLS);
        time += hpm_calls_total (calls, f, HPM_SUM_TIME);
    }
    add_row (table, scales, "all of MPI", count, time, NAN, NAN, 0);
}

/* The most costly ones are, unless they are next to nothing.  */
static int
is_shown_short (const struct scales *scales, const struct hpm_calls *calls,
                int f, int shown)
{
    return shown < SHOWN_SHORT
           && hpm_calls_total (calls, f, HPM_SUM_TIME)
                  >= (shown ? SHOWN_LEAST : SHOWN_FIRST) * scales->run;
}

/* The functions of MPI that a table has.  */
enum functions { FUNCTIONS_SHORT, FUNCTIONS_ALL, FUNCTIONS_LISTED };

static enum functions
functions_of (const struct hpm_selection *selection)
{
    return selection->mpi_wanted ? FUNCTIONS_LISTED
           : selection->full     ? FUNCTIONS_ALL
                                 : FUNCTIONS_SHORT;
}

/* Add the functions to be shown, most costly first.  */
static void
add_functions (struct libscols_table *table, const struct scales *scales,
               const struct hpm_calls *calls,
               const struct hpm_selection *selection)
{
    enum functions which = functions_of (selection);
    int *order = hpm_calls_order (calls), shown = 0;

    for (int i = 0; order && i < calls->count; i++) {
        const char *name = calls->functions[order[i]].name;

        if ((which == FUNCTIONS_LISTED
             && !hpm_selection_has (&selection->mpi, name))
            || (which == FUNCTIONS_SHORT
                && !is_shown_short (scales, calls, order[i], shown)))
            continue;
        add_function (table, scales, calls, order[i]);
        shown++;
    }
    free (order);
    if (which != FUNCTIONS_SHORT)
        add_all (table, scales, calls);
}

static int
print_functions (FILE *out, const struct hpm_result *result,
                 const struct hpm_selection *selection)
{
    static const int spare[] = { MEAN_SIZE, BYTES };
    struct scales scales;
    char time[48], bytes[48];
    struct hpm_heading headings[]
        = { { "MPI call", 0, 1 }, { "calls", 1, 0 }, { time, 1, 0 },
            { NULL, 1, 0 },       { bytes, 1, 0 },   { "mean size", 1, 0 } };
    struct libscols_table *table;

    find_scales (&scales, result);
    headings[3].text = scales.share_of;
    snprintf (time, sizeof time, "time [%s]", scales.time.unit);
    snprintf (bytes, sizeof bytes, "bytes%s%s%s",
              strcmp (scales.bytes.unit, "byte") ? " [" : "",
              strcmp (scales.bytes.unit, "byte") ? scales.bytes.unit : "",
              strcmp (scales.bytes.unit, "byte") ? "]" : "");
    table = hpm_report_table (out, headings, 6, 1);
    if (!table)
        return -1;
    add_functions (table, &scales, &result->calls, selection);
    if (!scols_table_get_nlines (table)) {
        scols_unref_table (table);
        return 0;
    }
    fputc ('\n', out);
    hpm_report_spare (table, out, 0, spare, 2);
    return hpm_report_print (table);
}

/* "123 ms", from ns.  */
static void
time_text (char *text, size_t size, double time)
{
    struct hpm_scale scale = hpm_scale_choose ("ns", time);
    char number[HPM_NUMBER_TEXT];

    snprintf (text, size, "%s %s",
              hpm_number_text (number, time * scale.factor), scale.unit);
}

static void
print_removed (FILE *out, const struct hpm_statistics *fields)
{
    double removed = hpm_statistics_sum (&fields[HPM_MPI_FIELD_removed]);
    double larger = hpm_statistics_sum (&fields[HPM_MPI_FIELD_larger]);
    char time[HPM_NUMBER_TEXT + 8], number[HPM_NUMBER_TEXT];

    time_text (time, sizeof time, removed);
    if (removed > 0)
        fprintf (out,
                 "  of this %s lay inside the calls: taken from their times\n",
                 time);
    if (larger > 0)
        fprintf (out,
                 "  left as they are: times and counts smaller than their "
                 "part of it, %s in all\n",
                 hpm_number_text (number, larger));
}

/* What noting calls added to the event that it changed most, where that may
 * matter.  */
#define MATTERS 1e-3 /* of the count */

static void
print_added (FILE *out, const struct hpm_result *result)
{
    double most = 0, share;
    int of = 0, known = 0;

    for (int i = 0; i < result->event_count; i++) {
        known += result->added[i] > 0;
        share = (double)result->added[i]
                / hpm_count_total (&result->job, (size_t)i);
        if (result->added[i] > 0 && share > most) {
            most = share;
            of = i;
        }
    }
    if (most >= MATTERS)
        fprintf (out, "  counts hold what timing calls took: %.2g %% of %s%s\n",
                 100 * most, result->events[of].name,
                 known > 1 ? ", less of others where it is known" : "");
}

/* What it cost to know all this.  */
static void
print_cost (FILE *out, const struct hpm_result *result)
{
    const struct hpm_statistics *fields = result->calls.fields;
    const struct hpm_statistics *overhead = &fields[HPM_MPI_FIELD_overhead];
    double calls = hpm_statistics_sum (&fields[HPM_MPI_FIELD_calls]);
    double all = hpm_statistics_sum (overhead);
    double run = result->wall.mean * (double)overhead->count;
    char numbers[2][HPM_NUMBER_TEXT], times[2][HPM_NUMBER_TEXT + 8];

    if (!(all > 0 && run > 0))
        return;
    time_text (times[0], sizeof times[0], all);
    time_text (times[1], sizeof times[1], overhead->max);
    fprintf (out, "  measuring cost %s call%s x %s ns = %s: %.2g %% of the run",
             hpm_number_text (numbers[0], calls), calls > 1 ? "s" : "",
             hpm_number_text (numbers[1], all / calls), times[0],
             100 * all / run);
    if (overhead->count > 1)
        fprintf (out, ",\n  at most %s, on rank %" PRId64, times[1],
                 (int64_t)overhead->max_rank);
    fputc ('\n', out);
    print_removed (out, fields);
}

/* Kinds of messages to show: the last one says what is in another already, and
 * is shown where there are some.  */
static int
kinds_shown (const struct hpm_calls *calls)
{
    for (int bucket = 0; bucket < calls->buckets; bucket++)
        if (calls->sizes[HPM_SIZE_STARTED][bucket][HPM_SIZE_MESSAGES])
            return HPM_SIZE_KIND_COUNT;
    return HPM_SIZE_STARTED;
}

static void
add_size_row (struct libscols_table *table, const struct hpm_calls *calls,
              int bucket, int kinds)
{
    char size[HPM_NUMBER_TEXT + 40],
        numbers[HPM_SIZE_KIND_COUNT][HPM_NUMBER_TEXT];
    const char *texts[HPM_SIZE_KIND_COUNT + 1] = { size };

    size_text (size, sizeof size, (double)hpm_bucket_floor (bucket));
    for (int kind = 0; kind < kinds; kind++) {
        int64_t messages = calls->sizes[kind][bucket][HPM_SIZE_MESSAGES];

        texts[kind + 1]
            = messages ? hpm_number_text (numbers[kind], (double)messages) : "";
    }
    hpm_report_row (table, texts, kinds + 1);
}

static int
print_sizes (FILE *out, const struct hpm_calls *calls)
{
    struct hpm_heading headings[HPM_SIZE_KIND_COUNT + 1]
        = { { "messages from", 1, 0 } };
    struct libscols_table *table;
    int kinds = kinds_shown (calls);

    if (!calls->buckets)
        return 0;
    for (int kind = 0; kind < kinds; kind++)
        headings[kind + 1]
            = (struct hpm_heading){ hpm_size_kind_word (kind), 1, 0 };
    table = hpm_report_table (out, headings, kinds + 1, 1);
    for (int bucket = 0; table && bucket < calls->buckets; bucket++)
        add_size_row (table, calls, bucket, kinds);
    fputc ('\n', out);
    return hpm_report_print (table);
}

int
hpm_summary_calls (FILE *out, const struct hpm_result *result,
                   const struct hpm_selection *selection)
{
    int failed;

    if (!hpm_calls_recorded (&result->calls) || !result->calls.count)
        return 0;
    failed = print_functions (out, result, selection);
    print_added (out, result);
    if (functions_of (selection) == FUNCTIONS_SHORT)
        return failed;
    print_cost (out, result);
    failed |= print_sizes (out, &result->calls);
    return failed;
}
