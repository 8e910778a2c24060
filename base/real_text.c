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

/* Two digits at a time, from behind.  */
static char *
put_digits (char *end, uint64_t value)
{
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";

    for (; value >= 100; value /= 100)
        memcpy (end -= 2, pairs + 2 * (value % 100), 2);
    if (value >= 10)
        memcpy (end -= 2, pairs + 2 * value, 2);
    else
        *--end = (char)('0' + value);
    return end;
}

int
hpm_integer_text (char *buffer, int64_t value)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char digits[20], *end = digits + sizeof digits;
    char *start = put_digits (end, size);
    size_t count = (size_t)(end - start);

    *buffer = '-';
    memcpy (buffer + (value < 0), start, count);
    count += value < 0;
    buffer[count] = '\0';
    return (int)count;
}
