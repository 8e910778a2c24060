/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/report.h"

#include <libsmartcols.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "aggregate/console/columns.h"
#include "base/text.h"

#define WIDTH_LEAST 40
#define WIDTH_MOST 200
#define SEPARATOR "  " /* of columns */

int
hpm_report_width (FILE *out)
{
    const char *columns = getenv ("COLUMNS");
    int width = columns ? atoi (columns) : 0;
    struct winsize size;

    if (width <= 0 && isatty (fileno (out))
        && !ioctl (fileno (out), TIOCGWINSZ, &size))
        width = size.ws_col;
    if (width <= 0)
        width = HPM_REPORT_WIDTH;
    return width < WIDTH_LEAST  ? WIDTH_LEAST
           : width > WIDTH_MOST ? WIDTH_MOST
                                : width;
}

/* $'...', as shells of today read it: no terminal gets what it would obey.  */
static char *
escaped_argument (const char *name)
{
    struct hpm_list list = { 0 };
    const char *end = name; /* of what may be shown */

    hpm_list_add (&list, "", "$'");
    for (const char *at = name; *at; at++) {
        if (at >= end)
            end = at + hpm_text_plain (at);
        hpm_list_add (&list, "",
                      at >= end             ? "\\%03o"
                      : strchr ("'\\", *at) ? "\\%c"
                                            : "%c",
                      (unsigned char)*at);
    }
    hpm_list_add (&list, "", "'");
    if (list.stream)
        fclose (list.stream);
    return list.text;
}

char *
hpm_report_argument (const char *name)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ_./%+=:,@-";
    struct hpm_list list = { 0 };

    if (*name && !name[strspn (name, plain)])
        return strdup (name);
    if (name[hpm_text_plain (name)])
        return escaped_argument (name);
    hpm_list_add (&list, "", "'");
    for (const char *at = name; *at; at++)
        hpm_list_add (&list, "", *at == '\'' ? "'\\''" : "%c", *at);
    hpm_list_add (&list, "", "'");
    if (list.stream)
        fclose (list.stream);
    return list.text;
}

/* A name for whose escapes there is no memory, which may be what it tells.  */
static void
put_tame (FILE *out, const char *name)
{
    while (*name) {
        size_t plain = hpm_text_plain (name);

        fwrite (name, 1, plain, out);
        name += plain;
        if (*name) {
            fputc ('?', out);
            name++;
        }
    }
}

