/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/number.h"

#include <math.h>

#include "tests/tap.h"

static void
test_quantities (void)
{
    static const struct {
        double value;
        const char *unit, *text;
    } cases[] = {
        { 0, "ns", "0 ns" },          { 12.34, "ns", "12.3 ns" },
        { 999.4e6, "ns", "999 ms" },  { 999.6e6, "ns", "1 s" },
        { -999.6e6, "ns", "-1 s" },   { 1010, "byte", "1010 byte" },
        { 1536, "byte", "1.5 KiB" },  { 0.5, "GHz", "0.5 GHz" },
        { 12345, "1", "12300" },      { 2.5e9, "1", "2.5e9" },
        { 5696, "byte", "5.56 KiB" },
    };
    char text[HPM_NUMBER_TEXT];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        tap_text (hpm_quantity_text (text, cases[i].value, cases[i].unit),
                  cases[i].text, "%.12g %s is told as %s", cases[i].value,
                  cases[i].unit, cases[i].text);
}

static void
test_percent (void)
{
    static const struct {
        double share;
        const char *text;
    } cases[] = {
        { 0, "0 %" },         { 0.0012, "0.12 %" }, { 0.154, "15 %" },
        { 2e-7, "<0.001 %" }, { 0.994, "99 %" },    { 0.996, "100 %" },
        { 2.04, "204 %" },
    };
    char text[HPM_NUMBER_TEXT];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        tap_text (hpm_percent_text (text, cases[i].share), cases[i].text,
                  "a share of %g is told as %s", cases[i].share, cases[i].text);
}

static void
test_numbers (void)
{
    char text[HPM_NUMBER_TEXT];

    tap_text (hpm_number_text (text, 1234567), "1,234,567",
              "thousands are grouped");
    tap_text (hpm_number_text (text, 12.341), "12.34",
              "a number has four digits");
    tap_text (hpm_short_text (text, 1234.5), "1234",
              "a time of 1234.5 s has no exponent");
    tap_text (hpm_short_text (text, 999.6), "1000",
              "three digits that round up have no exponent");
    tap_text (hpm_short_text (text, 0.12345), "0.123",
              "a short number has three digits");
    tap_text (hpm_number_text (text, NAN), "-", "what is no number is told so");
}

int
main (void)
{
    test_quantities ();
    test_percent ();
    test_numbers ();
    return tap_done ();
}
