/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/real_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shortest_real.h"

#ifdef HAVE_TO_CHARS

static int
shortest (char *buffer, double value)
{
    int length = hpm_shortest_real (buffer, HPM_REAL_TEXT - 1, value);

    buffer[length] = '\0';
    return length;
}

#else

/* Any double survives 17 digits, and any text of 15 digits survives a double;
 * %g leaves out zeros at the end.  Takes some ten times as long.  */
#define DIGITS_MIN 15
#define DIGITS_MAX 17

static int
shortest (char *buffer, double value)
{
    int length = 0;

    for (int digits = DIGITS_MIN; digits <= DIGITS_MAX; digits++) {
        length = snprintf (buffer, HPM_REAL_TEXT, "%.*g", digits, value);
        if (strtod (buffer, NULL) == value)
            break;
    }
    return length;
}

#endif

int
hpm_real_text (char *buffer, double value)
{
    if (value == 0)
        return (int)strlen (strcpy (buffer, "0"));
    return shortest (buffer, value);
}

int
hpm_integer_text (char *buffer, int64_t value)
{
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char digits[20];
    int count = 0, used = 0;

    do
        digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0)
        buffer[used++] = '-';
    while (count > 0)
        buffer[used++] = digits[--count];
    buffer[used] = '\0';
    return used;
}
