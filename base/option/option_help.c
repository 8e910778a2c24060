/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The part of --help that the table yields.
 */
#include "base/option/option_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define WIDTH 80
#define INDENT 26      /* where the explanation starts */
#define ENTRY_MAX 1024 /* one option's part, amply */

/* A text that grows inside a buffer of fixed size.  */
struct page {
    char *text;
    size_t size, length;
    int column;
};

static void
put (struct page *page, const char *text, size_t length)
{
    if (length > page->size - 1 - page->length)
        length = page->size - 1 - page->length;
    memcpy (page->text + page->length, text, length);
    page->length += length;
    page->text[page->length] = '\0';
    page->column += (int)length;
}

static void
start_line (struct page *page)
{
    put (page, "\n", 1);
    page->column = 0;
}

static void
indent (struct page *page)
{
    while (page->column < INDENT)
        put (page, " ", 1);
}

/* Words separated by single spaces, filled from column INDENT on.  */
static void
put_filled (struct page *page, const char *text)
{
    struct hpm_piece word;

    while (hpm_text_part (&text, ' ', &word)) {
        if (page->column > INDENT
            && page->column + 1 + (int)word.length > WIDTH)
            start_line (page);
        if (page->column > INDENT)
            put (page, " ", 1);
        else
            indent (page);
        put (page, word.start, word.length);
    }
}

/* "  -o, --output=FILE" */
static void
put_flag (struct page *page, const struct hpm_option *option)
{
    const char *value = option->kind == HPM_OPTION_choice ? option->choices
                                                          : option->argument;
    char flag[128];
    int length;

    if (option->letter)
        length = snprintf (flag, sizeof (flag), "  -%c, --%s", option->letter,
                           option->field);
    else
        length = snprintf (flag, sizeof (flag), "      --%s", option->field);
    for (int i = 0; i < length; i++)
        if (flag[i] == '_')
            flag[i] = '-';
    put (page, flag, (size_t)length);
    if (*value) {
        int maybe = option->kind == HPM_OPTION_maybe;

        put (page, maybe ? "[=" : "=", maybe ? 2 : 1);
        put (page, value, strlen (value));
        put (page, "]", (size_t)maybe);
    }
    if (page->column > INDENT - 2)
        start_line (page);
}

static void
put_option (struct page *page, const struct hpm_option *option)
{
    char text[ENTRY_MAX / 2];
    int has_default = *option->initial && option->kind != HPM_OPTION_flag
                      && option->kind != HPM_OPTION_maybe;

    snprintf (text, sizeof (text), "%s%s%s%s [%s]", option->help,
              has_default ? " (default: " : "",
              has_default ? option->initial : "", has_default ? ")" : "",
              option->variable);
    put_flag (page, option);
    put_filled (page, text);
    start_line (page);
}

char *
hpm_options_help (void)
{
    struct page page = { NULL, HPM_OPTION_COUNT * ENTRY_MAX, 0, 0 };

    page.text = malloc (page.size);
    if (!page.text)
        return NULL;
    page.text[0] = '\0';
    for (int i = 0; i < HPM_OPTION_COUNT; i++)
        put_option (&page, &hpm_option_table[i]);
    return page.text;
}
