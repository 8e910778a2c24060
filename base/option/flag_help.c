/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What --help says of flags.
 */
#include "base/option/flag.h"

#include <string.h>

#include "base/text.h"

#define WIDTH 80
#define INDENT 26 /* where the explanation starts */
#define ARGUMENT_INDENT 12

/* Words separated by blanks, filled between INDENT and WIDTH.  Returns the
 * column behind them.  */
static int
print_filled (FILE *out, const char *text, int column)
{
    struct hpm_piece word;

    while (hpm_text_part (&text, ' ', &word)) {
        if (column > INDENT && column + 1 + (int)word.length > WIDTH) {
            fputc ('\n', out);
            column = 0;
        }
        column
            += fprintf (out, "%*s%.*s", column > INDENT ? 1 : INDENT - column,
                        "", (int)word.length, word.start);
    }
    return column;
}

/* Words to choose from, on as many lines as they take: one that goes on ends
 * with "|".  Returns the column behind them.  */
static int
print_argument (FILE *out, const char *argument, int column)
{
    struct hpm_piece word;

    while (hpm_text_part (&argument, '|', &word)) {
        int last = !argument;

        if (column + (int)word.length + 2 > WIDTH) {
            fputc ('\n', out);
            column = fprintf (out, "%*s", ARGUMENT_INDENT, "");
        }
        column += fprintf (out, "%.*s%s", (int)word.length, word.start,
                           last ? "" : "|");
    }
    return column;
}

/* "  -o, --output=FILE", which takes a line of its own where it is long.  */
static int
print_flag (FILE *out, const struct hpm_flag *flag)
{
    int maybe = flag->takes == HPM_TAKES_maybe;
    const char *argument = flag->argument + (*flag->argument == '|');
    int column = flag->letter ? fprintf (out, "  -%c, --", flag->letter)
                              : fprintf (out, "      --");

    for (const char *c = flag->name; *c; c++, column++)
        fputc (*c == '_' ? '-' : *c, out);
    if (*argument) {
        column += fprintf (out, "%s", maybe ? "[=" : "=");
        column = print_argument (out, argument, column);
        column += fprintf (out, "%s", maybe ? "]" : "");
    }
    if (column <= INDENT - 2)
        return column;
    fputc ('\n', out);
    return 0;
}

void
hpm_flags_print (FILE *out, const struct hpm_flag *flags, int count)
{
    for (int i = 0; i < count; i++) {
        const struct hpm_flag *flag = &flags[i];
        int column = print_filled (out, flag->help, print_flag (out, flag));
        char more[64];

        if (*flag->initial) {
            snprintf (more, sizeof (more), "(default: %s)", flag->initial);
            column = print_filled (out, more, column);
        }
        if (flag->variable) {
            snprintf (more, sizeof (more), "[%s]", flag->variable);
            print_filled (out, more, column);
        }
        fputc ('\n', out);
    }
}
