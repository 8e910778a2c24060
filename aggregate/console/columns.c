/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/columns.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#define CUT "..."

static int may_draw;

void
hpm_columns_begin (void)
{
    const char *locale = setlocale (LC_CTYPE, "");

    may_draw = locale && !strcmp (nl_langinfo (CODESET), "UTF-8");
    if (!locale || MB_CUR_MAX == 1)
        setlocale (LC_CTYPE, "C.UTF-8");
}

int
hpm_columns_draw (void)
{
    return may_draw;
}

/* Bytes of the first character of a text, which is not empty, and its columns.
 */
static size_t
character (const char *text, int *columns)
{
    mbstate_t state = { 0 };
    wchar_t wide = 0;
    size_t bytes = 1;

    *columns = 1;
    if (*text & 0x80) {
        bytes = mbrtowc (&wide, text, strnlen (text, MB_LEN_MAX), &state);
        if (bytes == (size_t)-1 || bytes == (size_t)-2)
            return 1;
        *columns = wcwidth (wide);
        if (*columns < 0)
            *columns = 1;
    }
    return bytes;
}

int
hpm_columns_of (const char *text)
{
    int columns = 0, one;

    while (text && *text) {
        text += character (text, &one);
        columns += one;
    }
    return columns;
}

/* Where the characters end that fit into so many columns, with what is put over
 * the last of them.  */
static const char *
end_of (const char *text, int columns)
{
    int one;

    while (*text) {
        size_t bytes = character (text, &one);

        columns -= one;
        if (columns < 0)
            break;
        text += bytes;
    }
    return text;
}

/* Where the last characters begin that take so many columns at most.  */
static const char *
last_of (const char *text, int columns)
{
    const char *end = end_of (text, hpm_columns_of (text) - columns);
    int one;

    if (hpm_columns_of (end) > columns) /* half a character is left over */
        end = end_of (end + character (end, &one), 0);
    return end;
}

char *
hpm_columns_shorten (const char *text, int room)
{
    int kept = room - (int)strlen (CUT), end = kept / 3;
    char *shorter = NULL;

    return asprintf (&shorter, "%.*s" CUT "%s",
                     (int)(end_of (text, kept - end) - text), text,
                     last_of (text, end))
                   < 0
               ? NULL
               : shorter;
}
