/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/json.h"

#include <math.h>
#include <string.h>

#include "base/real_text.h"
#include "base/text.h"

/* 1 for UTF-8, whatever of it may be shown.  */
static int
is_utf8 (const char *text)
{
    while (*(text += hpm_text_plain (text))) {
        if ((unsigned char)*text == 0xc2 && (text[1] & 0xe0) == 0x80)
            text++; /* a control character behind ASCII */
        else if (!hpm_text_is_control (*text))
            return 0;
        text++;
    }
    return 1;
}

static void
put_escape (FILE *out, char c)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = strchr (escaped, c);

    if (found)
        fprintf (out, "\\%c", letters[found - escaped]);
    else
        fprintf (out, "\\u%04X", (unsigned)c);
}

/* Bytes at the start that stand for themselves, and are ASCII.  */
static size_t
plain_bytes (const char *text)
{
    const char *c = text;

    while (*c >= ' ' && *c <= '~' && *c != '"' && *c != '\\')
        c++;
    return (size_t)(c - text);
}

static void
put_text (FILE *out, const char *text)
{
    int valid = -1; /* not known */

    putc_unlocked ('"', out);
    for (const char *c = text;; c++) {
        size_t plain = plain_bytes (c);

        fwrite_unlocked (c, 1, plain, out);
        c += plain;
        if (!*c)
            break;
        if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ') {
            put_escape (out, *c);
            continue;
        }
        valid = valid < 0 ? is_utf8 (text) : valid;
        putc_unlocked (valid ? *c : '?', out);
    }
    putc_unlocked ('"', out);
}

/* A line of its own, behind a comma if something stands before it.  */
static void
put_line (const struct hpm_json *json, int comma)
{
    static const char blanks[] = ",\n                ";

    if (json->depth)
        fwrite_unlocked (blanks + !comma, 1,
                         1 + (size_t)comma + (size_t)json->depth, json->out);
}

/* What comes before a value.  */
static void
put_key (struct hpm_json *json, const char *key)
{
    put_line (json, json->filled);
    json->filled = 1;
    if (!key)
        return;
    put_text (json->out, key);
    fwrite_unlocked (": ", 1, 2, json->out);
}

void
hpm_json_open (struct hpm_json *json, const char *key, char bracket)
{
    put_key (json, key);
    putc_unlocked (bracket, json->out);
    json->depth++;
    json->filled = 0;
}

void
hpm_json_close (struct hpm_json *json, char bracket)
{
    json->depth--;
    if (json->filled && !json->depth)
        putc_unlocked ('\n', json->out);
    else if (json->filled)
        put_line (json, 0);
    putc_unlocked (bracket, json->out);
    json->filled = 1;
}

void
hpm_json_text (struct hpm_json *json, const char *key, const char *text)
{
    if (!text) {
        hpm_json_null (json, key);
        return;
    }
    put_key (json, key);
    put_text (json->out, text);
}

void
hpm_json_integer (struct hpm_json *json, const char *key, int64_t value)
{
    char text[HPM_REAL_TEXT];

    put_key (json, key);
    fwrite_unlocked (text, 1, (size_t)hpm_integer_text (text, value),
                     json->out);
}

/* A real stays one: "3.0".  */
void
hpm_json_real (struct hpm_json *json, const char *key, double value)
{
    char text[HPM_REAL_TEXT];
    int length;

    if (!isfinite (value)) {
        hpm_json_null (json, key);
        return;
    }
    put_key (json, key);
    length = hpm_real_text (text, value);
    fwrite_unlocked (text, 1, (size_t)length, json->out);
    if (!strpbrk (text, ".e"))
        fwrite_unlocked (".0", 1, 2, json->out);
}

void
hpm_json_whole (struct hpm_json *json, const char *key, double value)
{
    if (fabs (value) < 0x1p63)
        hpm_json_integer (json, key, (int64_t)value);
    else
        hpm_json_real (json, key, value);
}

void
hpm_json_flag (struct hpm_json *json, const char *key, int value)
{
    put_key (json, key);
    fputs_unlocked (value ? "true" : "false", json->out);
}

void
hpm_json_null (struct hpm_json *json, const char *key)
{
    put_key (json, key);
    fputs_unlocked ("null", json->out);
}
