/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that do not fit, each kind inside one of its own: "deep" has a chain
 * of two labels, 300 deep; "many" more regions than a thread has, one of them
 * with the label of those that do not fit; an end comes where none is open; a
 * label is empty; and labels have control characters, or none of UTF-8.
 */
#include <stdio.h>

#include "hpm.h"

/* One label, as a place in a file may be.  */
#define SLASHES                                                                \
    "/home/someone/a/solver/of/his/src/and/more/folders/in/it/solve.c:12"

static void
chain (void)
{
    const int pairs = 150;

    hpm_region_begin ("deep");
    for (int i = 0; i < pairs; i++) {
        hpm_region_begin ("a");
        hpm_region_begin ("b");
    }
    for (int i = 0; i < pairs; i++) {
        hpm_region_end ("b");
        hpm_region_end ("a");
    }
    hpm_region_end ("deep");
}

static void
many (void)
{
    char text[32];

    hpm_region_begin ("many");
    hpm_region_begin ("(other)");
    hpm_region_end ("(other)");
    for (int i = 0; i < 17000; i++) {
        snprintf (text, sizeof text, "l%d", i);
        hpm_region_begin (text);
        hpm_region_end (text);
    }
    hpm_region_end ("many");
}

int
main (void)
{
    hpm_region_end (NULL);
    hpm_region_begin ("tab\there\033[31m\302\233");
    hpm_region_end (NULL);
    hpm_region_begin ("");
    hpm_region_end ("");
    hpm_region_begin ("not utf-8: \377; turned: \342\200\256");
    hpm_region_end (NULL);
    hpm_region_begin (SLASHES);
    hpm_region_end (SLASHES);
    hpm_region_begin ("other");
    hpm_region_end ("other");
    chain ();
    many ();
    return 0;
}
