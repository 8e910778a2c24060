/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct step {
    const char *unit; /* as events and metrics have it */
    double from;      /* used from this value on */
    double factor;
    const char *shown;
};

/* From large to small; the last of a unit is used for all that is smaller.  */
static const struct step steps[] = {
    { "ns", 1e9, 1e-9, "s" },           { "ns", 1e6, 1e-6, "ms" },
    { "ns", 1e3, 1e-3, "us" },          { "byte", 0x1p50, 0x1p-50, "PiB" },
    { "byte", 0x1p40, 0x1p-40, "TiB" }, { "byte", 0x1p30, 0x1p-30, "GiB" },
    { "byte", 0x1p20, 0x1p-20, "MiB" }, { "byte", 0x1p10, 0x1p-10, "KiB" },
    { "1", 1e18, 1e-18, "10^18" },      { "1", 1e15, 1e-15, "10^15" },
    { "1", 1e12, 1e-12, "10^12" },      { "1", 1e9, 1e-9, "10^9" },
    { "1", 1e7, 1e-6, "10^6" },
};

struct hpm_scale
hpm_scale_choose (const char *unit, double largest)
{
    struct hpm_scale scale = { 1, "" };
    double size = fabs (largest);

    snprintf (scale.unit, sizeof scale.unit, "%s",
              strcmp (unit, "1") ? unit : "");
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (!strcmp (steps[i].unit, unit) && size >= steps[i].from) {
            scale.factor = steps[i].factor;
            snprintf (scale.unit, sizeof scale.unit, "%s", steps[i].shown);
            return scale;
        }
    if (strcmp (unit, "1") && size >= 1e7 && size < 1e300) {
        int power = 3 * (int)floor (log10 (size) / 3);

        scale.factor = pow (10, -power);
        snprintf (scale.unit, sizeof scale.unit, "10^%d %.20s", power, unit);
    }
    return scale;
}

char *
hpm_digits_group (char *buffer, const char *digits)
{
    size_t sign = *digits == '-', length = strlen (digits + sign);
    size_t whole = strcspn (digits + sign, ".e");
    char *out = buffer;

    if (sign)
        *out++ = '-';
    for (size_t i = 0; i < length; i++) {
        if (i && i < whole && (whole - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[sign + i];
    }
    *out = '\0';
    return buffer;
}

char *
hpm_percent_text (char *buffer, double share)
{
    double percent = 100 * share;

    if (percent > 0 && percent < 0.001)
        return strcpy (buffer, "<0.001 %");
    snprintf (buffer, HPM_NUMBER_TEXT,
              fabs (percent) < 99.5 ? "%.2g %%" : "%.0f %%", percent);
    return buffer;
}

char *
hpm_short_text (char *buffer, double value)
{
    if (snprintf (buffer, HPM_NUMBER_TEXT,
                  fabs (value) < 999.5 ? "%.3g" : "%.0f", value)
        < 0)
        buffer[0] = '\0';
    return buffer;
}

char *
hpm_quantity_text (char *buffer, double value, const char *unit)
{
    struct hpm_scale scale;
    size_t length;

    /* Rounded first, so that no unit has 1000 of the one below; steps of 1024
     * would round twice.  */
    snprintf (buffer, HPM_NUMBER_TEXT, "%.2e", value);
    if (strcmp (unit, "byte"))
        value = strtod (buffer, NULL);
    scale = hpm_scale_choose (unit, value);
    value *= scale.factor;
    hpm_short_text (buffer, value);
    length = strlen (buffer);
    if (!strncmp (scale.unit, "10^", 3))
        snprintf (buffer + length, HPM_NUMBER_TEXT - length, "e%s",
                  scale.unit + 3);
    else
        snprintf (buffer + length, HPM_NUMBER_TEXT - length, "%s%s",
                  *scale.unit ? " " : "", scale.unit);
    return buffer;
}

char *
hpm_number_text (char *buffer, double value)
{
    char digits[HPM_NUMBER_TEXT / 2];
    double size = fabs (value);
    int decimals;

    if (!isfinite (value))
        return strcpy (buffer, "-");
    if (value == 0)
        return strcpy (buffer, "0");
    if (size < 1e-3)
        snprintf (digits, sizeof digits, "%.1e", value);
    else if (size >= 1e15)
        snprintf (digits, sizeof digits, "%.3e", value);
    else {
        decimals = 3 - (int)floor (log10 (size));
        if (decimals < 0)
            decimals = 0;
        if (value == floor (value) && size < 1e4)
            decimals = 0;
        snprintf (digits, sizeof digits, "%.*f", decimals, value);
    }
    return hpm_digits_group (buffer, digits);
}
