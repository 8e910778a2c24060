/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/columns.h"

#include <locale.h>
#include <stdlib.h>

#include "tests/tap.h"

/* Wide characters, ones with an accent put over them, and bytes that are none.
 */
#define WIDE "\xe6\xb8\xac" /* 2 columns */
#define OVER "e\xcc\x81"    /* 1 column */
#define NONE "\xff"

static void
test_columns (void)
{
    static const struct {
        const char *text;
        int columns;
    } cases[] = {
        { "", 0 },
        { "region", 6 },
        { "gr\xc3\xb6\xc3\x9f"
          "e",
          5 },
        { WIDE WIDE, 4 },
        { OVER OVER "x", 3 },
        { "a" NONE NONE, 3 },
        { WIDE NONE "b", 4 },
    };

    tap_ok (hpm_columns_of (NULL) == 0, "no text takes no columns");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        tap_ok (hpm_columns_of (cases[i].text) == cases[i].columns,
                "text %zu takes %d columns", i, cases[i].columns);
}

static void
test_shorter (void)
{
    static const struct {
        const char *text;
        int room;
        const char *shorter;
    } cases[] = {
        { "abcdefghijklmnop", 12, "abcdef...nop" },
        { "abcdefgh", 4, "a..." },
        /* Half a character has no room.  */
        { WIDE WIDE WIDE WIDE WIDE WIDE WIDE, 12, WIDE WIDE WIDE "..." WIDE },
        { WIDE WIDE WIDE WIDE WIDE WIDE WIDE, 13, WIDE WIDE WIDE "..." WIDE },
        { OVER OVER OVER OVER OVER OVER OVER OVER, 7,
          OVER OVER OVER "..." OVER },
        { NONE NONE NONE NONE NONE NONE NONE NONE, 7,
          NONE NONE NONE "..." NONE },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *shorter = hpm_columns_shorten (cases[i].text, cases[i].room);

        tap_text (shorter, cases[i].shorter, "text %zu is cut to %d columns", i,
                  cases[i].room);
        tap_ok (hpm_columns_of (shorter) <= cases[i].room,
                "text %zu has the room of %d columns", i, cases[i].room);
        free (shorter);
    }
}

int
main (void)
{
    if (!setlocale (LC_ALL, "C.UTF-8"))
        tap_ok (1, "columns of characters # SKIP there is no locale C.UTF-8");
    else {
        test_columns ();
        test_shorter ();
    }
    return tap_done ();
}
