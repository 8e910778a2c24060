/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strtod reads the decimal point of the program's locale, and the program may
 * change its locale at any time.
 */
#include "config.h"

#include "base/text.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t
digits (const char *text)
{
    size_t length = 0;

    while (hpm_text_is_digit (text[length]))
        length++;
    return length;
}

/* Length of an exponent with digits in it, else 0: "2e" is a 2.  */
static size_t
exponent (const char *text)
{
    size_t sign, length;

    if (hpm_text_lower (text[0]) != 'e')
        return 0;
    sign = text[1] == '+' || text[1] == '-';
    length = digits (text + 1 + sign);
    return length ? 1 + sign + length : 0;
}

static size_t
number_span (const char *text)
{
    size_t whole = digits (text), fraction = 0, length = whole;

    if (text[whole] == '.') {
        fraction = digits (text + whole + 1);
        length += 1 + fraction;
    }
    if (!whole && !fraction)
        return 0;
    return length + exponent (text + length);
}

size_t
hpm_text_number (const char *text, double *number)
{
    char copy[64]; /* no hex, no "nan": only what was scanned */
    size_t length = number_span (text);
    locale_t plain;

    if (!length || length >= sizeof (copy))
        return 0;
    memcpy (copy, text, length);
    copy[length] = '\0';
    plain = newlocale (LC_ALL_MASK, "C", (locale_t)0);
    if (!plain)
        return 0;
    *number = strtod_l (copy, NULL, plain);
    freelocale (plain);
    return isfinite (*number) ? length : 0;
}
