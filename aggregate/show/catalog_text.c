/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A catalog as tables for people.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/columns.h"
#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/catalog_output.h"
#include "base/text.h"

/* Columns of jobs that others have room without.  */
enum { USER = 1, JOB = 3, HOSTS = 5, MFLOPS = 8 };

#define CELLS 10
#define CELL 1024 /* bytes: 255 of a name, each as "\\x1b" */
#define PROGRAM_SHOWN 18
#define NAME_SHOWN 12

/* A name of somebody else's, cut to so many columns.  */
static void
put_name (char cell[CELL], const char *name, int most)
{
    char *plain = hpm_text_escaped (name);
    char *cut = plain && hpm_columns_of (plain) > most
                    ? hpm_columns_shorten (plain, most)
                    : NULL;

    snprintf (cell, CELL, "%s", cut ? cut : plain && *plain ? plain : "-");
    free (cut);
    free (plain);
}

/* 1 if an efficiency is a range, of which its upper end is told.  */
static int
is_range (double efficiency, double least)
{
    return least < efficiency;
}

/* To hundredths; an upper end up, but for what rounding adds to a double.  */
static void
put_efficiency (char cell[CELL], double efficiency, double least)
{
    if (isnan (efficiency))
        snprintf (cell, CELL, "-");
    else if (is_range (efficiency, least))
        snprintf (cell, CELL, "<%.2f",
                  ceil (100 * efficiency * (1 - 1e-12)) / 100);
    else
        snprintf (cell, CELL, "%.2f", efficiency);
}

static void
put_count (char cell[CELL], int64_t count)
{
    snprintf (cell, CELL, "%lld", (long long)count);
}

static int
add_row (struct libscols_table *table, char cells[][CELL], int count)
{
    const char *texts[CELLS];

    for (int i = 0; i < count; i++)
        texts[i] = cells[i];
    return table ? hpm_report_row (table, texts, count) : -1;
}

/* "2026-11-22T09:23:..." as a date and a time.  */
static void
put_start (char cell[CELL], const char *start)
{
    snprintf (cell, CELL, "%.16s", *start ? start : "-");
    hpm_text_tame (cell);
    if (strlen (cell) == 16)
        cell[10] = ' ';
}

static int
print_jobs (FILE *out, const struct hpm_catalog *catalog)
{
    static const int spare[] = { HOSTS, MFLOPS, JOB, USER };
    static const struct hpm_heading headings[]
        = { { "start (UTC)", 0, 0 }, { "user", 0, 0 },  { "program", 0, 0 },
            { "job", 0, 0 },         { "ranks", 1, 0 }, { "hosts", 1, 0 },
            { "time/s", 1, 0 },      { "eff.", 1, 0 },  { "MFLOPS", 1, 0 },
            { "hours lost", 1, 0 } };
    struct libscols_table *table = hpm_report_table (out, headings, CELLS, 0);
    int failed = !table;

    for (size_t i = 0; !failed && i < catalog->job_count; i++) {
        const struct hpm_catalog_entry *entry = catalog->jobs[i];
        char cells[CELLS][CELL];

        put_start (cells[0], entry->start);
        put_name (cells[1], entry->user, NAME_SHOWN);
        put_name (cells[2], entry->program, PROGRAM_SHOWN);
        put_name (cells[3], entry->job, PROGRAM_SHOWN);
        put_count (cells[4], entry->ranks);
        put_count (cells[5], entry->hosts);
        hpm_number_text (cells[6], entry->run_time);
        put_efficiency (cells[7], entry->efficiency, entry->efficiency_least);
        hpm_number_text (cells[8], entry->mflops);
        hpm_number_text (cells[9], entry->hours_lost);
        failed = add_row (table, cells, CELLS);
    }
    if (table)
        hpm_report_spare (table, out, 0, spare, sizeof spare / sizeof *spare);
    return hpm_report_print (table) || failed ? -1 : 0;
}

static int
print_sums (FILE *out, const char *heading, const struct hpm_catalog_sum *sums,
            size_t count)
{
    const struct hpm_heading headings[] = { { heading, 0, 0 },
                                            { "jobs", 1, 0 },
                                            { "hours", 1, 0 },
                                            { "eff.", 1, 0 },
                                            { "hours lost", 1, 0 } };
    enum { WIDTH = sizeof headings / sizeof *headings };
    struct libscols_table *table = hpm_report_table (out, headings, WIDTH, 0);
    int failed = !table;

    for (size_t i = 0; !failed && i < count; i++) {
        char cells[CELLS][CELL];

        put_name (cells[0], sums[i].name, CELL);
        put_count (cells[1], sums[i].jobs);
        hpm_number_text (cells[2], sums[i].hours);
        put_efficiency (cells[3], sums[i].efficiency, sums[i].efficiency_least);
        hpm_number_text (cells[4], sums[i].judged ? sums[i].hours_lost : NAN);
        failed = add_row (table, cells, WIDTH);
    }
    if (table)
        hpm_report_cut (table, out);
    putc ('\n', out);
    return hpm_report_print (table) || failed ? -1 : 0;
}

static void
print_total (FILE *out, const struct hpm_catalog_sum *total)
{
    char hours[HPM_NUMBER_TEXT], lost[HPM_NUMBER_TEXT], share[HPM_NUMBER_TEXT];
    struct hpm_list text = { 0 };

    hpm_list_add (&text, "", "%lld %s, %s processor-hours",
                  (long long)total->jobs, total->jobs == 1 ? "job" : "jobs",
                  hpm_number_text (hours, total->hours));
    if (total->judged)
        hpm_list_add (
            &text, "; ", "of %s of %lld judged, %s (%s) are lost%s",
            hpm_number_text (hours, total->hours_judged),
            (long long)total->judged, hpm_number_text (lost, total->hours_lost),
            hpm_percent_text (share, 1 - total->efficiency),
            is_range (total->efficiency, total->efficiency_least) ? ", at least"
                                                                  : "");
    hpm_list_print (&text, out, "", 2);
}

/* What "<" before an efficiency means, where one has it.  */
static void
explain_ranges (FILE *out, const struct hpm_catalog *catalog)
{
    for (size_t i = 0; i < catalog->job_count; i++)
        if (is_range (catalog->jobs[i]->efficiency,
                      catalog->jobs[i]->efficiency_least)) {
            fputs ("<: at most, and hours lost at least: how long ranks waited "
                   "for a processor\n  outside MPI is not known\n",
                   out);
            return;
        }
}

int
hpm_catalog_text (FILE *out, const struct hpm_catalog *catalog)
{
    int failed = 0;

    if (catalog->job_count)
        failed
            = print_jobs (out, catalog)
              || print_sums (out, "program", catalog->programs,
                             catalog->program_count)
              || print_sums (out, "user", catalog->users, catalog->user_count)
              || putc ('\n', out) == EOF;
    print_total (out, &catalog->total);
    explain_ranges (out, catalog);
    return failed || ferror (out) ? -1 : 0;
}
