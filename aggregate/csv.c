/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "csv.h"

#include <math.h>
#include <string.h>

#include "core/statistics.h"

void
hpm_csv_text (FILE *out, const char *text, int first)
{
    if (!first)
        fputc (',', out);
    if (!strpbrk (text, ",\"\r\n")) {
        fputs (text, out);
        return;
    }
    fputc ('"', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc ('"', out);
        fputc (*text, out);
    }
    fputc ('"', out);
}

void
hpm_csv_real (FILE *out, double value)
{
    fputc (',', out);
    if (isfinite (value))
        fprintf (out, "%.17g", value);
}

void
hpm_csv_integer (FILE *out, int64_t value, int exists)
{
    fputc (',', out);
    if (exists)
        fprintf (out, "%lld", (long long)value);
}

void
hpm_csv_wide (FILE *out, uint64_t low, int64_t high, int exists)
{
    char text[41];

    fputc (',', out);
    if (exists)
        fputs (hpm_integer128_text (text, low, high), out);
}
