/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/real_text.h"

#include <stdint.h>
#include <stdlib.h>

#include "tests/tap.h"

static void
check (double value, const char *expected)
{
    char text[HPM_REAL_TEXT];
    int length = hpm_real_text (text, value);

    tap_text (text, expected, "%s is written so", expected);
    tap_ok (length == (int)strlen (expected), "%s: its length is told",
            expected);
}

static void
test_known (void)
{
    check (0, "0");
    tap_case ("%s", "-0.0");
    check (-0.0, "0");
    tap_case ("%s", "");
    check (1, "1");
    check (-12, "-12");
    check (0.1, "0.1");
    check (0.6474195, "0.6474195");
    check (2.5, "2.5");
    check (100000, "100000");
    check (1e-5, "1e-05");
    check (1.5e-5, "1.5e-05");
    check (1e-6, "1e-06");
    check (1e15, "1e+15");
    check (999999999999999, "999999999999999");
    check (1e17, "1e+17");
    check (123456789012345680, "1.2345678901234568e+17");
    check (1e23, "1e+23");
    check (2.2250738585072014e-308, "2.2250738585072014e-308");
    check (1.7976931348623157e308, "1.7976931348623157e+308");
    check (1.0 / 3, "0.3333333333333333");
    check (-0.001234, "-0.001234");
#ifdef HAVE_TO_CHARS
    check (9007199254740993.0, "9.007199254740992e+15");
    check (5e-324, "5e-324");
#endif
}

/* Significant digits of a text.  */
static int
count_digits (const char *text)
{
    int count = 0, zeros = 0;

    for (; *text && *text != 'e'; text++)
        if (*text == '0' && count)
            zeros++;
        else if (*text >= '1' && *text <= '9') {
            count += zeros + 1;
            zeros = 0;
        }
    return count;
}

/* By trial: the fewest digits that read back.  */
static int
fewest_digits (double value)
{
    char text[40];

    for (int digits = 1; digits < 17; digits++) {
        snprintf (text, sizeof text, "%.*e", digits - 1, value);
        if (strtod (text, NULL) == value)
            return digits;
    }
    return 17;
}

static double
draw (uint64_t *state, int kind)
{
    double value;
    uint64_t z = *state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    if (kind == 1)
        return (double)(z % 100000000) / 1e6;
    if (kind == 2)
        return (double)(z % 1000003) / (double)(z >> 40 | 1);
    if (kind == 3)
        z &= UINT64_C (0xfff) << 52; /* powers of 2 */
    memcpy (&value, &z, sizeof value);
    return isfinite (value) ? value : 1;
}

static void
test_drawn (void)
{
    static const char *const kinds[]
        = { "any bits", "numbers of few digits", "quotients", "powers of 2" };
    uint64_t state = 1;

    for (int kind = 0; kind < 4; kind++) {
        int changed = 0, longer = 0;

        for (int i = 0; i < 50000; i++) {
            double value = draw (&state, kind);
            char text[HPM_REAL_TEXT];

            hpm_real_text (text, value);
            changed += strtod (text, NULL) != value;
            longer += count_digits (text) > fewest_digits (value);
        }
        tap_ok (changed == 0, "%s read back as they were", kinds[kind]);
#ifdef HAVE_TO_CHARS
        tap_ok (longer == 0, "%s have no digit too many", kinds[kind]);
#else
        printf ("# %d of %s have more digits than they need\n", longer,
                kinds[kind]);
#endif
    }
}

static void
test_integers (void)
{
    char text[HPM_REAL_TEXT];

    tap_ok (hpm_integer_text (text, INT64_MIN) == 20,
            "the length of the least integer is told");
    tap_text (text, "-9223372036854775808",
              "the least integer is written in full");
    tap_ok (hpm_integer_text (text, 0) == 1 && *text == '0',
            "zero is written as one digit");
    hpm_integer_text (text, INT64_MAX);
    tap_text (text, "9223372036854775807",
              "the largest integer is written in full");
}

int
main (void)
{
    test_known ();
    test_drawn ();
    test_integers ();
    return tap_done ();
}
