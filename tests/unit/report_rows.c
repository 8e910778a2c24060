/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of rows with a long name, on screens of several widths.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/report_rows.h"
#include "tests/tap.h"

#define NUMBERS 6
#define NAME_BYTES 144

static char name[NAME_BYTES + 1];

/* The table of one row with so many numbers; the caller's.  */
static char *
table_of (int numbers, const char *columns)
{
    struct hpm_heading headings[1 + NUMBERS] = { { "name", 0, 1 } };
    const char *texts[1 + NUMBERS] = { name };
    struct hpm_report_rows *rows;
    struct hpm_error error;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    for (int i = 1; i <= numbers; i++) {
        headings[i] = (struct hpm_heading){ "a number", 1, 0 };
        texts[i] = "1.234567";
    }
    setenv ("COLUMNS", columns, 1);
    rows = hpm_report_rows_create (headings, 1 + numbers, &error);
    if (!rows || !out || hpm_report_rows_add (rows, texts, &error))
        abort ();
    hpm_report_rows_repeat (rows, 1);
    if (hpm_report_rows_print (rows, out, &error))
        abort ();
    hpm_report_rows_destroy (rows);
    fclose (out);
    return text;
}

static size_t
longest_line (const char *text)
{
    size_t longest = 0;

    while (*text) {
        size_t length = strcspn (text, "\n");

        longest = length > longest ? length : longest;
        text += length + (text[length] == '\n');
    }
    return longest;
}

static int
count_of (const char *text, const char *what)
{
    int count = 0;

    while ((text = strstr (text, what)) != NULL) {
        count++;
        text++;
    }
    return count;
}

/* `width` is what the name has of the row.  */
static void
check (int numbers, const char *columns, int parts, size_t width)
{
    char *text = table_of (numbers, columns);
    const char *row = strchr (text, '\n');

    tap_case ("%d numbers on %s columns", numbers, columns);
    tap_ok (longest_line (text) <= (size_t)atoi (columns),
            "no line is longer than the screen");
    tap_ok (count_of (text, "name") == parts, "there are %d parts", parts);
    tap_ok (count_of (text, "1.234567") == numbers, "no number is missing");
    tap_ok (row && strcspn (row + 1, " \n") == width,
            "the name has %zu columns", width);
    free (text);
}

int
main (void)
{
    memset (name, 'x', NAME_BYTES);
    check (0, "200", 1, NAME_BYTES);
    check (2, "200", 1, NAME_BYTES);
    check (NUMBERS, "200", 1, 200 - 10 * NUMBERS);
    check (2, "80", 1, 60);
    check (5, "80", 1, 30);
    check (NUMBERS, "80", 2, 40);
    check (2, "40", 2, 24);
    return tap_done ();
}