void
hpm_report_name (FILE *out, const char *name)
{
    char *plain = hpm_text_escaped (name);

    if (plain)
        fputs (plain, out);
    else
        put_tame (out, name);
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
    int started = 0, width = hpm_report_width (out);

    while (*text) {
        int length = word_length (text);

        if (started && column + 1 + length >= width) {
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

/* Where somebody looks who wants colours: NO_COLOR counts unless it is empty.
 * Open MPI's mpirun has a terminal for what it starts, and writes what comes
 * from there to wherever its own output goes.  */
static int
may_color (FILE *out)
{
    const char *without = getenv ("NO_COLOR"), *terminal = getenv ("TERM");

    return isatty (fileno (out)) && !getenv ("OMPI_COMM_WORLD_RANK")
           && !(without && *without)
           && !(terminal && !strcmp (terminal, "dumb"));
}

/* A text as it stands in a table, malloc'ed; NULL without memory.  Where there
 * is no locale of more than bytes, libsmartcols (2.38) does not end on others
 * than ASCII.  */
static char *
shown (const char *text)
{
    char *plain = hpm_text_escaped (text ? text : "");

    if (plain && MB_CUR_MAX == 1)
        for (char *c = plain; *c; c++)
            *c = (unsigned char)*c > 127 ? '?' : *c;
    return plain;
}

static struct libscols_column *
add_column (struct libscols_table *table, const struct hpm_heading *heading)
{
    char *text = shown (heading->text);
    struct libscols_column *column
        = text ? scols_table_new_column (
              table, text, 0,
              (heading->right ? SCOLS_FL_RIGHT : 0)
                  | (heading->narrow ? SCOLS_FL_TRUNC : 0))
               : NULL;

    free (text);
    return column;
}

struct libscols_table *
hpm_report_table (FILE *out, const struct hpm_heading *headings, int count,
                  int fit)
{
    struct libscols_table *table = scols_new_table ();

    if (!table)
        return NULL;
    scols_table_set_stream (table, out);
    scols_table_enable_colors (table, may_color (out));
    /* It would escape backslashes of escapes, too, as in "\x1b".  */
    scols_table_enable_noencoding (table, 1);
    scols_table_set_column_separator (table, SEPARATOR);
    for (int i = 0; i < count; i++)
        if (!add_column (table, &headings[i])) {
            scols_unref_table (table);
            return NULL;
        }
    if (fit) {
        scols_table_set_termforce (table, SCOLS_TERMFORCE_ALWAYS);
        scols_table_set_termwidth (table, (size_t)hpm_report_width (out));
    }
    return table;
}

int
hpm_report_row (struct libscols_table *table, const char *const *texts,
                int count)
{
    struct libscols_line *line = scols_table_new_line (table, NULL);

    for (int i = 0; line && i < count; i++) {
        char *plain = shown (texts[i]);

        if (!plain || scols_line_refer_data (line, (size_t)i, plain)) {
            free (plain);
            return -1;
        }
    }
    return line ? 0 : -1;
}

/* What a column takes, with what parts it from the next; 0 where it is hidden.
 */
static int
column_width (struct libscols_table *table, size_t number)
{
    struct libscols_column *column = scols_table_get_column (table, number);
    int width;

    if (scols_column_is_hidden (column))
        return 0;
    width = hpm_columns_of (
        scols_cell_get_data (scols_column_get_header (column)));
    for (size_t i = 0; i < scols_table_get_nlines (table); i++) {
        int cell = hpm_columns_of (scols_line_get_column_data (
            scols_table_get_line (table, i), column));

        width = cell > width ? cell : width;
    }
    return width + (int)strlen (SEPARATOR);
}

static void
hide (struct libscols_table *table, size_t number)
{
    struct libscols_column *column = scols_table_get_column (table, number);

    scols_column_set_flags (column,
                            scols_column_get_flags (column) | SCOLS_FL_HIDDEN);
}

void
hpm_report_hide (struct libscols_table *table, unsigned columns)
{
    for (size_t i = 0; i < scols_table_get_ncols (table); i++)
        if (columns >> i & 1)
            hide (table, i);
}

void
hpm_report_spare (struct libscols_table *table, FILE *out, int name,
                  const int *columns, int count)
{
    int width = column_width (table, 0) - (int)strlen (SEPARATOR);

    if (name && width > name)
        width = name;
    for (size_t i = 1; i < scols_table_get_ncols (table); i++)
        width += column_width (table, i);
    for (int i = 0; i < count && width > hpm_report_width (out); i++) {
        width -= column_width (table, (size_t)columns[i]);
        hide (table, (size_t)columns[i]);
    }
}

/* ---- names that are cut ------------------------------------------------- */

#define CUT_LEAST 12 /* columns, of which some are left on either side */

void
hpm_report_cut (struct libscols_table *table, FILE *out)
{
    struct libscols_column *names = scols_table_get_column (table, 0);
    int room = hpm_report_width (out);

    for (size_t i = 1; i < scols_table_get_ncols (table); i++)
        room -= column_width (table, i);
    if (room < CUT_LEAST)
        room = CUT_LEAST;
    for (size_t i = 0; i < scols_table_get_nlines (table); i++) {
        struct libscols_line *line = scols_table_get_line (table, i);
        const char *name = scols_line_get_column_data (line, names);
        int width = hpm_columns_of (name);
        char *shorter = width > room ? hpm_columns_shorten (name, room) : NULL;

        if (shorter && scols_line_refer_column_data (line, names, shorter))
            free (shorter);
    }
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
