/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program whose loader has the name of another C library's: tells what it was
 * to have preloaded.
 */
#include <stdio.h>
#include <stdlib.h>

int
main (void)
{
    const char *list = getenv ("LD_PRELOAD");

    printf ("became one two, preloaded: %s\n", list ? list : "nothing");
    return 3;
}
