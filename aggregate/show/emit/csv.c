/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/emit/csv.h"

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
put_field (struct hpm_csv *csv, const char *text)
{
    struct hpm_buffer *buffer = &csv->buffer;

    if (is_formula (text))
        hpm_buffer_put_char (buffer, '\'');
    if (!strpbrk (text, ",\"")) {
        hpm_buffer_put (buffer, text, strlen (text));
        return;
    }
    hpm_buffer_put_char (buffer, '"');
    for (; *text; text++) {
        if (*text == '"')
            hpm_buffer_put_char (buffer, '"');
        hpm_buffer_put_char (buffer, *text);
    }
    hpm_buffer_put_char (buffer, '"');
}

void
hpm_csv_none (struct hpm_csv *csv)
{
    if (csv->filled)
        hpm_buffer_put_char (&csv->buffer, ',');
    csv->filled = 1;
}

void
hpm_csv_end (struct hpm_csv *csv)
{
    hpm_buffer_put (&csv->buffer, "\r\n", 2);
    hpm_buffer_flush (&csv->buffer);
    csv->filled = 0;
}

void
hpm_csv_text (struct hpm_csv *csv, const char *text)
{
    char *plain;

    hpm_csv_none (csv);
    if (!text || !*text)
        return;
    if (!text[hpm_text_plain (text)]) {
        put_field (csv, text);
        return;
    }
    plain = hpm_text_escaped (text);
    put_field (csv, plain ? plain : "");
    free (plain);
}

void
hpm_csv_real (struct hpm_csv *csv, double value)
{
    char *room;

    hpm_csv_none (csv);
    if (!isfinite (value))
        return;
    room = hpm_buffer_room (&csv->buffer, HPM_REAL_TEXT);
    csv->buffer.used += (size_t)hpm_real_text (room, value);
}

void
hpm_csv_integer (struct hpm_csv *csv, int64_t value)
{
    char *room;

    hpm_csv_none (csv);
    room = hpm_buffer_room (&csv->buffer, HPM_REAL_TEXT);
    csv->buffer.used += (size_t)hpm_integer_text (room, value);
}

void
hpm_csv_wide (struct hpm_csv *csv, uint64_t low, int64_t high)
{
    char text[41];

    if (high == ((int64_t)low < 0 ? -1 : 0)) {
        hpm_csv_integer (csv, (int64_t)low);
        return;
    }
    hpm_csv_none (csv);
    hpm_integer128_text (text, low, high);
    hpm_buffer_put (&csv->buffer, text, strlen (text));
}
