/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/report.h"

#include <libsmartcols.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

void
hpm_report_name (FILE *out, const char *name)
{
    char *plain = hpm_text_escaped (name);

    fputs (plain ? plain : "?", out);
    free (plain);
}

/* A word, and the "%" that belongs to a number.  */
static int
word_length (const char *text)
{
    size_t length = strcspn (text, " ");

    if (!strncmp (text + length, " %", 2))
        length += 1 + strcspn (text + length + 1, " ");
    return (int)length;
}

static void
fold (FILE *out, int column, int indent, const char *text)
{
    int started = 0;

    while (*text) {
        int length = word_length (text);

        if (started && column + 1 + length >= HPM_REPORT_WIDTH) {
            fprintf (out, "\n%*s", indent, "");
            column = indent;
            started = 0;
        }
        column += fprintf (out, "%s%.*s", started ? " " : "", length, text);
        started = 1;
        text += length;
        text += strspn (text, " ");
    }
    fputc ('\n', out);
}

void
hpm_report_fold (FILE *out, const char *first, int indent, const char *text)
{
    int column = fprintf (out, "%s", first);
    char *plain = hpm_text_escaped (text);

    fold (out, column, indent, plain ? plain : "?");
    free (plain);
}

void
hpm_list_add (struct hpm_list *list, const char *separator, const char *format,
              ...)
{
    va_list arguments;

    if (!list->stream)
        list->stream = open_memstream (&list->text, &list->size);
    if (!list->stream)
        return;
    if (list->count++)
        fputs (separator, list->stream);
    va_start (arguments, format);
    vfprintf (list->stream, format, arguments);
    va_end (arguments);
}

void
hpm_list_print (struct hpm_list *list, FILE *out, const char *first, int indent)
{
    if (list->stream && fclose (list->stream) == 0)
        hpm_report_fold (out, first, indent, list->text);
    free (list->text);
    memset (list, 0, sizeof *list);
}

struct libscols_table *
hpm_report_table (FILE *out, const struct hpm_heading *headings, int count,
                  int fit)
{
    struct libscols_table *table = scols_new_table ();

    if (!table)
        return NULL;
    scols_table_set_stream (table, out);
    scols_table_enable_colors (table,
                               isatty (fileno (out)) && !getenv ("NO_COLOR"));
    scols_table_set_column_separator (table, "  ");
    for (int i = 0; i < count; i++)
        if (!scols_table_new_column (
                table, headings[i].text, 0,
                (headings[i].right ? SCOLS_FL_RIGHT : 0)
                    | (headings[i].narrow ? SCOLS_FL_TRUNC : 0))) {
            scols_unref_table (table);
            return NULL;
        }
    if (fit) {
        scols_table_set_termforce (table, SCOLS_TERMFORCE_ALWAYS);
        scols_table_set_termwidth (table, HPM_REPORT_WIDTH);
    }
    return table;
}

int
hpm_report_row (struct libscols_table *table, const char *const *texts,
                int count)
{
    struct libscols_line *line = scols_table_new_line (table, NULL);

    for (int i = 0; line && i < count; i++)
        if (scols_line_set_data (line, (size_t)i, texts[i]))
            return -1;
    return line ? 0 : -1;
}

void
hpm_report_color (struct libscols_table *table, const char *color)
{
    size_t lines = scols_table_get_nlines (table);

    if (lines && *color)
        scols_line_set_color (scols_table_get_line (table, lines - 1), color);
}

int
hpm_report_print (struct libscols_table *table)
{
    int failed;

    if (!table)
        return -1;
    failed = scols_print_table (table);
    scols_unref_table (table);
    return failed ? -1 : 0;
}
