/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Three functions that execute 5, 3 and 2 parts of 10 LENGTH turns, in small
 * pieces by turns:
 *
 *     shares LENGTH
 */
#include <stdlib.h>

#include "turn.h"

#define PIECES 37 /* in step with no period */

#define FUNCTION(name, parts)                                                  \
    __attribute__ ((noinline)) static void name (uint64_t length)              \
    {                                                                          \
        turn ((parts)*length);                                                 \
    }

FUNCTION (five, 5)
FUNCTION (three, 3)
FUNCTION (two, 2)

int
main (int argc, char **argv)
{
    uint64_t length;

    if (argc < 2)
        return 2;
    length = strtoull (argv[1], NULL, 10) / PIECES;
    for (int i = 0; i < PIECES; i++) {
        five (length);
        three (length);
        two (length);
    }
    return 0;
}
