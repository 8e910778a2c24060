/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "csv.h"

#include <math.h>
#include <string.h>

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
