/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_text.h"
#include "base/metric/statistics.h"
#include "base/text.h"

/* A spreadsheet computes what begins so, and may run programs for it.  */
static int
is_formula (const char *text)
{
    char *end;

    if (!*text || !strchr ("=+-@", *text))
        return 0;
    strtod (text, &end);
    return end == text || *end;
}

static void
put_field (FILE *out, const char *text)
{
    if (!strpbrk (text, ",\"")) {
        fputs_unlocked (text, out);
        return;
    }
    putc_unlocked ('"', out);
    for (; *text; text++) {
        if (*text == '"')
            putc_unlocked ('"', out);
        putc_unlocked (*text, out);
    }
    putc_unlocked ('"', out);
}

void
hpm_csv_comma (FILE *out, int *first)
{
    if (!*first)
        putc_unlocked (',', out);
    *first = 0;
}

void
hpm_csv_end (FILE *out)
{
    fputs_unlocked ("\r\n", out);
}

void
hpm_csv_text (FILE *out, const char *text)
{
    char *plain;

    if (!text || !*text)
        return;
    plain = hpm_text_escaped (text);
    if (plain && is_formula (plain))
        putc_unlocked ('\'', out);
    put_field (out, plain ? plain : "");
    free (plain);
}

void
hpm_csv_real (FILE *out, double value)
{
    char text[HPM_REAL_TEXT];

    if (isfinite (value))
        fwrite_unlocked (text, 1, (size_t)hpm_real_text (text, value), out);
}

void
hpm_csv_integer (FILE *out, int64_t value)
{
    char text[HPM_REAL_TEXT];

    fwrite_unlocked (text, 1, (size_t)hpm_integer_text (text, value), out);
}

void
hpm_csv_wide (FILE *out, uint64_t low, int64_t high)
{
    char text[41];

    if (high == ((int64_t)low < 0 ? -1 : 0))
        hpm_csv_integer (out, (int64_t)low);
    else
        fputs_unlocked (hpm_integer128_text (text, low, high), out);
}
