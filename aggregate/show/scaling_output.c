/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/scaling_output.h"

#include <libsmartcols.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/emit/csv.h"
#include "aggregate/show/emit/json.h"
#include "aggregate/console/report.h"

#define RUNS_ABREAST 5 /* as many as fit beside the titles */

static const char *
word (const struct hpm_scaling *scaling)
{
    return scaling->weak ? "weak" : "strong";
}

/* The command of all runs, NULL where they differ.  */
static const char *
common_command (const struct hpm_scaling *scaling)
{
    for (int i = 1; i < scaling->count; i++)
        if (strcmp (scaling->runs[i].command, scaling->runs[0].command))
            return NULL;
    return scaling->runs[0].command;
}

/* Which file is which column.  */
static void
print_runs (FILE *out, const struct hpm_scaling *scaling)
{
    const char *command = common_command (scaling);
    char first[64];

    snprintf (first, sizeof first, "%s scaling of %d runs%s", word (scaling),
              scaling->count, command ? ": " : "");
    hpm_report_fold (out, first, 4, command ? command : "");
    for (int i = 0; i < scaling->count; i++) {
        const struct hpm_scaling_run *run = &scaling->runs[i];

        fprintf (out, "  (%d) ", i + 1);
        hpm_report_name (out, run->path);
        fputs (i == scaling->reference ? ", the reference\n" : "\n", out);
        if (!command)
            hpm_report_fold (out, "      ", 8, run->command);
    }
}

static void
cell_text (char *text, size_t size, const struct hpm_scaling_run *run,
           int field)
{
    const struct hpm_scaling_quantity *quantity
        = &hpm_scaling_quantities[field];
    int marked = quantity->is_counted && run->uncertain;

    if (isnan (run->field[field])) {
        snprintf (text, size, "-");
        return;
    }
    if (marked)
        *text = '~';
    snprintf (text + marked, size - (size_t)marked, quantity->format,
              run->field[field]);
}

static void
add_row (struct libscols_table *table, const struct hpm_scaling *scaling,
         int first, int count, int field)
{
    char cells[RUNS_ABREAST][48];
    const char *texts[RUNS_ABREAST + 1]
        = { hpm_scaling_quantities[field].title };

    for (int i = 0; i < count; i++) {
        cell_text (cells[i], sizeof cells[i], &scaling->runs[first + i], field);
        texts[i + 1] = cells[i];
    }
    hpm_report_row (table, texts, count + 1);
}

/* 1 if some run has it: the same rows in all tables.  */
static int
is_known (const struct hpm_scaling *scaling, int field)
{
    for (int i = 0; i < scaling->count; i++)
        if (!isnan (scaling->runs[i].field[field]))
            return 1;
    return 0;
}

static int
print_table (FILE *out, const struct hpm_scaling *scaling, int first, int count)
{
    char numbers[RUNS_ABREAST][16];
    struct hpm_heading headings[RUNS_ABREAST + 1] = { { "", 0, 0 } };
    struct libscols_table *table;

    for (int i = 0; i < count; i++) {
        snprintf (numbers[i], sizeof numbers[i], "(%d)", first + i + 1);
        headings[i + 1] = (struct hpm_heading){ numbers[i], 1, 0 };
    }
    table = hpm_report_table (out, headings, count + 1, 0);
    for (int field = 0; table && field < HPM_SCALING_FIELD_COUNT; field++)
        if (is_known (scaling, field))
            add_row (table, scaling, first, count, field);
    fputc ('\n', out);
    return hpm_report_print (table);
}

/* Lines of a text under a heading, folded.  */
static int
print_lines (FILE *out, const char *heading, char *text)
{
    char *rest = text, *line;

    if (text && *text)
        fprintf (out, "\n%s\n", heading);
    while ((line = strsep (&rest, "\n")))
        if (*line)
            hpm_report_fold (out, "  ", 4, line);
    free (text);
    return text ? 0 : -1;
}

int
hpm_scaling_text (FILE *out, const struct hpm_scaling *scaling)
{
    int failed = 0;

    print_runs (out, scaling);
    for (int i = 0; i < scaling->count; i += RUNS_ABREAST)
        failed |= print_table (out, scaling, i,
                               scaling->count - i < RUNS_ABREAST
                                   ? scaling->count - i
                                   : RUNS_ABREAST);
    failed |= print_lines (out, "notes", hpm_scaling_notes (scaling));
    failed |= print_lines (out, "verdict", hpm_scaling_verdict (scaling));
    return failed || ferror (out) ? -1 : 0;
}

int
hpm_scaling_csv (FILE *out, const struct hpm_scaling *scaling)
{
    char *notes = hpm_scaling_notes (scaling), *rest = notes, *line;
    struct hpm_csv csv = { .buffer.out = out };

    hpm_csv_text (&csv, "file");
    hpm_csv_text (&csv, "scaling");
    hpm_csv_text (&csv, "reference");
    for (int i = 0; i < HPM_SCALING_FIELD_COUNT; i++)
        hpm_csv_text (&csv, hpm_scaling_quantities[i].name);
    hpm_csv_end (&csv);
    for (int r = 0; r < scaling->count; r++) {
        hpm_csv_text (&csv, scaling->runs[r].path);
        hpm_csv_text (&csv, word (scaling));
        hpm_csv_integer (&csv, r == scaling->reference);
        for (int i = 0; i < HPM_SCALING_FIELD_COUNT; i++)
            hpm_csv_real (&csv, scaling->runs[r].field[i]);
        hpm_csv_end (&csv);
    }
    while ((line = strsep (&rest, "\n")))
        if (*line)
            fprintf (stderr, "hpmagg: note: %s\n", line);
    free (notes);
    return !notes || ferror (out) ? -1 : 0;
}

static void
put_run (struct hpm_json *json, const struct hpm_scaling_run *run)
{
    hpm_json_open (json, NULL, '{');
    hpm_json_text (json, "file", run->path);
    hpm_json_text (json, "command", run->command);
    for (int i = 0; i < HPM_SCALING_FIELD_COUNT; i++) {
        const char *name = hpm_scaling_quantities[i].name;

        if (i <= HPM_SCALING_HOSTS)
            hpm_json_whole (json, name, run->field[i]);
        else
            hpm_json_real (json, name, run->field[i]);
    }
    hpm_json_flag (json, "uncertain", run->uncertain);
    hpm_json_close (json, '}');
}

static void
put_lines (struct hpm_json *json, const char *key, char *text)
{
    char *rest = text, *line;

    hpm_json_open (json, key, '[');
    while ((line = strsep (&rest, "\n")))
        if (*line)
            hpm_json_text (json, NULL, line);
    hpm_json_close (json, ']');
    free (text);
}

int
hpm_scaling_json (FILE *out, const struct hpm_scaling *scaling)
{
    struct hpm_json json = { .buffer.out = out };

    hpm_json_open (&json, NULL, '{');
    hpm_json_text (&json, "scaling", word (scaling));
    hpm_json_text (&json, "reference", scaling->runs[scaling->reference].path);
    hpm_json_open (&json, "runs", '[');
    for (int i = 0; i < scaling->count; i++)
        put_run (&json, &scaling->runs[i]);
    hpm_json_close (&json, ']');
    put_lines (&json, "notes", hpm_scaling_notes (scaling));
    put_lines (&json, "verdict", hpm_scaling_verdict (scaling));
    hpm_json_close (&json, '}');
    putc ('\n', out);
    return ferror (out) ? -1 : 0;
}
